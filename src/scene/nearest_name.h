#pragma once

#include <stiction/scene/names.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// Longest name that is compared with others, bytes: a file of long names must not cost minutes.
inline constexpr std::size_t kLongestCompared = 64;

/// How many characters must be inserted, deleted, replaced, or swapped with their neighbour to
/// turn one name into the other (the restricted Damerau-Levenshtein distance). Anything beyond
/// `limit` is returned as limit + 1, and so is that of a name longer than kLongestCompared. Cost
/// O(limit * length).
int calc_edit_distance(std::string_view a, std::string_view b, int limit);

/// "; did you mean "..."?", or nothing where no name is near.
std::string suggestion(std::string_view name, const std::vector<std::string>& names);

}  // namespace stiction
