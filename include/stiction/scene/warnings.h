#pragma once

#include <stiction/world/world.h>

#include <string>
#include <vector>

namespace stiction {

/// Finds conditions at the start of a run that are valid but probably not intended: bodies that
/// overlap (by more than 1e-6 m; the ten deepest), more than 1000 bodies in one place, a radius of
/// gyration that lies outside the body's shapes, dynamic bodies whose masses differ by more than a
/// factor of 1e8. One sentence each. Costs one narrow phase.
std::vector<std::string> find_start_warnings(const World& world);

}  // namespace stiction
