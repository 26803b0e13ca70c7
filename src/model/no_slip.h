#pragma once

#include <stiction/contact/no_slip_residual.h>

#include "linear_contact_model.h"

namespace stiction {

/// Contact without slip (Drumwright, section VI): the tangential velocities of the contacts that
/// touch at the start of the step are zero at its end, as far as they carry load.
///
/// With the set H of held contacts given, the motion is that of a convex quadratic program, the
/// least change of the momenta with u_n >= 0 everywhere and u_t = 0 in H; and whether impulses fit
/// a given motion, r_n > 0 wherever f is not zero, is decided by linear programs, since those
/// impulses form a convex cone. Which H is loaded and nothing else is, is a search over sets.
///
/// As the paper leaves it every contact that touches is held (eqs 45-46), and one without load
/// would be glued. So contacts that hold without load are released and the problem is posed again,
/// until none is left; one that is loaded and slips after that is held again, once. On the
/// ladder, and where that leaves a loaded contact that slips, contacts are first posed as rough
/// ones, with Coulomb friction of 300: an answer in which no loaded contact slips is one of this
/// law, whatever the coefficient.
///
/// A contact that a step along a curved surface has opened (`closing`) is held, too, else nothing
/// could roll on such a surface. But it closes its gap in this step, while others hold the same
/// body, which has to turn about them then: it can seldom do so without slip. So where a loaded
/// contact slips, those that close gaps on its bodies may slip, without friction, and the problem
/// is posed again. This does not count as slip under load: held it is from where it touches. Of 278
/// islands of up to 9 contacts in heaps of 10 bodies that slipped, 2 could be held with their
/// closing contacts, 249 without.
///
/// What is left cannot be held: where holding would have to pull while the contact closes (a slip
/// with infinite friction, Lynch and Mason 1995, as in Painleve's example), and where held contacts
/// contradict each other. Then a contact slips under load, without friction, which the residual's
/// `cone_force` shows.
class NoSlipModel final : public LinearContactModel {
 public:
  using LinearContactModel::LinearContactModel;

  std::string_view name() const override { return "no-slip"; }

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
