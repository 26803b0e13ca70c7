#include "page_recorder.h"

#include <algorithm>
#include <cmath>

namespace stiction::command {
namespace {

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

PageRecorder::Figures to_page_figures(const StepFigures& figures) {
  return {.energy = to_single(figures.energy),
          .work = to_single(figures.work),
          .residual = to_single(figures.residual),
          .cone_residual = to_single(figures.cone_residual.value_or(0)),
          .contacts = static_cast<float>(figures.contacts),
          .penetration = to_single(figures.penetration),
          .collide_us = to_single(figures.collide_us),
          .solve_us = to_single(figures.solve_us),
          .total_us = to_single(figures.total_us)};
}

/// A key that is equal for the same features of the same shapes, and hardly ever for other features
/// of the same two bodies.
std::uint64_t make_key(const FrameContact& contact) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
  const auto shapes = std::uint64_t{contact.shape_a} << 32 | contact.shape_b;
  return contact.feature * kOdd ^ shapes;
}

}  // namespace

void PageRecorder::observe(const RunFrame& frame) {
  merge(since_last_, to_page_figures(frame.figures));
  for (const TriggerChange& change : frame.trigger_changes) {
    if (trigger_changes_.size() < room_.trigger_changes) {
      trigger_changes_.push_back(change);
    } else {
      ++num_trigger_changes_left_out_;
    }
  }
  if (frames_.empty() || frame.step % stride_ == 0) add_frame(frame);
  if (contact_frames_.empty() || frame.step % (stride_ * contact_stride_) == 0) {
    add_contacts(frame);
  }
  const bool is_kept = std::min(frames_.back().step, contact_frames_.back().step) == frame.step;
  if (!is_kept) latest_ = frame;
}

void PageRecorder::observe_end() {
  if (frames_.back().step < latest_.step) add_frame(latest_);
  if (contact_frames_.back().step < latest_.step) add_contacts(latest_);
}

/// The middle of the bodies, in whole metres.
void PageRecorder::choose_origin(const RunFrame& start) {
  constexpr double kFar = 1000;  // m; up to there positions are known to 0.1 mm
  if (start.motions.empty()) return;
  for (std::size_t k = 0; k < origin_.size(); ++k) {
    std::vector<double> places;
    for (const RunFrame::Motion& motion : start.motions) places.push_back(motion[k]);
    const auto middle = places.begin() + static_cast<std::ptrdiff_t>(places.size() / 2);
    std::ranges::nth_element(places, middle);
    if (std::abs(*middle) > kFar) origin_[k] = std::round(*middle);
  }
}

void PageRecorder::add_frame(const RunFrame& frame) {
  Frame kept{.step = frame.step, .motions = {}, .figures = since_last_};
  if (frames_.empty()) choose_origin(frame);
  for (RunFrame::Motion motion : frame.motions) {
    for (std::size_t k = 0; k < origin_.size(); ++k) motion[k] -= origin_[k];
    std::ranges::transform(motion, kept.motions.emplace_back().begin(), to_single);
  }
  since_last_ = Figures{};
  frames_.push_back(std::move(kept));
  const std::size_t poses = frames_.size() * std::max<std::size_t>(1, frames_[0].motions.size());
  if (poses > room_.poses) forget_every_other_frame();
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

void PageRecorder::add_contacts(const RunFrame& frame) {
  ContactFrame kept{.step = frame.step, .contacts = {}};
  for (const FrameContact& contact : frame.contacts) {
    std::array<float, 3> friction = contact.friction_impulse;
    for (float& impulse : friction) impulse = to_single(impulse / timestep_);
    std::array<float, 3> point;
    for (std::size_t k = 0; k < origin_.size(); ++k) {
      point[k] = to_single(contact.point[k] - origin_[k]);
    }
    kept.contacts.push_back({.key = make_key(contact),
                             .body_a = contact.body_a,
                             .body_b = contact.body_b,
                             .point = point,
                             .normal = contact.normal,
                             .normal_force = to_single(contact.normal_impulse / timestep_),
                             .friction = friction,
                             .mu = contact.friction,
                             .state = contact.state});
  }
  num_contacts_ += kept.contacts.size();
  contact_frames_.push_back(std::move(kept));
  if (num_contacts_ > room_.contacts) forget_every_other_contacts();
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

}  // namespace stiction::command
