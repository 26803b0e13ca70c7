#include <stiction/body/body.h>
#include <stiction/math/rejected_number.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace stiction {
namespace {

[[noreturn]] void reject(const BodyDefinition& definition, const std::string& what) {
  throw std::invalid_argument("body '" + definition.name + "': expected " + what);
}

void require_positive(const BodyDefinition& definition, const char* what, double value) {
  if (std::isfinite(value) && value > 0) return;
  reject(definition, std::string("a finite ") + what + " > 0, got " + format_number(value));
}

void require_place(const BodyDefinition& definition, const std::string& what, const Vec3& place) {
  if (is_place_in_range(place)) return;
  reject(definition, what + " within " + format_number(kLargestPlace) + " m, got one at " +
                         format_vector(place));
}

void require_physical(const BodyDefinition& definition, const MassProperties& properties) {
  if (is_physical(properties)) return;
  const Mat3& I = properties.inertia;
  std::string wanted =
      "a mass > 0 and a positive definite inertia whose largest principal moment is at most the "
      "sum of the other two and 1e12 times the least, all finite, as are their inverses, "
      "got mass " +
      format_number(properties.mass);
  const auto add = [&](const char* name, int i, int j) {
    wanted += std::string(", ") + name + ' ' + format_number(I(i, j));
  };
  add("ixx", 0, 0);
  add("iyy", 1, 1);
  add("izz", 2, 2);
  add("ixy", 0, 1);
  add("ixz", 0, 2);
  add("iyz", 1, 2);
  reject(definition, wanted);
}

void require_valid_shapes(const BodyDefinition& definition) {
  for (const ShapeDefinition& part : definition.shapes) {
    require_positive(definition, "density", part.density);
    require_place(definition, "a shape", part.pose.translation);
    if (!is_solid(part.shape) && definition.kind != BodyKind::fixed) {
      reject(definition,
             "a static body for a " + std::string(shape_name(part.shape)) + ", got one that moves");
    }
  }
}

double total_volume(const BodyDefinition& definition) {
  double sum = 0;
  for (const ShapeDefinition& part : definition.shapes) {
    if (!part.trigger) sum += volume(part.shape);
  }
  return sum;
}

// Triggers have no mass.
MassProperties sum_of_shapes(const BodyDefinition& definition) {
  const double whole = total_volume(definition);
  std::vector<MassProperties> parts;
  parts.reserve(definition.shapes.size());
  for (const ShapeDefinition& part : definition.shapes) {
    if (part.trigger) continue;
    const double share = volume(part.shape);
    const double mass = definition.mass ? *definition.mass * (share / whole) : part.density * share;
    parts.push_back(transformed(calc_mass_properties(part.shape, mass), part.pose));
  }
  return combined(parts);
}

}  // namespace

MassProperties resolve_mass_properties(const BodyDefinition& definition) {
  const auto kind = static_cast<int>(definition.kind);
  if (kind < 0 || kind > static_cast<int>(BodyKind::kinematic)) {
    reject(definition, "a kind of bodies, got " + std::to_string(kind));
  }
  require_valid_shapes(definition);
  if (definition.mass) require_positive(definition, "mass", *definition.mass);
  if (definition.inertial) {
    require_physical(definition, *definition.inertial);
    require_place(definition, "a centre of mass", definition.inertial->center);
    return *definition.inertial;
  }
  if (definition.kind == BodyKind::fixed) return {};
  const bool has_mass = std::any_of(definition.shapes.begin(), definition.shapes.end(),
                                    [](const ShapeDefinition& part) { return !part.trigger; });
  if (!has_mass) {
    if (definition.kind == BodyKind::kinematic) return {};
    reject(definition, definition.shapes.empty()
                           ? "a shape or an inertial for a body that moves, got neither"
                           : "an inertial for a body that moves and has triggers only, got none");
  }
  const MassProperties properties = sum_of_shapes(definition);
  require_physical(definition, properties);
  return properties;
}

}  // namespace stiction
