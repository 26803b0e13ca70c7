#include <stiction/collision/narrow_phase.h>
#include <stiction/collision/queries.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>

#include "bounds.h"
#include "box_sweep.h"
#include "conservative_advancement.h"
#include "infinity.h"
#include "number_range.h"
#include "reused.h"
#include "surface_solid.h"
#include "triangle_surface.h"

namespace stiction {
namespace {

// Overlap that counts as touching: shares of the smaller radius, and of the input's lengths.
constexpr double kAllowedOverlap = 1e-10;
constexpr double kCastRoundOff = 1e-14;

constexpr double kMaxCastPieces = 1024;  // see kPieceLength

double calc_allowance(const Shape& moving, const RigidTransform& X_WM, const Vec3& displacement,
                      const Shape& target, const RigidTransform& X_WT, double touching) {
  const double smaller = std::min(bounding_radius(moving), bounding_radius(target));
  const double extent =
      (X_WM.translation - X_WT.translation).stableNorm() + displacement.stableNorm();
  return std::max({touching, kAllowedOverlap * smaller, kCastRoundOff * extent});
}

std::optional<ShapeCastHit> cast_at_solid(const Shape& moving, const RigidTransform& X_WM,
                                          const Vec3& displacement, const Shape& target,
                                          const RigidTransform& X_WT, double allowance) {
  const auto look = [&](double s, ShapeManifold& manifold) {
    const RigidTransform X{X_WM.rotation, X_WM.translation + s * displacement};
    calc_manifold(moving, X, target, X_WT, {.margin = kInfinity}, manifold);
  };
  Reused<ShapeManifold> manifold;
  return find_touch({std::ref(look), displacement, allowance}, manifold);
}

// A solid in motion through the triangles of a mesh or a height field.
class SurfaceCast {
 public:
  SurfaceCast(const Shape& moving, const RigidTransform& X_WM, const Vec3& displacement,
              const Collider& target, const RigidTransform& X_WT, double allowance)
      : solid_(moving, X_WM.rotation),
        surface_(*target.surface()),
        X_WM_(X_WM),
        X_WT_(X_WT),
        displacement_(displacement),
        allowance_(allowance),
        sweep_T_{grown(calc_aabb(moving, X_WT.inverse() * X_WM), 2 * allowance),
                 X_WT.rotation.conjugate() * displacement, 1} {}

  std::optional<ShapeCastHit> find_first() {
    if (is_inside_at_start()) return hit_from_inside();
    const double length = displacement_.stableNorm() / (kPieceLength * solid_.outer_radius());
    const int num_pieces = static_cast<int>(std::clamp(std::ceil(length), 1.0, kMaxCastPieces));
    for (int piece = 0; piece < num_pieces; ++piece) {
      const double from = static_cast<double>(piece) / num_pieces;
      const double to = static_cast<double>(piece + 1) / num_pieces;
      collect(from, to);
      for (const Candidate& candidate : fresh_) {
        if (first_ && candidate.earliest > first_->fraction) break;
        cast_at(candidate.triangle);
      }
      if (first_ && first_->fraction <= to) break;
    }
    return first_;
  }

 private:
  struct Candidate {
    double earliest = 0;  // no touch before this fraction
    int triangle = 0;
    auto operator<=>(const Candidate&) const = default;
  };

  static Aabb grown(const Aabb& bounds, double margin) {
    return {bounds.lower.array() - margin, bounds.upper.array() + margin};
  }

  bool is_inside_at_start() const {
    return surface_.is_inside(X_WT_.inverse() * Vec3(X_WM_.translation + solid_.center()));
  }

  // No triangle is touched, so no normal is better than the one against the motion.
  ShapeCastHit hit_from_inside() const {
    const Vec3 center = X_WM_.translation + solid_.center();
    const Vec3 way = displacement_.stableNormalized();
    return {0, center, way.isZero(0) ? Vec3(Vec3::UnitZ()) : Vec3(-way)};
  }

  // Sets `fresh_` to the triangles near this part of the path that were not near any earlier part,
  // in the order in which they may be met.
  void collect(double from, double to) {
    surface_.collect(bounds_between(from, to), near_);
    unseen_.clear();
    std::set_difference(near_.begin(), near_.end(), seen_.begin(), seen_.end(),
                        std::back_inserter(unseen_));
    seen_.insert(seen_.end(), unseen_.begin(), unseen_.end());
    std::sort(seen_.begin(), seen_.end());  // (a merge would allocate)
    fresh_.clear();
    for (const int triangle : unseen_) {
      const std::array<Vec3, 3> x = surface_.corners(triangle);
      const double earliest = meeting_time(sweep_T_, triangle_bounds(x[0], x[1], x[2]));
      if (earliest <= 1) fresh_.push_back({earliest, triangle});
    }
    std::sort(fresh_.begin(), fresh_.end());
  }

  Aabb bounds_between(double from, double to) const {
    const Vec3 a = from * sweep_T_.direction;
    const Vec3 b = to * sweep_T_.direction;
    return {sweep_T_.start.lower + a.cwiseMin(b), sweep_T_.start.upper + a.cwiseMax(b)};
  }

  void cast_at(int triangle) {
    const std::array<Vec3, 3> corners_T = surface_.corners(triangle);
    const auto look = [&](double s, ShapeManifold& manifold) {
      const Vec3 p_WM = X_WM_.translation + s * displacement_;
      Triangle in_O;
      for (int k = 0; k < 3; ++k) {
        in_O.corners[k] = X_WT_.rotation * corners_T[k] + (X_WT_.translation - p_WM);
      }
      solid_.touch(in_O, {.margin = kInfinity}, manifold);
      for (ManifoldPoint& point : manifold.points) point.point += p_WM;
    };
    const auto hit = find_touch({std::ref(look), displacement_, allowance_}, manifold_);
    if (hit && (!first_ || hit->fraction < first_->fraction)) first_ = hit;
  }

  SurfaceSolid solid_;
  const TriangleSurface& surface_;
  const RigidTransform& X_WM_;
  const RigidTransform& X_WT_;
  const Vec3& displacement_;
  const double allowance_;
  const BoxSweep sweep_T_;  // the solid's bounds in the surface's frame
  Reused<std::vector<int>> near_;
  Reused<std::vector<int>> seen_;
  Reused<std::vector<int>> unseen_;
  Reused<std::vector<Candidate>> fresh_;
  Reused<ShapeManifold> manifold_;
  std::optional<ShapeCastHit> first_;
};

}  // namespace

std::optional<ShapeCastHit> cast_shape(const Collider& moving, const RigidTransform& X_WM,
                                       const Vec3& displacement, const Collider& target,
                                       const RigidTransform& X_WT, double touching) {
  if (!is_solid(moving.shape())) {
    throw std::invalid_argument("expected a solid to cast, got a " +
                                std::string(shape_name(moving.shape())));
  }
  if (!are_in_range(X_WM, X_WT) || !is_in_range(displacement)) return std::nullopt;
  const double allowance =
      calc_allowance(moving.shape(), X_WM, displacement, target.shape(), X_WT, touching);
  if (!target.surface()) {
    return cast_at_solid(moving.shape(), X_WM, displacement, target.shape(), X_WT, allowance);
  }
  return SurfaceCast(moving.shape(), X_WM, displacement, target, X_WT, allowance).find_first();
}

}  // namespace stiction
