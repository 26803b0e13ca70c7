#pragma once

#include <stiction/collision/narrow_phase.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "direction_search.h"
#include "pair_draws.h"

namespace stiction::bench {

/// The laws that the contacts of two convex shapes obey, each with a figure for how far they
/// are from it. Lengths are relative to the size of the pair (see `size_of`).
enum class ShapeLaw {
  soundness,  ///< finite, unit normal, gaps within the margin, features ascending: 0 or infinite
  gap,        ///< the least gap is the separation along the normal and the greatest of all; for a
              ///< solid that overlaps a mesh, whose faces know no depth, it is less than 0
  points,     ///< half a gap from each point along the normal there is a point of each shape, if
              ///< they overlap by no more than 1e-2
  exchange,   ///< B against A gives the same points with the opposite normal
  motion,     ///< moving A changes the gap by no more than the motion; the figure is the excess
  margin,     ///< with a margin just below the gap there are no points, else the figure is 1; just
              ///< above it there are some, else it is infinite
  velocity  ///< a displacement made to respect the contact chosen for it leads to no overlap; on a
            ///< height field, one that respects all contacts found for it
};
inline constexpr std::array<std::string_view, 7> kShapeLaws = {
    "soundness", "gap", "points", "exchange", "motion", "margin", "velocity"};

/// The greatest figures that pass, in the order of the laws.
using LawLimits = std::array<double, kShapeLaws.size()>;

/// How well a pair of shapes obeyed the laws.
struct LawFigures {
  std::array<double, kShapeLaws.size()> of{};
  double gap = 0;         ///< m
  double best = 0;        ///< the greatest separation found, m
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

/// Contacts of the pair; for a mesh, which may give several manifolds, the one with the least gap.
class ContactQuery {
 public:
  void find(const PosedPair& pair, const NarrowPhaseQuery& query, ShapeManifold& manifold);

 private:
  void choose_of_equally_near(const PosedPair& pair, ShapeManifold& manifold) const;

  ManifoldList manifolds_;
};

/// Limits of a pair: 1e-7 of the size for the gap, 1e-6 where a cylinder or a cone meets a shape
/// other than plane, sphere and capsule. The gap of a mesh is compared with the distance, not with
/// the separation along the normal: a face is met along its own normal even if the solid's face,
/// tilted by up to some 1e-6 rad, hides one of its edges.
LawLimits limits_of(ShapeKind a, ShapeKind b);

/// The random numbers that choose the small motions of a pose, different from those that drew it.
inline Random judge_numbers(std::uint64_t seed, std::uint64_t index) { return {~seed, index}; }

/// The displacement that `ShapeLaw::velocity` is judged with. It is shorter than the smaller
/// bounding radius; for longer ones the path is followed and the gap is that of the hit.
Vec3 draw_displacement(const PosedPair& pair, Random random);

/// Judges the contacts of pairs of convex shapes. Keeps memory from one pair to the next.
class ShapeJudge {
 public:
  explicit ShapeJudge(const LawLimits& limits) : limits_(limits) {}

  /// `found` is the result of `ContactQuery` for the pair with an infinite margin and no
  /// displacement. The random numbers choose the small motions.
  LawFigures judge(const PosedPair& pair, const ShapeManifold& found, const Random& random);

 private:
  void judge_gap(const PosedPair& pair, const ShapeManifold& found, LawFigures& figures);
  void judge_points(const PosedPair& pair, const ShapeManifold& found, LawFigures& figures);
  void judge_exchange(const PosedPair& pair, const ShapeManifold& found, LawFigures& figures);
  void judge_motion(const PosedPair& pair, Random random, LawFigures& figures);
  void judge_margin(const PosedPair& pair, LawFigures& figures);
  void judge_velocity(const PosedPair& pair, const Vec3& displacement, LawFigures& figures);
  /// By how much they overlap beyond the amount that the normal as a first guess can exclude, m.
  double calc_overlap(const PosedPair& pair, const Vec3& normal, double tolerance);
  const ShapeManifold& contact(const PosedPair& pair, const NarrowPhaseQuery& query);

  LawLimits limits_;
  DirectionSearch search_;
  ContactQuery query_;
  ShapeManifold manifold_;
};

}  // namespace stiction::bench
