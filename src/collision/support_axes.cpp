#include "support_axes.h"

#include <ccd/ccd.h>
#include <stiction/collision/overlap_search.h>
#include <stiction/math/tangent_basis.h>

#include <atomic>
#include <cmath>

#include "convex_near_features.h"
#include "convex_single_peak.h"
#include "convex_sphere_search.h"

namespace stiction {
namespace {

#ifndef CCD_DOUBLE
#error "Stiction needs the double-precision build of libccd"
#endif

std::atomic<std::uint64_t> num_overlap_searches = 0;
std::atomic<std::uint64_t> num_refusals = 0;

// Limits for libccd, whose proposal is only a starting point: it gives up after this many rounds,
// whose cost grows with their number, or stops at this tolerance, a share of the smaller size.
constexpr unsigned long kMaxCcdRounds = 60;
constexpr double kCcdTolerance = 1e-3;
// libccd's expanding polytope has no limit of its own: between solids whose sizes differ by a
// factor of a million it never ended.
constexpr int kMostCcdSupports = 1000;
// Step length of difference quotients, rad; half the digits are lost in the slope.
constexpr double kDifferenceStep = 1e-6;
constexpr double kLastSupportTurn = 1e-9;  // rad
constexpr double kMaxSupportTurn = 0.3;    // rad

struct CcdSolid {
  const ConvexSolid* solid;
  int supports_left = kMostCcdSupports;
};

/// No exception may pass through libccd, which is C. After too many calls it gets the same point
/// for both solids, which ends its search: no face of the polytope can be pushed out to that.
void core_support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* result) noexcept {
  auto* const core = static_cast<CcdSolid*>(const_cast<void*>(object));
  ccdVec3Set(result, 0, 0, 0);
  if (core->supports_left == 0) return;
  --core->supports_left;
  const Vec3 n(direction->v[0], direction->v[1], direction->v[2]);
  const Vec3 x = core->solid->support(n).point;
  ccdVec3Set(result, x.x(), x.y(), x.z());
}

class SupportAxes {
 public:
  explicit SupportAxes(AxisSet& axes) : axes_(axes) {}

  void add_all();

  // For the search of the sphere:
  Vec3 difference(const Vec3& n) const {
    return axes_.solid(0).support(-n).point - axes_.solid(1).support(n).point;
  }
  double wanted() const { return axes_.wanted(); }
  void look_around(const Vec3& seed);

 private:
  Vec3 best_normal() const;
  bool is_best_the_only_peak() const;
  void add_kinks(const Vec3& seed);
  Vec3 newton_turn(const Vec3& n, const Vec3& z) const;
  Vec3 refined(const Vec3& seed, int max_trials = 200) const;
  Vec3 followed(const Vec3& seed) const;
  double separation(const Vec3& n) const { return n.dot(difference(n)); }
  void add_way_out();
  template <typename Difference>
  Vec3 climb_circle(const Vec3& axis, double sine, const Vec3& seed, const Difference& difference);
  void add_edges(int polytope, const Vec3& seed);
  void add_side(int frustum, const Vec3& seed);

