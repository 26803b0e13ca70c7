// The nearest known name, as messages suggest it.

#include <gtest/gtest.h>
#include <stiction/scene/scene.h>

#include <string>

#include "scene/scene_text.h"

namespace stiction {
namespace {

/// The message of a scene with the bodies "crate", "crate-10" and "ball" about a force on `name`.
std::string message_about(const std::string& name) {
  return errors_of(read_scene_text(in_scene("<body name=\"ball\"><sphere radius=\"1\"/></body>"
                                            "<body name=\"crate-10\"><sphere radius=\"1\"/></body>"
                                            "<body name=\"crate\"><sphere radius=\"1\"/></body>"
                                            "<force force=\"1 0 0\" body=\"" +
                                            name + "\"/>"),
                                   "test.xml"));
}

std::string suggestion_for(const std::string& name) {
  const std::string message = message_about(name);
  const std::string opening = "did you mean \"";
  const std::size_t begin = message.find(opening);
  if (begin == std::string::npos) return "";
  const std::size_t end = message.find('"', begin + opening.size());
  return message.substr(begin + opening.size(), end - begin - opening.size());
}

TEST(NearestName, IsFoundThroughEachKindOfSlip) {
  EXPECT_EQ(suggestion_for("crat"), "crate");
  EXPECT_EQ(suggestion_for("cratee"), "crate");
  EXPECT_EQ(suggestion_for("crste"), "crate");
  EXPECT_EQ(suggestion_for("carte"), "crate");
  EXPECT_EQ(suggestion_for("Crate"), "crate");
  EXPECT_EQ(suggestion_for("crate-01"), "crate-10");
  EXPECT_EQ(suggestion_for("crates-1"), "crate-10");
  EXPECT_EQ(suggestion_for("bal"), "ball");
}

TEST(NearestName, IsNotForcedOnNamesThatAreFar) {
  EXPECT_EQ(suggestion_for("table"), "");
  EXPECT_EQ(suggestion_for("b"), "");
  EXPECT_EQ(suggestion_for(std::string(200, 'x')), "");
  EXPECT_NE(message_about("table").find("known are ball, crate-10, crate"), std::string::npos)
      << message_about("table");
}

}  // namespace
}  // namespace stiction
