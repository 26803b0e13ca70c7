#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/delassus.h>

#include <Eigen/Core>
#include <Eigen/QR>

#include <vector>

namespace stiction {

/// Impulses of redundant contacts are not unique; velocities are. Of all impulses that give the
/// bodies the same velocities as a solution's, with the same contacts sliding in the same
/// directions, this chooses those with the least sum of squares (in units in which W has a diagonal
/// of ones). Four corners of a box then share its weight, instead of three of them.
class CanonicalImpulses {
 public:
  /// Replaces the solution's impulses by the canonical ones, which may turn out to pull or to leave
  /// the cone: the caller judges them. O(k^3) for k impulse components at closed contacts.
  void choose(const ContactProblem& problem, const Delassus& delassus,
              const ContactSolution& solution, std::vector<Vec3>& impulses);

 private:
  void add_unknown(const Delassus& delassus, int c, const Vec3& direction, double value);

  std::vector<int> contacts_;     ///< of each unknown
  std::vector<Vec3> directions_;  ///< of each unknown, contact frame: r_c = sum of direction y
  std::vector<double> values_;    ///< y of the solution
  Eigen::MatrixXd response_;      ///< relative velocities to each unknown
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors_;
};

}  // namespace stiction
