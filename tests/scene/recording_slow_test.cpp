// The cost of recording for a run: processor time of the run's own thread, by which it is slower,
// and that time plus the writing thread's. Parts of one run with and without recording alternate.

#include <stiction/scene/recording.h>

#include <gtest/gtest.h>
#include <time.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <limits>

#include "scene_files.h"

namespace stiction {
namespace {

/// Processor time, s: of this thread, and of all threads of the program.
struct ProcessorTime {
  double own = 0, all = 0;

  static ProcessorTime now() {
    return {read(CLOCK_THREAD_CPUTIME_ID), read(CLOCK_PROCESS_CPUTIME_ID)};
  }
  ProcessorTime since(const ProcessorTime& start) const {
    return {own - start.own, all - start.all};
  }
  void keep_least(const ProcessorTime& other) {
    own = std::min(own, other.own);
    all = std::min(all, other.all);
  }

 private:
  static double read(clockid_t clock) {
    timespec time;
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
};

/// Rows of 10, 9, ... 1 boxes, each upper one on two: 55.
std::string pyramid_scene() {
  std::string text =
      "<option duration=\"1e6\"/><body name=\"ground\" static=\"true\"> <plane/> </body>";
  for (int row = 0; row < 10; ++row) {
    const std::string x = std::to_string(0.525 * row), z = std::to_string(0.5 + row);
    text += "<replicate count=\"" + std::to_string(10 - row) +
            "\" xyz=\"1.05 0 0\"> <body name=\"box-" + std::to_string(row) + "\" xyz=\"" + x +
            " 0 " + z + "\"> <box size=\"1 1 1\"/> </body> </replicate>\n";
  }
  return in_scene(text);
}

class RecordingSlowTest : public SceneFilesTest {};

TEST_F(RecordingSlowTest, ASettledPyramidTakesAtMost15PercentMore) {
  constexpr int kRounds = 10, kStepsInRound = 1000, kSettling = 500;
  Simulation simulation(scene_of(pyramid_scene()));
  for (int k = 0; k < kSettling; ++k) simulation.step();
  ASSERT_EQ(simulation.world().bodies().size(), 56u);  // 55 boxes on the ground
  const FrameTaker taker(simulation.world());
  // For each, the round with the least disturbance by other programs.
  constexpr double kNone = std::numeric_limits<double>::infinity();
  ProcessorTime plain = {kNone, kNone}, recorded = plain;
  for (int round = 0; round < kRounds; ++round) {
    const ProcessorTime start = ProcessorTime::now();
    for (int k = 0; k < kStepsInRound; ++k) simulation.step();
    const ProcessorTime between = ProcessorTime::now();
    {
      std::ofstream out(path("pyramid.rec"), std::ios::binary);
      RecordingWriter writer(out, simulation);
      RunFrame frame;
      for (int k = 0; k < kStepsInRound; ++k) {
        simulation.step();
        taker.take(simulation, frame);
        writer.observe_step(frame);
      }
      EXPECT_FALSE(writer.has_failed());
    }
    plain.keep_least(between.since(start));
    recorded.keep_least(ProcessorTime::now().since(between));
  }
  std::cout << "a step: " << 1e6 * plain.own / kStepsInRound
            << " us; recorded: " << recorded.own / plain.own
            << " times that, with the thread that writes " << recorded.all / plain.all << "\n";
  EXPECT_LE(recorded.own, 1.15 * plain.own);
  EXPECT_LE(recorded.all, 1.25 * plain.all);
}

}  // namespace
}  // namespace stiction
