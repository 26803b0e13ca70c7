#pragma once

#include <stiction/contact/viscous_residual.h>

#include "linear_contact_model.h"

namespace stiction {

/// Viscous friction f = -c u_t at every contact that touches (Drumwright, section IV), in its
/// velocity-level form: the damping over a problem's time step h is that of the velocity at its
/// end, f = -h c u_t, so that no viscosity is too large for it. Contacts that only close within the
/// step are damped from the next one on. Impacts take no time, so viscosity does nothing in them.
class ViscousModel final : public LinearContactModel {
 public:
  using LinearContactModel::LinearContactModel;

  std::string_view name() const override { return "viscous"; }

  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override {
    return calc_viscous_residual(problem, solution);
  }

  std::unique_ptr<ContactModel> clone() const override {
    return std::make_unique<ViscousModel>(options(), method());
  }

 private:
  TangentLaw law(const ContactProblem& problem, const ContactProblem::Contact& contact,
                 bool) const override {
    const bool acts = contact.touching && problem.time_step * contact.viscosity > 0;
    return acts ? TangentLaw::damped : TangentLaw::free;
  }
};

}  // namespace stiction
