#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace stiction {

inline std::filesystem::path source_path(const std::string& name) {
  return std::filesystem::path(STICTION_SOURCE_DIR) / name;
}

/// The text of a project file.
inline std::string read_source(const std::string& name) {
  std::ifstream file(source_path(name), std::ios::binary);
  EXPECT_TRUE(file) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A page of docs/.
class Guide {
 public:
  explicit Guide(const std::string& name) : text_(read_source(name)) {}

  /// The fenced code blocks of a language, without their fences.
  std::vector<std::string> code_blocks(const std::string& language) const {
    const std::string open = "\n```" + language + "\n";
    std::vector<std::string> blocks;
    for (std::size_t at = text_.find(open); at != std::string::npos; at = text_.find(open, at)) {
      at += open.size();
      blocks.push_back(text_.substr(at, text_.find("```", at) - at));
    }
    return blocks;
  }

  /// The project files that the page links to or names.
  std::vector<std::string> files() const {
    const std::regex names("\\]\\(\\.\\./([^)]+)\\)|`((?:tests|src|include|scenes)/[^`]+)`");
    std::vector<std::string> files;
    for (std::sregex_iterator name(text_.begin(), text_.end(), names), end; name != end; ++name) {
      files.push_back((*name)[1].matched ? (*name)[1] : (*name)[2]);
    }
    return files;
  }

 private:
  std::string text_;
};

}  // namespace stiction
