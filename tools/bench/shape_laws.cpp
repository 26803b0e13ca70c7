#include "shape_laws.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "field_laws.h"
#include "shape_text.h"

namespace stiction::bench {
namespace {

/// Relative to the size. The cost of the search for a better direction grows with the inverse of
/// its tolerance where a shape is curved.
constexpr double kLeastTolerance = 5e-8;

bool has_mesh(const PosedPair& pair) { return pair.A.mesh || pair.B.mesh; }

bool is_field(const PosedShape& posed) { return std::holds_alternative<HeightField>(posed.shape); }

bool is_on_field(const PosedPair& pair) { return is_field(pair.B); }

double least_gap(const ShapeManifold& manifold) {
  double least = kInfinity;
  for (const ManifoldPoint& point : manifold.points) least = std::min(least, point.gap);
  return least;
}

bool is_sound(const ShapeManifold& manifold, double margin) {
  if (!manifold.normal.allFinite() || std::abs(manifold.normal.norm() - 1) > 1e-12) return false;
  const std::vector<ManifoldPoint>& points = manifold.points;
  const auto is_sound_point = [&](const ManifoldPoint& point) {
    return point.point.allFinite() && std::isfinite(point.gap) && point.gap <= margin;
  };
  const bool ascends = std::ranges::adjacent_find(points, [](const auto& a, const auto& b) {
                         return a.feature >= b.feature;
                       }) == points.end();
  return ascends && std::ranges::all_of(points, is_sound_point);
}

/// Both shapes in a frame with world axes and the origin of B.
class JudgedPair {
 public:
  explicit JudgedPair(const PosedPair& pair)
      : p_WO_(pair.B.X_WS.translation),
        A_(pair.A.shape, pair.A.points, {pair.A.X_WS.rotation, pair.A.X_WS.translation - p_WO_}) {
    const RigidTransform X_OB{pair.B.X_WS.rotation, Vec3::Zero()};
    if (const auto* plane = std::get_if<Plane>(&pair.B.shape)) {
      plane_ = {X_OB.rotation * plane->normal, plane->offset};
    } else {
      B_.emplace(pair.B.shape, pair.B.points, X_OB);
    }
  }

  const JudgedSolid& A() const { return A_; }
  /// Empty if B is a plane.
  const std::optional<JudgedSolid>& B() const { return B_; }

  /// For a plane, only its own normal separates.
  double separation_along(const Vec3& n) const {
    if (B_) return separation(A_, *B_, n);
    const bool is_normal = (n - plane_.normal).norm() <= 1e-12;
    return is_normal ? -A_.support(-plane_.normal) - plane_.offset : -kInfinity;
  }

  /// How far the places where the surfaces should be, at a contact point, are from the solids.
  std::array<Vec3, 2> nearest_points(const ManifoldPoint& point, const Vec3& normal) const {
    const Vec3 half = 0.5 * point.gap * normal;
    return {A_.nearest_point(point.point - p_WO_ + half),
            nearest_point_of_B(point.point - p_WO_ - half)};
  }
  double calc_point_error(const ManifoldPoint& point, const Vec3& normal) const {
    const auto [a, b] = nearest_points(point, normal);
    const Vec3 half = 0.5 * point.gap * normal;
    const Vec3 middle = point.point - p_WO_;
    return std::max((a - middle - half).norm(), (b - middle + half).norm());
  }

 private:
  Vec3 nearest_point_of_B(const Vec3& x) const {
    if (B_) return B_->nearest_point(x);
    return x - plane_.normal * std::max(0.0, plane_.normal.dot(x) - plane_.offset);
  }

