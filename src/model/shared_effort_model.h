#pragma once

#include <stiction/model/contact_model.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "contact_answer.h"

namespace stiction {

/// A contact model that can solve with the rest of an effort, so that several solves, or a fallback
/// model, can share one.
class SharedEffortModel : public ContactModel {
 public:
  explicit SharedEffortModel(ContactModelOptions options) : options_(std::move(options)) {}

  void solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
             ContactSolution& solution) final {
    if (!has_sound_indices(problem)) {
      leave_unsolved(problem, solution);
      solution.residual = judge(problem, solution);
      return;
    }
    Effort effort = options_.make_effort(problem);
    solve_within(effort, problem, guesses, solution);
    book_effort(effort, solution.statistics);
  }

  /// Like `solve`, without setting the effort in the statistics; the owner of the effort does that.
  virtual void solve_within(Effort& effort, const ContactProblem& problem,
                            std::span<const ContactGuess> guesses, ContactSolution& solution) = 0;

  /// Distance of an answer with this residual from being accepted; 1 is the border.
  virtual double calc_score(const ContactResidual& residual) const { return score_of(residual); }

  /// Completes an answer from its impulses: moves them within their bounds, and computes velocities
  /// and states.
  virtual void complete(const ContactProblem& problem, ContactSolution& answer) const {
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      answer.impulses[c] = clipped(problem.contacts[c], answer.impulses[c]);
    }
    for (std::size_t i = 0; i < problem.rows.size(); ++i) {
      const ContactProblem::Row& row = problem.rows[i];
      answer.row_impulses[i] = std::clamp(answer.row_impulses[i], row.lower, row.upper);
    }
    complete_answer(problem, answer);
  }

 protected:
  const ContactModelOptions& options() const { return options_; }

 private:
  ContactModelOptions options_;
};

}  // namespace stiction
