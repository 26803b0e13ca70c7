#include "group_model.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr int kPowersOf3[] = {1, 3, 9};

GroupModel make_bounded_model(const RowGroup& group, int state, const Vec3& r, const Vec3& u,
                              double R) {
  const Vec3 yielding = group.yielding_velocity(r, u);
  GroupModel model;
  for (int i = 0; i < group.num_rows; ++i) {
    const int piece = state / kPowersOf3[i] % 3;
    if (piece < 2) {
      model.g[i] = (piece == 0 ? group.lower[i] : group.upper[i]) - r[i];
    } else {
      // dr = -R (u + du + s (r + dr))
      model.D(i, i) = R / (1 + R * group.softness[i]);
      model.g[i] = -model.D(i, i) * yielding[i];
    }
  }
  return model;
}

GroupModel make_contact_model(const RowGroup& group, int state, const Vec3& r, const Vec3& u,
                              double R) {
  const double d = 1 / group.compliance;
  const double mu = group.friction;
  const bool is_open = state < 3;
  const int piece = state % 3;
  GroupModel model;
  if (is_open) {
    model.g.x() = -r.x();
  } else {
    model.D(0, 0) = R;
    model.g.x() = -R * u.x();
  }
  if (piece == 0) {
    model.g.tail<2>() = -r.tail<2>();
  } else if (piece == 1) {
    model.D(1, 1) = model.D(2, 2) = R;
    model.g.tail<2>() = -R * u.tail<2>();
  } else {
    // Along tau: r_T follows mu (r_n + prior). Across it, p: the direction of r_T turns with z_T,
    // which for z_T = r_T - d u_T is a viscous resistance D_p.
    model.is_symmetric = false;
    const Vec3 z = calc_natural_point(group, r, u);
    const double size = z.tail<2>().norm();
    const Vec2 tau = size > 0 ? Vec2(z.tail<2>() / size) : Vec2::UnitX();
    const Vec2 p(-tau.y(), tau.x());
    // A path may stand a little beyond its piece.
    const double radius = disc_radius(group, z.x());
    const double share = radius < size ? radius / size : 1.0;
    const double D_p = share < 1 ? std::min(share * d / (1 - share), R) : R;
    const double normal = is_open ? 0.0 : r.x() - R * u.x();  // where r_n goes, dv aside
    const double along = mu * (normal + group.prior) - tau.dot(r.tail<2>());
    const double across = -p.dot(r.tail<2>()) * (share > 0 ? D_p / (share * d) : 1.0);
    model.g.tail<2>() = along * tau + across * p;
    if (!is_open) model.D.block<2, 1>(1, 0) = mu * R * tau;
    model.D.block<2, 2>(1, 1) = D_p * p * p.transpose();
  }
  return model;
}

}  // namespace

Vec3 calc_natural_point(const RowGroup& group, const Vec3& r, const Vec3& u) {
  if (group.law == RowLaw::contact) return r - u / group.compliance;
  const Vec3 yielding = group.yielding_velocity(r, u);
  return r.array() - yielding.array() / (group.compliance + group.softness.array());
}

int find_group_state(const RowGroup& group, const Vec3& z) {
  if (group.law == RowLaw::contact) {
    const double radius = disc_radius(group, z.x());
    const int piece = radius <= 0 ? 0 : z.tail<2>().norm() <= radius ? 1 : 2;
    return (z.x() <= 0 ? 0 : 3) + piece;
  }
  int state = 0;
  for (int i = 0; i < group.num_rows; ++i) {
    const int piece = z[i] <= group.lower[i] ? 0 : z[i] >= group.upper[i] ? 1 : 2;
    state += kPowersOf3[i] * piece;
  }
  return state;
}

GroupModel make_group_model(const RowGroup& group, int state, const Vec3& r, const Vec3& u,
                            double stiffness) {
  return group.law == RowLaw::contact ? make_contact_model(group, state, r, u, stiffness)
                                      : make_bounded_model(group, state, r, u, stiffness);
}

}  // namespace stiction
