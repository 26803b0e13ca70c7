#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scene_content.h"

namespace stiction {

/// Numbers of bodies and shapes that an item creates; sums and products saturate.
struct BodyTally {
  static constexpr std::uint64_t kMaxBodies = 1'000'000;
  /// Keeps replicated bodies of many shapes from exhausting memory.
  static constexpr std::uint64_t kMaxShapes = 4'000'000;

  std::uint64_t bodies = 0;
  std::uint64_t shapes = 0;

  bool is_within_limits() const { return bodies <= kMaxBodies && shapes <= kMaxShapes; }
};

BodyTally operator+(const BodyTally& a, const BodyTally& b);
BodyTally operator*(std::uint64_t count, const BodyTally& tally);

/// The tally of an item itself, without included files. Allocates no memory.
BodyTally calc_tally(const SceneItem& item);

/// X applied n times, n >= 0: X^n. The translation is n t if X does not rotate; otherwise computed
/// by repeated squaring, so that errors grow with log n.
RigidTransform power(const RigidTransform& X, std::uint64_t n);

/// Moves a body out of the frame P in which it was defined: pose and velocities follow the rigid
/// placement X_WP. The identity changes no bit.
void place(BodyDefinition& definition, const RigidTransform& X_WP);

/// A body made by `<replicate>`s, with the element from which it comes.
struct ExpandedBody {
  const BodyElement* element = nullptr;
  BodyDefinition definition;
};

/// The bodies of an item other than an include. Copy i of a replicate gets its transform i times
/// and "-i" appended to its name, inner replicates first.
std::vector<ExpandedBody> expand(const SceneItem& item);

}  // namespace stiction