  Vec3 p_WO_;
  JudgedSolid A_;
  std::optional<JudgedSolid> B_;
  Plane plane_;
};

/// True also if one is at 0 and the other at -0.
bool coincide(const PosedShape& a, const PosedShape& b) {
  PosedShape b_at_a = b;
  b_at_a.X_WS = a.X_WS;
  return a.X_WS == b.X_WS && a.shape.index() == b.shape.index() &&
         describe(PosedPair{a, a, {}}) == describe(PosedPair{b_at_a, b_at_a, {}});
}

}  // namespace

LawLimits limits_of(ShapeKind a, ShapeKind b) {
  const auto is_curved = [](ShapeKind kind) {
    return kind == ShapeKind::cylinder || kind == ShapeKind::cone || kind == ShapeKind::ellipsoid ||
           kind == ShapeKind::superquadric || kind == ShapeKind::rounded_cylinder;
  };
  const auto is_general = [&](ShapeKind kind) {
    return is_curved(kind) || kind == ShapeKind::box || kind == ShapeKind::hull ||
           kind == ShapeKind::rounded_box || kind == ShapeKind::rounded_hull ||
           kind == ShapeKind::mesh || kind == ShapeKind::field;
  };
  const bool is_hard = (is_curved(a) && is_general(b)) || (is_curved(b) && is_general(a));
  const double gap = is_hard ? 1e-6 : 1e-7;
  // A point may be off the nearest ones by an amount that does not show in the gap: beyond the rim
  // of a face, or along axes that cross at a small angle.
  return {0, gap, 2e-2, 0, 2 * gap, 0, gap};
}

Vec3 draw_displacement(const PosedPair& pair, Random random) {
  const double radius = std::min(bounding_radius(pair.A.shape), bounding_radius(pair.B.shape));
  return 0.9 * radius * random.log_uniform(1e-6, 1) * random.direction();
}

LawFigures ShapeJudge::judge(const PosedPair& pair, const ShapeManifold& found,
                             const Random& random) {
  LawFigures figures;
  figures.gap = least_gap(found);
  if (found.points.empty() || !is_sound(found, kInfinity)) {
    figures.of.fill(kInfinity);
    return figures;
  }
  judge_gap(pair, found, figures);
  judge_points(pair, found, figures);
  judge_exchange(pair, found, figures);
  judge_motion(pair, random, figures);
  judge_margin(pair, figures);
  judge_velocity(pair, draw_displacement(pair, random), figures);
  return figures;
}

void ShapeJudge::judge_gap(const PosedPair& pair, const ShapeManifold& found, LawFigures& figures) {
  const double size = size_of(pair);
  const double limit = limits_[static_cast<std::size_t>(ShapeLaw::gap)] * size;
  double& error = figures[ShapeLaw::gap];
  if (is_on_field(pair)) {
    error = FieldLaws(pair, search_).calc_gap_error(found, figures.gap, limit) / size;
    return;
  }
  const JudgedPair judged(pair);
  figures.best = judged.separation_along(found.normal);
  error = std::abs(figures.gap - figures.best) / size;
  if (!judged.B()) return;
  if (has_mesh(pair) && figures.gap < -limit) {
    error = calc_overlap(pair, found.normal, 0.1 * limit) > 0 ? 0 : kInfinity;
    return;
  }
  // No direction separates by more than the distance of any two points. (A mesh's face is met along
  // its own normal, which does not always separate best.)
  const bool separates = !has_mesh(pair) || error <= limit / size;
  for (const ManifoldPoint& point : found.points) {
    const auto [a, b] = judged.nearest_points(point, found.normal);
    if (!separates || (a - b).norm() > figures.gap + 0.1 * limit) continue;
    error = std::max(error, ((a - b).norm() - figures.gap) / size);
    return;
  }
  const double tolerance = std::max(0.1 * limit, kLeastTolerance * size);
  const DirectionSearch::Result best =
      search_.find(judged.A(), *judged.B(), found.normal, tolerance);
  figures.best = best.lower;
  figures.is_proved = best.upper - best.lower <= 1.01 * tolerance;
  if (!separates) error = std::max(0.0, (figures.gap - best.upper) / size);
  error = std::max(error, (best.lower - figures.gap) / size);
  if (figures.is_proved) error = std::max(error, (best.upper - figures.gap) / size);
}

void ShapeJudge::judge_points(const PosedPair& pair, const ShapeManifold& found,
                              LawFigures& figures) {
  double& error = figures[ShapeLaw::points];
  if (figures.gap < -1e-2 * size_of(pair)) return;
  const auto calc_error = [&](const ManifoldPoint& point) {
    if (is_on_field(pair)) return FieldLaws(pair, search_).calc_point_error(point, found.normal);
    return JudgedPair(pair).calc_point_error(point, found.normal);
  };
  for (const ManifoldPoint& point : found.points) {
    error = std::max(error, calc_error(point) / size_of(pair));
  }
}

void ShapeJudge::judge_exchange(const PosedPair& pair, const ShapeManifold& found,
                                LawFigures& figures) {
  // If two coincide, either may come first.
  if (coincide(pair.A, pair.B)) return;
  const ShapeManifold& other = contact({pair.B, pair.A, pair.family}, {kInfinity});
  double& error = figures[ShapeLaw::exchange];
  if (other.points.size() != found.points.size()) {
    error = kInfinity;
    return;
  }
  error = (other.normal + found.normal).norm();
  for (const ManifoldPoint& point : found.points) {
    const FeatureId exchanged = point.feature << 32 | point.feature >> 32;
    const auto same = std::ranges::find(other.points, exchanged, &ManifoldPoint::feature);
    if (same == other.points.end()) {
      error = kInfinity;
      return;
    }
    const double off =
        std::max((same->point - point.point).norm(), std::abs(same->gap - point.gap));
    error = std::max(error, off / size_of(pair));
  }
}

void ShapeJudge::judge_motion(const PosedPair& pair, Random random, LawFigures& figures) {
  if (has_mesh(pair) && figures.gap < 0) return;
  constexpr double kStep = 1e-6;
  PosedPair moved = pair;
  const double radius = bounding_radius(pair.A.shape);
  moved.A.X_WS.translation += kStep * radius * random.direction();
  moved.A.X_WS.rotation =
      (Quat(Eigen::AngleAxisd(kStep, random.direction())) * moved.A.X_WS.rotation).normalized();
  const double gap = least_gap(contact(moved, {kInfinity}));
  const double change = std::abs(gap - figures.gap);
  figures[ShapeLaw::motion] =
      std::isfinite(gap) ? std::max(0.0, change - 2 * kStep * radius) / size_of(pair) : kInfinity;
}

void ShapeJudge::judge_margin(const PosedPair& pair, LawFigures& figures) {
  const double tolerance = limits_[static_cast<std::size_t>(ShapeLaw::gap)] * size_of(pair);
  if (figures.gap > tolerance && !contact(pair, {figures.gap - tolerance}).points.empty()) {
    figures[ShapeLaw::margin] = 1;
  }
  const double above = std::max(0.0, figures.gap + tolerance);
  const ShapeManifold& some = contact(pair, {above});
  if (some.points.empty() || !is_sound(some, above)) figures[ShapeLaw::margin] = kInfinity;
}

void ShapeJudge::judge_velocity(const PosedPair& pair, const Vec3& displacement,
                                LawFigures& figures) {
  const ShapeManifold& manifold = contact(pair, {kInfinity, displacement});
  double& error = figures[ShapeLaw::velocity];
  if (manifold.points.empty() || !is_sound(manifold, kInfinity)) {
    error = kInfinity;
    return;
  }
  if (figures.gap < 0) return;
  const double limit = limits_[static_cast<std::size_t>(ShapeLaw::velocity)] * size_of(pair);
  if (is_on_field(pair)) {
    error = FieldLaws(pair, search_).calc_velocity_error(displacement, 0.1 * limit) / size_of(pair);
    return;
  }
  const double missing = std::max(0.0, -least_gap(manifold) - manifold.normal.dot(displacement));
  PosedPair moved = pair;
  moved.A.X_WS.translation += displacement + missing * manifold.normal;
  error = calc_overlap(moved, manifold.normal, 0.1 * limit) / size_of(pair);
}

double ShapeJudge::calc_overlap(const PosedPair& pair, const Vec3& normal, double tolerance) {
  const JudgedPair judged(pair);
  if (!judged.B()) return std::max(0.0, -judged.separation_along(normal));
  const double most =
      search_.find_above(judged.A(), *judged.B(), normal, -tolerance, tolerance).lower;
  return std::max(0.0, -most);
}

const ShapeManifold& ShapeJudge::contact(const PosedPair& pair, const NarrowPhaseQuery& query) {
  query_.find(pair, query, manifold_);
  return manifold_;
}

void ContactQuery::find(const PosedPair& pair, const NarrowPhaseQuery& query,
                        ShapeManifold& manifold) {
  const auto& [A, B, family] = pair;
  if (!A.mesh && !B.mesh) {
    calc_manifold(A.shape, A.X_WS, B.shape, B.X_WS, query, manifold);
    return;
  }
  const auto collider = [](const PosedShape& posed) {
    return posed.mesh ? *posed.mesh : Collider(posed.shape);
  };
  calc_manifolds(collider(A), A.X_WS, collider(B), B.X_WS, query, manifolds_);
  manifold.points.clear();
  const auto nearest = std::ranges::min_element(manifolds_, {}, least_gap);
  if (nearest == manifolds_.end()) return;
  manifold = *nearest;
  const bool is_convex = !is_field(pair.A) && !is_field(pair.B);
  if (manifolds_.size() > 1 && is_convex) choose_of_equally_near(pair, manifold);
}

/// Where an edge meets an edge, the face at it may be as near: the one that separates the two is
/// judged.
void ContactQuery::choose_of_equally_near(const PosedPair& pair, ShapeManifold& manifold) const {
  const JudgedPair judged(pair);
  const double tie = 1e-9 * size_of(pair);
  const double enough = least_gap(manifold) + tie;
  double greatest = judged.separation_along(manifold.normal);
  for (const ShapeManifold& other : manifolds_) {
    if (least_gap(other) > enough) continue;
    const double separation = judged.separation_along(other.normal);
    if (separation <= greatest + tie) continue;
    greatest = separation;
    manifold = other;
  }
}

}  // namespace stiction::bench
