// What recording costs a run in processor time, that of the thread that writes included: parts of
// one run with and without it take turns.

#include <stiction/scene/recording.h>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>
#include <iostream>

#include "scene_files.h"

namespace stiction {
namespace {

/// Processor time of all threads of this program, s.
double calc_processor_time() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

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
  constexpr int kRounds = 5, kStepsInRound = 2000, kSettling = 500;
  Simulation simulation(scene_of(pyramid_scene()));
  for (int k = 0; k < kSettling; ++k) simulation.step();
  ASSERT_EQ(simulation.world().bodies().size(), 56u);  // 55 boxes on the ground
  const FrameTaker taker(simulation.world());
  double plain = 0, recorded = 0;
  for (int round = 0; round < kRounds; ++round) {
    const double start = calc_processor_time();
    for (int k = 0; k < kStepsInRound; ++k) simulation.step();
    const double between = calc_processor_time();
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
    plain += between - start;
    recorded += calc_processor_time() - between;
  }
  const double ratio = recorded / plain;
  std::cout << "a step: " << 1e6 * plain / (kRounds * kStepsInRound) << " us; recorded: " << ratio
            << " times that\n";
  EXPECT_LE(ratio, 1.15);
}

}  // namespace
}  // namespace stiction
