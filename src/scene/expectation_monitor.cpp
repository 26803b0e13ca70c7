#include <stiction/math/rejected_number.h>
#include <stiction/math/rotation.h>
#include <stiction/scene/expectation.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "expectation_steps.h"

namespace stiction {

struct ExpectationMonitor::Moment {
  std::size_t step = 0;
  double penetration = 0;
  double residual = 0;
  double cone_residual = 0;
  std::size_t contacts = 0;
};

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::size_t count_touching(const std::vector<Contact>& contacts) {
  return static_cast<std::size_t>(std::count_if(contacts.begin(), contacts.end(),
                                                [](const Contact& c) { return c.is_touching(); }));
}

/// The mean force of the contacts on the body over the last step, N.
Vec3 calc_contact_force(const World& world, BodyId body, double timestep) {
  Vec3 impulse = Vec3::Zero();
  for (const Contact& contact : world.contacts()) {
    const Vec3 on_a = contact.normal_impulse * contact.normal + contact.friction_impulse;
    if (contact.body_a == body) impulse += on_a;
    if (contact.body_b == body) impulse -= on_a;
  }
  return impulse / timestep;
}

/// The component of `vector` that `quantity` selects, if `x` is the quantity of the x component.
double component(const Vec3& vector, Quantity quantity, Quantity x) {
  return vector[static_cast<int>(quantity) - static_cast<int>(x)];
}

/// The quantities of a body that follow from its state and its pose at the start.
double measure_motion(Quantity quantity, const BodyState& state, const RigidTransform& start) {
  const Vec3 displacement = state.pose.translation - start.translation;
  switch (quantity) {
    case Quantity::position_x:
    case Quantity::position_y:
    case Quantity::position_z:
      return component(state.pose.translation, quantity, Quantity::position_x);
    case Quantity::displacement:
      return displacement.norm();
    case Quantity::displacement_x:
    case Quantity::displacement_y:
    case Quantity::displacement_z:
      return component(displacement, quantity, Quantity::displacement_x);
    case Quantity::rotation:
      return rotation_angle(start.rotation, state.pose.rotation);
    case Quantity::linear_velocity_x:
    case Quantity::linear_velocity_y:
    case Quantity::linear_velocity_z:
      return component(state.linear_velocity, quantity, Quantity::linear_velocity_x);
    case Quantity::speed:
      return state.linear_velocity.norm();
    case Quantity::angular_velocity_x:
    case Quantity::angular_velocity_y:
    case Quantity::angular_velocity_z:
      return component(state.angular_velocity, quantity, Quantity::angular_velocity_x);
    case Quantity::angular_speed:
      return state.angular_velocity.norm();
    default:
      return std::numeric_limits<double>::quiet_NaN();  // not a quantity of motion: violates every
                                                        // condition
  }
}

/// By how much `value` misses the condition; at most 0 if an `equals` holds.
double calc_excess(const Expectation& expectation, double value) {
  if (std::isnan(value)) return kInfinity;
  switch (expectation.condition) {
    case Expectation::Condition::equals:
      return std::abs(value - expectation.value) - expectation.tolerance;
    case Expectation::Condition::below:
      return value - expectation.value;
    case Expectation::Condition::above:
      return expectation.value - value;
  }
  return kInfinity;
}

/// Written so that NaN violates every condition.
bool holds(const Expectation& expectation, double value) {
  switch (expectation.condition) {
    case Expectation::Condition::equals:
      return std::abs(value - expectation.value) <= expectation.tolerance;
    case Expectation::Condition::below:
      return value < expectation.value;
    case Expectation::Condition::above:
      return value > expectation.value;
  }
  return false;
}

std::string describe_subject(const Expectation& expectation) {
  const std::string& name = expectation.body.empty() ? expectation.joint : expectation.body;
  return (name.empty() ? "" : name + " ") + std::string(to_string(expectation.quantity));
}

std::string describe_time(const Expectation& expectation) {
  if (expectation.at) return " at " + format_number(*expectation.at) + " s";
  if (!expectation.from && !expectation.to) return " at every step";
  const std::string to =
      expectation.to ? " to " + format_number(*expectation.to) + " s" : " to the end";
  return " from " + format_number(expectation.from.value_or(0)) + " s" + to;
}

std::string describe_condition(const Expectation& expectation) {
  const std::string value = format_number(expectation.value);
  switch (expectation.condition) {
    case Expectation::Condition::equals:
      return value + " +- " + format_number(expectation.tolerance);
    case Expectation::Condition::below:
      return "below " + value;
    case Expectation::Condition::above:
      return "above " + value;
  }
  return value;
}

}  // namespace

ExpectationMonitor::ExpectationMonitor(const Scene& scene, const World& world,
                                       std::size_t num_steps)
    : timestep_(scene.timestep) {
  watches_.reserve(scene.expectations.size());
  for (const Expectation& expectation : scene.expectations) {
    watches_.push_back(make_watch(expectation, world, num_steps));
  }
}

