#pragma once

#include <gtest/gtest.h>
#include <stiction/scene/scene.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "scene/scene_text.h"

namespace stiction {

/// A test that writes scene files to its own folder, which contains a folder `parts`. No other
/// test, nor the same test of another build running at the same time, uses that folder.
class SceneFilesTest : public testing::Test {
 protected:
  SceneFilesTest() {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) /
              (std::string("stiction_") + test.test_suite_name() + "_" + test.name() + "_" +
               std::to_string(getpid()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "parts");
  }
  ~SceneFilesTest() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& elements) const {
    std::ofstream(folder_ / name) << in_scene(elements);
  }
  /// Writes a file with these bytes and returns its path.
  std::string write_bytes(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return path(name);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  SceneReadResult read(const std::string& name) const { return read_scene_file(path(name)); }

 private:
  std::filesystem::path folder_;
};

}  // namespace stiction
