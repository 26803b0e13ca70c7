#pragma once

#include <stiction/model/contact_model.h>

#include <span>
#include <vector>

#include "cone_problem.h"
#include "cone_splitting.h"
#include "coulomb.h"

namespace stiction {

/// Coulomb friction by staggering (Kaufman, Sueda, James and Pai 2008; Erleben 2013, section 8, eqs
/// 110-112): the normal problem with friction held and the friction problem with its bounds held,
/// in turns, until they agree (`ConeSplitting`, `make_staggered_friction`). The friction problem is
/// that of the true disc, so the fixed point is Coulomb's true cone, whatever the number of
/// directions.
///
/// In this order: no impulse at all; the remembered impulses as they are; passes from them, until
/// the judge accepts the answer and further passes do not better it; `CoulombModel` with its own
/// solver, which is booked as a fallback. To that one are left, too, facets that are not to be
/// turned (`FacetAlignment::world`) and more contacts than dense matrices are good for. Everything
/// is judged by the judge of `CoulombModel`.
class StaggeredModel final : public ContactModel {
 public:
  explicit StaggeredModel(const ContactModelOptions& options);

  std::string_view name() const override { return "coulomb"; }
  std::string_view solver_name() const override { return options_.solver; }
  bool has_friction_bound() const override { return true; }
  void solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
             ContactSolution& solution) override;
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override;
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override;
  std::unique_ptr<ContactModel> clone() const override;

 private:
  void start(const ContactProblem& problem);
  bool find_answer(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  bool accept_remembered(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  bool stagger(const ContactProblem& problem);
  void pose_cone(const ContactProblem& problem);
  double consider(const ContactProblem& problem, const std::vector<Vec3>& impulses);
  bool rescue(const ContactProblem& problem, std::span<const ContactGuess> guesses,
              ContactSolution& solution);

  ContactModelOptions options_;

  // Of one call.
  std::vector<Vec3> remembered_;  ///< impulses, N s
  ContactSolution candidate_;
  ContactSolution best_;
  double best_score_ = 0;
  Rung rung_ = Rung::free;  ///< the way that is tried
  ContactStatistics statistics_;
  Effort* effort_ = nullptr;

  // Workspaces.
  Delassus delassus_;
  ConeProblem cone_;
  double impulse_unit_ = 1;  ///< of `cone_`, N s
  ConeSplitting splitting_;
  CoulombModel own_;  ///< for what staggering does not solve
};

}  // namespace stiction
