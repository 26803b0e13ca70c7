#pragma once

#include <stiction/abi.h>
#include <stiction/contact/contact_problem.h>

#include <memory>
#include <span>

namespace stiction {

/// What bodies can do of the speeds that conditions ask for. Where conditions follow from each
/// other, as in loops of joints, speeds that were not found together contradict each other in their
/// last digits: no motion has them all, and impulses grow without end where it is tried.
///
/// Of a problem's conditions alone, rows that are free and not soft, it finds the J v that is
/// nearest to the speeds, v from the least kinetic energy (Rockafellar's proximal point algorithm
/// on |J v - speeds|^2): no rank decision is made.
class FeasibleSpeeds {
 public:
  FeasibleSpeeds();
  ~FeasibleSpeeds();
  FeasibleSpeeds(FeasibleSpeeds&&) noexcept;
  FeasibleSpeeds& operator=(FeasibleSpeeds&&) noexcept;

  /// `speeds`, one a row of the problem, of conditions become such that bodies can have; m/s, or
  /// rad/s. Those of other rows stay. O(a factorisation of the island); reuses memory. Throws
  /// std::invalid_argument unless there is one for each row.
  void make_feasible(const ContactProblem& problem, std::span<double> speeds);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

[[gnu::used]] inline constexpr auto kFeasibleSpeedsLayouts = abi::layouts_of<FeasibleSpeeds>();

}  // namespace stiction
