#pragma once

#include <stiction/model/contact_model.h>

#include <span>

#include "cone_problem.h"
#include "cone_splitting.h"
#include "coulomb_law.h"
#include "coulomb_search.h"

namespace stiction {

/// Coulomb friction by staggering (Kaufman, Sueda, James and Pai 2008; Erleben 2013, section 8, eqs
/// 110-112): the normal problem with friction held and the friction problem with its bounds held,
/// in turns, until they agree (`ConeSplitting`, `make_staggered_friction`). The friction problem is
/// that of the true disc, so the fixed point is Coulomb's true cone, whatever the number of
/// directions.
///
/// In this order: no impulse at all; the remembered impulses as they are; passes from them, until
/// the judge accepts the answer and further passes do not better it. To a model behind it
/// (`FallbackModel`) are left facets that are not to be turned (`FacetAlignment::world`), and more
/// contacts and rows than dense matrices are good for. Everything is judged by
/// `calc_cone_residual`.
class StaggeredModel final : public CoulombLaw {
 public:
  explicit StaggeredModel(const ContactModelOptions& options);

  void solve_within(Effort& effort, const ContactProblem& problem,
                    std::span<const ContactGuess> guesses, ContactSolution& solution) override;
  std::unique_ptr<ContactModel> clone() const override;

 private:
  void stagger(const ContactProblem& problem);

  CoulombSearch search_;
  CondensedCone cone_;
  ConeSplitting splitting_;
};

}  // namespace stiction
