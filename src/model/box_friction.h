#pragma once

#include <stiction/model/box_friction_options.h>
#include <stiction/model/contact_model.h>

#include <span>

#include "cone_problem.h"
#include "cone_splitting.h"
#include "coulomb_search.h"
#include "shared_effort_model.h"

namespace stiction {

/// Box friction with splitting (Lacoursiere 2003, section 4, eqs 7-8). Friction on each of two
/// perpendicular axes is bounded by mu times an estimate of the normal impulse, which makes a box
/// problem; the normal impulses of its answer are the estimate of the next pass (`ConeSplitting`).
///
/// Departs from the paper: the axes are turned within a pass, the first one to the direction of
///
///     f - rho u_t
///
/// with friction impulse f and slip u_t, until they agree with the answer (`DiscProblem`): to the
/// slip if the contact slides, to the friction if it sticks. So once the bounds have settled, the
/// true cone holds. With fixed axes, a contact that slides along one axis would be held on the
/// other, by more friction than mu theta.
///
/// Tried in this order: the remembered impulses as they are; plain passes; passes accelerated by
/// Anderson's method. Passes end as soon as the chosen solver fails to solve the box problem of
/// one. Everything is judged by `calc_box_friction_residual`. Impulses of redundant contacts are
/// those nearest to the remembered ones, or to zero if none are remembered. A pass costs O(n^2) per
/// pivot for n contacts and rows beyond them, which are rows of the box problem. The fallback is
/// `BoxOnConeModel`.
class BoxFrictionModel final : public SharedEffortModel {
 public:
  /// `common` holds the options that all models share: rungs to leave out, limits.
  explicit BoxFrictionModel(const BoxFrictionOptions& options,
                            const ContactModelOptions& common = {})
      : SharedEffortModel(common),
        box_options_(options),
        splitting_(make_joint_friction(options.solver, true)) {}

  std::string_view name() const override { return "box-friction"; }
  std::string_view solver_name() const override { return box_options_.solver; }
  bool has_friction_bound() const override { return true; }
  double calc_score(const ContactResidual& residual) const override;
  void complete(const ContactProblem& problem, ContactSolution& answer) const override;
  void solve_within(Effort& effort, const ContactProblem& problem,
                    std::span<const ContactGuess> guesses, ContactSolution& solution) override;
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override;
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override;
  std::unique_ptr<ContactModel> clone() const override;

 private:
  void split(const ContactProblem& problem);
  bool is_enough(int& idle_passes);

  BoxFrictionOptions box_options_;
  CoulombSearch search_;
  CondensedCone cone_;
  ConeSplitting splitting_;
};

/// Makes `BoxFrictionModel` with `BoxOnConeModel` as its fallback. `options` come from the
/// catalogue.
std::unique_ptr<ContactModel> make_box_friction(const ContactModelOptions& options);

}  // namespace stiction
