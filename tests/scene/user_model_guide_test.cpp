// docs/write-your-own-contact-model.md shows the code that is tested, and its scene runs.

#include <stiction/scene/scene.h>
#include <stiction/scene/simulation.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "model/user_model.h"

namespace stiction {
namespace {

const std::filesystem::path kRoot = STICTION_SOURCE_DIR;

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

const std::string& guide() {
  static const std::string text = read_text(kRoot / "docs/write-your-own-contact-model.md");
  return text;
}

/// The blocks of the guide that are fenced as code of a language, without their fences.
std::vector<std::string> code_blocks(const std::string& language) {
  const std::string open = "\n```" + language + "\n";
  std::vector<std::string> blocks;
  for (std::size_t at = guide().find(open); at != std::string::npos; at = guide().find(open, at)) {
    at += open.size();
    blocks.push_back(guide().substr(at, guide().find("```", at) - at));
  }
  return blocks;
}

TEST(UserModelGuide, ShowsTheCodeThatIsTested) {
  const std::string code = read_text(kRoot / "tests/model/user_model.h") +
                           read_text(kRoot / "tests/scene/user_model_test.cpp");
  EXPECT_GE(code_blocks("cpp").size(), 9U);
  for (const std::string& block : code_blocks("cpp")) {
    EXPECT_NE(code.find(block), std::string::npos) << block;
  }
}

TEST(UserModelGuide, ShowsAllOfTheModel) {
  std::string shown;
  for (const std::string& block : code_blocks("cpp")) shown += "\n" + block;
  std::istringstream code(read_text(kRoot / "tests/model/user_model.h"));
  std::string line;
  while (std::getline(code, line) && line != "using namespace stiction;") continue;
  while (std::getline(code, line) && line != "}  // namespace tacky") {
    if (line.empty() || line == " private:") continue;
    EXPECT_NE(shown.find("\n" + line + "\n"), std::string::npos) << line;
  }
}

TEST(UserModelGuide, NamesFilesThatExist) {
  const std::regex names("\\]\\(\\.\\./([^)]+)\\)|`((?:tests|src|include)/[^`]+)`");
  int count = 0;
  for (std::sregex_iterator name(guide().begin(), guide().end(), names), end; name != end; ++name) {
    const std::string file = (*name)[1].matched ? (*name)[1] : (*name)[2];
    EXPECT_TRUE(std::filesystem::exists(kRoot / file)) << file;
    ++count;
  }
  EXPECT_GE(count, 4);
}

TEST(UserModelGuide, ItsSceneRunsAsItExpects) {
  const std::vector<std::string> blocks = code_blocks("xml");
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
