// Which part `PageRecorder` keeps of runs that exceed its room.

#include <gtest/gtest.h>

#include <algorithm>

#include "page_recorder.h"

namespace stiction::command {
namespace {

constexpr double kTimestep = 0.01;
constexpr std::size_t kNumBodies = 2;
constexpr std::size_t kContactsPerStep = 3;
constexpr std::size_t kSpike = 37;  // the step with the largest residual

/// A step in which every number identifies the step.
RunFrame make_frame(std::size_t step) {
  RunFrame frame;
  frame.step = step;
  frame.figures.energy = static_cast<double>(step);
  frame.figures.residual = step == kSpike ? 1.0 : 0.0;
  RunFrame::Motion motion = {};
  motion[0] = static_cast<double>(step);
  frame.motions.assign(kNumBodies, motion);
  FrameContact contact;
  contact.normal_impulse = static_cast<float>(step);
  frame.contacts.assign(kContactsPerStep, contact);
  frame.trigger_changes.push_back({.step = step, .enters = step % 2 == 0});
  return frame;
}

PageRecorder record(std::size_t last_step, const PageRecorder::Room& room) {
  constexpr std::size_t kEveryStep = 1;
  PageRecorder recorder(kTimestep, kEveryStep, room);
  for (std::size_t step = 0; step <= last_step; ++step) {
    recorder.observe(make_frame(step));
    EXPECT_LE(recorder.frames().size() * kNumBodies, room.poses) << step;
    EXPECT_LE(recorder.contact_frames().size() * kContactsPerStep, room.contacts) << step;
  }
  recorder.observe_end();
  return recorder;
}

/// Every `stride`th step from the first on, then the last.
template <typename Frames>
void expect_even_steps(const Frames& frames, std::size_t stride, std::size_t last_step) {
  for (std::size_t k = 0; k + 1 < frames.size(); ++k) EXPECT_EQ(frames[k].step, k * stride);
  EXPECT_EQ(frames.back().step, last_step);
  EXPECT_LE(last_step - frames[frames.size() - 2].step, stride);
}

TEST(PageRecorder, WithoutRoomForAllPosesEveryOtherFrameGoes) {
  constexpr std::size_t kLast = 101;
  const PageRecorder recorder = record(kLast, {.poses = 40, .contacts = 1000});
  // 102 frames of 2 bodies: with room for 20 frames every 8th step, that is 13, and the last.
  EXPECT_EQ(recorder.stride(), 8U);
  EXPECT_EQ(recorder.contact_stride(), 1U);
  expect_even_steps(recorder.frames(), 8, kLast);
  for (const PageRecorder::Frame& frame : recorder.frames()) {
    EXPECT_EQ(frame.motions.at(1)[0], static_cast<float>(frame.step));
    EXPECT_EQ(frame.figures.energy, static_cast<float>(frame.step));
    // The maximum over the steps since the frame before.
    EXPECT_EQ(frame.figures.residual, frame.step == 40 ? 1.0F : 0.0F) << frame.step;
  }
}

TEST(PageRecorder, WithoutRoomForAllContactsThoseOfEveryOtherFrameGo) {
  constexpr std::size_t kLast = 101;
  const PageRecorder recorder = record(kLast, {.poses = 1000, .contacts = 90});
  EXPECT_EQ(recorder.stride(), 1U);
  EXPECT_EQ(recorder.frames().size(), kLast + 1);
  // 102 steps with 3 contacts: room for those of 30 steps, so every 4th step is kept.
  EXPECT_EQ(recorder.contact_stride(), 4U);
  expect_even_steps(recorder.contact_frames(), 4, kLast);
  for (const PageRecorder::ContactFrame& frame : recorder.contact_frames()) {
    ASSERT_EQ(frame.contacts.size(), kContactsPerStep);
    EXPECT_FLOAT_EQ(frame.contacts[2].normal_force,
                    static_cast<float>(static_cast<double>(frame.step) / kTimestep));
  }
}

TEST(PageRecorder, ContactsAreOfStepsThatAreFramesWhenBothAreThinned) {
  constexpr std::size_t kLast = 999;
  const PageRecorder recorder = record(kLast, {.poses = 200, .contacts = 90});
  expect_even_steps(recorder.frames(), recorder.stride(), kLast);
  expect_even_steps(recorder.contact_frames(), recorder.stride() * recorder.contact_stride(),
                    kLast);
  EXPECT_GT(recorder.contact_stride(), 1U);
  for (const PageRecorder::ContactFrame& contacts : recorder.contact_frames()) {
    EXPECT_TRUE(std::ranges::count(recorder.frames(), contacts.step, &PageRecorder::Frame::step));
  }
}

TEST(PageRecorder, OfTriggersTheFirstChangesAreKeptAndTheOthersCounted) {
  const PageRecorder recorder = record(7, {.trigger_changes = 5});
  ASSERT_EQ(recorder.trigger_changes().size(), 5U);
  EXPECT_EQ(recorder.trigger_changes().back().step, 4U);
  EXPECT_EQ(recorder.num_trigger_changes_left_out(), 3U);
}

}  // namespace
}  // namespace stiction::command
