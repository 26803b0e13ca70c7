#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stiction {

/// The circles that one runs in who goes from item i on to `next[i]`, where there is one: each
/// once, its items in their order from the one that is met first. O(items).
std::vector<std::vector<std::size_t>> find_circles(
    const std::vector<std::optional<std::size_t>>& next);

/// "a" LINK "b" LINK ... "a" for a message, cut short behind the eighth link.
std::string describe_circle(const std::vector<std::string>& names, const std::string& link);

}  // namespace stiction
