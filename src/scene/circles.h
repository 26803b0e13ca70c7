#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stiction {

/// The cycles of the graph in which item i leads to `next[i]`, if there is one: each cycle once,
/// its items in order from the one that is met first. O(items).
std::vector<std::vector<std::size_t>> find_circles(
    const std::vector<std::optional<std::size_t>>& next);

/// "a" LINK "b" LINK ... "a" for a message, cut short after the eighth link.
std::string describe_circle(const std::vector<std::string>& names, const std::string& link);

}  // namespace stiction
