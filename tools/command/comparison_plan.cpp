#include "comparison_plan.h"

#include "number_format.h"
#include "option_values.h"

#include <stiction/scene/expectation.h>

#include <algorithm>
#include <utility>

namespace stiction::command {
namespace {

/// The models whose cone of friction is a pyramid (`ContactModelOptions::directions`).
bool has_facets(const std::string& model) { return model == ContactModelOptions().model; }

bool is_among(const std::string& name, const std::vector<std::string>& names) {
  return std::ranges::find(names, name) != names.end();
}

template <typename Value>
std::vector<Value> values_or(const std::vector<Value>& chosen, const Value& otherwise) {
  return chosen.empty() ? std::vector<Value>{otherwise} : chosen;
}

std::vector<std::string> list_models(const ComparisonChoices& choices, const Scene& scene) {
  const bool is_unasked = choices.models.empty() && choices.solvers.empty() &&
                          choices.directions.empty() && choices.alignments.empty() &&
                          choices.timesteps.empty();
  if (!is_unasked) return values_or(choices.models, scene.contact.model);
  std::vector<std::string> models = scene.models.names();
  const auto own = std::ranges::find(models, scene.contact.model);
  if (own != models.end()) std::rotate(models.begin(), own, own + 1);
  return models;
}

void check_solvers(const std::vector<std::string>& solvers, const std::vector<std::string>& models,
                   const Scene& scene, std::vector<std::string>& errors) {
  const std::vector<std::string> supported = list_solvers(scene.models, models);
  for (const std::string& solver : solvers) {
    if (is_among(solver, supported)) continue;
    errors.push_back("--solvers: \"" + solver + "\" is a solver of none of the models compared (" +
                     join(models) + "); theirs are " + join(supported));
  }
}

class Planner {
 public:
  Planner(const ComparisonChoices& choices, const Scene& scene)
      : choices_(choices), scene_(scene) {}

  ComparisonPlan plan(const std::vector<std::string>& models) {
    for (const std::string& model : models) {
      for (const std::string& solver : choose_solvers(model)) add_solver(model, solver);
      note_facets(model);
    }
    return std::move(plan_);
  }

 private:
  std::vector<std::string> choose_solvers(const std::string& model) {
    const std::vector<std::string> own = scene_.models.solvers(model);
    if (choices_.solvers.empty()) {
      return {model == scene_.contact.model ? scene_.contact.solver : std::string()};
    }
    std::vector<std::string> solvers;
    for (const std::string& solver : choices_.solvers) {
      if (is_among(solver, own)) {
        solvers.push_back(solver);
      } else {
        plan_.skipped.push_back(model + " with " + solver + ": the model's solvers are " +
                                join(own));
      }
    }
    return solvers;
  }

  void add_solver(const std::string& model, const std::string& solver) {
    ComparisonCase one;
    one.contact = scene_.contact;
    one.contact.model = model;
    one.contact.solver = solver;
    one.has_facets = has_facets(model);
    if (!one.has_facets) {
      add_timesteps(one);
      return;
    }
    for (const int directions : values_or(choices_.directions, scene_.contact.directions)) {
      one.contact.directions = directions;
      for (const auto alignment : values_or(choices_.alignments, scene_.contact.alignment)) {
        one.contact.alignment = alignment;
        add_timesteps(one);
      }
    }
  }

  void add_timesteps(ComparisonCase& one) {
    for (const double timestep : values_or(choices_.timesteps, scene_.timestep)) {
      one.timestep = timestep;
      plan_.cases.push_back(one);
    }
  }

  void note_facets(const std::string& model) {
    const bool is_asked = !choices_.directions.empty() || !choices_.alignments.empty();
    if (!is_asked || has_facets(model)) return;
    plan_.skipped.push_back(model + " with --directions or --align: the model has no facets");
  }

  const ComparisonChoices& choices_;
  const Scene& scene_;
  ComparisonPlan plan_;
};

}  // namespace

ComparisonPlan plan_comparison(const ComparisonChoices& choices, const Scene& scene,
                               std::vector<std::string>& errors) {
  const std::vector<std::string> models = list_models(choices, scene);
  check_solvers(choices.solvers, models, scene, errors);
  return Planner(choices, scene).plan(models);
}

Scene apply_case(const ComparisonCase& one, Scene scene) {
  scene.contact = one.contact;
  scene.timestep = one.timestep;
  std::erase_if(scene.expectations, [&](const Expectation& expectation) {
    return !is_measured(expectation.quantity, scene.contact);
  });
  return scene;
}

std::string describe(const ComparisonCase& one) {
  std::string text = one.contact.model;
  if (!one.contact.solver.empty()) text += ", " + one.contact.solver;
  if (one.has_facets) {
    text += ", " + std::to_string(one.contact.directions) + " directions aligned to " +
            std::string(to_string(one.contact.alignment));
  }
  return text + ", steps of " + format_number(one.timestep) + " s";
}

}  // namespace stiction::command
