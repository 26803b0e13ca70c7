#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shape_draws.h"

namespace stiction::bench {

/// Laws of what stands, rolls, slides and spins over floors, which a pair of shapes at any pose
/// does not show, and of pairs of very different sizes. Figures are relative to the solid's (of a
/// pair the smaller) bounding radius.
enum class FloorLaw {
  edge,   ///< across an edge of a mesh, level or tilted, a solid has the points that it has on the
          ///< same box
  seam,   ///< no contact with the next of two flush tiles hinders what rolls, slides or spins
          ///< over both
  line,   ///< what rolls over them has its contact points on its own lowest line
  press,  ///< what is level with them overlaps neither, also where it is moved down and its edges
          ///< are nearly along theirs
  lopsided  ///< the gap of curved solids of sizes 1 : 10^3 is the distance of two of their points,
            ///< and what a normal separates them by
};
inline constexpr std::array<FloorLaw, 5> kFloorLaws = {
    FloorLaw::edge, FloorLaw::seam, FloorLaw::line, FloorLaw::press, FloorLaw::lopsided};
std::string law_name(FloorLaw law);

/// Greatest figure that passes.
double limit_of(FloorLaw law);

/// How far pose `index` of the sequence is from keeping the law.
double judge_floor(FloorLaw law, std::uint64_t seed, std::uint64_t index);

/// What came of all poses of one law.
struct FloorTally {
  FloorLaw law = FloorLaw::edge;
  std::uint64_t poses = 0;
  std::uint64_t failures = 0;
  double worst = 0;
  std::vector<std::uint64_t> breaks;  ///< the first ones
};
FloorTally run_floor_law(FloorLaw law, std::uint64_t seed, std::uint64_t poses);

}  // namespace stiction::bench
