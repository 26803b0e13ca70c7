#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shape_laws.h"

namespace stiction::bench {

struct KindPair {
  ShapeKind a = ShapeKind::sphere;
  ShapeKind b = ShapeKind::sphere;
};
std::string pair_name(const KindPair& kinds);
/// All pairs of kinds, each once, except planes and meshes among themselves.
std::vector<KindPair> all_kind_pairs();

struct ShapesOptions {
  std::uint64_t seed = 1;
  std::uint64_t first = 0;
  std::uint64_t poses = 100'000;  ///< of each pair
};

/// One pose that broke laws.
struct LawBreak {
  std::uint64_t index = 0;
  LawFigures figures;
};

/// The result of all poses of one pair of kinds.
struct PairTally {
  KindPair kinds;
  LawLimits limits{};
  std::uint64_t poses = 0;
  std::uint64_t overlapping = 0;
  std::uint64_t unproved = 0;  ///< the search for a better direction ran out of its budget
  std::uint64_t failures = 0;
  double nanoseconds = 0;  ///< of one call of `calc_manifold`, mean
  std::array<double, kShapeLaws.size()> worst{};
  std::vector<LawBreak> breaks;  ///< the first ones of each law
};

/// Deterministic: apart from times, the result depends only on the arguments.
PairTally run_shapes(const KindPair& kinds, const ShapesOptions& options);

}  // namespace stiction::bench
