#pragma once

#include <stiction/contact/frictionless_residual.h>

#include "linear_contact_model.h"

namespace stiction {

/// Contacts that push and do nothing else: the smallest complete model. What a model has to say for
/// itself is its name, its law and its judge; the rest is that of all linear models.
class FrictionlessModel final : public LinearContactModel {
 public:
  using LinearContactModel::LinearContactModel;

  std::string_view name() const override { return "frictionless"; }

  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override {
    return calc_frictionless_residual(problem, solution);
  }

  std::unique_ptr<ContactModel> clone() const override {
    return std::make_unique<FrictionlessModel>(options(), method());
  }

 private:
  TangentLaw law(const ContactProblem&, const ContactProblem::Contact&, bool) const override {
    return TangentLaw::free;
  }
};

}  // namespace stiction
