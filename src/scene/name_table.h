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
  /// `kind` as messages say it: "body", "material", "group".
  explicit NameTable(std::string kind) : kind_(std::move(kind)) {}

  /// Gives the name the next number. False, and no change, if it is there already.
  bool add(const std::string& name, int line);
  std::optional<std::uint32_t> find(const std::string& name) const;
  /// The line that `add` was given, of a name that is there.
  int line_of(const std::string& name) const { return entries_.at(name).line; }

  /// The number of what the reference mentions; records the fault if there is none and the table
  /// holds all that there is.
  std::optional<std::uint32_t> resolve(const Reference& reference, FileErrors& errors);
  /// Names are missing that a faulty part of the file would have brought: unknown ones are no
  /// faults any more.
  void set_incomplete() { is_complete_ = false; }

 private:
  struct Entry {
    std::uint32_t index;
    int line;
  };

  static constexpr std::size_t kMaxSuggested = 10'000;
  static constexpr std::size_t kMaxComparisons = 1'000'000;

  /// Nothing once kMaxComparisons names have been compared: a large scene in which every name is
  /// unknown must not take minutes.
  std::string suggest(const std::string& name);

  std::string kind_;
  std::unordered_map<std::string, Entry> entries_;
  std::vector<std::string> first_names_;  ///< the first kMaxSuggested, for suggestions
  std::size_t num_comparisons_ = 0;
  bool is_complete_ = true;
};

}  // namespace stiction
