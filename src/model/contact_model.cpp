#include <stiction/lcp/lcp_solvers.h>
#include <stiction/math/rejected_number.h>
#include <stiction/model/contact_model.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "box_friction.h"
#include "coulomb.h"
#include "fallback_model.h"
#include "linear_models.h"
#include "pyramid_model.h"
#include "staggered.h"
#include "viscous_runge_kutta.h"

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

/// The solvers of the toolbox, all of which support bounds; the model's default first.
std::vector<std::string> box_solvers() {
  std::vector<std::string> names = {"keller"};
  for (const LcpSolverInfo& info : lcp_solvers()) {
    if (info.name != names.front()) names.emplace_back(info.name);
  }
  return names;
}

/// The default method: on the cone, or on the pyramid with fixed facets.
std::unique_ptr<SharedEffortModel> make_default_coulomb(ContactModelOptions options) {
  options.solver = "reduced-lemke";
  if (options.alignment == FacetAlignment::world) return std::make_unique<PyramidModel>(options);
  return std::make_unique<CoulombModel>(options);
}

/// A single method from a paper.
std::unique_ptr<SharedEffortModel> make_named_coulomb(const ContactModelOptions& options) {
  if (options.solver == "staggered") return std::make_unique<StaggeredModel>(options);
  return std::make_unique<PyramidModel>(options);
}

std::unique_ptr<ContactModel> make_coulomb(const ContactModelOptions& options) {
  if (!options.is_solver_named) return make_default_coulomb(options);
  FallbackModel::Parts parts{.make_first = make_named_coulomb, .make_other = make_default_coulomb};
  if (options.solver == "staggered") {
    parts.told = Rung::fallback;
  } else {
    parts.done_before = options.solver == "lemke" ? Rung::pyramids : Rung::pivots;
  }
  return std::make_unique<FallbackModel>(options, parts);
}

}  // namespace

ContactModelCatalogue::ContactModelCatalogue() {
  add({"coulomb", {"reduced-lemke", "structural-lemke", "lemke", "staggered"}, make_coulomb});
  const std::vector<std::string> solvers = {"ppm", "active-set", "lemke"};
  add({"no-slip", solvers, make_no_slip_model});
  add({"viscous", solvers, make_viscous_model});
  add({"box-friction", box_solvers(), make_box_friction});
  add({"viscous-rk4", solvers,
       [](const auto& own) { return std::make_unique<ViscousRungeKuttaModel>(own); }});
  add({"frictionless", solvers, make_frictionless_model});
}

void ContactModelCatalogue::add(ContactModelEntry entry) {
  const std::string start = "contact model '" + entry.name + "': ";
  if (entry.name.empty()) throw std::invalid_argument(start + "expected a name");
  if (find(entry.name)) throw std::invalid_argument(start + "the name is already in use");
  if (entry.solvers.empty()) throw std::invalid_argument(start + "expected at least one solver");
  if (!entry.make) throw std::invalid_argument(start + "expected a factory function");
  entries_.push_back(std::move(entry));
}

const ContactModelEntry* ContactModelCatalogue::find(std::string_view model) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const auto& entry) { return entry.name == model; });
  return found == entries_.end() ? nullptr : &*found;
}

std::vector<std::string> ContactModelCatalogue::names() const {
  std::vector<std::string> names;
  for (const ContactModelEntry& entry : entries_) names.push_back(entry.name);
  return names;
}

std::vector<std::string> ContactModelCatalogue::solvers(std::string_view model) const {
  const ContactModelEntry* entry = find(model);
  return entry ? entry->solvers : std::vector<std::string>{};
}

std::unique_ptr<ContactModel> ContactModelCatalogue::make(
    const ContactModelOptions& options) const {
  require_among("a contact model", options.model, names());
  const ContactModelEntry& entry = *find(options.model);
  ContactModelOptions complete = options;
  complete.is_solver_named = !options.solver.empty();
  if (complete.solver.empty()) complete.solver = entry.solvers.front();
  require_among("a solver of the model " + entry.name, complete.solver, entry.solvers);
  if (options.directions < 4 || options.directions % 2 != 0 || options.directions > 64) {
    throw std::invalid_argument("expected an even number of directions from 4 to 64, got " +
                                std::to_string(options.directions));
  }
  require_choice("facets aligned to slip or world", options.alignment, FacetAlignment::world);
  if (!(options.effort > 0)) reject_number("an effort > 0", options.effort);
  std::unique_ptr<ContactModel> model = entry.make(complete);
  if (!model) throw std::invalid_argument("contact model '" + entry.name + "': none was made");
  return model;
}

std::unique_ptr<ContactModel> make_contact_model(const ContactModelOptions& options) {
  return ContactModelCatalogue().make(options);
}

}  // namespace stiction
