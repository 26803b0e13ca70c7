#pragma once

#include <string>
#include <vector>

#include "engine.h"

namespace stiction::bench {

/// Of the scenes that `stiction-bench engine` runs, in its order.
std::vector<std::string> engine_scene_names();

/// Throws std::invalid_argument for an unknown name; the message lists the known ones.
EngineScene make_engine_scene(const std::string& name);

/// Scenes that come in sizes. Bricks of a wall in running bond; boxes of so many stacks of five;
/// mixed bodies dropped into a bin.
EngineScene make_wall(int bricks);
EngineScene make_stacks(int stacks);
EngineScene make_heap(int bodies);

}  // namespace stiction::bench
