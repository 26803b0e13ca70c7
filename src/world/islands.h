#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace stiction {

/// Movable bodies tied together by contacts and joints, and these. Islands do not influence each
/// other within a step.
struct Island {
  std::span<const std::size_t> bodies;    ///< ascending indices
  std::span<const std::size_t> contacts;  ///< ascending indices
  std::span<const std::size_t> joints;    ///< ascending indices
  /// Per body of the world: its index among the bodies of its island; -1 if it has no island.
  std::span<const int> places;
};

/// The islands of a step. Reuses its memory from step to step.
class Islands {
 public:
  using BodyPair = std::pair<std::size_t, std::size_t>;

  /// Splits contacts and joints (pairs of bodies) into islands, ordered by their first contacts,
  /// then by their first joints. Bodies that cannot move (`movable` 0) belong to no island and tie
  /// nothing together; pairs of two of them are left out. `ties` are further pairs that belong to
  /// one island. Near linear (union-find with path halving; Tarjan 1975).
  void split(std::span<const char> movable, std::span<const BodyPair> contacts,
             std::span<const BodyPair> joints = {}, std::span<const BodyPair> ties = {});

  std::size_t size() const { return num_islands_; }
  Island operator[](std::size_t island) const;

 private:
  /// Items of all islands, one island after the other.
  struct Grouped {
    std::vector<std::size_t> first;  ///< index of each island's first item, and the end
    std::vector<std::size_t> items;
    /// Sorts items by their islands; items without one are left out.
    void sort(std::span<const std::size_t> island_of, std::size_t num_islands);
    std::span<const std::size_t> of(std::size_t island) const;
  };

  std::size_t root(std::size_t body);
  void join(std::span<const char> movable, std::span<const BodyPair> pairs);
  /// The island of each pair.
  void number(std::span<const char> movable, std::span<const BodyPair> pairs,
              std::vector<std::size_t>& island_of);

  std::size_t num_islands_ = 0;
  std::vector<std::size_t> parent_;  ///< of each body in its tree
  std::vector<std::size_t> island_of_root_, island_of_body_, island_of_contact_, island_of_joint_;
  Grouped bodies_, contacts_, joints_;
  std::vector<int> places_;
};

}  // namespace stiction
