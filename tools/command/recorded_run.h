#pragma once

#include <stiction/scene/recording.h>

#include <fstream>
#include <string>

namespace stiction::command {

/// A recording read from a file.
class RecordedRun {
 public:
  /// Throws CommandError if the file cannot be read or is no recording.
  explicit RecordedRun(const std::string& path);

  RecordingReader& reader() { return reader_; }
  /// Call after the last frame: prints what is wrong with the rest, and returns the status.
  int check_end() const;

 private:
  std::ifstream file_;
  RecordingReader reader_;
};

}  // namespace stiction::command
