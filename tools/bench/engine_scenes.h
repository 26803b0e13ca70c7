#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine.h"

namespace stiction::bench {

/// Of the scenes that `stiction-bench engine` runs, in its order.
std::vector<std::string> engine_scene_names();

/// Throws std::invalid_argument for an unknown name; the message lists the known ones.
EngineScene make_engine_scene(const std::string& name);

/// Scenes that come in sizes. Bricks of a wall in running bond, those of the top row heavier by a
/// factor; boxes that rest on the floor, apart from each other; boxes of so many stacks of five,
/// standing or dropped with spin; mixed bodies dropped into a bin; a swinging chain of so many
/// links.
EngineScene make_wall(int bricks, double top = 1);
EngineScene make_boxes(int boxes);
EngineScene make_stacks(int stacks, int threads = 1);
EngineScene make_tumbling_stacks(int stacks, int threads = 1);
EngineScene make_heap(int bodies);
EngineScene make_chain(int links);

/// Number `index` of a sequence: 5 to 20 mixed bodies, thrown into a bin.
EngineScene make_random_heap(std::uint64_t seed, std::uint64_t index, const WorldOptions& options);

}  // namespace stiction::bench
