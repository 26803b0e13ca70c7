#pragma once

#include <stiction/world/world.h>

#include <string>
#include <vector>

namespace stiction {

/// What is allowed, and yet hardly meant, in a world at the start of a run: bodies that overlap
/// (by more than 1e-6 m; the ten deepest), or more than 1000 in one place, a radius of gyration
/// that lies outside the body's shapes, dynamic bodies whose masses are more than a factor of 1e8
/// apart. One sentence each.
/// Costs one narrow phase.
std::vector<std::string> find_start_warnings(const World& world);

}  // namespace stiction
