// docs/bring-your-robot.md shows the code that is tested; followed to the letter it works.

#include <gtest/gtest.h>
#include <stiction/scene/report.h>
#include <stiction/scene/scene.h>
#include <stiction/scene/simulation.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "scene/guide_blocks.h"
#include "scene/press_controller.h"
#include "scene/scene_files.h"

namespace stiction {
namespace {

class RobotGuide : public SceneFilesTest {
 protected:
  RobotGuide() {
    write_bytes("press.urdf", guide_.code_blocks("xml").at(0));
    write_bytes("press.xml", guide_.code_blocks("xml").at(1));
  }

  Scene read_press() const {
    SceneReadResult result = read("press.xml");
    EXPECT_TRUE(result.scene) << errors_of(result);
    return result.scene.value_or(Scene());
  }

  const Guide guide_{"docs/bring-your-robot.md"};
};

TEST_F(RobotGuide, ShowsTheCodeThatIsTested) {
  const std::string code = read_source("tests/scene/press_controller.h") +
                           read_source("tests/scene/robot_guide_test.cpp");
  EXPECT_GE(guide_.code_blocks("cpp").size(), 2U);
  for (const std::string& block : guide_.code_blocks("cpp")) {
    EXPECT_NE(code.find(block), std::string::npos) << block;
  }
}

TEST_F(RobotGuide, NamesFilesThatExist) {
  EXPECT_GE(guide_.files().size(), 4U);
  for (const std::string& file : guide_.files()) {
    EXPECT_TRUE(std::filesystem::exists(source_path(file))) << file;
  }
}

TEST_F(RobotGuide, ItsSceneRunsAsItExpects) {
  Simulation simulation(read_press());
  while (!simulation.is_finished()) simulation.step();
  EXPECT_FALSE(simulation.has_failed());
  ASSERT_FALSE(simulation.expectations().results().empty());
  for (const ExpectationResult& result : simulation.expectations().results()) {
    EXPECT_TRUE(result.passed) << result.what;
  }
}

TEST_F(RobotGuide, ItsControllerPressesAsItWasTold) {
  // The block weighs 9.81 N.
  EXPECT_NEAR(press::run_press(path("press.xml"), 30), 30 + 9.81, 1e-6);
}

TEST_F(RobotGuide, TheSameBitsOnAnyNumberOfThreads) {
  const Scene scene = read_press();
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 2, 4}) {
    Simulation simulation(scene, threads);
    simulation.set_controller(press::PressController(scene, simulation.world(), 30));
    while (!simulation.is_finished()) simulation.step();
    hashes.push_back(calc_state_hash(simulation.world()));
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

}  // namespace
}  // namespace stiction