ExpectationMonitor::Watch ExpectationMonitor::make_watch(const Expectation& expectation,
                                                         const World& world,
                                                         std::size_t num_steps) const {
  Watch watch{.expectation = expectation};
  if (is_body_quantity(expectation.quantity)) {
    const std::optional<BodyId> body = world.find_body(expectation.body);
    if (!body) {
      throw std::invalid_argument("expected the name of a body of the world, got '" +
                                  expectation.body + "'");
    }
    watch.body = *body;
    watch.start = world.state(*body).pose;
  }
  if (is_joint_quantity(expectation.quantity)) {
    const std::optional<JointId> joint = world.find_joint(expectation.joint);
    if (!joint) {
      throw std::invalid_argument("expected the name of a joint of the world, got '" +
                                  expectation.joint + "'");
    }
    watch.joint = *joint;
  }
  const StepRange steps = calc_step_range(expectation, timestep_, num_steps);
  watch.first_step = steps.first;
  watch.last_step = steps.last;
  return watch;
}

void ExpectationMonitor::observe_start(const World& world) {
  Moment moment;
  energy_ = EnergyBook(world.energy());
  const auto is_asked_for = [this](Quantity quantity) {
    return std::ranges::any_of(watches_, [quantity](const Watch& watch) {
      return watch.expectation.quantity == quantity && watch.first_step == 0;
    });
  };
  if (is_asked_for(Quantity::penetration)) moment.penetration = world.calc_penetration();
  if (is_asked_for(Quantity::contacts)) {
    moment.contacts = count_touching(world.detect_contacts(kTouchingGap));
  }
  observe(world, moment);
}

void ExpectationMonitor::observe_step(const World& world, const StepReport& report, std::size_t k) {
  Moment moment;
  moment.step = k;
  energy_.add_step(world.energy(), report.work);
  moment.penetration = report.penetration;
  moment.residual = report.residual;
  moment.cone_residual = report.cone_residual.value_or(std::numeric_limits<double>::quiet_NaN());
  moment.contacts = report.contacts;
  observe(world, moment);
}

void ExpectationMonitor::observe(const World& world, const Moment& moment) {
  for (Watch& watch : watches_) {
    if (moment.step < watch.first_step || moment.step > watch.last_step) continue;
    const double value = measure(watch, world, moment);
    const double excess = calc_excess(watch.expectation, value);
    if (!watch.worst_value || excess > watch.worst_excess) {
      watch.worst_value = value;
      watch.worst_excess = excess;
      watch.worst_time = static_cast<double>(moment.step) * timestep_;
    }
    if (!holds(watch.expectation, value) && !watch.is_violated) {
      watch.is_violated = true;
      watch.violated_at = static_cast<double>(moment.step) * timestep_;
    }
    watch.is_complete = moment.step == watch.last_step;
  }
}

double ExpectationMonitor::measure(const Watch& watch, const World& world,
                                   const Moment& moment) const {
  const Quantity quantity = watch.expectation.quantity;
  const bool is_gone = (is_body_quantity(quantity) && !world.has_body(watch.body)) ||
                       (is_joint_quantity(quantity) && !world.has_joint(watch.joint));
  if (is_gone) return std::numeric_limits<double>::quiet_NaN();
  switch (quantity) {
    case Quantity::contact_force:
      return moment.step == 0 ? 0 : calc_contact_force(world, watch.body, timestep_).norm();
    case Quantity::joint_position:
      return world.joint_state(watch.joint).position;
    case Quantity::joint_velocity:
      return world.joint_state(watch.joint).velocity;
    case Quantity::joint_error:
      return world.joint_state(watch.joint).error;
    case Quantity::joint_force:
      return world.joint_state(watch.joint).force.norm();
    case Quantity::energy:
      return energy_.total();
    case Quantity::energy_gain:
      return energy_.gain();
    case Quantity::energy_created:
      return energy_.created();
    case Quantity::penetration:
      return moment.penetration;
    case Quantity::residual:
      return moment.residual;
    case Quantity::cone_residual:
      return moment.cone_residual;
    case Quantity::contacts:
      return static_cast<double>(moment.contacts);
    default:
      return measure_motion(quantity, world.state(watch.body), watch.start);
  }
}

std::vector<ExpectationResult> ExpectationMonitor::results() const {
  std::vector<ExpectationResult> results;
  results.reserve(watches_.size());
  for (const Watch& watch : watches_) {
    const Expectation& expectation = watch.expectation;
    // An expectation that an early end left open is neither measured nor passed.
    const bool is_decided = watch.is_complete || watch.is_violated;
    results.push_back({.what = describe_subject(expectation) + describe_time(expectation),
                       .passed = watch.is_complete && !watch.is_violated,
                       .measured = is_decided ? watch.worst_value : std::nullopt,
                       .measured_at = watch.worst_time,
                       .violated_at = watch.violated_at,
                       .wanted = describe_condition(expectation),
                       .place = expectation.place});
  }
  return results;
}

}  // namespace stiction
