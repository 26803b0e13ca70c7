#include <stiction/scene/run_frame.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

std::array<float, 3> to_floats(const Vec3& v) {
  return {to_single(v.x()), to_single(v.y()), to_single(v.z())};
}

RunFrame::Motion to_motion(const BodyState& state) {
  const Vec3& x = state.pose.translation;
  const Quat& q = state.pose.rotation;
  const Vec3& v = state.linear_velocity;
  const Vec3& w = state.angular_velocity;
  return {x.x(), x.y(), x.z(), q.w(), q.x(), q.y(), q.z(),
          v.x(), v.y(), v.z(), w.x(), w.y(), w.z()};
}

Rung find_farthest_rung(const RungCounts& rungs) {
  std::size_t rung = kNumRungs - 1;
  while (rung > 0 && rungs[rung] == 0) --rung;
  return static_cast<Rung>(rung);
}

}  // namespace

float to_single(double value) {
  constexpr double kMost = std::numeric_limits<float>::max();
  return static_cast<float>(std::isfinite(value) ? std::clamp(value, -kMost, kMost) : value);
}

StepFigures take_step_figures(const Simulation& simulation) {
  constexpr double kMicrosecondsPerSecond = 1e6;
  const StepReport& report = simulation.last_report();
  const EnergyBook& energy = simulation.expectations().energy();
  const bool is_start = simulation.steps_done() == 0;
  return {.energy = energy.total(),
          .work = energy.work(),
          .residual = report.residual,
          .cone_residual = report.cone_residual,
          .contacts = report.contacts,
          .penetration = is_start ? simulation.world().calc_penetration() : report.penetration,
          .pivots = report.pivots,
          .factorisations = report.factorisations,
          .rung = find_farthest_rung(report.rungs),
          .collide_us = report.collide_seconds * kMicrosecondsPerSecond,
          .solve_us = report.solve_seconds * kMicrosecondsPerSecond,
          .total_us = report.total_seconds * kMicrosecondsPerSecond};
}

FrameTaker::FrameTaker(const World& start) {
  std::uint32_t index = 0;
  for (const BodyId body : start.bodies()) {
    if (body.value >= index_of_.size()) index_of_.resize(body.value + 1, kUnknown);
    index_of_[body.value] = index++;
    if (start.definition(body).kind != BodyKind::fixed) moving_.push_back(body);
  }
}

void FrameTaker::take(const Simulation& simulation, RunFrame& frame) const {
  const World& world = simulation.world();
  const auto index_of = [this](BodyId body) {
    return body.value < index_of_.size() ? index_of_[body.value] : kUnknown;
  };
  frame.step = simulation.steps_done();
  frame.figures = take_step_figures(simulation);
  frame.motions.resize(moving_.size());
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    if (world.has_body(moving_[i])) frame.motions[i] = to_motion(world.state(moving_[i]));
  }
  frame.contacts.clear();
  for (const Contact& contact : world.contacts()) {
    const std::uint32_t a = index_of(contact.body_a), b = index_of(contact.body_b);
    if (!contact.is_touching() || a == kUnknown || b == kUnknown) continue;
    frame.contacts.push_back({.body_a = a,
                              .body_b = b,
                              .shape_a = static_cast<std::uint32_t>(contact.shape_a),
                              .shape_b = static_cast<std::uint32_t>(contact.shape_b),
                              .feature = contact.feature,
                              .point = {contact.point.x(), contact.point.y(), contact.point.z()},
                              .normal = to_floats(contact.normal),
                              .gap = to_single(contact.gap),
                              .normal_impulse = to_single(contact.normal_impulse),
                              .friction_impulse = to_floats(contact.friction_impulse),
                              .friction = to_single(contact.friction),
                              .state = contact.state});
  }
  frame.trigger_changes.clear();
  for (const TriggerEvent& event : world.trigger_events()) {
    const std::uint32_t trigger = index_of(event.trigger.body), other = index_of(event.other.body);
    if (event.kind == ContactEventKind::persist || trigger == kUnknown || other == kUnknown)
      continue;
    frame.trigger_changes.push_back({.step = frame.step,
                                     .enters = event.kind == ContactEventKind::begin,
                                     .trigger = trigger,
                                     .shape = static_cast<std::uint32_t>(event.trigger.shape),
                                     .other = other});
  }
}

}  // namespace stiction
