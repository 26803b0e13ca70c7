#pragma once

#include <stiction/model/contact_model.h>

#include <span>

#include "cone_problem.h"
#include "cone_splitting.h"
#include "coulomb_law.h"
#include "coulomb_search.h"

namespace stiction {

/// Coulomb friction by staggering (Kaufman, Sueda, James and Pai 2008; Erleben 2013, section 8, eqs
/// 110-112): solves in turn the normal problem with friction held and the friction problem with its
/// bounds held, until they agree (`ConeSplitting`, `make_staggered_friction`). The friction problem
/// uses the true disc, so the fixed point is on Coulomb's true cone, whatever the number of
/// directions.
///
/// Tried in this order: no impulse at all; the remembered impulses as they are; passes from them,
/// until the judge accepts the answer and further passes do not improve it. The fallback
/// (`FallbackModel`) gets problems with fixed facets (`FacetAlignment::world`), and problems with
/// too many contacts and rows for dense matrices. Everything is judged by `calc_cone_residual`.
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
