#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine.h"

namespace stiction::bench {

/// Names of the scenes that `stiction-bench engine` runs, in its order.
std::vector<std::string> engine_scene_names();

/// Throws std::invalid_argument for an unknown name; the message lists the known ones.
EngineScene make_engine_scene(const std::string& name);

/// Scenes that come in sizes: bricks of a wall in running bond, with the top row heavier by a
/// factor; boxes that rest on the floor, apart from each other; boxes in stacks of five, standing
/// or dropped with spin; mixed bodies dropped into a bin; a swinging chain.
EngineScene make_wall(int bricks, double top = 1, const WorldOptions& options = {});
EngineScene make_boxes(int boxes);
EngineScene make_stacks(int stacks, int threads = 1, const WorldOptions& options = {});
EngineScene make_tumbling_stacks(int stacks, int threads = 1);
EngineScene make_heap(int bodies);
EngineScene make_chain(int links);

/// A wall of bricks hit by balls with e = 1 that fall on its two ends; figures of eleven parts on
/// ball and hinge joints that are dropped; boxes and balls thrown into a bin, with room to bounce.
EngineScene make_wall_with_balls(int bricks, const WorldOptions& options);
EngineScene make_figures(int figures, double restitution, const WorldOptions& options);
EngineScene make_bin(int bodies, double restitution, double friction, std::uint64_t seed,
                     const WorldOptions& options);

/// Heap `index` of a sequence: 5 to 20 mixed bodies, thrown into a bin.
EngineScene make_random_heap(std::uint64_t seed, std::uint64_t index, const WorldOptions& options);

}  // namespace stiction::bench
