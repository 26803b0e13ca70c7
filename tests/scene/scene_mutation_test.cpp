// Reading a file ends whatever bytes it holds, and gives either a scene or errors with their place.

#include <gtest/gtest.h>
#include <stiction/scene/scene.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "scene/mutation.h"
#include "scene/scene_text.h"

namespace stiction {
namespace {

const std::string kValidScene = R"(<?xml version="1.0" encoding="UTF-8"?>
<!-- every element of the format -->
<scene version="1" name="three crates">
  <option timestep="0.01" duration="5" gravity="0 0 -9.81"/>
  <contact model="coulomb" solver="lemke" directions="8" align="slip"/>
  <material name="wood" friction="0.5" restitution="0.1" viscosity="0"/>
  <material name="steel" friction="0.2"/>
  <pair a="wood" b="steel" friction="0.3"/>
  <body name="ground" static="true" material="wood"><plane normal="0 0 1" offset="0"/></body>
  <replicate count="3" xyz="0 0 1" rpy="0 0 0.1">
    <replicate count="2" xyz="3 0 0">
      <body name="crate" xyz="0 0 0.5" material="steel" group="g">
        <box size="1 1 1" density="600" quat="1 0 0 0"/>
        <capsule radius="0.1" length="1" xyz="0 0 1"/>
      </body>
    </replicate>
  </replicate>
  <body name="top" xyz="9 9 &#57;" linear_velocity="1 0 0" mass="3">
    <sphere radius="0.5"/>
    <inertial mass="1" ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
  </body>
  <filter a="g" b="g"/>
  <force body="top" force="1 0 0" torque="0 1 0" point="0 0 0" from="1" to="2"/>
  <expect body="crate-1-2" quantity="position.z" at="5" equals="2.5" tolerance="1e-3"/>
  <expect quantity="residual" from="1" to="2" below="1e-8"/>
</scene>
)";

const std::vector<std::string>& words() {
  static const std::vector<std::string> kWords = {"<",         ">",
                                                  "/>",        "</",
                                                  "\"",        "'",
                                                  "&",         "&lt;",
                                                  "&#x",       "<!--",
                                                  "-->",       "--",
                                                  "<![CDATA[", "]]>",
                                                  "<!DOCTYPE", "[",
                                                  "]",         "<?",
                                                  "?>",        "=",
                                                  "\n",        "-1",
                                                  "1e999",     "nan",
                                                  "99999999",  "<body",
                                                  "<scene>",   "</scene>",
                                                  "count",     "\xff",
                                                  "\xc3",      "<joint/>",
                                                  "0x1",       "<include file=\"x\"/>"};
  return kWords;
}

/// Expects a scene, or errors that each give their place on one line.
void expect_scene_or_errors(const std::string& text) {
  const SceneReadResult result = read_scene_text(text, "test.xml");
  ASSERT_NE(result.scene.has_value(), !result.errors.empty()) << text;
  const auto num_lines = 1 + std::count(text.begin(), text.end(), '\n');
  for (const SceneError& error : result.errors) {
    ASSERT_GE(error.place.line, 1) << error.to_string() << "\n" << text;
    ASSERT_LE(error.place.line, num_lines) << error.to_string() << "\n" << text;
    ASSERT_EQ(error.to_string().find('\n'), std::string::npos) << error.to_string();
    ASSERT_FALSE(error.what.empty());
  }
}

TEST(SceneMutation, StartsFromAValidScene) { EXPECT_EQ(scene_of(kValidScene).bodies.size(), 8u); }

TEST(SceneMutation, OfAFewPlacesGivesASceneOrErrors) {
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    std::string text = kValidScene;
    const std::size_t num_mutations = 1 + dice.below(4);
    for (std::size_t i = 0; i < num_mutations; ++i) text = mutated(std::move(text), words(), dice);
    expect_scene_or_errors(text);
    if (HasFatalFailure()) return;
  }
}

TEST(SceneMutation, IntoNoiseGivesErrors) {
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    std::string text;
    const std::size_t num_words = dice.below(200);
    for (std::size_t i = 0; i < num_words; ++i) text += words()[dice.below(words().size())];
    expect_scene_or_errors(text);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace stiction
