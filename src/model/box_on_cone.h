#pragma once

#include <stiction/model/contact_model.h>

#include <span>

#include "coulomb.h"
#include "shared_effort_model.h"

namespace stiction {

/// Box friction by Coulomb's model, of any size and with rows beyond contacts: the answers that the
/// passes of `BoxFrictionModel` look for are those on Coulomb's true cone, with axes along
///
///     f - m u_t,
///
/// the slip where a contact slides, the friction where it sticks. Along them the bounds mu theta
/// hold as exactly as the cone does.
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

/// Turns the axes of a completed answer to its friction and slip; where a contact has neither, they
/// stay.
void find_axes(const ContactProblem& problem, ContactSolution& solution);

/// The box problem that the answer to a box-friction problem solves, bounds taken from the answer:
/// mu theta, or with `as_posed` the larger tangential component.
PosedProblem pose_as_box(const ContactProblem& problem, const ContactSolution& solution,
                         bool as_posed);

}  // namespace stiction
