#include "nearest_name.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "file_errors.h"

namespace stiction {
namespace {

constexpr int kMostEdits = 3;
constexpr std::size_t kMostNames = 10'000;

}  // namespace

int calc_edit_distance(std::string_view a, std::string_view b, int limit) {
  const int m = static_cast<int>(a.size()), n = static_cast<int>(b.size());
  const int far = limit + 1;
  if (std::abs(m - n) > limit || a.size() > kLongestCompared || b.size() > kLongestCompared) {
    return far;
  }
  // rows[i % 3][j] is the distance of a's first i characters from b's first j. Cells further than
  // `limit` from the diagonal cannot be within it; those next to it are set to `far`.
  std::array<std::array<int, kLongestCompared + 2>, 3> rows;
  for (int j = 0; j <= n; ++j) rows[0][j] = std::min(j, far);
  for (int i = 1; i <= m; ++i) {
    auto& row = rows[i % 3];
    const auto& last = rows[(i + 2) % 3];
    const auto& before_last = rows[(i + 1) % 3];
    const int first = std::max(1, i - limit), final = std::min(n, i + limit);
    row[first - 1] = first == 1 ? std::min(i, far) : far;
    int least = row[first - 1];
    for (int j = first; j <= final; ++j) {
      const bool is_equal = a[i - 1] == b[j - 1];
      int cost = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (is_equal ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost = std::min(cost, before_last[j - 2] + 1);
      }
      row[j] = std::min(cost, far);
      least = std::min(least, row[j]);
    }
    row[final + 1] = far;
    if (least == far) return far;
  }
  return rows[m % 3][n];
}

std::string find_nearest_name(std::string_view name, const std::vector<std::string>& names) {
  int limit = std::min(kMostEdits, std::max(1, static_cast<int>(name.size()) / 3));
  std::string nearest;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNames) && limit >= 0; ++i) {
    const int distance = calc_edit_distance(name, names[i], limit);
    if (distance > limit) continue;
    nearest = names[i];
    limit = distance - 1;
  }
  return nearest;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& names) {
  const std::string nearest = find_nearest_name(name, names);
  return nearest.empty() ? "" : "; did you mean " + in_quotes(nearest) + "?";
}

}  // namespace stiction
