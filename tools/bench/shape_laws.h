#pragma once

#include <stiction/collision/narrow_phase.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "direction_search.h"
#include "pair_draws.h"

namespace stiction::bench {

/// The laws that the contacts of two convex shapes keep, each with a figure that says how far they
/// are from keeping it. Lengths are relative to the size of the pair (see `size_of`).
enum class ShapeLaw {
  soundness,  ///< finite, unit normal, gaps within the margin, features ascending: 0 or infinite
  gap,        ///< the least gap is the separation along the normal and the greatest of all; of a
              ///< solid that overlaps a mesh, whose faces know no depth, it is less than 0
  points,     ///< half a gap from each point along the normal there is a point of either shape, if
              ///< they overlap by no more than 1e-2
  exchange,   ///< B against A gives the same points with the opposite normal
  motion,     ///< moving A changes the gap by no more than the motion: what it does beyond
  margin,     ///< no points just below the gap as margin: else 1; some just above: else infinite
  velocity  ///< a displacement made to respect the contact that it chose leads to no overlap; on a
            ///< height field, one that respects all contacts found for it
};
inline constexpr std::array<std::string_view, 7> kShapeLaws = {
    "soundness", "gap", "points", "exchange", "motion", "margin", "velocity"};

/// Greatest figures that pass, in the order of the laws.
using LawLimits = std::array<double, kShapeLaws.size()>;

/// How a pair of shapes kept them.
struct LawFigures {
  std::array<double, kShapeLaws.size()> of{};
  double gap = 0;         ///< m
  double best = 0;        ///< the greatest separation that was found, m
  bool is_proved = true;  ///< whether it is known that no direction separates them by more

  bool keeps(std::size_t law, const LawLimits& limits) const { return of[law] <= limits[law]; }
  bool is_within(const LawLimits& limits) const {
    for (std::size_t law = 0; law < of.size(); ++law) {
      if (!keeps(law, limits)) return false;
    }
    return true;
  }

  double& operator[](ShapeLaw law) { return of[static_cast<std::size_t>(law)]; }
  double operator[](ShapeLaw law) const { return of[static_cast<std::size_t>(law)]; }
};

/// Contacts of the pair; of a mesh, which may give several manifolds, the one of the least gap.
class ContactQuery {
 public:
  void find(const PosedPair& pair, const NarrowPhaseQuery& query, ShapeManifold& manifold);

 private:
  void choose_of_equally_near(const PosedPair& pair, ShapeManifold& manifold) const;

  ManifoldList manifolds_;
};

/// Limits of a pair: 1e-7 of the size for the gap, 1e-6 where a cylinder or a cone meets a shape
/// other than plane, sphere and capsule. The gap of a mesh is compared with the distance, not with
/// what the normal separates by: a face is met along its own normal also where the solid's face,
/// tilted by up to some 1e-6 rad, hides an edge of it.
LawLimits limits_of(ShapeKind a, ShapeKind b);

/// The random numbers that choose the small motions of a pose: other ones than those that drew it.
inline Random judge_numbers(std::uint64_t seed, std::uint64_t index) { return {~seed, index}; }

/// The displacement that `ShapeLaw::velocity` is judged with: shorter than the smaller bounding
/// radius, beyond which the way is followed and the gap is that of the hit.
Vec3 draw_displacement(const PosedPair& pair, Random random);

/// Judges the contacts of pairs of convex shapes. Keeps memory from one to the next.
class ShapeJudge {
 public:
  explicit ShapeJudge(const LawLimits& limits) : limits_(limits) {}

  /// `found` is what `ContactQuery` says of the pair with an infinite margin and no displacement.
  /// The random numbers choose the small motions.
  LawFigures judge(const PosedPair& pair, const ShapeManifold& found, const Random& random);

 private:
  void judge_gap(const PosedPair& pair, const ShapeManifold& found, LawFigures& figures);
  void judge_points(const PosedPair& pair, const ShapeManifold& found, LawFigures& figures);
  void judge_exchange(const PosedPair& pair, const ShapeManifold& found, LawFigures& figures);
  void judge_motion(const PosedPair& pair, Random random, LawFigures& figures);
  void judge_margin(const PosedPair& pair, LawFigures& figures);
  void judge_velocity(const PosedPair& pair, const Vec3& displacement, LawFigures& figures);
  /// By how much they overlap beyond what the normal as a first guess can exclude, m.
  double calc_overlap(const PosedPair& pair, const Vec3& normal, double tolerance);
  const ShapeManifold& contact(const PosedPair& pair, const NarrowPhaseQuery& query);

  LawLimits limits_;
  DirectionSearch search_;
  ContactQuery query_;
  ShapeManifold manifold_;
};

}  // namespace stiction::bench
