#include <stiction/model/contact_model.h>
#include <stiction/scene/expectation.h>

#include <array>

namespace stiction {
namespace {

enum class QuantitySubject { body, joint, scene };

struct QuantityName {
  Quantity quantity;
  std::string_view name;
  QuantitySubject subject;
};

constexpr std::array<QuantityName, 28> kQuantityNames = {{
    {Quantity::position_x, "position.x", QuantitySubject::body},
    {Quantity::position_y, "position.y", QuantitySubject::body},
    {Quantity::position_z, "position.z", QuantitySubject::body},
    {Quantity::displacement, "displacement", QuantitySubject::body},
    {Quantity::displacement_x, "displacement.x", QuantitySubject::body},
    {Quantity::displacement_y, "displacement.y", QuantitySubject::body},
    {Quantity::displacement_z, "displacement.z", QuantitySubject::body},
    {Quantity::rotation, "rotation", QuantitySubject::body},
    {Quantity::linear_velocity_x, "linear_velocity.x", QuantitySubject::body},
    {Quantity::linear_velocity_y, "linear_velocity.y", QuantitySubject::body},
    {Quantity::linear_velocity_z, "linear_velocity.z", QuantitySubject::body},
    {Quantity::speed, "speed", QuantitySubject::body},
    {Quantity::angular_velocity_x, "angular_velocity.x", QuantitySubject::body},
    {Quantity::angular_velocity_y, "angular_velocity.y", QuantitySubject::body},
    {Quantity::angular_velocity_z, "angular_velocity.z", QuantitySubject::body},
    {Quantity::angular_speed, "angular_speed", QuantitySubject::body},
    {Quantity::contact_force, "contact_force", QuantitySubject::body},
    {Quantity::joint_position, "joint_position", QuantitySubject::joint},
    {Quantity::joint_velocity, "joint_velocity", QuantitySubject::joint},
    {Quantity::joint_error, "joint_error", QuantitySubject::joint},
    {Quantity::joint_force, "joint_force", QuantitySubject::joint},
    {Quantity::energy, "energy", QuantitySubject::scene},
    {Quantity::energy_gain, "energy_gain", QuantitySubject::scene},
    {Quantity::energy_created, "energy_created", QuantitySubject::scene},
    {Quantity::penetration, "penetration", QuantitySubject::scene},
    {Quantity::residual, "residual", QuantitySubject::scene},
    {Quantity::cone_residual, "cone_residual", QuantitySubject::scene},
    {Quantity::contacts, "contacts", QuantitySubject::scene},
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

bool is_body_quantity(Quantity quantity) {
  return entry_of(quantity).subject == QuantitySubject::body;
}

bool is_joint_quantity(Quantity quantity) {
  return entry_of(quantity).subject == QuantitySubject::joint;
}

bool is_measured(Quantity quantity, const ContactModelOptions& contact) {
  if (quantity != Quantity::cone_residual) return true;
  return contact.model == "coulomb" && contact.alignment == FacetAlignment::slip;
}

}  // namespace stiction
