#include <stiction/model/contact_model.h>

#include <algorithm>
#include <stdexcept>

#include "coulomb.h"

namespace stiction {
namespace {

[[noreturn]] void reject(const std::string& what, const std::string& given,
                         const std::vector<std::string>& accepted) {
  std::string text = "expected " + what + " (";
  for (const std::string& name : accepted) text += (name == accepted.front() ? "" : ", ") + name;
  throw std::invalid_argument(text + "), got '" + given + "'");
}

void require_among(const std::string& what, const std::string& given,
                   const std::vector<std::string>& accepted) {
  if (std::find(accepted.begin(), accepted.end(), given) == accepted.end()) {
    reject(what, given, accepted);
  }
}

}  // namespace

std::vector<std::string> contact_model_names() { return {"coulomb"}; }

std::vector<std::string> contact_solver_names(std::string_view model) {
  return model == "coulomb" ? std::vector<std::string>{"reduced-lemke", "structural-lemke", "lemke"}
                            : std::vector<std::string>{};
}

std::unique_ptr<ContactModel> make_contact_model(const ContactModelOptions& options) {
  require_among("a contact model", options.model, contact_model_names());
  require_among("a solver of the model " + options.model, options.solver,
                contact_solver_names(options.model));
  if (options.directions < 4 || options.directions % 2 != 0 || options.directions > 64) {
    throw std::invalid_argument("expected an even number of directions from 4 to 64, got " +
                                std::to_string(options.directions));
  }
  return std::make_unique<CoulombModel>(options);
}

}  // namespace stiction
