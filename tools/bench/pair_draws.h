#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "shape_draws.h"

namespace stiction::bench {

/// How two shapes are placed.
enum class PoseFamily {
  anywhere,    ///< overlapping or not
  touching,    ///< turned at random, with a gap or depth of 1e-10 to 0.1 of the size
  face_face,   ///< common axes up to a turn of 1e-17 to 0.1, touching along one of them
  edge_edge,   ///< touching along a direction perpendicular to an axis or edge of each
  nested,      ///< the smaller one within the larger
  coincident,  ///< the same origin, often the same orientation
  grid,        ///< unit sizes at whole numbers, turned by right angles
  distant      ///< up to 100 sizes away
};
inline constexpr std::array<std::string_view, 8> kPoseFamilies = {
    "anywhere", "touching", "face-face", "edge-edge", "nested", "coincident", "grid", "distant"};

struct PosedPair {
  PosedShape A;
  PosedShape B;
  PoseFamily family = PoseFamily::anywhere;
};

/// Pair `index` of the sequence with this seed. A plane, mesh or height field comes second.
PosedPair draw_pair(ShapeKind a, ShapeKind b, std::uint64_t seed, std::uint64_t index);

/// The size that errors are relative to, m: the larger bounding radius; a plane has none.
double size_of(const PosedPair& pair);

}  // namespace stiction::bench
