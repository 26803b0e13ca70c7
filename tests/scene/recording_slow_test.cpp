// What recording costs the run, in one run: blocks of steps with and without it take turns.

#include <stiction/scene/recording.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>

#include "scene_text.h"

namespace stiction {
namespace {

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
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

TEST(RecordingSlow, ASettledPyramidIsAtMost15PercentSlower) {
  constexpr int kBlocks = 120, kStepsInBlock = 50, kSettling = 500;
  Simulation simulation(scene_of(pyramid_scene()));
  for (int k = 0; k < kSettling; ++k) simulation.step();
  const FrameTaker taker(simulation.world());
  ASSERT_EQ(simulation.world().bodies().size(), 56u);  // 55 boxes on the ground
  std::ofstream out(::testing::TempDir() + "stiction-pyramid.rec", std::ios::binary);
  RecordingWriter writer(out, simulation);
  RunFrame frame;
  std::vector<double> plain, recorded;
  for (int block = 0; block < 2 * kBlocks; ++block) {
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < kStepsInBlock; ++k) {
      simulation.step();
      if (block % 2 == 0) continue;
      taker.take(simulation, frame);
      writer.observe_step(frame);
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    (block % 2 == 0 ? plain : recorded).push_back(taken.count());
  }
  EXPECT_FALSE(writer.has_failed());
  const double ratio = median(recorded) / median(plain);
  std::cout << "a step: " << 1e6 * median(plain) / kStepsInBlock << " us; recorded: " << ratio
            << " times that\n";
  EXPECT_LE(ratio, 1.15);
}

}  // namespace
}  // namespace stiction
