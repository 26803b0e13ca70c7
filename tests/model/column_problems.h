#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/lcp/lcp.h>
#include <stiction/model/contact_columns.h>
#include <stiction/model/lloyd_lemke.h>

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "constants.h"
#include "contact/simple_problems.h"

namespace stiction {

inline constexpr LloydMethod kLloydMethods[] = {LloydMethod::structural, LloydMethod::reduced};

using Impulses = std::vector<std::array<double, 3>>;

/// The rows of `left` or `right`, 3 per contact, as a dense matrix over all entries of dv.
inline Eigen::MatrixXd dense_rows(const ContactColumns& columns, bool of_right) {
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(3 * columns.num_contacts(), columns.dimension);
  for (int c = 0; c < columns.num_contacts(); ++c) {
    const double* numbers = of_right ? columns.right_of(c) : columns.left_of(c);
    for (int s = 0; s < 2; ++s) {
      const int first = columns.contacts[c].segment[s];
      if (first < 0) continue;
      for (int entry = 0; entry < columns.width; ++entry) {
        for (int k = 0; k < 3; ++k) {
          rows(3 * c + k, first + entry) += numbers[(s * columns.width + entry) * 4 + k];
        }
      }
    }
  }
  return rows;
}

/// Eq. 8 with dense matrices: u = W r + free, friction at most mu theta + prior.
struct DenseProblem {
  Eigen::MatrixXd W;
  Eigen::VectorXd free;
  std::vector<double> friction;
  std::vector<double> prior;
  std::vector<std::array<double, 2>> directions;

  int num_contacts() const { return static_cast<int>(friction.size()); }
  int num_directions() const { return static_cast<int>(directions.size()); }
};

inline DenseProblem write_out(const ContactColumns& columns) {
  DenseProblem dense;
  dense.W = dense_rows(columns, false) * dense_rows(columns, true).transpose();
  dense.free.resize(3 * columns.num_contacts());
  for (int c = 0; c < columns.num_contacts(); ++c) {
    for (int k = 0; k < 3; ++k) dense.free(3 * c + k) = columns.contacts[c].u_free[k];
    dense.friction.push_back(columns.contacts[c].friction);
    dense.prior.push_back(columns.contacts[c].prior_bound);
  }
  dense.directions = columns.directions;
  return dense;
}

inline Eigen::VectorXd stacked(const Impulses& impulses) {
  Eigen::VectorXd r(3 * impulses.size());
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    for (int k = 0; k < 3; ++k) r(3 * c + k) = impulses[c][k];
  }
  return r;
}

/// Eq. 8 as an LCP, contact by contact (theta, phi_1 .. phi_d, lambda).
struct DenseLcp {
  Lcp lcp;
  Eigen::MatrixXd from_z;   ///< r = from_z z
  std::vector<int> groups;  ///< for Lemke's covering vector
};

inline DenseLcp pose(const DenseProblem& problem) {
  const int n = problem.num_contacts();
  const int d = problem.num_directions();
  const int size = n * (d + 2);
  DenseLcp posed;
  posed.from_z = Eigen::MatrixXd::Zero(3 * n, size);
  for (int c = 0; c < n; ++c) {
    const int theta = c * (d + 2);
    posed.from_z(3 * c, theta) = 1;
    for (int j = 0; j < d; ++j) {
      posed.from_z(3 * c + 1, theta + 1 + j) = problem.directions[j][0];
      posed.from_z(3 * c + 2, theta + 1 + j) = problem.directions[j][1];
    }
  }
  posed.lcp.M = posed.from_z.transpose() * problem.W * posed.from_z;
  posed.lcp.q = posed.from_z.transpose() * problem.free;
  for (int c = 0; c < n; ++c) {
    const int theta = c * (d + 2);
    const int lambda = theta + 1 + d;
    posed.groups.push_back(theta);
    for (int j = 0; j < d; ++j) {
      posed.lcp.M(theta + 1 + j, lambda) = 1;
      posed.lcp.M(lambda, theta + 1 + j) = -1;
      posed.groups.push_back(theta + 1);
    }
    posed.lcp.M(lambda, theta) = problem.friction[c];
    posed.lcp.q(lambda) = problem.prior[c];
    posed.groups.push_back(lambda);
  }
  return posed;
}

/// The phi >= 0 of smallest sum with sum phi_j d_j = f; it uses only the two directions next to f.
inline std::vector<double> split_friction(const std::vector<std::array<double, 2>>& directions,
                                          double x, double y) {
  const int d = static_cast<int>(directions.size());
  std::vector<double> phi(d, 0);
  if (d == 2) {
    phi[x > 0 ? 0 : 1] = std::abs(x);
    return phi;
  }
  int best = 0;
  double deepest = -kInf;
  for (int j = 0; j < d; ++j) {
    const auto& a = directions[j];
    const auto& b = directions[(j + 1) % d];
    const double det = a[0] * b[1] - a[1] * b[0];
    const double depth = std::min(x * b[1] - y * b[0], a[0] * y - a[1] * x) / det;
    if (depth > deepest) {
      deepest = depth;
      best = j;
    }
  }
  const auto& a = directions[best];
  const auto& b = directions[(best + 1) % d];
  const double det = a[0] * b[1] - a[1] * b[0];
  phi[best] = (x * b[1] - y * b[0]) / det;
  phi[(best + 1) % d] = (a[0] * y - a[1] * x) / det;
  return phi;
}

/// The largest violation of a condition of eq. 8, and the condition and contact.
struct Verdict {
  double violation = 0;
  std::string where = "nowhere";

  void note(double amount, const std::string& condition, int contact) {
    if (!(std::abs(amount) <= violation)) {
      violation = std::isfinite(amount) ? std::abs(amount) : kInf;
      where = condition + " of contact " + std::to_string(contact);
    }
  }
};

