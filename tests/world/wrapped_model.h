#pragma once

#include <stiction/model/contact_model.h>
#include <stiction/world/world.h>

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

namespace stiction {

/// Called with each problem, its guesses and its solution, which it may change.
using LookAtAnswer =
    std::function<void(const ContactProblem&, std::span<const ContactGuess>, ContactSolution&)>;

/// Coulomb's model under another name, with a callback on every solution.
class WrappedModel final : public ContactModel {
 public:
  explicit WrappedModel(LookAtAnswer look) : look_(std::move(look)) {}
  std::string_view name() const override { return "wrapped"; }
  std::string_view solver_name() const override { return "any"; }
  bool has_friction_bound() const override { return coulomb_->has_friction_bound(); }
  bool has_true_cone() const override { return coulomb_->has_true_cone(); }
  void solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
             ContactSolution& solution) override {
    coulomb_->solve(problem, guesses, solution);
    look_(problem, guesses, solution);
  }
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override {
    return coulomb_->judge(problem, solution);
  }
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override {
    return coulomb_->pose(problem, solution);
  }
  std::unique_ptr<ContactModel> clone() const override {
    return std::make_unique<WrappedModel>(look_);
  }

 private:
  LookAtAnswer look_;
  std::unique_ptr<ContactModel> coulomb_ = make_contact_model({});
};

/// Options of a world that solves its contacts with a WrappedModel.
inline WorldOptions with_wrapped_model(const LookAtAnswer& look) {
  WorldOptions options = {.contact = {.model = "wrapped"}};
  options.models.add({"wrapped", {"any"}, [look](const ContactModelOptions&) {
                        return std::make_unique<WrappedModel>(look);
                      }});
  return options;
}

}  // namespace stiction
