#include <stiction/math/rejected_number.h>
#include <stiction/world/world.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include "checked_numbers.h"
#include "contact_finder.h"
#include "contact_record.h"
#include "overlap_depth.h"
#include "world_implementation.h"

namespace stiction {
namespace {

void require_threads(int threads) {
  constexpr int kMaxThreads = 1024;
  if (threads >= 1 && threads <= kMaxThreads) return;
  throw std::invalid_argument("expected 1 to " + std::to_string(kMaxThreads) + " threads, got " +
                              std::to_string(threads));
}

/// The lever arm of a point of the body frame about the centre of mass, world.
Vec3 calc_arm(const BodyRecord& body, const std::optional<Vec3>& point) {
  return point ? Vec3(body.rotation * (*point - body.mass.center)) : Vec3(Vec3::Zero());
}

}  // namespace

World::World(const WorldOptions& options) {
  require_finite("gravity", options.gravity);
  require_threads(options.threads);
  if (!(options.max_push_out > 0)) {
    reject_number("a push-out speed > 0 m/s", options.max_push_out);
  }
  require_choice("an integrator", options.integrator, Integrator::first_order);
  require_choice("stop or best on unsolved steps", options.on_unsolved, OnUnsolved::best);
  implementation_ = std::make_unique<Implementation>(options);
  implementation_->step_tools();  // refuses an unknown model
}

World::~World() = default;
World::World(const World& other) {
  if (other.implementation_) {
    implementation_ = std::make_unique<Implementation>(*other.implementation_);
  }
}
World& World::operator=(const World& other) {
  if (this != &other) *this = World(other);
  return *this;
}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

// --- What exists -------------------------------------------------------------------------------

BodyId World::add_body(const BodyDefinition& definition) {
  WorldValue& value = implementation_->value;
  BodyRecord body = make_body_record(definition);
  const auto require_material = [&](MaterialId id) {
    if (id < value.materials.size()) return;
    throw std::invalid_argument("body '" + definition.name + "': expected a material id below " +
                                std::to_string(value.materials.size()) + ", got " +
                                std::to_string(id));
  };
  require_material(definition.material);
  for (const ShapeDefinition& part : definition.shapes) {
    if (part.material) require_material(*part.material);
  }
  body.id = {value.next_body_id};
  body.first_proxy = value.next_proxy;
  value.bodies.push_back(std::move(body));
  value.ids_by_name.emplace(definition.name, value.next_body_id);
  ++value.next_body_id;
  value.next_proxy += static_cast<BroadPhase::ProxyId>(definition.shapes.size());
  value.has_placed = true;
  value.is_edited = true;
  implementation_->set_moved();
  return value.bodies.back().id;
}

void World::remove_body(BodyId id) {
  WorldValue& value = implementation_->value;
  const BodyRecord& body = implementation_->body(id);
  const auto [first, last] = value.ids_by_name.equal_range(body.definition.name);
  value.ids_by_name.erase(
      std::find_if(first, last, [&](const auto& entry) { return entry.second == id.value; }));
  value.bodies.erase(implementation_->find(id));
  std::erase_if(value.joints, [&](const JointRecord& joint) {
    return joint.definition.parent == id || joint.definition.child == id;
  });
  implementation_->connect_joints();
  implementation_->set_moved();
}

bool World::has_body(BodyId id) const {
  return implementation_->find(id) != implementation_->value.bodies.end();
}

std::vector<BodyId> World::bodies() const {
  std::vector<BodyId> ids;
  ids.reserve(implementation_->value.bodies.size());
  for (const BodyRecord& body : implementation_->value.bodies) ids.push_back(body.id);
  return ids;
}

std::optional<BodyId> World::find_body(std::string_view name) const {
  const auto [first, last] = implementation_->value.ids_by_name.equal_range(std::string(name));
  const auto lowest = std::min_element(
      first, last, [](const auto& a, const auto& b) { return a.second < b.second; });
  if (lowest == last) return std::nullopt;
  return BodyId{lowest->second};
}

const BodyDefinition& World::definition(BodyId id) const {
  return implementation_->body(id).definition;
}

const MassProperties& World::mass_properties(BodyId id) const {
  return implementation_->body(id).mass;
}

MaterialId World::add_material(const Material& material) {
  return implementation_->value.materials.add(material);
}

void World::set_material(MaterialId id, const Material& material) {
  implementation_->value.materials.set(id, material);
  implementation_->value.is_edited = true;
}

void World::set_material_pair(MaterialId a, MaterialId b, const PairOverride& values) {
  implementation_->value.materials.set_pair(a, b, values);
  implementation_->value.is_edited = true;
}

const MaterialTable& World::materials() const { return implementation_->value.materials; }

void World::set_body_material(BodyId id, MaterialId material) {
  BodyRecord& body = implementation_->body(id);
  implementation_->value.materials.get(material);  // throws for an unknown one
  body.definition.material = material;
  for (ShapeDefinition& part : body.definition.shapes) part.material.reset();
  body.has_shape_materials = false;
  implementation_->value.is_edited = true;
}

void World::set_groups_collide(GroupId a, GroupId b, bool collide) {
  implementation_->value.is_edited = true;
  auto& filtered = implementation_->value.filtered_groups;
  if (collide) {
    if (filtered.erase(std::minmax(a, b)) == 0) return;
    implementation_->value.freed_groups.insert(std::minmax(a, b));
  } else {
    filtered.insert(std::minmax(a, b));
  }
}

void World::set_gravity(const Vec3& gravity) {
  require_finite("gravity", gravity);
  implementation_->value.options.gravity = gravity;
  implementation_->value.is_edited = true;
}

const Vec3& World::gravity() const { return implementation_->value.options.gravity; }

void World::set_on_unsolved(OnUnsolved on_unsolved) {
  require_choice("stop or best on unsolved steps", on_unsolved, OnUnsolved::best);
  implementation_->value.options.on_unsolved = on_unsolved;
}

void World::set_analyse_contacts(bool analyse) {
  implementation_->value.options.analyse_contacts = analyse;
  implementation_->value.is_edited = true;
}

// --- State -------------------------------------------------------------------------------------

BodyState World::state(BodyId id) const {
  const BodyRecord& body = implementation_->body(id);
  return {body.X_WB(), body.velocity.head<3>(), body.velocity.tail<3>()};
}

void World::set_pose(BodyId id, const RigidTransform& X_WB) {
  implementation_->body(id).teleport(checked_pose(X_WB));
  implementation_->value.has_placed = true;
  implementation_->set_moved();
}

void World::set_velocity(BodyId id, const Vec3& linear, const Vec3& angular) {
  BodyRecord& body = implementation_->body(id);
  require_finite("linear velocity", linear);
  require_finite("angular velocity", angular);
  if (body.is_fixed()) {
    throw std::invalid_argument("expected a dynamic or kinematic body for a velocity, got '" +
                                body.definition.name + "', which is static");
  }
  body.velocity << linear, angular;
  body.is_unchanged = false;
}

RigidTransform World::interpolated_pose(BodyId id, double alpha) const {
  if (!(alpha >= 0 && alpha <= 1)) reject_number("a share of the step from 0 to 1", alpha);
  const BodyRecord& body = implementation_->body(id);
  if (alpha == 1) return body.X_WB();
  const Quat rotation = body.previous_rotation.slerp(alpha, body.rotation).normalized();
  const Vec3 center = body.previous_center + alpha * (body.center - body.previous_center);
  return {rotation, center - rotation * body.mass.center};
}

double World::time() const { return implementation_->value.time; }

Energy World::energy() const {
  Energy energy;
  for (const BodyRecord& body : implementation_->value.bodies) {
    if (body.is_dynamic()) energy.kinetic += body.kinetic_energy();
  }
  energy.potential = implementation_->value.potential_energy();
  return energy;
}

// --- Forces ------------------------------------------------------------------------------------

void World::apply_force(BodyId id, const Vec3& force, const Vec3& torque,
                        const std::optional<Vec3>& point) {
  BodyRecord& body = implementation_->body(id);
  require_finite("force", force);
  require_finite("torque", torque);
  if (point) require_finite("point", *point);
  if (!body.is_dynamic()) return;
  const Vec3 sum = body.force + force;
  const Vec3 torque_sum = body.torque + torque + calc_arm(body, point).cross(force);
  require_finite("sum of forces", sum);
  require_finite("sum of torques", torque_sum);
  body.force = sum;
  body.torque = torque_sum;
  body.is_unchanged = false;
}

void World::apply_impulse(BodyId id, const Vec3& impulse, const Vec3& angular_impulse,
                          const std::optional<Vec3>& point) {
  BodyRecord& body = implementation_->body(id);
  require_finite("impulse", impulse);
  require_finite("angular impulse", angular_impulse);
  if (point) require_finite("point", *point);
  if (!body.is_dynamic()) return;
  Vec6 velocity = body.velocity;
  velocity.head<3>() += impulse / body.mass.mass;
  velocity.tail<3>() += body.inverse_inertia_W(body.rotation) *
                        (angular_impulse + calc_arm(body, point).cross(impulse));
  require_finite("linear velocity after the impulse", velocity.head<3>());
  require_finite("angular velocity after the impulse", velocity.tail<3>());
  body.velocity = velocity;
  body.is_unchanged = false;
}

// --- Time --------------------------------------------------------------------------------------

StepReport World::step(double h) {
  if (!std::isfinite(h) || h <= 0) reject_number("a finite time step > 0 s", h);
  implementation_->set_moved();
  StepTools& tools = implementation_->step_tools();
  StepReport report = WorldStep(implementation_->value, tools, h).run();
  if (tools.stop_error) std::rethrow_exception(std::exchange(tools.stop_error, nullptr));
  return report;
}

std::span<const Contact> World::contacts() const { return implementation_->value.contacts; }

std::span<const ContactEvent> World::contact_events() const {
  return implementation_->value.events;
}

std::span<const TriggerEvent> World::trigger_events() const {
  return implementation_->value.trigger_events;
}

std::vector<Contact> World::detect_contacts(double margin) const {
  if (!std::isfinite(margin) || margin < 0) reject_number("a finite margin >= 0 m", margin);
  ContactFinder finder;
  std::vector<Contact> contacts;
  for (const FoundContact& found : finder.find_present(implementation_->value, margin)) {
    fill_contact(found, contacts.emplace_back());
  }
  return contacts;
}

double World::calc_penetration() const {
  ContactFinder finder;
  return calc_depth(implementation_->value, finder);
}

std::string_view World::solver_name() const {
  return implementation_->step_tools().solvers.front().model->solver_name();
}

const WorldOptions& World::options() const { return implementation_->value.options; }

}  // namespace stiction
