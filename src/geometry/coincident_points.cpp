#include "coincident_points.h"

#include <algorithm>
#include <numeric>

namespace stiction {
namespace {

bool is_before(const Vec3& a, const Vec3& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

std::vector<int> first_at_same_place(std::span<const Vec3> points) {
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return is_before(points[a], points[b]); });
  std::vector<int> first(points.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool is_same = k > 0 && points[order[k - 1]] == points[order[k]];
    first[order[k]] = is_same ? first[order[k - 1]] : order[k];
  }
  return first;
}

}  // namespace stiction
