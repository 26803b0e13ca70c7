#include "file_errors.h"

#include <algorithm>
#include <utility>

#include "xml_characters.h"

namespace stiction {

void FileErrors::add(int line, std::string what) {
  ++num_added_;
  if (num_added_ > kMaxErrors) return;
  errors_.push_back({{file_, line}, std::move(what)});
}

void FileErrors::warn(int line, std::string what) {
  if (warnings_.size() < kMaxErrors) warnings_.push_back({{file_, line}, std::move(what)});
}

std::vector<SceneError> FileErrors::take_warnings() { return std::exchange(warnings_, {}); }

std::vector<SceneError> FileErrors::take() {
  std::stable_sort(errors_.begin(), errors_.end(), [](const SceneError& a, const SceneError& b) {
    return a.place.line < b.place.line;
  });
  if (num_added_ > kMaxErrors) {
    errors_.push_back({{file_, errors_.back().place.line},
                       "this file has " + std::to_string(num_added_) + " errors; " +
                           std::to_string(kMaxErrors) + " of them are listed"});
  }
  return std::exchange(errors_, {});
}

std::string in_quotes(std::string_view text, std::size_t longest) {
  const bool is_cut = text.size() > longest;
  std::size_t length = std::min(text.size(), longest);
  // Never cut inside a UTF-8 sequence: its later bytes are 10xxxxxx.
  while (is_cut && length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) {
    --length;
  }
  std::string shown(text.substr(0, length));
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  std::ranges::replace_if(shown, is_control, ' ');
  for (std::size_t bad = 0; (bad = find_bad_character(shown)) < shown.size();) shown[bad] = '?';
  return '"' + shown + (is_cut ? "...\"" : "\"");
}

std::string joined(const std::vector<std::string>& words) {
  std::string result;
  for (const std::string& word : words) result += (result.empty() ? "" : ", ") + word;
  return result;
}

}  // namespace stiction
