#pragma once

#include <stiction/model/contact_model.h>

#include <memory>
#include <span>
#include <string_view>

namespace stiction {

/// Coulomb's model under another name, with a say of its own in how problems are solved.
class WrappedModel : public ContactModel {
 public:
  std::string_view name() const override { return "wrapped"; }
  std::string_view solver_name() const override { return "any"; }
  void solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
             ContactSolution& solution) override {
    coulomb_->solve(problem, guesses, solution);
    look_at(problem, guesses, solution);
  }
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override {
    return coulomb_->judge(problem, solution);
  }
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override {
    return coulomb_->pose(problem, solution);
  }

 protected:
  /// May change the answer.
  virtual void look_at(const ContactProblem& problem, std::span<const ContactGuess> guesses,
                       ContactSolution& solution) = 0;

 private:
  std::unique_ptr<ContactModel> coulomb_ = make_contact_model({});
};

/// The models of the library and "wrapped", made by `make`.
template <typename Make>
ContactModelCatalogue with_wrapped_model(const Make& make) {
  ContactModelCatalogue models;
  models.add({"wrapped", {"any"}, [make](const ContactModelOptions&) { return make(); }});
  return models;
}

}  // namespace stiction
