// <option>, <contact>, <material> and <pair>.

#include <algorithm>
#include <string>
#include <utility>

#include "element_names.h"
#include "element_reader.h"
#include "element_readers.h"
#include "nearest_name.h"
#include "step_count.h"

namespace stiction {
namespace {

constexpr int kMaxDirections = 64;

bool is_among(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Reads one of the `available` names; others of `all` are rejected as not applicable.
std::optional<std::string> read_choice(ElementReader& reader, const char* attribute,
                                       const std::vector<std::string>& available,
                                       const std::vector<std::string>& all) {
  const std::optional<std::string> value = reader.text(attribute);
  if (!value || is_among(*value, available)) return value;
  const std::string accepted = "; accepted are " + joined(available);
  if (is_among(*value, all)) {
    reader.reject(attribute, "does not apply here" + accepted);
  } else {
    reader.reject(attribute, "unknown" + suggestion(*value, all) + accepted);
  }
  return {};
}

/// Records an error for a second element of a kind that may occur once.
void note_once(std::optional<int>& line, ElementReader& reader) {
  if (line) {
    reader.reject("given twice, first in line " + std::to_string(*line) + "; only one is accepted");
  } else {
    line = reader.line();
  }
}

}  // namespace

void read_option(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors) {
  ElementReader reader(element, errors);
  note_once(content.option_line, reader);
  Scene& settings = content.settings;
  settings.timestep = reader.number("timestep", kPositive).value_or(settings.timestep);
  settings.duration = reader.number("duration", kNotNegative).value_or(settings.duration);
  settings.gravity = reader.vector("gravity").value_or(settings.gravity);
  if (!(settings.duration / settings.timestep <= kMaxSteps)) {
    reader.reject("duration / timestep exceeds 1e12 steps");
    settings.timestep = settings.duration;
  }
  const std::vector<std::string> choices = {"stop", "best"};
  if (const auto choice = read_choice(reader, "on-unsolved", choices, choices)) {
    settings.on_unsolved = *choice == "best" ? OnUnsolved::best : OnUnsolved::stop;
  }
  const std::vector<std::string> integrators = {"auto", "first-order"};
  if (const auto choice = read_choice(reader, "integrator", integrators, integrators)) {
    settings.integrator = *choice == "auto" ? Integrator::automatic : Integrator::first_order;
  }
  settings.effort = reader.number("effort", kPositive).value_or(settings.effort);
  reader.finish();
  reject_children(element, errors);
}

void read_contact(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors) {
  ElementReader reader(element, errors);
  note_once(content.contact_line, reader);
  ContactModelOptions& contact = content.settings.contact;
  const ContactModelCatalogue& models = content.settings.models;
  contact.model =
      read_choice(reader, "model", models.names(), models.names()).value_or(contact.model);
  contact.solver =
      read_choice(reader, "solver", models.solvers(contact.model), known_contact_solver_names())
          .value_or(contact.solver);
  if (const auto directions = reader.integer("directions", 4, kMaxDirections)) {
    if (*directions % 2 != 0) {
      reader.reject("directions",
                    "expected an even number from 4 to " + std::to_string(kMaxDirections));
    } else {
      contact.directions = static_cast<int>(*directions);
    }
  }
  const std::vector<std::string> alignments = {"slip", "world"};
  if (const auto align = read_choice(reader, "align", alignments, alignments)) {
    contact.alignment = *align == "slip" ? FacetAlignment::slip : FacetAlignment::world;
  }
  // A model of the caller's own may read them.
  if (contact.model != "coulomb" && is_among(contact.model, ContactModelCatalogue().names())) {
    for (const char* name : {"directions", "align"}) {
      if (!reader.has(name)) continue;
      errors.warn(reader.line_of(name), std::string("<contact>, ") + name +
                                            ": has no effect with model=" +
                                            in_quotes(contact.model) + "; it applies to coulomb");
    }
  }
  reader.finish();
  reject_children(element, errors);
}

void read_material(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors) {
  ElementReader reader(element, errors);
  reader.require("name");
  const std::optional<std::string> name = reader.name("name");
  Material material;
  material.friction = reader.number("friction", kNotNegative).value_or(material.friction);
  material.restitution = reader.number("restitution", kUnitInterval).value_or(material.restitution);
  material.viscosity = reader.number("viscosity", kNotNegative).value_or(material.viscosity);
  reader.finish();
  reject_children(element, errors);
  if (!name) return;
  material.name = *name;
  content.materials.push_back({std::move(material), reader.line_of("name")});
}

void read_pair(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors) {
  ElementReader reader(element, errors);
  reader.require("a");
  reader.require("b");
  PairElement pair;
  pair.line = reader.line();
  pair.a = reader.reference("a");
  pair.b = reader.reference("b");
  pair.values.friction = reader.number("friction", kNotNegative);
  pair.values.restitution = reader.number("restitution", kUnitInterval);
  pair.values.viscosity = reader.number("viscosity", kNotNegative);
  if (!reader.has("friction") && !reader.has("restitution") && !reader.has("viscosity")) {
    reader.reject("overrides nothing; expected friction, restitution or viscosity");
  }
  reader.finish();
  reject_children(element, errors);
  content.pairs.push_back(std::move(pair));
}

}  // namespace stiction
