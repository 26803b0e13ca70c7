#pragma once

#include <stiction/scene/scene.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// Collects the errors of one scene file, so that all of them are reported in one pass.
///
/// A file full of errors must not exhaust memory: after kMaxErrors a last one ends the list.
class FileErrors {
 public:
  static constexpr std::size_t kMaxErrors = 1000;

  explicit FileErrors(std::string file) : file_(std::move(file)) {}

  void add(int line, std::string what);
  /// Adds a warning about input that is valid but probably not intended.
  void warn(int line, std::string what);
  const std::string& file() const { return file_; }
  /// Grows with every call of `add`; unchanged if nothing was wrong in between.
  std::size_t num_added() const { return num_added_; }
  bool is_empty() const { return num_added_ == 0; }
  /// Sorted by line; errors of one line in the order in which they were found.
  std::vector<SceneError> take();
  std::vector<SceneError> take_warnings();

 private:
  std::string file_;
  std::vector<SceneError> errors_;
  std::vector<SceneError> warnings_;
  std::size_t num_added_ = 0;
};

/// `text` for use in a message: in double quotes, on one line, in valid UTF-8, cut short beyond
/// `longest` bytes.
std::string in_quotes(std::string_view text, std::size_t longest = 60);

/// "a, b, c".
std::string joined(const std::vector<std::string>& words);

}  // namespace stiction
