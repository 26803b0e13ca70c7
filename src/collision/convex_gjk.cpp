#include "convex_gjk.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "infinity.h"

namespace stiction {
namespace {

constexpr int kMaxGjkRounds = 100;

// A corner of a simplex in the difference of the cores, w = a - b.
struct SimplexCorner {
  Vec3 w;
  ConvexSolid::Support on_first;
  ConvexSolid::Support on_second;
};

// The point of a simplex nearest to the origin: v = sum of weight * w, all weights > 0.
struct NearestOfSimplex {
  Vec3 v = Vec3::Zero();
  double distance2 = kInfinity;
  std::array<int, 4> corners{};
  std::array<double, 4> weights{};
  int count = 0;

  void consider(const NearestOfSimplex& other) {
    if (other.distance2 < distance2) *this = other;
  }
};

// Searches the faces of a simplex whose newest corner is the last: the nearest point is inside a
// face that has this corner, and every such face is tried. None is excluded by a sign that
// round-off may have turned.
class SimplexSearch {
 public:
  SimplexSearch(const std::array<SimplexCorner, 4>& corners, int count)
      : corners_(corners), newest_(count - 1) {}

  NearestOfSimplex find() {
    best_ = {w(newest_), w(newest_).squaredNorm(), {newest_}, {1}, 1};
    for (int i = 0; i < newest_; ++i) look_at_edge(i);
    for (int i = 0; i < newest_; ++i) {
      for (int j = i + 1; j < newest_; ++j) look_at_triangle(i, j);
    }
    if (newest_ == 3) look_at_inside();
    return best_;
  }

 private:
  const Vec3& w(int i) const { return corners_[i].w; }

  void look_at_edge(int i) {
    const Vec3& b = w(newest_);
    const Vec3 e = w(i) - b;
    const double length2 = e.squaredNorm();
    const double along = -b.dot(e);
    if (!(along > 0 && along < length2)) return;
    const double t = along / length2;
    Vec3 v = b + t * e;
    v -= v.dot(e) / length2 * e;
    best_.consider({v, v.squaredNorm(), {i, newest_}, {t, 1 - t}, 2});
  }

  // With n across the triangle (a, b, c), the weight of a is n . (b x c) / n . n.
  void look_at_triangle(int i, int j) {
    const Vec3& a = w(i);
    const Vec3& b = w(j);
    const Vec3& c = w(newest_);
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const Vec3 n = ab.cross(ac);
    const double n2 = n.squaredNorm();
    if (!(n2 > 1e-28 * ab.squaredNorm() * ac.squaredNorm())) return;
    const double at_a = n.dot(b.cross(c)) / n2;
    const double at_b = n.dot(c.cross(a)) / n2;
    const double at_c = 1 - at_a - at_b;
    if (!(at_a > 0 && at_b > 0 && at_c > 0)) return;
    const Vec3 v = (n.dot(c) / n2) * n;
    best_.consider({v, v.squaredNorm(), {i, j, newest_}, {at_a, at_b, at_c}, 3});
  }

  void look_at_inside() {
    const Vec3& a = w(0);
    const Vec3& b = w(1);
    const Vec3& c = w(2);
    const Vec3& d = w(3);
    std::array<double, 4> weights{d.dot(b.cross(c)), d.dot(c.cross(a)), d.dot(a.cross(b)),
                                  -a.dot(b.cross(c))};
    // (Each is the volume of the tetrahedron in which the origin replaces that corner.)
    const double whole = weights[0] + weights[1] + weights[2] + weights[3];
    if (!(std::abs(whole) > 0)) return;
    for (double& weight : weights) {
      weight /= whole;
      if (!(weight > 0)) return;
    }
    const Vec3 v = weights[0] * a + weights[1] * b + weights[2] * c + weights[3] * d;
    best_.consider({v, 0, {0, 1, 2, 3}, weights, 4});
  }

  const std::array<SimplexCorner, 4>& corners_;
  int newest_;
  NearestOfSimplex best_;
};

class DistanceSearch {
 public:
  DistanceSearch(const ConvexSolid& first, const Vec3& shift, const ConvexSolid& second)
      : first_(first), shift_(shift), second_(second) {}

  CoreDistance find(const Vec3& start, double tolerance, double enough);

 private:
  SimplexCorner foremost(const Vec3& v) const {
    SimplexCorner corner{Vec3::Zero(), first_.support(-v), second_.support(v)};
    corner.w = corner.on_first.point - corner.on_second.point + shift_;
    return corner;
  }
  bool has(const Vec3& w) const {
    return std::any_of(corners_.begin(), corners_.begin() + count_,
                       [&](const SimplexCorner& corner) { return corner.w == w; });
  }
  void keep(const NearestOfSimplex& nearest);
  CoreDistance result(double lower, const Vec3& normal) const;

  const ConvexSolid& first_;
  const Vec3 shift_;
  const ConvexSolid& second_;
  std::array<SimplexCorner, 4> corners_;
  std::array<double, 4> weights_{};
  int count_ = 0;
};

// Keeps only the corners that carry weight.
void DistanceSearch::keep(const NearestOfSimplex& nearest) {
  std::array<SimplexCorner, 4> kept = corners_;
  for (int i = 0; i < nearest.count; ++i) kept[i] = corners_[nearest.corners[i]];
  corners_ = kept;
  weights_ = nearest.weights;
  count_ = nearest.count;
}

CoreDistance DistanceSearch::result(double lower, const Vec3& normal) const {
  CoreDistance distance{Vec3::Zero(), Vec3::Zero(), 0, lower, normal};
  for (int i = 0; i < count_; ++i) {
    distance.on_first += weights_[i] * (corners_[i].on_first.point + shift_);
    distance.on_second += weights_[i] * corners_[i].on_second.point;
  }
  distance.upper = (distance.on_first - distance.on_second).norm();
  return distance;
}

CoreDistance DistanceSearch::find(const Vec3& start, double tolerance, double enough) {
  double lower = -kInfinity;
  Vec3 normal = Vec3::UnitZ();
  Vec3 v = start.squaredNorm() > 0 ? start : Vec3(Vec3::UnitZ());
  double length = kInfinity;
  for (int round = 0; round < kMaxGjkRounds; ++round) {
    const Vec3 n = v.normalized();
    const SimplexCorner corner = foremost(n);
    const double separation = n.dot(corner.w);
    if (separation > lower) {
      lower = separation;
      normal = n;
    }
    const bool is_enough = length - lower <= tolerance || lower > enough || has(corner.w);
    if (count_ > 0 && is_enough) break;
    const std::array<SimplexCorner, 4> corners = corners_;
    corners_[count_++] = corner;
    const NearestOfSimplex nearest = SimplexSearch(corners_, count_).find();
    if (!(nearest.distance2 < length * length)) {
      corners_ = corners;
      --count_;
      break;
    }
    keep(nearest);
    v = nearest.v;
    length = std::sqrt(nearest.distance2);
    if (!(length > 0)) break;
  }
  return result(lower, normal);
}

}  // namespace

CoreDistance calc_core_distance(const ConvexSolid& first, const Vec3& shift,
                                const ConvexSolid& second, const Vec3& start, double tolerance,
                                double enough) {
  return DistanceSearch(first, shift, second).find(start, tolerance, enough);
}

}  // namespace stiction
