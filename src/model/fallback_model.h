#pragma once

#include <stiction/model/contact_model.h>

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "shared_effort_model.h"

namespace stiction {

/// A method of a paper with a fallback for problems of any size. If the first method leaves a
/// problem unsolved, or less exact than is accepted, the other one tries with the remaining effort,
/// and the better answer is taken. If the user named no method, problems that are too large for the
/// first go to the other one straight away.
///
/// Fallbacks are counted here: `ContactStatistics::fallback` is set if the user named the first
/// method and the answer of the other one is taken. Answers of the first have `Rung::method`,
/// unless no method was needed.
class FallbackModel final : public SharedEffortModel {
 public:
  using Maker = std::function<std::unique_ptr<SharedEffortModel>(const ContactModelOptions&)>;

  struct Parts {
    Maker make_first;
    Maker make_other;
    /// A rung that the other method leaves out because the first one is the same.
    std::optional<Rung> done_before = {};
    /// The rung reported for answers of the other method after the first one failed; empty: the
    /// rung that delivered them.
    std::optional<Rung> told = {};
    /// The first method is not tried with more contacts, nor with any rows beyond them.
    std::size_t few_contacts = std::numeric_limits<std::size_t>::max();
  };

  FallbackModel(const ContactModelOptions& options, const Parts& parts);

  std::string_view name() const override { return first_->name(); }
  std::string_view solver_name() const override { return first_->solver_name(); }
  bool has_friction_bound() const override { return other_->has_friction_bound(); }
  bool has_true_cone() const override { return other_->has_true_cone(); }
  bool damps_slip() const override { return other_->damps_slip(); }
  double calc_score(const ContactResidual& residual) const override {
    return first_->calc_score(residual);
  }
  void solve_within(Effort& effort, const ContactProblem& problem,
                    std::span<const ContactGuess> guesses, ContactSolution& solution) override;
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override;
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override;
  std::unique_ptr<ContactModel> clone() const override;

 private:
  bool is_for_first(const ContactProblem& problem) const;

  Parts parts_;
  std::unique_ptr<SharedEffortModel> first_, other_;
  ContactSolution answer_;  ///< of the other method
};

}  // namespace stiction
