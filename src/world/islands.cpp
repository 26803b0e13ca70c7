#include "islands.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace stiction {
namespace {

class UnionFind {
 public:
  explicit UnionFind(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  /// The smaller root wins, so that the result does not depend on the order of calls.
  void join(std::size_t a, std::size_t b) {
    const auto [low, high] = std::minmax({root(a), root(b)});
    parent_[high] = low;
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace

std::vector<Island> make_islands(std::span<const char> movable,
                                 std::span<const std::pair<std::size_t, std::size_t>> contacts) {
  constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  UnionFind sets(movable.size());
  for (const auto& [a, b] : contacts) {
    if (movable[a] && movable[b]) sets.join(a, b);
  }
  std::vector<Island> islands;
  std::vector<std::size_t> island_of_root(movable.size(), kNone);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto& [a, b] = contacts[c];
    if (!movable[a] && !movable[b]) continue;
    std::size_t& island = island_of_root[sets.root(movable[a] ? a : b)];
    if (island == kNone) {
      island = islands.size();
      islands.emplace_back();
    }
    islands[island].contacts.push_back(c);
  }
  for (std::size_t i = 0; i < movable.size(); ++i) {
    if (!movable[i]) continue;
    const std::size_t island = island_of_root[sets.root(i)];
    if (island != kNone) islands[island].bodies.push_back(i);
  }
  return islands;
}

}  // namespace stiction
