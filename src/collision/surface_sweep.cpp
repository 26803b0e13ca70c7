#include "surface_sweep.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "infinity.h"
#include "reused.h"
#include "surface_edges.h"
#include "surface_features.h"
#include "surface_touch.h"
#include "swept_contact.h"

namespace stiction {
namespace {

constexpr int kMaxHits = 32;

// Distances as shares of the radius: a hit; a hit at the end of the step; points of one contact.
constexpr double kHit = 1e-6;
constexpr double kClose = 1e-3;
constexpr double kContact = 1e-2;

constexpr int kMaxSweepPieces = 256;  // see kPieceLength

// A half space in which the motion has to stay: normal . displacement >= -gap.
struct MotionLimit {
  Vec3 normal;
  double gap = 0;
};

// The part of `way` that the normals permit: the longest projection onto the cone normal . way >=
// 0.
Vec3 slide(const Vec3& way, const std::vector<Vec3>& normals) {
  const double slack = 1e-12 * way.norm();
  const auto is_free = [&](const Vec3& w) {
    return std::all_of(normals.begin(), normals.end(),
                       [&](const Vec3& n) { return n.dot(w) >= -slack; });
  };
  if (is_free(way)) return way;
  Vec3 best = Vec3::Zero();
  const auto consider = [&](const Vec3& w) {
    if (w.squaredNorm() > best.squaredNorm() && is_free(w)) best = w;
  };
  for (std::size_t i = 0; i < normals.size(); ++i) {
    consider(way - normals[i].dot(way) * normals[i]);
    for (std::size_t k = 0; k < i; ++k) {
      const Vec3 along = normals[i].cross(normals[k]);
      if (along.squaredNorm() > 1e-14) consider(along.dot(way) / along.squaredNorm() * along);
    }
  }
  return best;
}

class SurfaceSweep {
 public:
  SurfaceSweep(const SurfaceSolid& solid, const NarrowPhaseQuery& query, SurfacePatches& patches,
               SurfaceManifolds& manifolds)
      : solid_(solid), query_(query), patches_(patches), manifolds_(manifolds) {}

  void run();

 private:
  void add_contacts_here(double reach, const Vec3* end = nullptr);
  void add_plane(const Vec3& normal, const ManifoldPoint& nearest, double back);
  Vec3 free_way(const Vec3& way) const;
  double find_hit(const Vec3& way);
  double find_hit_in_piece(const Vec3& way);
  double find_hit_with(const NearTriangle& triangle, const Vec3& way, double before);
  bool is_valid_hit(const NearTriangle& triangle) const;
  void add_passed(double detour);
  void add_passed_in_piece(const Vec3& way, double detour, const Vec3& end);
  std::optional<double> find_nearest_to(const NearTriangle& triangle, const Vec3& way,
                                        double detour, double flat);
  bool stays_beyond(const FlatPatch& patch, const Vec3& way, double distance) const;
  bool is_limit(const FlatPatch& patch) const;
  int num_pieces(const Vec3& way) const;
  void put(const Vec3& travelled);
  void move(const Vec3& way);
  double near() const { return kContact * solid_.outer_radius(); }

