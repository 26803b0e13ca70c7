#include "linear_models.h"

#include <stiction/contact/frictionless_residual.h>
#include <stiction/contact/no_slip_residual.h>
#include <stiction/contact/viscous_residual.h>

#include <cstddef>

#include "fallback_model.h"
#include "linear_contact_model.h"

namespace stiction {
namespace {

/// Problems with more contacts go to the ladder at once. Measured on a heap of 40 bodies in bins of
/// planes: with 0, 20, 60 and no limit, 99 % of the steps take at most 9, 13, 10 and 8 ms without
/// friction, 13, 13, 11 and 62 ms with viscous friction, and 39, 34, 93 and 242 ms without slip.
constexpr std::size_t kFewLinearContacts = 20;

/// Contacts that push and do nothing else: the smallest complete model. A model defines only its
/// name, its law and its judge; all linear models share the rest.
constexpr LinearLaw kFrictionless = {
    .name = "frictionless",
    .at = [](const ContactProblem&, const ContactProblem::Contact&,
             bool) { return TangentLaw::free; },
    .judge = calc_frictionless_residual,
};

/// Contact without slip (Drumwright, section VI): the tangential velocities of the contacts that
/// touch at the start of the step are zero at its end, as far as they carry load.
///
/// Given the set H of held contacts, the motion solves a convex quadratic program: the least change
/// of the momenta with u_n >= 0 everywhere and u_t = 0 in H. Whether some impulses fit a given
/// motion, with r_n > 0 wherever f is not zero, is decided by linear programs, since those impulses
/// form a convex cone. Finding an H whose contacts are all loaded is a search over sets.
///
/// In the paper every contact that touches is held (eqs 45-46), so that one without load would be
/// glued. Therefore contacts that hold without load are released and the problem is posed again,
/// until none is left; a contact that is loaded and slips after that is held again, once. On the
/// ladder, and if a loaded contact still slips, contacts are first posed as rough ones, with
/// Coulomb friction of 300: an answer in which no loaded contact slips satisfies this law, whatever
/// the coefficient.
///
/// A contact that a step along a curved surface has opened (`closing`) is held, too, or else
/// nothing could roll on such a surface. But it closes its gap in this step while others hold the
/// same body, which then has to turn about them: it can seldom do so without slip. So if a loaded
/// contact slips, contacts that close gaps on its bodies may slip, without friction, and the
/// problem is posed again. This does not count as slip under load: such a contact is held from
/// where it touches. Measured on 278 slipping islands of up to 9 contacts in heaps of 10 bodies: 2
/// could be held with their closing contacts, 249 without.
///
/// The remaining contacts cannot be held: holding would have to pull while the contact closes (a
/// slip with infinite friction, Lynch and Mason 1995, as in Painleve's example), or held contacts
/// contradict each other. Then a contact slips under load, without friction, which the residual's
/// `cone_force` shows.
constexpr LinearLaw kNoSlip = {
    .name = "no-slip",
    .at =
        [](const ContactProblem&, const ContactProblem::Contact& contact, bool is_loaded) {
          return contact.touching && is_loaded ? TangentLaw::held : TangentLaw::free;
        },
    .judge = calc_no_slip_residual,
};

/// Viscous friction f = -c u_t at every contact that touches (Drumwright, section IV), in its
/// velocity-level form: the damping over a problem's time step h uses the velocity at its end,
/// f = -h c u_t, so that no viscosity is too large. Contacts that only close within the step are
/// damped from the next one on. Impacts take no time, so viscosity does nothing in them.
constexpr LinearLaw kViscous = {
    .name = "viscous",
    .at =
        [](const ContactProblem& problem, const ContactProblem::Contact& contact, bool) {
          const bool acts = contact.touching && problem.time_step * contact.viscosity > 0;
          return acts ? TangentLaw::damped : TangentLaw::free;
        },
    .judge = calc_viscous_residual,
};

std::unique_ptr<SharedEffortModel> make_with_ladder(const LinearLaw& law,
                                                    const ContactModelOptions& options) {
  const auto make = [&](LinearMethod method) -> FallbackModel::Maker {
    return [law, method](const ContactModelOptions& own) {
      return std::make_unique<LinearContactModel>(law, own, method);
    };
  };
  return std::make_unique<FallbackModel>(
      options, FallbackModel::Parts{.make_first = make(LinearMethod::pivots),
                                    .make_other = make(LinearMethod::ladder),
                                    .told = Rung::fallback,
                                    .few_contacts = kFewLinearContacts});
}

}  // namespace

std::unique_ptr<SharedEffortModel> make_frictionless_model(const ContactModelOptions& options) {
  return make_with_ladder(kFrictionless, options);
}

std::unique_ptr<SharedEffortModel> make_no_slip_model(const ContactModelOptions& options) {
  return make_with_ladder(kNoSlip, options);
}

std::unique_ptr<SharedEffortModel> make_viscous_model(const ContactModelOptions& options) {
  return make_with_ladder(kViscous, options);
}

}  // namespace stiction
