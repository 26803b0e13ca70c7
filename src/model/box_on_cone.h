#pragma once

#include <stiction/model/contact_model.h>

#include <span>

#include "coulomb.h"
#include "shared_effort_model.h"

namespace stiction {

/// Box friction solved by Coulomb's model, for any size and with rows beyond contacts. The answers
/// that the passes of `BoxFrictionModel` look for are those on Coulomb's true cone, with axes along
///
///     f - m u_t,
///
/// which is the direction of the slip if the contact slides, and of the friction if it sticks.
/// Along these axes the bounds mu theta hold as exactly as the cone does.
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
  CoulombModel coulomb_;
};

/// Turns the axes of a completed answer to its friction and slip; the axes of a contact without
/// either stay.
void find_axes(const ContactProblem& problem, ContactSolution& solution);

/// The box problem that the answer to a box-friction problem solves. Its bounds come from the
/// answer: mu theta, or with `as_posed` the larger tangential component.
PosedProblem pose_as_box(const ContactProblem& problem, const ContactSolution& solution,
                         bool as_posed);

}  // namespace stiction
