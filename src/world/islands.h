#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace stiction {

/// Movable bodies that contacts and joints tie together, and those. Islands do not influence each
/// other within a step.
struct Island {
  std::span<const std::size_t> bodies;    ///< ascending indices
  std::span<const std::size_t> contacts;  ///< ascending indices
  std::span<const std::size_t> joints;    ///< ascending indices
  /// Of each body of the world: its place among those of its island; -1 if it belongs to none.
  std::span<const int> places;
};

/// The islands of a step. Keeps its memory from one to the next.
class Islands {
 public:
  using BodyPair = std::pair<std::size_t, std::size_t>;

  /// Splits contacts and joints (pairs of bodies) into islands, in the order of their first
  /// contacts, then of their first joints. Bodies that cannot move (`movable` 0) belong to none and
  /// tie nothing together; what is between two of them is left out. `ties` are further pairs that
  /// are of one island. Near linear (union-find with path halving; Tarjan 1975).
  void split(std::span<const char> movable, std::span<const BodyPair> contacts,
             std::span<const BodyPair> joints = {}, std::span<const BodyPair> ties = {});

  std::size_t size() const { return num_islands_; }
  Island operator[](std::size_t island) const;

 private:
  /// Items of all islands, one behind the other.
  struct Grouped {
    std::vector<std::size_t> first;  ///< of each island, and the end
    std::vector<std::size_t> items;
    /// From the island of each item; items without one are left out.
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
