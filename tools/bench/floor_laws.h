#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shape_draws.h"

namespace stiction::bench {

/// Laws for bodies that stand, roll, slide and spin over floors, which a single pose of a pair does
/// not show, and for pairs of very different sizes. Figures are relative to the bounding radius of
/// the solid (in a pair, of the smaller one).
enum class FloorLaw {
  edge,   ///< across an edge of a mesh, level or tilted, a solid has the same points as on the same
          ///< box
  seam,   ///< no contact with the next of two flush tiles hinders a body that rolls, slides or
          ///< spins over both
  line,   ///< a body that rolls over them has its contact points on its own lowest line
  press,  ///< a body level with them overlaps neither, even if it is moved down and its edges are
          ///< nearly along theirs
  lopsided  ///< for curved solids of sizes 1 : 10^3, the gap is the distance of two of their points
            ///< and their separation along a normal
};
inline constexpr std::array<FloorLaw, 5> kFloorLaws = {
    FloorLaw::edge, FloorLaw::seam, FloorLaw::line, FloorLaw::press, FloorLaw::lopsided};
std::string law_name(FloorLaw law);

/// The greatest figure that passes.
double limit_of(FloorLaw law);

/// How far pose `index` of the sequence is from obeying the law.
double judge_floor(FloorLaw law, std::uint64_t seed, std::uint64_t index);

/// The result of all poses of one law.
struct FloorTally {
  FloorLaw law = FloorLaw::edge;
  std::uint64_t poses = 0;
  std::uint64_t failures = 0;
  double worst = 0;
  std::vector<std::uint64_t> breaks;  ///< the first ones
};
FloorTally run_floor_law(FloorLaw law, std::uint64_t seed, std::uint64_t poses);

}  // namespace stiction::bench
