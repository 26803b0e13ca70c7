#include "islands.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace stiction {
namespace {

constexpr std::size_t kNoIsland = std::numeric_limits<std::size_t>::max();

/// True if the pair repeats the one before it: contacts of the same two bodies are adjacent.
bool is_repeated(std::span<const Islands::BodyPair> pairs, std::size_t k) {
  return k > 0 && pairs[k] == pairs[k - 1];
}

}  // namespace

std::size_t Islands::root(std::size_t body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

void Islands::join(std::span<const char> movable, std::span<const BodyPair> pairs) {
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (is_repeated(pairs, k)) continue;
    const auto& [a, b] = pairs[k];
    if (!movable[a] || !movable[b]) continue;
    // The smaller root wins, so that the result does not depend on the order of joins.
    const std::size_t of_a = root(a);
    const std::size_t of_b = root(b);
    parent_[std::max(of_a, of_b)] = std::min(of_a, of_b);
  }
}

void Islands::number(std::span<const char> movable, std::span<const BodyPair> pairs,
                     std::vector<std::size_t>& island_of) {
  island_of.clear();
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto& [a, b] = pairs[k];
    if (is_repeated(pairs, k)) {
      island_of.push_back(island_of.back());
      continue;
    }
    if (!movable[a] && !movable[b]) {
      island_of.push_back(kNoIsland);
      continue;
    }
    std::size_t& island = island_of_root_[root(movable[a] ? a : b)];
    if (island == kNoIsland) island = num_islands_++;
    island_of.push_back(island);
  }
}

void Islands::split(std::span<const char> movable, std::span<const BodyPair> contacts,
                    std::span<const BodyPair> joints, std::span<const BodyPair> ties) {
  parent_.resize(movable.size());
  std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  join(movable, contacts);
  join(movable, joints);
  join(movable, ties);
  num_islands_ = 0;
  island_of_root_.assign(movable.size(), kNoIsland);
  number(movable, contacts, island_of_contact_);
  number(movable, joints, island_of_joint_);
  island_of_body_.clear();
  for (std::size_t i = 0; i < movable.size(); ++i) {
    island_of_body_.push_back(movable[i] ? island_of_root_[root(i)] : kNoIsland);
  }
  bodies_.sort(island_of_body_, num_islands_);
  contacts_.sort(island_of_contact_, num_islands_);
  joints_.sort(island_of_joint_, num_islands_);
  places_.assign(movable.size(), -1);
  for (std::size_t i = 0; i < num_islands_; ++i) {
    int place = 0;
    for (const std::size_t body : bodies_.of(i)) places_[body] = place++;
  }
}

Island Islands::operator[](std::size_t island) const {
  return {bodies_.of(island), contacts_.of(island), joints_.of(island), places_};
}

/// Counting sort. Items of one island are often adjacent: counters are read and written once per
/// run.
void Islands::Grouped::sort(std::span<const std::size_t> island_of, std::size_t num_islands) {
  const auto run_end = [&](std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < island_of.size() && island_of[end] == island_of[begin]) ++end;
    return end;
  };
  first.assign(num_islands + 2, 0);
  for (std::size_t i = 0, end = 0; i < island_of.size(); i = end) {
    end = run_end(i);
    if (island_of[i] != kNoIsland) first[island_of[i] + 2] += end - i;
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  items.resize(first.back());
  for (std::size_t i = 0, end = 0; i < island_of.size(); i = end) {
    end = run_end(i);
    if (island_of[i] == kNoIsland) continue;
    std::size_t& at = first[island_of[i] + 1];
    for (; i < end; ++i) items[at++] = i;
  }
}

std::span<const std::size_t> Islands::Grouped::of(std::size_t island) const {
  return {items.data() + first[island], items.data() + first[island + 1]};
}

}  // namespace stiction
