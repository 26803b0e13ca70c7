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

/// A method of a paper, alone, and behind it one for problems of any size: where the first leaves a
/// problem unsolved, or less exact than is accepted, the other one tries with what is left of the
/// effort, and the better answer stands. Where the user named no method, problems that are too
/// large for the first go to the other one at once.
///
/// This is where fallbacks are counted: `ContactStatistics::fallback`, if the user named the first
/// method and the answer of the other one is taken. Answers of the first are of `Rung::method`,
/// unless no method was needed.
class FallbackModel final : public SharedEffortModel {
 public:
  using Maker = std::function<std::unique_ptr<SharedEffortModel>(const ContactModelOptions&)>;

  struct Parts {
    Maker make_first;
    Maker make_other;
    /// Left out of the other's ways: it is what the first method does, too.
    std::optional<Rung> done_before = {};
    /// Told of answers of the other one that tried behind the first; empty: the rung that delivered
    /// them.
    std::optional<Rung> told = {};
    /// More contacts are not worth the first method's while, nor any rows beyond them.
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
  ContactSolution answer_;  ///< the other's
};

}  // namespace stiction
