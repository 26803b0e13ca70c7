#pragma once

#include <stiction/abi.h>
#include <stiction/contact/contact_problem.h>

#include <memory>
#include <span>

namespace stiction {

/// Projects the speeds that conditions ask for onto those that the bodies can have. Where
/// conditions depend on each other, as in loops of joints, speeds that were not computed together
/// contradict each other in their last digits: no motion has them all, and an attempt to reach them
/// drives impulses up without bound.
///
/// Only a problem's conditions are considered: rows with infinite bounds and no softness. Finds the
/// J v nearest to the speeds, with the v of least kinetic energy (Rockafellar's proximal point
/// algorithm on |J v - speeds|^2); no rank decision is made.
class FeasibleSpeeds {
 public:
  FeasibleSpeeds();
  ~FeasibleSpeeds();
  FeasibleSpeeds(FeasibleSpeeds&&) noexcept;
  FeasibleSpeeds& operator=(FeasibleSpeeds&&) noexcept;

  /// Replaces the `speeds` of conditions, in m/s or rad/s, by feasible ones; those of other rows
  /// stay. One entry per row of the problem, else throws std::invalid_argument. Costs about one
  /// factorisation of the island; reuses memory.
  void make_feasible(const ContactProblem& problem, std::span<double> speeds);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

[[gnu::used]] inline constexpr auto kFeasibleSpeedsLayouts = abi::layouts_of<FeasibleSpeeds>();

}  // namespace stiction