  AxisSet& axes_;
};

Vec3 SupportAxes::best_normal() const {
  int best = 0;
  for (int i = 1; i < axes_.count(); ++i) {
    if (axes_.candidate(i).separation > axes_.candidate(best).separation) best = i;
  }
  return axes_.normal(best);
}

// s(n) = n . z(n) has the slope z across n; its second derivative is the slope of z, minus s.
Vec3 SupportAxes::newton_turn(const Vec3& n, const Vec3& z) const {
  const TangentBasis basis = make_tangent_basis(n);
  const double s = n.dot(z);
  const auto slope_of = [&](const Vec3& t) -> Vec3 {
    return (difference((n + kDifferenceStep * t).normalized()) - z) / kDifferenceStep;
  };
  const Vec3 along_1 = slope_of(basis.t1);
  const Vec3 along_2 = slope_of(basis.t2);
  const double xx = basis.t1.dot(along_1) - s;
  const double yy = basis.t2.dot(along_2) - s;
  const double xy = 0.5 * (basis.t1.dot(along_2) + basis.t2.dot(along_1));
  const double gx = basis.t1.dot(z);
  const double gy = basis.t2.dot(z);
  const double det = xx * yy - xy * xy;
  const bool is_peak = xx < 0 && det > 0;
  const double uphill = 1 / (std::abs(xx) + std::abs(yy) + std::abs(xy) + 1e-300);
  const double dx = is_peak ? (-yy * gx + xy * gy) / det : uphill * gx;
  const double dy = is_peak ? (xy * gx - xx * gy) / det : uphill * gy;
  const double length = std::hypot(dx, dy);
  if (!std::isfinite(length)) return Vec3::Zero();
  const double scale = std::min(1.0, kMaxSupportTurn / std::max(length, 1e-300));
  return scale * (dx * basis.t1 + dy * basis.t2);
}

// Newton's method on the sphere with slopes by differences; a step that does not climb is halved,
// and the next one is at most twice as long, or half if it went beyond a peak. Needs up to 200
// trials (measured on a solid 1000 times as wide as thick: its slope turns so fast about its rim
// that steps along the rim are short).
Vec3 SupportAxes::refined(const Vec3& seed, int max_trials) const {
  Vec3 n = seed;
  Vec3 z = difference(n);
  double reach = kMaxSupportTurn;
  Vec3 turn = newton_turn(n, z);
  for (int trial = 0; trial < max_trials && turn.norm() > kLastSupportTurn; ++trial) {
    const Vec3 next = (n + turn).normalized();
    const Vec3 z_next = difference(next);
    if (next.dot(z_next) > n.dot(z)) {
      // It went about as far beyond the peak as it was before it: where the slope bends sharply, as
      // on the flats of a superquadric, steps to and fro would hardly climb.
      const bool is_swing = turn.dot(z_next) < -0.5 * turn.dot(z);
      reach = std::max(kLastSupportTurn, (is_swing ? 0.5 : 2) * turn.norm());
      n = next;
      z = z_next;
      turn = newton_turn(n, z);
      turn *= std::min(1.0, reach / std::max(turn.norm(), 1e-300));
    } else {
      turn *= 0.5;
    }
  }
  return n;
}

// Newton's steps along the bent ridges of solids 1000 times as wide as thick are so short that they
// do not reach the top. So pattern moves continue in the direction of the last steps' result, and
// further the longer that climbs (Hooke and Jeeves, "Direct search solution of numerical and
// statistical problems", 1961).
Vec3 SupportAxes::followed(const Vec3& seed) const {
  constexpr int kMaxMoves = 200;
  constexpr int kTrialsOfMove = 20;
  Vec3 from = refined(seed);
  Vec3 n = refined(from);  // The same point if it is the top.
  double s = separation(n);
  double stride = 1;
  for (int move = 0; move < kMaxMoves && (n - from).norm() > kLastSupportTurn; ++move) {
    const bool is_stuck = stride < 0.1;  // Newton's steps give the next direction.
    const Vec3 next =
        is_stuck ? refined(n) : refined((n + stride * (n - from)).normalized(), kTrialsOfMove);
    const double s_next = separation(next);
    if (s_next > s) {
      from = n;
      n = next;
      s = s_next;
      stride = is_stuck ? 1 : std::min(8.0, 2 * stride);
    } else if (is_stuck) {
      break;
    } else {
      stride *= 0.25;
    }
  }
  return n;
}

// The greatest m . z(m) near a direction among the unit vectors m with a given sine to an axis, by
// Newton's method on the angle, bracketed between where it rises and where it falls; zero if there
// is none.
template <typename Difference>
Vec3 SupportAxes::climb_circle(const Vec3& axis, double sine, const Vec3& seed,
                               const Difference& difference) {
  constexpr int kMaxRounds = 50;
  const double cosine = std::sqrt(1 - sine * sine);
  const Vec3 start = (seed - axis.dot(seed) * axis).stableNormalized();
  if (start.isZero(0)) return Vec3::Zero();
  const Vec3 aside = axis.cross(start);
  const auto place = [&](double angle) -> Vec3 {
    return std::cos(angle) * start + std::sin(angle) * aside;
  };
  const auto at = [&](const Vec3& u) -> Vec3 { return sine * axis + cosine * u; };
  double angle = 0;
  double last_turn = kInfinity;
  double rises = -kInfinity;
  double falls = kInfinity;
  for (int round = 0; round < kMaxRounds; ++round) {
    const Vec3 u = place(angle);
    const Vec3 t = axis.cross(u);
    const Vec3 here = difference(at(u), u);
    const Vec3 next_u = place(angle + kDifferenceStep);
    const Vec3 there = difference(at(next_u), next_u);
    const double slope = t.dot(here);
    const double bend = t.dot(there - here) / kDifferenceStep - u.dot(here);
    (slope > 0 ? rises : falls) = angle;
    const double step = bend < 0 ? -slope / bend : std::copysign(kMaxSupportTurn, slope);
    const double turn = std::clamp(step, -kMaxSupportTurn, kMaxSupportTurn);
    if (!std::isfinite(turn)) return Vec3::Zero();
    if (std::abs(turn) < kLastSupportTurn) break;
    angle += turn;
    // Newton's steps to and fro across a sharp bend shrink slowly: continue by bisection.
    const bool is_slow = std::abs(turn) > 0.5 * last_turn && std::isfinite(falls - rises);
    if (is_slow || !(angle > rises && angle < falls)) angle = 0.5 * (rises + falls);
    last_turn = std::abs(turn);
  }
  return at(place(angle)).normalized();
}

// Adds directions m from the other solid towards the near edges.
void SupportAxes::add_edges(int polytope, const Vec3& seed_normal) {
  const ConvexSolid& solid = axes_.solid(1 - polytope);
  const double outward = AxisSet::outward(1 - polytope);
  const Vec3 seed = outward * seed_normal;
  for_each_near_edge(axes_, polytope, [&](const NearEdge& edge) {
    const Vec3 m = climb_circle(edge.direction, 0, seed, [&](const Vec3& n, const Vec3&) -> Vec3 {
      return edge.point - solid.support(n).point;
    });
    if (edge.is_above(m)) axes_.add(outward * m, kPreferEdge);
  });
}

// Adds directions m out of a frustum's side.
void SupportAxes::add_side(int frustum, const Vec3& seed) {
  const ConvexSolid& side = axes_.solid(frustum);
  const ConvexSolid& other = axes_.solid(1 - frustum);
  const double outward = AxisSet::outward(frustum);
  const Vec3 m = climb_circle(
      side.axis(), side.side_sine(), outward * seed, [&](const Vec3& n, const Vec3& u) -> Vec3 {
        return other.support(-n).point - side.disc_center(0) - side.disc_radius(0) * u;
      });
  axes_.add(outward * m, kPreferEdge);
}

// If libccd gives no direction, the search of all directions does without.
void SupportAxes::add_way_out() {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = core_support;
  ccd.support2 = core_support;
  ccd.max_iterations = kMaxCcdRounds;
  ccd.epa_tolerance =
      kCcdTolerance * std::min(axes_.solid(0).outer_radius(), axes_.solid(1).outer_radius());
  ccd_real_t depth = 0;
  ccd_vec3_t way;
  ccd_vec3_t position;
  ++num_overlap_searches;
  CcdSolid cores[2] = {{&axes_.solid(0)}, {&axes_.solid(1)}};
  const int status = ccdGJKPenetration(&cores[0], &cores[1], &ccd, &depth, &way, &position);
  // libccd returns the way of the second solid.
  const Vec3 n = -Vec3(way.v[0], way.v[1], way.v[2]);
  if (status != 0 || !(std::abs(n.norm() - 1) < 1e-6) || !n.allFinite()) {
    ++num_refusals;
    return;
  }
  axes_.add(n.normalized(), kPreferNearest);
}

// Adds the best directions near the seed where supports have kinks.
void SupportAxes::add_kinks(const Vec3& seed) {
  for (const int i : {0, 1}) {
    if (axes_.solid(i).num_edges() > 0) add_edges(i, seed);
    if (axes_.solid(i).is_frustum()) add_side(i, seed);
  }
}

// Adds the best direction near the seed where supports are smooth, then those at kinks.
void SupportAxes::look_around(const Vec3& seed) {
  axes_.add(followed(seed), kPreferNearest);
  add_kinks(seed);
}

bool SupportAxes::is_best_the_only_peak() const {
  return SinglePeak(*this, best_normal(), -axes_.greatest(), axes_.tie()).is_only_one_nearby();
}

void SupportAxes::add_all() {
  const bool is_apart = axes_.upper() > axes_.round_off();
  if (!is_apart) add_way_out();
  const Vec3 seed = best_normal();
  add_kinks(seed);
  // A direction at a kink is exact to round-off; otherwise steps continue from the seed.
  const bool is_kink = best_normal() != seed;
  bool is_only = !is_apart && is_kink && is_best_the_only_peak();
  if (!is_only) axes_.add(followed(seed), kPreferNearest);
  if (is_apart) {
    const Vec3 n = best_normal();
    const Vec3 z = difference(n);
    axes_.set_witness(
        {axes_.solid(0).support(-n).point, axes_.solid(1).support(n).point, z.norm(), n.dot(z), n});
    return;
  }
  is_only = is_only || is_best_the_only_peak();
  if (is_only) {
    SphereSearch(*this).run_within(-best_normal());
  } else {
    SphereSearch(*this).run();
    look_around(best_normal());
  }
}

}  // namespace

void add_support_axes(AxisSet& axes) { SupportAxes(axes).add_all(); }

OverlapSearchCounts overlap_search_counts() { return {num_overlap_searches, num_refusals}; }

}  // namespace stiction