  const SurfaceSolid& solid_;
  const NarrowPhaseQuery& query_;
  SurfacePatches& patches_;
  SurfaceManifolds& manifolds_;
  Vec3 travelled_ = Vec3::Zero();
  Reused<std::vector<Vec3>> stops_;  ///< ends of the straight parts of the path
  Reused<std::vector<MotionLimit>> limits_;
  Reused<std::vector<int>> ignored_;  // triangles that were hit without blocking the motion
  int hit_ = -1;
  Reused<ManifoldList> contacts_;
  Reused<ShapeManifold> part_;
};

// Adds the contacts of the solid at the present place of the motion, with gaps up to `reach`; if
// the end of the motion is given, only those that it respects.
void SurfaceSweep::add_contacts_here(double reach, const Vec3* end) {
  patches_.collect(solid_, reach, Vec3::Zero());
  SurfaceManifolds here(contacts_, 0);
  SurfaceTouch(patches_, solid_, {.margin = reach}).add_to(here);
  for (const ShapeManifold& manifold : contacts_) {
    if (manifold.points.empty()) continue;
    const auto nearest = std::min_element(
        manifold.points.begin(), manifold.points.end(),
        [](const ManifoldPoint& a, const ManifoldPoint& b) { return a.gap < b.gap; });
    const double back = manifold.normal.dot(travelled_);
    // (Planes that the solid was not in front of at the start do not limit its motion.)
    if (!travelled_.isZero(0) && nearest->gap - back < -near()) continue;
    if (end && nearest->gap - back + manifold.normal.dot(*end) < -near()) continue;
    limits_.push_back({manifold.normal, nearest->gap - back});
    add_plane(manifold.normal, *nearest, back);
  }
}

// The whole solid has to stay in front of the plane, not just the points that meet it first:
// otherwise it would turn about them through the surface.
void SurfaceSweep::add_plane(const Vec3& normal, const ManifoldPoint& nearest, double back) {
  const double offset = solid_.height_over(normal, 0) - nearest.gap;
  solid_.touch_plane(normal, offset, kInfinity, part_);
  for (ManifoldPoint& point : part_.points) {
    point.gap -= back;
    point.feature = on_surface(point.feature, nearest.feature & kSurfaceBits);
  }
  std::erase_if(part_.points,
                [&](const ManifoldPoint& point) { return point.gap > query_.margin; });
  manifolds_.add(normal, part_.points);
}

Vec3 SurfaceSweep::free_way(const Vec3& way) const {
  Reused<std::vector<Vec3>> normals;
  for (const MotionLimit& limit : limits_) {
    if (limit.gap + limit.normal.dot(travelled_) <= near()) normals.push_back(limit.normal);
  }
  return slide(way, normals);
}

void SurfaceSweep::put(const Vec3& travelled) {
  travelled_ = travelled;
  patches_.place_solid(travelled_);
}

void SurfaceSweep::move(const Vec3& way) {
  put(travelled_ + way);
  stops_.push_back(travelled_);
}

// A solid this far in front of a plane at both ends of a straight path is no nearer in between.
bool SurfaceSweep::stays_beyond(const FlatPatch& patch, const Vec3& way, double distance) const {
  const double height = solid_.height_over(patch.normal, patch.offset);
  return height + std::min(0.0, patch.normal.dot(way)) >= distance;
}

// The fraction of the path at which the solid first meets the surface, or infinity.
double SurfaceSweep::find_hit(const Vec3& way) {
  const int pieces = num_pieces(way);
  for (int i = 0; i < pieces; ++i) {
    patches_.place_solid(travelled_ + static_cast<double>(i) / pieces * way);
    const double s = find_hit_in_piece(way / pieces);
    if (s < kInfinity) return (i + s) / pieces;
  }
  return kInfinity;
}

int SurfaceSweep::num_pieces(const Vec3& way) const {
  const double wanted = std::ceil(way.norm() / (kPieceLength * solid_.outer_radius()));
  return static_cast<int>(std::clamp(wanted, 1.0, static_cast<double>(kMaxSweepPieces)));
}

double SurfaceSweep::find_hit_in_piece(const Vec3& way) {
  patches_.collect(solid_, kClose * solid_.outer_radius(), way);
  double first = kInfinity;
  hit_ = -1;
  for (const FlatPatch& patch : patches_.patches()) {
    if (stays_beyond(patch, way, -kHit * solid_.outer_radius())) continue;
    for (const NearTriangle& triangle : patch.triangles) {
      if (std::find(ignored_.begin(), ignored_.end(), triangle.index) != ignored_.end()) continue;
      const double s = find_hit_with(triangle, way, first);
      if (s >= first) continue;
      first = s;
      hit_ = triangle.index;
    }
  }
  return first;
}

// Conservative advancement: points beyond the normal plane between the nearest points stay there
// until the motion has used up the gap. Infinity if the triangle is not met, or not before
// `before`.
double SurfaceSweep::find_hit_with(const NearTriangle& triangle, const Vec3& way, double before) {
  const double radius = solid_.outer_radius();
  double s = 0;
  for (int i = 0; i < kMaxHitAdvances && s < before; ++i) {
    Triangle moved = triangle.shape;
    for (Vec3& corner : moved.corners) corner -= s * way;
    const double gap = solid_.touch(moved, {.margin = kInfinity}, part_);
    const double approach = -part_.normal.dot(way);
    if (!(approach > 0)) return kInfinity;
    if (gap <= kHit * radius) return is_valid_hit(triangle) ? s : kInfinity;
    if (approach * (1 - s) < gap) {
      const bool is_close = gap <= kClose * radius;
      return is_close && is_valid_hit(triangle) ? s : kInfinity;
    }
    s += gap / approach;
  }
  return s < before ? s : kInfinity;
}

bool SurfaceSweep::is_valid_hit(const NearTriangle& triangle) const {
  const ForemostFeature feature = foremost_feature(triangle.shape.corners, part_.normal);
  return is_normal_of_surface(patches_.surface(), triangle.index, feature,
                              patches_.direction_in_S(part_.normal));
}

void SurfaceSweep::run() {
  Vec3 way = query_.relative_displacement;
  const double short_way = kHit * solid_.outer_radius();
  add_contacts_here(near());
  way = free_way(way);
  for (int i = 0; i < kMaxHits && way.norm() > short_way; ++i) {
    const double s = find_hit(way);
    if (s == kInfinity) {
      move(way);
      break;
    }
    move(s * way);
    way *= std::max(0.0, 1 - s);
    const std::size_t known = limits_.size();
    add_contacts_here(near());
    const bool is_hindered =
        std::any_of(limits_.begin() + static_cast<std::ptrdiff_t>(known), limits_.end(),
                    [&](const MotionLimit& limit) { return limit.normal.dot(way) < 0; });
    if (!is_hindered) ignored_.push_back(hit_);
    way = free_way(way);
  }
  if (const double detour = calc_detour(query_, solid_.outer_radius()); detour > 0) {
    add_passed(detour);
  }
}

// Adds contacts with the patches that the solid passes so closely that it may meet them if it
// leaves its path: contacts that the path respects, at the places where it is nearest.
void SurfaceSweep::add_passed(double detour) {
  const Vec3 end = travelled_;
  Vec3 start = Vec3::Zero();
  for (const Vec3& stop : stops_) {
    const Vec3 way = stop - start;
    const int pieces = num_pieces(way);
    for (int i = 0; i < pieces; ++i) {
      put(start + static_cast<double>(i) / pieces * way);
      add_passed_in_piece(way / pieces, detour, end);
    }
    start = stop;
  }
}

void SurfaceSweep::add_passed_in_piece(const Vec3& way, double detour, const Vec3& end) {
  patches_.collect(solid_, detour, way);
  // Relative to the whole path, not to a piece.
  const double flat = kFlat * way.norm() / query_.relative_displacement.norm();
  Reused<std::vector<double>> places;
  for (const FlatPatch& patch : patches_.patches()) {
    if (is_limit(patch) || stays_beyond(patch, way, detour)) continue;
    for (const NearTriangle& triangle : patch.triangles) {
      if (const auto s = find_nearest_to(triangle, way, detour, flat)) places.push_back(*s);
    }
  }
  std::ranges::sort(places);
  const Vec3 start = travelled_;
  double last = -kInfinity;
  for (const double s : places) {
    if (std::exchange(last, s) == s) continue;
    put(start + s * way);
    add_contacts_here(detour, &end);
  }
}

// True if the solid is kept in front of the patch's plane already.
bool SurfaceSweep::is_limit(const FlatPatch& patch) const {
  const double height = solid_.height_over(patch.normal, patch.offset);
  return std::ranges::any_of(limits_, [&](const MotionLimit& limit) {
    const double gap = limit.gap + limit.normal.dot(travelled_);
    return is_same_normal(limit.normal, patch.normal) &&
           std::abs(gap - height) <= kClose * solid_.outer_radius();
  });
}

// The fraction of the path at which the solid is nearest to a triangle, if within the detour.
std::optional<double> SurfaceSweep::find_nearest_to(const NearTriangle& triangle, const Vec3& way,
                                                    double detour, double flat) {
  const auto look = [&](double s) {
    Triangle moved = triangle.shape;
    for (Vec3& corner : moved.corners) corner -= s * way;
    const double gap = solid_.touch(moved, {.margin = kInfinity}, part_);
    return Passing{gap, part_.normal.dot(way)};
  };
  return find_nearest(look, 0, solid_.outer_radius(), detour, flat);
}

}  // namespace

void add_swept_contacts(const SurfaceSolid& solid, const NarrowPhaseQuery& query,
                        SurfacePatches& patches, SurfaceManifolds& manifolds) {
  SurfaceSweep(solid, query, patches, manifolds).run();
}

}  // namespace stiction
