#include "circles.h"

#include "file_errors.h"

namespace stiction {

std::vector<std::vector<std::size_t>> find_circles(
    const std::vector<std::optional<std::size_t>>& next) {
  std::vector<std::vector<std::size_t>> circles;
  std::vector<std::size_t> seen_from(next.size(), next.size());
  for (std::size_t start = 0; start < next.size(); ++start) {
    std::size_t item = start;
    while (seen_from[item] == next.size() && next[item]) {
      seen_from[item] = start;
      item = *next[item];
    }
    // A path that returns to an item seen on this same path is a cycle.
    if (!next[item] || seen_from[item] != start) continue;
    std::vector<std::size_t>& circle = circles.emplace_back();
    const std::size_t first = item;
    do {
      circle.push_back(item);
      item = *next[item];
    } while (item != first);
  }
  return circles;
}

std::string describe_circle(const std::vector<std::string>& names, const std::string& link) {
  constexpr std::size_t kMostShown = 8;
  std::string text = in_quotes(names.front());
  for (std::size_t i = 1; i <= names.size() && i <= kMostShown; ++i) {
    text.append(" ").append(link).append(" ").append(in_quotes(names[i % names.size()]));
  }
  return names.size() > kMostShown ? text + " ..." : text;
}

}  // namespace stiction
