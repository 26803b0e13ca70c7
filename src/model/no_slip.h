#pragma once

#include <stiction/contact/no_slip_residual.h>

#include "linear_contact_model.h"

namespace stiction {

/// Contact without slip (Drumwright, section VI): the tangential velocities of the contacts that
/// touch at the start of the step are zero at its end, as far as they carry load.
///
/// First every contact that touches is held (eqs 45-46); as the paper leaves it, one that carries
/// no load would be glued. So contacts that hold without load are released and the problem is posed
/// again, until none is left; one that is loaded and slips after that is held again, once. Where
/// that goes round in circles holding would have to pull, and where held contacts contradict each
/// other no motion holds them all: then a contact slips under load, without friction, which the
/// residual's `cone_force` shows (Lynch and Mason 1995 call it slip with infinite friction).
class NoSlipModel final : public LinearContactModel {
 public:
  using LinearContactModel::LinearContactModel;

  std::string_view name() const override { return "no-slip"; }

  /// Contacts that touch are held; a gap that is closed meanwhile, by less than counts as one,
  /// would make contacts slip that hold the same body.
  double closed_gap() const override { return 1e-9; }

  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override {
    return calc_no_slip_residual(problem, solution);
  }

  std::unique_ptr<ContactModel> clone() const override {
    return std::make_unique<NoSlipModel>(options(), method());
  }

 private:
  TangentLaw law(const ContactProblem&, const ContactProblem::Contact& contact,
                 bool is_loaded) const override {
    return contact.touching && is_loaded ? TangentLaw::held : TangentLaw::free;
  }
};

}  // namespace stiction
