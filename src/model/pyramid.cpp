#include <stiction/math/rejected_number.h>
#include <stiction/model/pyramid.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace stiction {
namespace {

void require_angles(std::span<const double> facet_angles, std::ptrdiff_t num_contacts) {
  require_size("facet_angles", std::ssize(facet_angles), num_contacts, "one for each contact");
}

}  // namespace

PyramidLayout::PyramidLayout(const ContactProblem& problem, int directions)
    : num_contacts_(static_cast<int>(problem.contacts.size())), directions_(directions) {
  slot_.reserve(problem.contacts.size());
  for (const ContactProblem::Contact& contact : problem.contacts) {
    slot_.push_back(contact.friction > 0 ? num_frictional_++ : -1);
  }
}

std::vector<int> PyramidLayout::covering_groups() const {
  std::vector<int> groups(size());
  std::iota(groups.begin(), groups.end(), 0);
  for (int c = 0; c < num_contacts_; ++c) {
    if (!has_friction(c)) continue;
    for (int j = 0; j < directions_; ++j) groups[phi(c, j)] = phi(c, 0);
  }
  return groups;
}

PyramidUnits natural_units(const ContactProblem& problem, const Delassus& delassus) {
  const int n = static_cast<int>(problem.contacts.size());
  const int num_rows = static_cast<int>(delassus.u_free.size()) - 3 * n;
  double mass = 0;
  for (int c = 0; c < n; ++c) mass += 1 / delassus.W(3 * c, 3 * c);
  for (int i = 0; n == 0 && i < num_rows; ++i) mass += 1 / delassus.W(i, i);
  const double u = delassus.u_free.size() > 0 ? delassus.u_free.cwiseAbs().maxCoeff() : 0.0;
  const double velocity = problem.velocity_scale > 0 ? problem.velocity_scale : u;
  const int num_masses = n > 0 ? n : num_rows;
  return {num_masses > 0 ? mass / num_masses : 1.0, velocity > 0 ? velocity : 1.0};
}

Eigen::Matrix<double, Eigen::Dynamic, 2> facet_directions(double facet_angle, int directions) {
  Eigen::Matrix<double, Eigen::Dynamic, 2> d(directions, 2);
  for (int j = 0; j < directions / 2; ++j) {
    const double angle = facet_angle + 2 * std::numbers::pi * j / directions;
    d.row(j) << std::cos(angle), std::sin(angle);
    d.row(j + directions / 2) = -d.row(j);
  }
  return d;
}

void pose_pyramid(const ContactProblem& problem, const Delassus& delassus,
                  std::span<const double> facet_angles, const PyramidLayout& layout,
                  const PyramidUnits& units, Lcp& lcp) {
  const int n = static_cast<int>(problem.contacts.size());
  const int d = layout.directions();
  require_angles(facet_angles, n);
  lcp.M.setZero(layout.size(), layout.size());
  lcp.q.setZero(layout.size());
  std::vector<Eigen::Matrix<double, Eigen::Dynamic, 2>> D(n);
  for (int c = 0; c < n; ++c) D[c] = facet_directions(facet_angles[c], d);

  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      const Mat3 W = units.mass * delassus.W.block<3, 3>(3 * i, 3 * k);
      if (W.isZero(0)) continue;
      lcp.M(layout.theta(i), layout.theta(k)) = W(0, 0);
      if (layout.has_friction(k)) {
        lcp.M.block(layout.theta(i), layout.phi(k, 0), 1, d) =
            W.topRightCorner<1, 2>() * D[k].transpose();
      }
      if (layout.has_friction(i)) {
        lcp.M.block(layout.phi(i, 0), layout.theta(k), d, 1) = D[i] * W.bottomLeftCorner<2, 1>();
      }
      if (layout.has_friction(i) && layout.has_friction(k)) {
        lcp.M.block(layout.phi(i, 0), layout.phi(k, 0), d, d) =
            D[i] * W.bottomRightCorner<2, 2>() * D[k].transpose();
      }
    }
    const Vec3 u = delassus.u_free.segment<3>(3 * i) / units.velocity;
    lcp.q[layout.theta(i)] = u.x();
    if (!layout.has_friction(i)) continue;
    const ContactProblem::Contact& contact = problem.contacts[i];
    lcp.q.segment(layout.phi(i, 0), d) = D[i] * u.tail<2>();
    lcp.q[layout.lambda(i)] =
        contact.friction * contact.prior_normal_impulse / (units.mass * units.velocity);
    lcp.M(layout.lambda(i), layout.theta(i)) = contact.friction;
    lcp.M.block(layout.phi(i, 0), layout.lambda(i), d, 1).setOnes();          // E
    lcp.M.block(layout.lambda(i), layout.phi(i, 0), 1, d).setConstant(-1.0);  // -E^T
  }
}

void impulses_from_pyramid(const Eigen::Ref<const Eigen::VectorXd>& z,
                           std::span<const double> facet_angles, const PyramidLayout& layout,
                           const PyramidUnits& units, std::vector<Vec3>& impulses) {
  require_angles(facet_angles, layout.num_contacts());
  require_size("z", z.size(), layout.size(), "one for each row of M");
  const double scale = units.mass * units.velocity;
  impulses.resize(facet_angles.size());
  for (int c = 0; c < static_cast<int>(facet_angles.size()); ++c) {
    impulses[c] = Vec3(z[layout.theta(c)] * scale, 0, 0);
    if (!layout.has_friction(c)) continue;
    const auto D = facet_directions(facet_angles[c], layout.directions());
    impulses[c].tail<2>() =
        scale * D.transpose() * z.segment(layout.phi(c, 0), layout.directions());
  }
}

Eigen::VectorXd pyramid_from_solution(const ContactProblem& problem,
                                      const ContactSolution& solution,
                                      std::span<const double> facet_angles,
                                      const PyramidLayout& layout) {
  require_angles(facet_angles, layout.num_contacts());
  require_size("impulses", std::ssize(solution.impulses), layout.num_contacts(),
               "one for each contact");
  require_size("velocities", std::ssize(solution.velocities), std::ssize(problem.bodies),
               "one for each body");
  Eigen::VectorXd z = Eigen::VectorXd::Zero(layout.size());
  const int d = layout.directions();
  for (int c = 0; c < static_cast<int>(problem.contacts.size()); ++c) {
    z[layout.theta(c)] = solution.impulses[c].x();
    if (!layout.has_friction(c)) continue;
    const auto D = facet_directions(facet_angles[c], d);
    // f lies between the two directions in which both its coordinates are non-negative.
    const Vec2 f = solution.impulses[c].tail<2>();
    double best = -1;
    for (int j = 0; j < d && f.squaredNorm() > 0; ++j) {
      const int next = (j + 1) % d;
      Eigen::Matrix2d pair;
      pair << D.row(j).transpose(), D.row(next).transpose();
      const Vec2 phi = pair.inverse() * f;
      if (phi.minCoeff() / f.norm() <= best) continue;
      best = phi.minCoeff() / f.norm();
      z.segment(layout.phi(c, 0), d).setZero();
      z[layout.phi(c, j)] = std::max(0.0, phi.x());
      z[layout.phi(c, next)] = std::max(0.0, phi.y());
      if (best >= 0) break;
    }
    const Vec3 u = calc_contact_velocity(problem.contacts[c], solution.velocities);
    z[layout.lambda(c)] = std::max(0.0, (-D * u.tail<2>()).maxCoeff());
  }
  return z;
}

}  // namespace stiction
