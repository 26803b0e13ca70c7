#include "page_recorder.h"

#include <algorithm>

namespace stiction::command {
namespace {

constexpr std::size_t kMostRecordedPoses = std::size_t{1} << 21;
constexpr std::size_t kMostRecordedContacts = std::size_t{1} << 20;
constexpr std::size_t kMostTriggerChanges = std::size_t{1} << 17;

std::array<float, 3> to_floats(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

PageRecorder::Motion record_motion(const BodyState& state) {
  const Vec3& x = state.pose.translation;
  const Quat& q = state.pose.rotation;
  const Vec3& v = state.linear_velocity;
  const Vec3& w = state.angular_velocity;
  const std::array<double, PageRecorder::kMotionSize> values = {
      x.x(), x.y(), x.z(), q.w(), q.x(), q.y(), q.z(), v.x(), v.y(), v.z(), w.x(), w.y(), w.z()};
  PageRecorder::Motion motion;
  std::ranges::transform(values, motion.begin(),
                         [](double value) { return static_cast<float>(value); });
  return motion;
}

/// Adds the figures of later steps.
void merge(PageRecorder::Figures& figures, const PageRecorder::Figures& later) {
  const auto keep_most = [&](float PageRecorder::Figures::*member) {
    figures.*member = std::max(figures.*member, later.*member);
  };
  using Figures = PageRecorder::Figures;
  figures.energy = later.energy;
  figures.work = later.work;
  for (const auto member :
       {&Figures::residual, &Figures::cone_residual, &Figures::contacts, &Figures::penetration,
        &Figures::collide_us, &Figures::solve_us, &Figures::total_us}) {
    keep_most(member);
  }
}

PageRecorder::Figures figures_of_step(const Simulation& simulation) {
  constexpr double kMicrosecondsPerSecond = 1e6;
  const StepReport& report = simulation.last_report();
  const EnergyBook& energy = simulation.expectations().energy();
  const auto number = [](double value) { return static_cast<float>(value); };
  return {.energy = number(energy.total()),
          .work = number(energy.work()),
          .residual = number(report.residual),
          .cone_residual = number(report.cone_residual.value_or(0)),
          .contacts = static_cast<float>(report.contacts),
          .penetration = number(report.penetration),
          .collide_us = number(report.collide_seconds * kMicrosecondsPerSecond),
          .solve_us = number(report.solve_seconds * kMicrosecondsPerSecond),
          .total_us = number(report.total_seconds * kMicrosecondsPerSecond)};
}

/// What is equal for the same features of the same shapes, and hardly ever for others of the same
/// two bodies.
std::uint64_t make_key(const Contact& contact) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
  const auto shapes = static_cast<std::uint64_t>(contact.shape_a) << 32 |
                      static_cast<std::uint32_t>(contact.shape_b);
  return static_cast<std::uint64_t>(contact.feature) * kOdd ^ shapes;
}

}  // namespace

PageRecorder::PageRecorder(const Simulation& start, std::size_t every) : stride_(every) {
  std::uint32_t index = 0;
  for (const BodyId body : start.world().bodies()) {
    index_of_.resize(std::max<std::size_t>(index_of_.size(), body.value + 1));
    index_of_[body.value] = index++;
  }
  since_last_ = figures_of_step(start);
  since_last_.penetration = static_cast<float>(start.world().calc_penetration());
  add_frame(start);
  contact_frames_.push_back({});
}

void PageRecorder::observe_step(const Simulation& simulation) {
  merge(since_last_, figures_of_step(simulation));
  add_trigger_changes(simulation);
  if (simulation.steps_done() % stride_ == 0) add_frame(simulation);
  if (simulation.steps_done() % (stride_ * contact_stride_) == 0) add_contacts(simulation);
}

void PageRecorder::observe_end(const Simulation& simulation) {
  if (frames_.back().step < simulation.steps_done()) add_frame(simulation);
  if (contact_frames_.back().step < simulation.steps_done()) add_contacts(simulation);
}

void PageRecorder::add_frame(const Simulation& simulation) {
  const World& world = simulation.world();
  Frame frame{.step = simulation.steps_done(), .motions = {}, .figures = since_last_};
  for (const BodyId body : world.bodies()) {
    if (world.definition(body).kind == BodyKind::fixed) continue;
    frame.motions.push_back(record_motion(world.state(body)));
  }
  since_last_ = Figures{};
  frames_.push_back(std::move(frame));
  const std::size_t poses = frames_.size() * std::max<std::size_t>(1, frames_[0].motions.size());
  if (poses > kMostRecordedPoses) forget_every_other_frame();
}

void PageRecorder::forget_every_other_frame() {
  if (frames_.size() < 3) return;
  std::vector<Frame> kept;
  kept.push_back(std::move(frames_.front()));
  Figures skipped;
  for (std::size_t i = 1; i < frames_.size(); ++i) {
    merge(skipped, frames_[i].figures);
    if (frames_[i].step % (2 * stride_) != 0) continue;
    kept.push_back(std::move(frames_[i]));
    kept.back().figures = skipped;
    skipped = Figures{};
  }
  if (kept.back().step != frames_.back().step) since_last_ = skipped;
  frames_ = std::move(kept);
  stride_ *= 2;
  contact_stride_ = std::max<std::size_t>(1, contact_stride_ / 2);
}

void PageRecorder::add_contacts(const Simulation& simulation) {
  const double timestep = simulation.scene().timestep;
  ContactFrame frame{.step = simulation.steps_done(), .contacts = {}};
  for (const Contact& contact : simulation.world().contacts()) {
    if (!contact.is_touching()) continue;
    frame.contacts.push_back({.key = make_key(contact),
                              .body_a = index_of_[contact.body_a.value],
                              .body_b = index_of_[contact.body_b.value],
                              .point = to_floats(contact.point),
                              .normal = to_floats(contact.normal),
                              .normal_force = static_cast<float>(contact.normal_impulse / timestep),
                              .friction = to_floats(contact.friction_impulse / timestep),
                              .mu = static_cast<float>(contact.friction),
                              .state = contact.state});
  }
  num_contacts_ += frame.contacts.size();
  contact_frames_.push_back(std::move(frame));
  if (num_contacts_ > kMostRecordedContacts) forget_every_other_contacts();
}

void PageRecorder::forget_every_other_contacts() {
  if (contact_frames_.size() < 3) return;
  contact_stride_ *= 2;
  std::erase_if(contact_frames_, [this](const ContactFrame& frame) {
    return frame.step % (stride_ * contact_stride_) != 0;
  });
  num_contacts_ = 0;
  for (const ContactFrame& frame : contact_frames_) num_contacts_ += frame.contacts.size();
}

void PageRecorder::add_trigger_changes(const Simulation& simulation) {
  for (const TriggerEvent& event : simulation.world().trigger_events()) {
    if (event.kind == ContactEventKind::persist) continue;
    if (trigger_changes_.size() >= kMostTriggerChanges) return;
    trigger_changes_.push_back({.step = simulation.steps_done(),
                                .enters = event.kind == ContactEventKind::begin,
                                .trigger = index_of_[event.trigger.body.value],
                                .shape = event.trigger.shape,
                                .other = index_of_[event.other.body.value]});
  }
}

}  // namespace stiction::command
