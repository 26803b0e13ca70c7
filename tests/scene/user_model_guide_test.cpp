// docs/write-your-own-contact-model.md shows the code that is tested, and its scene runs.

#include <stiction/scene/scene.h>
#include <stiction/scene/simulation.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "model/user_model.h"
#include "scene/guide_blocks.h"

namespace stiction {
namespace {

const Guide& guide() {
  static const Guide kGuide("docs/write-your-own-contact-model.md");
  return kGuide;
}

TEST(UserModelGuide, ShowsTheCodeThatIsTested) {
  const std::string code =
      read_source("tests/model/user_model.h") + read_source("tests/scene/user_model_test.cpp");
  EXPECT_GE(guide().code_blocks("cpp").size(), 9U);
  for (const std::string& block : guide().code_blocks("cpp")) {
    EXPECT_NE(code.find(block), std::string::npos) << block;
  }
}

TEST(UserModelGuide, ShowsAllOfTheModel) {
  std::string shown;
  for (const std::string& block : guide().code_blocks("cpp")) shown += "\n" + block;
  std::istringstream code(read_source("tests/model/user_model.h"));
  std::string line;
  while (std::getline(code, line) && line != "using namespace stiction;") continue;
  while (std::getline(code, line) && line != "}  // namespace tacky") {
    if (line.empty() || line == " private:") continue;
    EXPECT_NE(shown.find("\n" + line + "\n"), std::string::npos) << line;
  }
}

TEST(UserModelGuide, NamesFilesThatExist) {
  EXPECT_GE(guide().files().size(), 4U);
  for (const std::string& file : guide().files()) {
    EXPECT_TRUE(std::filesystem::exists(source_path(file))) << file;
  }
}

TEST(UserModelGuide, ItsSceneRunsAsItExpects) {
  const std::vector<std::string> blocks = guide().code_blocks("xml");
  ASSERT_EQ(blocks.size(), 1U);
  const SceneReadResult result =
      read_scene_text(blocks[0], "guide.xml", tacky::make_catalogue(0.3 * 8 * 9.81));
  ASSERT_TRUE(result.scene) << result.errors.front().to_string();
  Simulation simulation(*result.scene);
  while (!simulation.is_finished()) simulation.step();
  EXPECT_FALSE(simulation.has_failed());
  const std::vector<ExpectationResult> expectations = simulation.expectations().results();
  EXPECT_EQ(expectations.size(), 2U);
  for (const ExpectationResult& expectation : expectations) {
    EXPECT_TRUE(expectation.passed) << expectation.what;
  }
}

}  // namespace
}  // namespace stiction
