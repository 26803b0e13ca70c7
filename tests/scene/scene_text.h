#pragma once

#include <gtest/gtest.h>
#include <stiction/scene/scene.h>

#include <string>

namespace stiction {

/// A scene with these elements, which begin on line 2.
inline std::string in_scene(const std::string& elements) {
  return "<scene version=\"1\">\n" + elements + "\n</scene>\n";
}

/// All errors of the result, one per line.
inline std::string errors_of(const SceneReadResult& result) {
  std::string text;
  for (const SceneError& error : result.errors) text += error.to_string() + "\n";
  return text;
}

/// Parses the text. On errors, fails the test and returns an empty scene.
inline Scene scene_of(const std::string& text) {
  SceneReadResult result = read_scene_text(text, "test.xml");
  EXPECT_TRUE(result.scene.has_value()) << errors_of(result) << text;
  return result.scene.value_or(Scene());
}

}  // namespace stiction
