#pragma once

#include <stiction/model/contact_model.h>
#include <stiction/model/delassus.h>

#include <span>
#include <vector>

#include "cone_model.h"
#include "cone_problem.h"
#include "cone_splitting.h"

namespace stiction {

/// Coulomb friction by staggering (Kaufman, Sueda, James and Pai 2008; Erleben 2013, section 8, eqs
/// 110-112): the normal problem with friction held and the friction problem with its bounds held,
/// in turns, until they agree (`ConeSplitting`, `make_staggered_friction`). The friction problem is
/// that of the true disc, so the fixed point is Coulomb's true cone, whatever the number of
/// directions.
///
/// In this order: no impulse at all; the remembered impulses as they are; passes from them, until
/// the judge accepts the answer and further passes do not better it. To a model behind it
/// (`FallbackModel`) are left facets that are not to be turned (`FacetAlignment::world`), rows
/// beyond contacts, and more contacts than dense matrices are good for. Everything is judged by
/// `calc_cone_residual`.
class StaggeredModel final : public ConeModel {
 public:
  explicit StaggeredModel(const ContactModelOptions& options);

  void solve_within(Effort& effort, const ContactProblem& problem,
                    std::span<const ContactGuess> guesses, ContactSolution& solution) override;
  std::unique_ptr<ContactModel> clone() const override;

 private:
  void start(const ContactProblem& problem);
  void find_answer(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  bool accept_remembered(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  void stagger(const ContactProblem& problem);
  void pose_cone(const ContactProblem& problem);
  double consider(const ContactProblem& problem, const std::vector<Vec3>& impulses);

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
};

}  // namespace stiction
