#include "group_model.h"

#include <algorithm>

#include "state_change.h"

namespace stiction {
namespace {

struct GroupModel {
  Mat3 D = Mat3::Zero();
  Vec3 g = Vec3::Zero();
  bool is_symmetric = true;
};

GroupModel make_bounded_model(const RowGroup& group, int state, const Vec3& r, const Vec3& u,
                              double R) {
  const Vec3 yielding = group.yielding_velocity(r, u);
  GroupModel model;
  for (int i = 0; i < group.num_rows; ++i) {
    const int piece = state / kRowPiece[i] % 3;
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
                              const Vec3& z, double R) {
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

bool make_group_models(const IslandSystem& system, std::span<const int> states, const Rows& r,
                       const Rows& u, const Rows& z, std::vector<Mat3>& D, Rows& g) {
  const int n = system.num_groups();
  D.resize(n);
  g.resize(n);
  bool is_symmetric = true;
  for (int c = 0; c < n; ++c) {
    const RowGroup& group = system.group(c);
    const double R = system.proximal_mass(c, kNewtonStiffness);
    const GroupModel model = group.law == RowLaw::contact
                                 ? make_contact_model(group, states[c], r[c], u[c], z[c], R)
                                 : make_bounded_model(group, states[c], r[c], u[c], R);
    D[c] = model.D;
    g[c] = model.g;
    is_symmetric = is_symmetric && model.is_symmetric;
  }
  return is_symmetric;
}

}  // namespace stiction
