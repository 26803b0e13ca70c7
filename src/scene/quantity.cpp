#include <stiction/scene/expectation.h>

#include <array>

namespace stiction {
namespace {

struct QuantityName {
  Quantity quantity;
  std::string_view name;
  bool is_of_body;
};

constexpr std::array<QuantityName, 24> kQuantityNames = {{
    {Quantity::position_x, "position.x", true},
    {Quantity::position_y, "position.y", true},
    {Quantity::position_z, "position.z", true},
    {Quantity::displacement, "displacement", true},
    {Quantity::displacement_x, "displacement.x", true},
    {Quantity::displacement_y, "displacement.y", true},
    {Quantity::displacement_z, "displacement.z", true},
    {Quantity::rotation, "rotation", true},
    {Quantity::linear_velocity_x, "linear_velocity.x", true},
    {Quantity::linear_velocity_y, "linear_velocity.y", true},
    {Quantity::linear_velocity_z, "linear_velocity.z", true},
    {Quantity::speed, "speed", true},
    {Quantity::angular_velocity_x, "angular_velocity.x", true},
    {Quantity::angular_velocity_y, "angular_velocity.y", true},
    {Quantity::angular_velocity_z, "angular_velocity.z", true},
    {Quantity::angular_speed, "angular_speed", true},
    {Quantity::contact_force, "contact_force", true},
    {Quantity::energy, "energy", false},
    {Quantity::energy_gain, "energy_gain", false},
    {Quantity::energy_created, "energy_created", false},
    {Quantity::penetration, "penetration", false},
    {Quantity::residual, "residual", false},
    {Quantity::cone_residual, "cone_residual", false},
    {Quantity::contacts, "contacts", false},
}};

const QuantityName& entry_of(Quantity quantity) {
  // In the order of the enumeration.
  return kQuantityNames.at(static_cast<std::size_t>(quantity));
}

}  // namespace

std::string_view to_string(Quantity quantity) { return entry_of(quantity).name; }

std::optional<Quantity> quantity_from_string(std::string_view name) {
  for (const QuantityName& entry : kQuantityNames) {
    if (entry.name == name) return entry.quantity;
  }
  return {};
}

bool is_body_quantity(Quantity quantity) { return entry_of(quantity).is_of_body; }

}  // namespace stiction
