#include <stiction/body/material.h>
#include <stiction/math/rejected_number.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void require_in_range(const char* coefficient, double value, double upper, const char* range,
                      const std::string& owner) {
  if (std::isfinite(value) && value >= 0 && value <= upper) return;
  reject_number(std::string("a finite ") + coefficient + ' ' + range + " for " + owner, value);
}

void require_friction(double value, const std::string& owner) {
  require_in_range("friction", value, kInfinity, ">= 0", owner);
}

void require_restitution(double value, const std::string& owner) {
  require_in_range("restitution", value, 1, "in 0..1", owner);
}

void require_viscosity(double value, const std::string& owner) {
  require_in_range("viscosity", value, kInfinity, ">= 0", owner);
}

void require_valid(const Material& material) {
  const std::string owner = "material '" + material.name + "'";
  require_friction(material.friction, owner);
  require_restitution(material.restitution, owner);
  require_viscosity(material.viscosity, owner);
}

// sqrt(a b) without overflow, and without rounding if both are equal.
double geometric_mean(double a, double b) { return a == b ? a : std::sqrt(a) * std::sqrt(b); }

}  // namespace

MaterialTable::MaterialTable() : materials_{Material{.name = "default"}} {}

MaterialId MaterialTable::add(const Material& material) {
  require_valid(material);
  materials_.push_back(material);
  return static_cast<MaterialId>(materials_.size() - 1);
}

void MaterialTable::set(MaterialId id, const Material& material) {
  check_known(id);
  require_valid(material);
  materials_[id] = material;
}

void MaterialTable::set_pair(MaterialId a, MaterialId b, const PairOverride& values) {
  check_known(a);
  check_known(b);
  const std::string owner = "the pair '" + materials_[a].name + "', '" + materials_[b].name + "'";
  if (values.friction) require_friction(*values.friction, owner);
  if (values.restitution) require_restitution(*values.restitution, owner);
  if (values.viscosity) require_viscosity(*values.viscosity, owner);
  pairs_[std::minmax(a, b)] = values;
}

const Material& MaterialTable::get(MaterialId id) const {
  check_known(id);
  return materials_[id];
}

SurfacePair MaterialTable::mix(MaterialId a, MaterialId b) const {
  const Material& first = get(a);
  const Material& second = get(b);
  SurfacePair mixed{
      .friction = geometric_mean(first.friction, second.friction),
      .restitution = std::max(first.restitution, second.restitution),
      .viscosity = 0.5 * first.viscosity + 0.5 * second.viscosity,
  };
  const auto found = pairs_.find(std::minmax(a, b));
  if (found == pairs_.end()) return mixed;
  const PairOverride& values = found->second;
  mixed.friction = values.friction.value_or(mixed.friction);
  mixed.restitution = values.restitution.value_or(mixed.restitution);
  mixed.viscosity = values.viscosity.value_or(mixed.viscosity);
  return mixed;
}

void MaterialTable::check_known(MaterialId id) const {
  if (id < materials_.size()) return;
  throw std::invalid_argument("expected a material id below " + std::to_string(materials_.size()) +
                              ", got " + std::to_string(id));
}

}  // namespace stiction
