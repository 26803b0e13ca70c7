#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/lcp/lcp_solvers.h>
#include <stiction/model/delassus.h>
#include <stiction/model/pyramid.h>

#include <span>
#include <string_view>
#include <vector>

#include "solver_work.h"

namespace stiction {

/// The box problem of Lacoursiere's eq. 8 on the condensed contact matrix:
///
///     w = R^T W R z + R^T u_free,   z = (theta, beta_1, beta_2) of each contact,
///     0 <= theta,   -bound <= beta_k <= bound,
///
/// with R turning the tangential axes of contact c by angles[c], and `bounds` the friction bounds
/// in N s (infinite ones allowed). Memory of `box` is reused. O(n^2).
void pose_box(const Delassus& delassus, std::span<const double> angles,
              std::span<const double> bounds, const PyramidUnits& units, BoxLcp& box);

/// The z that belongs to impulses in the contact frames, N s.
Eigen::VectorXd box_from_impulses(const std::vector<Vec3>& impulses, std::span<const double> angles,
                                  const PyramidUnits& units);

/// One pass of the splitting: the box problem for given bounds and axes.
///
/// A contact that slides along its first axis has friction -bound u / |u|, of which the component
/// on the second axis is, for small u_2, -bound u_2 / |u|. A `compliance` |u| / bound in
///
///     w_2 = u_2 + compliance beta_2
///
/// says so; without it beta_2 would jump between its bounds wherever axes are off by the least. It
/// does not change solutions in which friction is along the first axis.
///
/// Where the contacts are redundant its impulses are not unique. Of all of them the pass takes
/// those next to the impulses of the pass before, by a proximal term
///
///     + shift / 2 |z - z_before|^2,   shift = 1e-6 of the mean diagonal,
///
/// which vanishes as the passes converge (Rockafellar, Monotone operators and the proximal point
/// algorithm, 1976). It makes the matrix definite, and the pass a continuous function of its data.
class BoxPass {
 public:
  /// `solver` is one of `lcp_solvers()`.
  explicit BoxPass(std::string_view solver) : solver_(solver) {}

  /// Takes the problem. The passes start next to `impulses`, N s. False if that is more effort than
  /// is left.
  bool start(const ContactProblem& problem, const std::vector<Vec3>& impulses, Effort& effort);

  /// Solves a pass, warm-started from the one before; O(n^2) per pivot. Bounds in N s, compliances
  /// of the second axes in units of W_nn's mean; with the proximal term or without. False if it
  /// failed, also for lack of effort.
  bool solve(std::span<const double> angles, std::span<const double> bounds,
             std::span<const double> compliances, bool is_proximal, SolverWork& work);

  /// Of the last pass, in the contact frames, N s.
  const std::vector<Vec3>& impulses() const { return impulses_; }
  const Delassus& delassus() const { return delassus_; }
  const PyramidUnits& units() const { return units_; }
  double impulse_unit() const { return units_.mass * units_.velocity; }

 private:
  Delassus delassus_;
  PyramidUnits units_;
  BoxLcp box_;
  Eigen::VectorXd z_before_;
  std::vector<Vec3> impulses_;
  NamedLcpSolver solver_;
  std::vector<BoundState> states_;  ///< of the pass before; empty before the first
};

}  // namespace stiction
