#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "file_errors.h"
#include "scene_content.h"

namespace stiction {

/// The names of one kind of thing (bodies, materials, groups) in a scene, numbered from 0.
class NameTable {
 public:
  /// `kind` is the word in messages: "body", "material", "group".
  explicit NameTable(std::string kind) : kind_(std::move(kind)) {}

  /// Gives the name the next number. Returns false and changes nothing if it exists already.
  bool add(const std::string& name, int line);
  std::optional<std::uint32_t> find(const std::string& name) const;
  /// The line that was passed to `add` for an existing name.
  int line_of(const std::string& name) const { return entries_.at(name).line; }

  /// The number of the referenced name; records an error if a complete table has none.
  std::optional<std::uint32_t> resolve(const Reference& reference, FileErrors& errors);
  /// Names of a faulty part of the file are missing: unknown names are no longer errors.
  void set_incomplete() { is_complete_ = false; }

 private:
  struct Entry {
    std::uint32_t index;
    int line;
  };

  static constexpr std::size_t kMaxSuggested = 10'000;
  static constexpr std::size_t kMaxComparisons = 1'000'000;

  /// Returns nothing once kMaxComparisons names have been compared: a large scene in which every
  /// name is unknown must not take minutes.
  std::string suggest(const std::string& name);

  std::string kind_;
  std::unordered_map<std::string, Entry> entries_;
  std::vector<std::string> first_names_;  ///< the first kMaxSuggested, for suggestions
  std::size_t num_comparisons_ = 0;
  bool is_complete_ = true;
};

}  // namespace stiction
