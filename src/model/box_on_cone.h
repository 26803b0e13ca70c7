#pragma once

#include <stiction/model/contact_model.h>

#include <span>
#include <vector>

#include "augmented_lagrangian.h"
#include "best_answer.h"
#include "coulomb.h"
#include "island_problem.h"
#include "shared_effort_model.h"
#include "sparse_island_system.h"

namespace stiction {

/// Box friction by Coulomb's model, of any size and with rows beyond contacts: the answers that the
/// passes of `BoxFrictionModel` look for are those on Coulomb's true cone, with axes along
///
///     f - m u_t,
///
/// the slip where a contact slides, the friction where it sticks. Along them the bounds mu theta
/// hold as exactly as the cone does.
///
/// Where Coulomb's model ends without an answer, the method of multipliers walks on from what it
/// had best, by leaps to the next change of a state only. Large heaps come to such jams when they
/// have all but settled: contacts that stick contradict each other by 1e-6 of V, until impulses
/// that hold each other in balance have grown or fallen so far that one of them opens or slides.
class BoxOnConeModel final : public SharedEffortModel {
 public:
  explicit BoxOnConeModel(const ContactModelOptions& options);

  std::string_view name() const override { return "box-friction"; }
  std::string_view solver_name() const override { return options().solver; }
  bool has_friction_bound() const override { return true; }
  void solve_within(Effort& effort, const ContactProblem& problem,
                    std::span<const ContactGuess> guesses, ContactSolution& solution) override;
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override;
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override;
  std::unique_ptr<ContactModel> clone() const override;

 private:
  void walk_on(Effort& effort, const ContactProblem& problem, ContactSolution& solution);

  CoulombModel coulomb_;

  // Workspaces.
  IslandProblem island_;
  SparseIslandSystem system_;
  AugmentedLagrangian multipliers_;
  BestAnswer best_;
  Rows start_;
  ContactSolution walked_;
};

/// Turns the axes of a completed answer to its friction and slip; where a contact has neither, they
/// stay.
void find_axes(const ContactProblem& problem, ContactSolution& solution);

/// The box problem that the answer to a box-friction problem solves, bounds taken from the answer:
/// mu theta, or with `as_posed` the larger tangential component.
PosedProblem pose_as_box(const ContactProblem& problem, const ContactSolution& solution,
                         bool as_posed);

}  // namespace stiction
