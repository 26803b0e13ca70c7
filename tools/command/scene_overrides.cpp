#include "scene_overrides.h"

#include "command_error.h"
#include "option_values.h"

#include <stiction/model/contact_model.h>
#include <stiction/scene/expectation.h>
#include <stiction/scene/names.h>

#include <stdexcept>

namespace stiction::command {
namespace {

void override_contact(const SceneOverrides& overrides, ContactModelOptions& contact) {
  if (overrides.model && *overrides.model != contact.model) {
    contact.model = *overrides.model;
    contact.solver.clear();  // the overriding model may not have the scene's solver
  }
  contact.directions = overrides.directions.value_or(contact.directions);
  if (overrides.solver) {
    check_name("--solver", *overrides.solver, ContactModelCatalogue().solvers(contact.model),
               known_contact_solver_names());
    contact.solver = *overrides.solver;
  }
  try {
    make_contact_model(contact);
  } catch (const std::invalid_argument& error) {
    throw CommandError(error.what());
  }
}

}  // namespace

Scene apply_overrides(const SceneOverrides& overrides, Scene scene) {
  scene.duration = overrides.duration.value_or(scene.duration);
  scene.timestep = overrides.timestep.value_or(scene.timestep);
  scene.on_unsolved = overrides.on_unsolved.value_or(scene.on_unsolved);
  scene.effort = overrides.effort.value_or(scene.effort);
  override_contact(overrides, scene.contact);
  if (overrides.directions && scene.contact.model != "coulomb") {
    scene.warnings.push_back("--directions: has no effect with the model " + scene.contact.model +
                             "; it applies to coulomb");
  }
  for (const Expectation& expectation : scene.expectations) {
    if (is_measured(expectation.quantity, scene.contact)) continue;
    throw CommandError("--model: an <expect> (line " + std::to_string(expectation.place.line) +
                       ") is about " + std::string(to_string(expectation.quantity)) + ", which \"" +
                       scene.contact.model + "\" does not have");
  }
  return scene;
}

}  // namespace stiction::command
