#pragma once

#include <stiction/model/contact_columns.h>
#include <stiction/model/contact_model.h>

#include <span>
#include <string_view>
#include <vector>

#include "canonical_impulses.h"
#include "normal_solver.h"
#include "shared_effort_model.h"

namespace stiction {

/// A contact model whose tangential laws are linear: what the frictionless, no-slip and viscous
/// models have in common. A model chooses the law of each contact, revises that choice once there
/// is an answer, and judges the answer.
///
/// In this order: no impulse at all; the remembered impulses as they are; the normal impulses by
/// `NormalSolver`, posed again as long as a law does not fit the answer, 2 n times at most. Where
/// the impulses are not unique they are then those nearest to the remembered ones, or the least in
/// the sum of squares, if those are an answer too.
class LinearContactModel : public SharedEffortModel {
 public:
  explicit LinearContactModel(const ContactModelOptions& options)
      : SharedEffortModel(options), solver_(options.solver) {}

  std::string_view solver_name() const override { return solver_.name(); }
  void solve_within(Effort& effort, const ContactProblem& problem,
                    std::span<const ContactGuess> guesses, ContactSolution& solution) final;
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const final;

 private:
  /// The law at a contact that carries a normal impulse or not. What a contact that touches does
  /// when loaded is posed first, and what another one does when not; then it is revised.
  virtual TangentLaw law(const ContactProblem& problem, const ContactProblem::Contact& contact,
                         bool is_loaded) const = 0;

  void start(const ContactProblem& problem);
  void find_answer(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  bool consider(const ContactProblem& problem);
  bool remember(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  void start_laws(const ContactProblem& problem);
  void solve_until_laws_fit(const ContactProblem& problem);
  void hold_what_slips(const ContactProblem& problem);
  std::size_t find_most_slipping(const ContactProblem& problem) const;
  bool revise_laws(const ContactProblem& problem);
  bool release_worst(const ContactProblem& problem);
  bool revise_law(const ContactProblem& problem, std::size_t c, double unloaded);
  void settle(const ContactProblem& problem);
  void share_load(const ContactProblem& problem);

  // Of one call.
  std::vector<TangentLaw> laws_;
  std::vector<int> revisions_;    ///< of each contact's law, so far
  std::vector<char> loaded_;      ///< contacts that the pivots start from
  std::vector<Vec3> remembered_;  ///< impulses
  std::vector<Vec3> impulses_;    ///< that were found last
  ContactSolution candidate_;     ///< made of them
  ContactSolution best_;          ///< the candidate that the judge likes most
  std::vector<TangentLaw> best_laws_;
  std::vector<char> tried_;  ///< contacts that were held again
  Rung rung_ = Rung::free;   ///< the way that is tried
  ContactStatistics statistics_;
  Effort* effort_ = nullptr;

  // Workspaces.
  NormalSolver solver_;
  ContactColumns columns_;
  CanonicalImpulses canonical_;
  std::vector<OpenImpulse> open_;
  std::vector<Mat3> blocks_;
};

}  // namespace stiction
