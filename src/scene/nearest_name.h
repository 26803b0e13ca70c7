#pragma once

#include <stiction/scene/names.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// Longest name that is compared with others, bytes: a file of long names must not take minutes.
inline constexpr std::size_t kLongestCompared = 64;

/// The number of characters to insert, delete, replace, or swap with their neighbour to turn one
/// name into the other (the restricted Damerau-Levenshtein distance). Anything beyond `limit`, and
/// the distance of a name longer than kLongestCompared, is returned as limit + 1. Cost O(limit *
/// length).
int calc_edit_distance(std::string_view a, std::string_view b, int limit);

/// "; did you mean "..."?", or empty if no name is near.
std::string suggestion(std::string_view name, const std::vector<std::string>& names);

}  // namespace stiction
