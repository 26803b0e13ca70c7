#pragma once

#include <stiction/scene/simulation.h>

#include <iosfwd>
#include <string>

namespace stiction::command {

/// Prints the contents of a scene: its settings; each body with its mass, centre of mass, inertia
/// and shapes; the coefficients of each pair of materials in use; its joints. SI units.
void print_description(std::ostream& out, const std::string& name, const Simulation& start);

}  // namespace stiction::command
