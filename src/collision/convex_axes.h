#pragma once

#include <algorithm>
#include <array>

#include "axis_choice.h"
#include "convex_gjk.h"
#include "convex_solid.h"
#include "infinity.h"

namespace stiction {

/// Preference of an axis among axes that separate equally well: a face by its area, then axes along
/// an edge or a side, then the direction between nearest points, then guesses.
inline constexpr double kPreferEdge = 0;
inline constexpr double kPreferNearest = -1;
inline constexpr double kPreferGuess = -2;

/// The directions that may separate two cores best, gathered one after the other.
///
/// s(n) = -reach_first(-n) - reach_second(n) is the separation along a direction n from second to
/// first; the signed distance is its maximum over all n. For any points a and b of the cores and
/// n with s(n) >= L,
///   n . a + reach_first(-n) <= |a - b| - L,   and the same for b beneath the plane of the second:
/// so only faces, edges and vertices whose supporting planes pass a (or b) at most this `slack`
/// away need to be examined. The slack shrinks as better directions are found. Deep overlap leaves
/// many features to examine; shallow overlap, or a gap with known nearest points, only those near
/// these.
class AxisSet {
 public:
  AxisSet(const ConvexSolid& first, const ConvexSolid& second, const PairMotion& motion);

  const ConvexSolid& solid(int i) const { return *solids_[i]; }
  /// +1 for the direction out of the second solid towards the first, -1 for the opposite one.
  static double outward(int i) { return i == 0 ? -1 : 1; }

  /// Sets points of the cores, and the bounds on their distance.
  void set_witness(const CoreDistance& distance);
  const Vec3& witness(int i) const { return witness_[i]; }
  double upper() const { return upper_; }

  /// Evaluates s(n) for a unit vector and keeps the axis. Ignores directions from degenerate
  /// features (zero or not finite).
  void add(const Vec3& n, double preference);
  /// The same, if it can matter, for a direction that separates by at most `bound`.
  void add_bounded(const Vec3& n, double preference, double bound) {
    if (bound >= wanted()) add(n, preference);
  }

  double greatest() const { return greatest_; }
  /// Separations that differ by less count as equal.
  double tie() const { return tie_; }
  /// Axes that separate by less than this are useless.
  double wanted() const { return std::min(greatest_, floor_) - tie_; }
  double slack() const { return upper_ - wanted(); }
  /// By how much the best axis might yet be beaten, m.
  double doubt() const { return upper_ - greatest_; }
  /// True if no axis can be better than the best of these by an amount that matters, the best is
  /// more than a guess, and no other axes are asked for.
  bool is_settled() const;
  /// Asks for all axes that separate the solids (not the cores) by at least `separation`, rather
  /// than only the best one; faces must be added again.
  void ask_for_all(double separation);

  /// Drops guesses that other axes beat. The solids do not touch along such a direction, but if it
  /// leans slightly against the motion, it would be preferred to the axes of features.
  void drop_beaten_guesses();

  /// Drops an axis: it is not chosen again.
  void drop(int i) { candidates_[i].separation = -kInfinity; }

  int count() const { return count_; }
  const AxisCandidate& candidate(int i) const { return candidates_[i]; }  ///< of the solids
  const Vec3& normal(int i) const { return normals_[i]; }

  /// Distances below this have no meaningful direction, m.
  double round_off() const { return round_off_; }

 private:
  static constexpr int kCapacity = 64;
  /// The number of an axis that is nearly n and not a face's; `count` if there is none. The better
  /// one of two such axes stays: they are the same maximum, found with more or less care.
  int similar(const Vec3& n) const;
  int least() const;

  std::array<const ConvexSolid*, 2> solids_;
  PairMotion motion_;
  std::array<Vec3, 2> witness_{Vec3::Zero(), Vec3::Zero()};
  double upper_ = kInfinity;
  double greatest_ = -kInfinity;
  double floor_ = kInfinity;
  double rounding_ = 0;
  double tie_ = 0;
  double round_off_ = 0;
  std::array<AxisCandidate, kCapacity> candidates_;
  std::array<Vec3, kCapacity> normals_;
  int count_ = 0;
};

AxisTolerances axis_tolerances(const ConvexSolid& first, const ConvexSolid& second);

}  // namespace stiction
