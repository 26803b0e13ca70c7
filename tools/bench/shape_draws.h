#pragma once

#include <stiction/collision/collider.h>
#include <stiction/geometry/shape.h>
#include <stiction/math/rigid_transform.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "random.h"

namespace stiction::bench {

/// The convex shapes, in the order of their pairs, and the surface of a hull as a closed mesh.
enum class ShapeKind { sphere, box, capsule, cylinder, cone, hull, plane, mesh };
inline constexpr std::array<ShapeKind, 8> kShapeKinds = {
    ShapeKind::sphere, ShapeKind::box,  ShapeKind::capsule, ShapeKind::cylinder,
    ShapeKind::cone,   ShapeKind::hull, ShapeKind::plane,   ShapeKind::mesh};
std::string_view kind_name(ShapeKind kind);
std::optional<ShapeKind> find_kind(std::string_view name);

/// A shape at a pose, and of a hull the points that it was made of.
struct PosedShape {
  Shape shape;
  std::vector<Vec3> points;
  RigidTransform X_WS;
  /// Of a mesh: the surface of `shape`, the hull, in triangles. Contacts are those of the mesh.
  std::optional<Collider> mesh = {};
};

/// How two shapes were put together.
enum class PoseFamily {
  anywhere,    ///< overlapping or not
  touching,    ///< turned at random, with a gap or depth of 1e-10 to 0.1 of the size
  face_face,   ///< common axes up to a turn of 1e-17 to 0.1, touching along one of them
  edge_edge,   ///< touching along a direction perpendicular to an axis or edge of each
  nested,      ///< the smaller one within the larger
  coincident,  ///< one origin, often one orientation
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

/// Lengths from 0.1 to 1 m mostly; one in eight needle-thin or flat (one length 1e-3 of the
/// others), one in eight between 1e-3 and 1e3 m.
PosedShape draw_shape(Random& random, ShapeKind kind);

/// Pair `index` of the sequence with this seed.
PosedPair draw_pair(ShapeKind a, ShapeKind b, std::uint64_t seed, std::uint64_t index);

/// Size that errors are compared to, m: the larger bounding radius; a plane has none.
double size_of(const PosedPair& pair);

/// All numbers, to the last digit.
std::string describe(const PosedPair& pair);

}  // namespace stiction::bench
