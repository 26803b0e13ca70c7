#pragma once

#include <stiction/scene/simulation.h>

#include <nlohmann/json_fwd.hpp>

namespace stiction::command {

/// What the page of a run is told of its scene: `bodies` with their shapes, `surfaces` made of
/// triangles that shapes name by number, and `joints`.
void describe_scene_for_page(nlohmann::ordered_json& page, const Simulation& simulation);

}  // namespace stiction::command
