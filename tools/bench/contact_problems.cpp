#include "contact_problems.h"

#include <stiction/math/tangent_basis.h>

#include <cmath>
#include <numbers>

namespace stiction::bench {
double ContactProblems::uniform(double low, double high) {
  return low + (high - low) * (static_cast<double>(random_() >> 11) * 0x1p-53);
}

Eigen::Matrix<double, 6, 1> ContactProblems::random_wrench(double force, double torque) {
  Eigen::Matrix<double, 6, 1> wrench;
  for (int i = 0; i < 6; ++i) wrench[i] = uniform(-1, 1) * (i < 3 ? force : torque);
  return wrench;
}

GroupedLcp ContactProblems::peg_in_hole(int num_contacts, int num_directions) {
  constexpr double kRadius = 0.5;
  constexpr double kLength = 2.0;
  constexpr double kHeight = 0.5;  // of the two levels above and below the middle
  const double across = (3 * kRadius * kRadius + kLength * kLength) / 12;
  const double along = kRadius * kRadius / 2;

  System system;
  system.inverse_mass.resize(6);
  system.inverse_mass << 1, 1, 1, 1 / across, 1 / across, 1 / along;
  for (const double height : {kHeight, -kHeight}) {
    for (int i = 0; i < num_contacts / 2; ++i) {
      const double angle = 2 * std::numbers::pi * i / (num_contacts / 2);
      const Eigen::Vector3d outward(std::cos(angle), std::sin(angle), 0);
      system.contacts.push_back({.body = 0,
                                 .other = -1,
                                 .arm_of_body = kRadius * outward + Eigen::Vector3d(0, 0, height),
                                 .arm_of_other = Eigen::Vector3d::Zero(),
                                 .normal = -outward,
                                 .friction = uniform(0.2, 0.3)});
    }
  }
  system.impulse = random_wrench(1, 1);
  return make_lcp(system, num_directions);
}

GroupedLcp ContactProblems::stack(int num_bodies, int contacts_per_face, int num_directions) {
  System system;
  system.inverse_mass.resize(6 * num_bodies);
  system.impulse.setZero(6 * num_bodies);
  for (int body = 0; body < num_bodies; ++body) {
    system.inverse_mass.segment<6>(6 * body) << 1, 1, 1, 6, 6, 6;  // inertia of the unit cube: 1/6
    system.impulse[6 * body + 2] = -1;
    for (int i = 0; i < contacts_per_face; ++i) {
      const double angle = 2 * std::numbers::pi * (i + 0.5) / contacts_per_face;
      const Eigen::Vector3d across = 0.7 * Eigen::Vector3d(std::cos(angle), std::sin(angle), 0);
      system.contacts.push_back({.body = body,
                                 .other = body - 1,
                                 .arm_of_body = across - Eigen::Vector3d(0, 0, 0.5),
                                 .arm_of_other = across + Eigen::Vector3d(0, 0, 0.5),
                                 .normal = Eigen::Vector3d::UnitZ(),
                                 .friction = uniform(0.2, 0.3)});
    }
  }
  system.impulse.tail<6>() += random_wrench(0.5, 0.25);
  return make_lcp(system, num_directions);
}

/// The velocity of the body's contact point relative to the other's, along the direction.
Eigen::RowVectorXd ContactProblems::jacobian_row(const System& system, const Contact& contact,
                                                 const Eigen::Vector3d& direction) {
  Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(system.inverse_mass.size());
  row.segment<3>(6 * contact.body) = direction;
  row.segment<3>(6 * contact.body + 3) = contact.arm_of_body.cross(direction);
  if (contact.other >= 0) {
    row.segment<3>(6 * contact.other) = -direction;
    row.segment<3>(6 * contact.other + 3) = -contact.arm_of_other.cross(direction);
  }
  return row;
}

/// Lloyd, eq. 8, with J = (N D)':
///
///     nu            N'M^-1 N   N'M^-1 D   0   theta     N'M^-1 k
///     sigma    =    D'M^-1 N   D'M^-1 D   E   phi    +  D'M^-1 k
///     gamma         mu         -E'        0   lambda    0
GroupedLcp ContactProblems::make_lcp(const System& system, int num_directions) {
  const auto num_contacts = static_cast<Eigen::Index>(system.contacts.size());
  const Eigen::Index num_impulses = num_contacts * (1 + num_directions);
  const Eigen::Index n = num_impulses + num_contacts;
  GroupedLcp problem{{RowMajorMatrix::Zero(n, n), Eigen::VectorXd::Zero(n)}, {}};
  problem.group.resize(static_cast<std::size_t>(n));
  RowMajorMatrix J(num_impulses, system.inverse_mass.size());
  for (Eigen::Index i = 0; i < num_contacts; ++i) {
    const Contact& contact = system.contacts[static_cast<std::size_t>(i)];
    const Eigen::Index cone = num_impulses + i;
    const auto [t1, t2] = make_tangent_basis(contact.normal);
    J.row(i) = jacobian_row(system, contact, contact.normal);
    problem.lcp.M(cone, i) = contact.friction;
    problem.group[static_cast<std::size_t>(i)] = static_cast<int>(i);
    problem.group[static_cast<std::size_t>(cone)] = static_cast<int>(cone);
    for (int k = 0; k < num_directions; ++k) {
      const Eigen::Index sigma = num_contacts + i * num_directions + k;
      const double angle = 2 * std::numbers::pi * k / num_directions;
      J.row(sigma) = jacobian_row(system, contact, std::cos(angle) * t1 + std::sin(angle) * t2);
      problem.lcp.M(sigma, cone) = 1;
      problem.lcp.M(cone, sigma) = -1;
      problem.group[static_cast<std::size_t>(sigma)] =
          static_cast<int>(num_contacts + i * num_directions);
    }
  }
  const RowMajorMatrix J_inverse_mass = J * system.inverse_mass.asDiagonal();
  problem.lcp.M.topLeftCorner(num_impulses, num_impulses) = J_inverse_mass * J.transpose();
  problem.lcp.q.head(num_impulses) = J_inverse_mass * system.impulse;
  return problem;
}

}  // namespace stiction::bench
