#pragma once

#include <stiction/model/contact_model.h>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "shared_effort_model.h"

namespace stiction {

/// The method that the user named, alone, and behind it the law's default one: where the first
/// leaves a problem unsolved, or less exact than the judge accepts, the other one tries with what
/// is left of the effort, and the better answer stands.
///
/// This is where a fallback of Coulomb's law is counted: `ContactStatistics::fallback`, if the
/// default's answer is the one that is taken. Answers of the named method are of `Rung::method`,
/// unless no method was needed.
class FallbackModel final : public SharedEffortModel {
 public:
  using Maker = std::function<std::unique_ptr<SharedEffortModel>(const ContactModelOptions&)>;

  struct Parts {
    Maker make_named;
    Maker make_default;
    /// Left out of the default's ways: it is what the named method does, too.
    std::optional<Rung> done_before = {};
    /// Told of the default's answers; empty: the rung that delivered them.
    std::optional<Rung> told = {};
  };

  FallbackModel(const ContactModelOptions& options, const Parts& parts);

  std::string_view name() const override { return named_->name(); }
  std::string_view solver_name() const override { return named_->solver_name(); }
  bool has_friction_bound() const override { return default_->has_friction_bound(); }
  bool has_true_cone() const override { return default_->has_true_cone(); }
  double closed_gap() const override { return default_->closed_gap(); }
  void solve_within(Effort& effort, const ContactProblem& problem,
                    std::span<const ContactGuess> guesses, ContactSolution& solution) override;
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override;
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override;
  std::unique_ptr<ContactModel> clone() const override;

 private:
  Parts parts_;
  std::unique_ptr<SharedEffortModel> named_, default_;
  ContactSolution other_;  ///< the default's
};

}  // namespace stiction
