#pragma once

#include <stiction/model/contact_model.h>

#include <memory>
#include <span>

#include "cone_finish.h"
#include "coulomb_law.h"
#include "coulomb_search.h"
#include "island_ladder.h"
#include "island_pyramid.h"

namespace stiction {

/// Coulomb friction on the true cone, solved by a ladder of methods:
///
///     free                  no impulse at all
///     finish                if rows strain against each other with forces whose round-off is too
///                           large: Newton's method without these, from the contacts' impulses
///     remembered            the impulses of the previous step, judged
///     finish, pivots        few contacts: Newton's method on the cone from remembered impulses,
///     and
///                           from the answer of Lloyd's method on pyramids
///     finish, homotopy ...  many contacts, and where those fail: `IslandLadder`
///     sweeps                an approximate answer to go on with, if there is no other
///
/// If bodies start at rest and would not stay at rest, the model searches for another answer in
/// which they do (`IslandLadder::seek_rest`): contacts that can stick do stick.
///
/// Problems with rows beyond contacts go to `IslandLadder` straight away. Each method is tried if
/// those before it failed. Everything is judged by `calc_cone_residual`, and the best answer found
/// is kept.
///
/// Where pivots find impulses that are not unique, the model takes those nearest to the remembered
/// ones, or the least in the sum of squares if none are remembered, provided that they are
/// feasible.
class CoulombModel final : public CoulombLaw {
 public:
  explicit CoulombModel(const ContactModelOptions& options)
      : CoulombLaw(options), pyramid_(options) {}

  void solve_within(Effort& effort, const ContactProblem& problem,
                    std::span<const ContactGuess> guesses, ContactSolution& solution) override;
  std::unique_ptr<ContactModel> clone() const override;

 private:
  void find_answer(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  void seek_rest(const ContactProblem& problem);
  void hand_over_best(const ContactProblem& problem);
  bool climb(const ContactProblem& problem, std::span<const ContactGuess> guesses);

  CoulombSearch search_;
  ConeFinish finish_;
  IslandPyramid pyramid_;
  IslandLadder ladder_;
  Rows start_;  ///< of the ladder
};

}  // namespace stiction