/// Recomputes eqs 3-5 from the columns, independently of the solver: in each complementary pair of
/// eq. 8 the smaller number must be 0.
inline Verdict judge(const ContactColumns& columns, const Impulses& impulses) {
  Verdict verdict;
  const DenseProblem dense = write_out(columns);
  const Eigen::VectorXd u = dense.W * stacked(impulses) + dense.free;
  for (int c = 0; c < columns.num_contacts(); ++c) {
    const double nu = u(3 * c);
    if (columns.contacts[c].bilateral) {
      verdict.note(nu, "the bilateral row", c);
      continue;
    }
    const double theta = impulses[c][0];
    verdict.note(std::min(nu, theta), "min(nu, theta)", c);
    const std::vector<double> phi =
        split_friction(columns.directions, impulses[c][1], impulses[c][2]);
    double lambda = 0;
    double gamma = dense.friction[c] * theta + dense.prior[c];
    for (int j = 0; j < columns.num_directions(); ++j) {
      const auto& d = columns.directions[j];
      lambda = std::max(lambda, -(d[0] * u(3 * c + 1) + d[1] * u(3 * c + 2)));
      gamma -= phi[j];
    }
    for (int j = 0; j < columns.num_directions(); ++j) {
      const auto& d = columns.directions[j];
      const double sigma = d[0] * u(3 * c + 1) + d[1] * u(3 * c + 2) + lambda;
      verdict.note(std::min(sigma, phi[j]), "min(sigma, phi)", c);
    }
    verdict.note(std::min(gamma, lambda), "min(gamma, lambda)", c);
  }
  return verdict;
}

/// u at the contacts, in the columns' units and frames.
inline Eigen::VectorXd contact_velocities(const ContactColumns& columns, const Impulses& impulses) {
  const DenseProblem dense = write_out(columns);
  return dense.W * stacked(impulses) + dense.free;
}

/// The change of dv, which is equivalent to the bodies' velocities.
inline Eigen::VectorXd body_motion(const ContactColumns& columns, const Impulses& impulses) {
  return dense_rows(columns, true).transpose() * stacked(impulses);
}

/// The answer in the problem's own units and frames.
inline ContactSolution solution_of(const ContactProblem& problem, const ContactColumns& columns,
                                   const std::vector<double>& facet_angles,
                                   const Impulses& impulses) {
  ContactSolution solution;
  solution.status = ContactStatus::solved;
  solution.velocities = free_velocities(problem);
  const double unit = columns.mass_unit * columns.velocity_unit;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const double angle = facet_angles.empty() ? 0 : facet_angles[c];
    const Vec3 r = unit * Vec3(impulses[c][0],
                               std::cos(angle) * impulses[c][1] - std::sin(angle) * impulses[c][2],
                               std::sin(angle) * impulses[c][1] + std::cos(angle) * impulses[c][2]);
    solution.impulses.push_back(r);
    apply_contact_impulse(problem, problem.contacts[c], r, solution.velocities);
  }
  return solution;
}

inline ContactColumns columns_of(const ContactProblem& problem,
                                 const std::vector<double>& facet_angles = {}, int directions = 8) {
  ContactColumns columns;
  make_contact_columns(problem, facet_angles, directions, columns);
  return columns;
}

/// A random problem that uses every feature of a contact: mu from 0 to 2, duplicate contacts, prior
/// normal impulses, gaps.
inline ContactProblem make_rich_problem(std::mt19937& generator, int num_bodies, int num_contacts) {
  std::uniform_real_distribution<double> uniform;
  ContactProblem problem = make_random_problem(generator, num_bodies, num_contacts);
  turn_principal_axes(generator, problem);
  for (int c = 0; c < num_contacts; ++c) {
    if (c > 0 && uniform(generator) < 0.15) {
      problem.contacts[c] = problem.contacts[static_cast<int>(uniform(generator) * c)];
    }
    ContactProblem::Contact& contact = problem.contacts[c];
    const double kind = uniform(generator);
    contact.friction = kind < 0.1 ? 0 : kind < 0.2 ? 2 : 2 * uniform(generator);
    contact.prior_normal_impulse = uniform(generator) < 0.2 ? uniform(generator) : 0;
  }
  return problem;
}

/// A stack of boxes of half a metre, with free velocities from a push and from gravity, each box
/// turned a little about the vertical. Each box rests on four corners, or on three, which
/// determines all loads.
inline ContactProblem make_stack(std::mt19937& generator, int num_boxes, double friction,
                                 int corners = 4) {
  std::normal_distribution<double> normal;
  ContactProblem problem;
  problem.velocity_scale = 1;
  for (int i = 0; i < num_boxes; ++i) {
    Vec6 v = Vec6::Zero();
    v.head<3>() = Vec3(0.5 * normal(generator), 0.5 * normal(generator), -1);
    v(5) = 0.3 * normal(generator);
    problem.bodies.push_back(make_problem_body(1 + i % 3, v));
    const double yaw = 0.3 * normal(generator);
    for (int corner = 0; corner < corners; ++corner) {
      const double x = corner < 2 ? -0.25 : 0.25;
      const double y = corner % 2 == 0 ? -0.25 : 0.25;
      ContactProblem::Contact contact;
      contact.body_a = i;
      contact.body_b = i - 1;
      contact.frame << Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY();
      contact.arm_a =
          Vec3(std::cos(yaw) * x - std::sin(yaw) * y, std::sin(yaw) * x + std::cos(yaw) * y, -0.25);
      contact.arm_b = contact.arm_a + Vec3(0, 0, 0.5);
      contact.friction = friction;
      problem.contacts.push_back(contact);
    }
  }
  return problem;
}

}  // namespace stiction
