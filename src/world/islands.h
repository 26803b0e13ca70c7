#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace stiction {

/// Movable bodies that contacts tie together, and those contacts. Islands do not influence each
/// other within a step.
struct Island {
  std::vector<std::size_t> bodies;    ///< ascending indices
  std::vector<std::size_t> contacts;  ///< ascending indices
};

/// Splits the contacts (pairs of bodies) into islands, in the order of their first contacts. Bodies
/// that cannot move (`movable` 0) belong to none and tie nothing together; a contact between two of
/// them is left out. Near linear (union-find with path halving; Tarjan 1975).
std::vector<Island> make_islands(std::span<const char> movable,
                                 std::span<const std::pair<std::size_t, std::size_t>> contacts);

}  // namespace stiction
