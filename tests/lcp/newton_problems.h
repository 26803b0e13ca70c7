#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include "random_problems.h"
#include "small_problems.h"
#include "splitting_problems.h"

namespace stiction {

/// Contacts of bodies of random mass that fall onto each other and onto the ground.
struct RandomContacts {
  RandomContacts(int num_bodies, int num_contacts, std::uint64_t seed);

  /// Stewart and Trinkle's problem [B e; mu -e' 0] with four directions of friction per contact.
  Lcp make_lcp(double mu) const;
  /// The problem of the normal impulses alone, without friction.
  FactoredBoxLcp make_frictionless() const;

  static constexpr int kDirections = 4;
  int num_contacts;
  Eigen::VectorXd inverse_mass;  ///< 6 per body, in its frame
  Eigen::VectorXd velocity;
  Eigen::MatrixXd normal;      ///< a row per contact
  Eigen::MatrixXd tangential;  ///< kDirections rows per contact
};

inline RandomContacts::RandomContacts(int num_bodies, int contacts, std::uint64_t seed)
    : num_contacts(contacts),
      inverse_mass(6 * num_bodies),
      velocity(6 * num_bodies),
      normal(Eigen::MatrixXd::Zero(contacts, 6 * num_bodies)),
      tangential(Eigen::MatrixXd::Zero(contacts * kDirections, 6 * num_bodies)) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> gauss;
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int b = 0; b < num_bodies; ++b) {
    const double mass = std::pow(10.0, 2 * uniform(random) - 1);
    inverse_mass.segment<3>(6 * b).setConstant(1 / mass);
    for (int k = 0; k < 6; ++k) velocity[6 * b + k] = 0.3 * gauss(random);
    for (int k = 3; k < 6; ++k)
      inverse_mass[6 * b + k] = 1 / (mass * (0.1 + 0.2 * uniform(random)));
    velocity[6 * b + 2] -= 1;
  }
  for (int c = 0; c < contacts; ++c) {
    const int upper = static_cast<int>(uniform(random) * num_bodies);
    const int lower = static_cast<int>(uniform(random) * (num_bodies + 1));  // the last: the ground
    const auto arm = [&](double z) {
      return Eigen::Vector3d(0.5 * gauss(random), 0.5 * gauss(random), z);
    };
    const Eigen::Vector3d n =
        Eigen::Vector3d(0.3 * gauss(random), 0.3 * gauss(random), 1).normalized();
    const Eigen::Vector3d t = n.unitOrthogonal();
    const Eigen::Vector3d r_upper = arm(-0.5);
    const Eigen::Vector3d r_lower = arm(0.5);
    const auto fill = [&](auto row, const Eigen::Vector3d& direction) {
      row.template segment<3>(6 * upper) += direction.transpose();
      row.template segment<3>(6 * upper + 3) += r_upper.cross(direction).transpose();
      if (lower >= num_bodies || lower == upper) return;
      row.template segment<3>(6 * lower) -= direction.transpose();
      row.template segment<3>(6 * lower + 3) -= r_lower.cross(direction).transpose();
    };
    fill(normal.row(c), n);
    for (int k = 0; k < kDirections; ++k) {
      const double angle = 2 * std::numbers::pi * k / kDirections;
      fill(tangential.row(c * kDirections + k), std::cos(angle) * t + std::sin(angle) * n.cross(t));
    }
  }
}

inline Lcp RandomContacts::make_lcp(double mu) const {
  const int c = num_contacts;
  const int num_impulses = c * (1 + kDirections);
  Eigen::MatrixXd J(num_impulses, velocity.size());
  J << normal, tangential;
  Lcp problem{RowMajorMatrix::Zero(num_impulses + c, num_impulses + c),
              Eigen::VectorXd::Zero(num_impulses + c)};
  problem.M.topLeftCorner(num_impulses, num_impulses) =
      J * inverse_mass.asDiagonal() * J.transpose();
  problem.q.head(num_impulses) = J * velocity;
  for (int i = 0; i < c; ++i) {
    problem.M(num_impulses + i, i) = mu;
    for (int k = 0; k < kDirections; ++k) {
      problem.M(num_impulses + i, c + kDirections * i + k) = -1;
      problem.M(c + kDirections * i + k, num_impulses + i) = 1;
    }
  }
  return problem;
}

inline FactoredBoxLcp RandomContacts::make_frictionless() const {
  const Eigen::MatrixXd W = inverse_mass.asDiagonal();
  return {.J = SparseRowMajorMatrix(normal.sparseView()),
          .inverse_mass = SparseRowMajorMatrix(W.sparseView()),
          .q = normal * velocity,
          .lower = Eigen::VectorXd::Zero(num_contacts),
          .upper = Eigen::VectorXd::Constant(num_contacts, kInf)};
}

/// A fluid-like problem: the five-point Laplacian of a k x k grid.
inline SparseLcp random_grid(int k, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  return {membrane(k).M, Eigen::VectorXd::NullaryExpr(k * k, [&] { return normal(random); })};
}

/// The errors of z along a solve, max |z - answer|, and the last ratio log e_(k+1) / log e_k of two
/// errors above rounding: about 2 if convergence is quadratic.
inline double last_exponent(const std::vector<double>& errors) {
  double exponent = 0;
  for (std::size_t k = 0; k + 1 < errors.size(); ++k) {
    if (errors[k] < 0.1 && errors[k + 1] > 1e-14) {
      exponent = std::log(errors[k + 1]) / std::log(errors[k]);
    }
  }
  return exponent;
}

}  // namespace stiction
