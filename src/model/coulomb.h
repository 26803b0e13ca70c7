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

/// Coulomb friction on the true cone, solved by the ladder of its own:
///
///     free                  no impulse at all
///     finish                where rows hold each other with forces whose round-off is too large:
///                           Newton's method without these, from the impulses of contacts
///     remembered            the impulses of the step before, judged
///     finish, pivots        on few contacts: Newton's method on the cone from remembered impulses,
///                           and from where Lloyd's method on pyramids leads
///     finish, homotopy ...  on many contacts, and where those fail: `IslandLadder`
///     sweeps                an answer to go on with, where there is none
///
/// Of bodies that start at rest and would not stay so, another answer is looked for in which they
/// do (`IslandLadder::seek_rest`): what may stick sticks.
///
/// Rows beyond contacts are the ladder's from the start. Each way is tried where those before it
/// failed. Everything is judged by `calc_cone_residual`, and the best answer that was met stands.
///
/// Where pivots leave impulses that are not unique they are those nearest to the remembered ones,
/// without such the least in the sum of squares, if those are feasible.
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
