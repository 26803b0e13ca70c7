#include "ray_span.h"

#include <stiction/geometry/convex_polyhedron.h>

#include <algorithm>
#include <cmath>

#include "convex_pair.h"
#include "infinity.h"

namespace stiction {
namespace {

using Span = std::optional<RaySpan>;

// Cuts convex pieces out of a line. Comparisons are such that a NaN ends in a miss.
class SpanCutter {
 public:
  void cut(double enter, double leave, const Vec3& normal, int face = 0) {
    if (!(enter <= span_.enter)) {
      span_.enter = enter;
      span_.normal = normal;
      span_.face = face;
    }
    if (!(leave >= span_.leave)) span_.leave = leave;
  }

  // Cuts to lower <= x <= upper along the axis.
  void cut_slab(const Line& line, int axis, double lower, double upper) {
    const double x = line.origin[axis];
    const double slope = line.direction[axis];
    if (slope == 0) {
      if (!(lower <= x && x <= upper)) is_empty_ = true;
      return;
    }
    const double near = slope > 0 ? lower : upper;
    const double far = slope > 0 ? upper : lower;
    cut((near - x) / slope, (far - x) / slope, Vec3(std::copysign(1.0, -slope) * Vec3::Unit(axis)));
  }

  // Cuts to n . x <= offset.
  void cut_half_space(const Line& line, const Vec3& n, double offset, int face = 0) {
    const double height = n.dot(line.origin) - offset;
    const double slope = n.dot(line.direction);
    if (slope == 0) {
      if (!(height <= 0)) is_empty_ = true;
    } else if (slope < 0) {
      cut(height / -slope, kInfinity, n, face);
    } else {
      cut(-kInfinity, -height / slope, n, face);
    }
  }

  void cut_all() { is_empty_ = true; }

  Span result() const {
    const bool is_hit = !is_empty_ && span_.enter <= span_.leave;
    return is_hit ? Span(span_) : std::nullopt;
  }

 private:
  RaySpan span_{-kInfinity, kInfinity};
  bool is_empty_ = false;
};

Span through_ball(const Line& line, const Vec3& center, double radius) {
  const Vec3 start = line.origin - center;
  const double middle = -start.dot(line.direction);
  const Vec3 nearest = start + middle * line.direction;
  const double distance = nearest.norm();
  if (!(distance <= radius)) return std::nullopt;
  const double half = std::sqrt((radius - distance) * (radius + distance));
  return RaySpan{middle - half, middle + half, (nearest - half * line.direction).normalized()};
}

// Cuts to |(x, y)| <= radius.
void cut_tube(const Line& line, double radius, SpanCutter& cutter) {
  const Vec2 start = line.origin.head<2>();
  const double slope = line.direction.head<2>().norm();
  if (slope == 0) {
    if (!(start.norm() <= radius)) cutter.cut_all();
    return;
  }
  const Vec2 across = line.direction.head<2>() / slope;
  const double middle = -start.dot(across);
  const Vec2 nearest = start + middle * across;
  const double distance = nearest.norm();
  if (!(distance <= radius)) return cutter.cut_all();
  const double half = std::sqrt((radius - distance) * (radius + distance));
  const Vec2 normal = (nearest - half * across).normalized();
  cutter.cut((middle - half) / slope, (middle + half) / slope, Vec3(normal.x(), normal.y(), 0));
}

// The union of pieces, which is known to be convex.
Span united(const Span& a, const Span& b) {
  if (!a || !b) return a ? a : b;
  RaySpan sum = a->enter <= b->enter ? *a : *b;
  sum.leave = std::max(a->leave, b->leave);
  return sum;
}

Vec3 cone_normal(const Cone& cone, const Vec3& x) {
  const double distance = x.head<2>().norm();
  if (distance == 0) return Vec3::UnitZ();
  const Vec2 outwards = x.head<2>() / distance;
  return Vec3(cone.length * outwards.x(), cone.length * outwards.y(), cone.radius).normalized();
}

// The points with |(x, y)| <= k (half - z), k = radius / length, as those of a light cone: in the
// coordinates x, y, k (half - z) they satisfy x^2 + y^2 - z^2 <= 0, and the slab |z| <= half
// selects the nappe below the apex.
class LightCone {
 public:
  LightCone(const Cone& cone, const Line& line) {
    const double k = cone.radius / cone.length;
    start_ = Vec3(line.origin.x(), line.origin.y(), k * (0.5 * cone.length - line.origin.z()));
    slope_ = Vec3(line.direction.x(), line.direction.y(), -k * line.direction.z());
  }

  // The line is inside where a t^2 + 2 b t + c <= 0.
  double a() const { return product(slope_, slope_); }
  double b() const { return product(start_, slope_); }
  double c() const { return product(start_, start_); }

  // b^2 - a c, as a sum in which large terms cancel before they are squared.
  double discriminant() const {
    const Vec3 cross = start_.cross(slope_);
    return cross.head<2>().squaredNorm() - cross.z() * cross.z();
  }

  // The root t after a step of Newton's method, evaluated with numbers near that root, which
  // matters for lines along the side. If the line only grazes the cone, so that the roots are near
  // each other (`apart`), there is nothing to gain.
  double refined(double t, double apart) const {
    const Vec3 x = start_ + t * slope_;
    const double step = -0.5 * product(x, x) / product(x, slope_);
    return std::abs(step) <= 0.1 * apart ? t + step : t;
  }

 private:
  static double product(const Vec3& v, const Vec3& w) {
    return v.head<2>().dot(w.head<2>()) - v.z() * w.z();
  }

  Vec3 start_;
  Vec3 slope_;
};

// `line` starts near the cone.
void cut_nappe(const Line& line, const Cone& cone, SpanCutter& cutter) {
  const LightCone nappes(cone, line);
  const double a = nappes.a();
  const double b = nappes.b();
  const double discriminant = nappes.discriminant();
  if (a >= 0 && !(discriminant >= 0)) return cutter.cut_all();
  const double q = -(b + std::copysign(std::sqrt(std::max(0.0, discriminant)), b));
  if (q == 0) {  // through the apex, or along the side
    if (a > 0) cutter.cut(0, 0, Vec3::UnitZ());
    if (a == 0 && nappes.c() > 0) cutter.cut_all();
    return;
  }
  const auto [least, greatest] = std::minmax({q / a, nappes.c() / q});
  double first = nappes.refined(least, greatest - least);
  double second = nappes.refined(greatest, greatest - least);
  if (a < 0) {  // two half-lines, one of them below the apex
    if (line.direction.z() > 0) {
      second = first;
      first = -kInfinity;
    } else {
      first = second;
      second = kInfinity;
    }
  }
  const Vec3 normal = std::isfinite(first) ? cone_normal(cone, line.at(first)) : Vec3::UnitZ();
  cutter.cut(first, second, normal);
}

// Finds where a line first meets a solid that is given by its distance alone: from outside, the
// plane across the shortest way to the solid is in front of all of it, so the line may be followed
// up to that plane (Newton's method on the distance, which is convex).
class DistanceRays {
 public:
  explicit DistanceRays(const Shape& shape)
      : solid_(shape, {}), probe_(kProbe * solid_.outer_radius()), radius_(solid_.outer_radius()) {}

  struct Hit {
    double at;
    Vec3 normal;
  };
  std::optional<Hit> first_hit(const Line& line) const {
    constexpr int kMaxRounds = 100;
    const double middle = -line.origin.dot(line.direction);
    const double half2 = radius_ * radius_ - line.at(middle).squaredNorm();
    if (half2 < 0) return std::nullopt;
    double t = middle - std::sqrt(half2) - probe_;
    for (int round = 0; round < kMaxRounds; ++round) {
      const ConvexSolid point(Sphere{probe_}, {Quat::Identity(), line.at(t)});
      const ConvexDistance found = calc_convex_distance(point, solid_);
      const double distance = found.distance + probe_;
      if (distance <= kMet * radius_) return Hit{t, found.normal};
      const double approach = -found.normal.dot(line.direction);
      if (!(approach > kGrazing)) return std::nullopt;
      t += distance / approach;
      if (t > middle + radius_) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  // Shares of the radius; the probe is a ball so small that its tolerances are round-off.
  static constexpr double kProbe = 1e-7;
  static constexpr double kMet = 1e-13;
  static constexpr double kGrazing = 1e-9;

  ConvexSolid solid_;
  double probe_;
  double radius_;
};

struct SpanOf {
  const Line& line;

  Span operator()(const Sphere& sphere) const {
    return through_ball(line, Vec3::Zero(), sphere.radius);
  }

  Span operator()(const Box& box) const {
    SpanCutter cutter;
    for (const int axis : {2, 1, 0}) {
      cutter.cut_slab(line, axis, -0.5 * box.size[axis], 0.5 * box.size[axis]);
    }
    return cutter.result();
  }

  Span operator()(const Capsule& capsule) const {
    SpanCutter cutter;
    cut_tube(line, capsule.radius, cutter);
    cutter.cut_slab(line, 2, -0.5 * capsule.length, 0.5 * capsule.length);
    const Vec3 end(0, 0, 0.5 * capsule.length);
    const Span ends =
        united(through_ball(line, end, capsule.radius), through_ball(line, -end, capsule.radius));
    return united(ends, cutter.result());
  }

  Span operator()(const Plane& plane) const {
    SpanCutter cutter;
    cutter.cut_half_space(line, plane.normal, plane.offset);
    return cutter.result();
  }

  Span operator()(const Cylinder& cylinder) const {
    SpanCutter cutter;
    cutter.cut_slab(line, 2, -0.5 * cylinder.length, 0.5 * cylinder.length);
    cut_tube(line, cylinder.radius, cutter);
    return cutter.result();
  }

  Span operator()(const Cone& cone) const {
    return from_middle([&](const Line& near) {
      SpanCutter cutter;
      cutter.cut_slab(near, 2, -0.5 * cone.length, 0.5 * cone.length);
      cut_nappe(near, cone, cutter);
      return cutter.result();
    });
  }

  Span operator()(const Hull& hull) const {
    SpanCutter cutter;
    int index = 0;
    for (const ConvexPolyhedron::Face& face : hull.polyhedron->faces()) {
      cutter.cut_half_space(line, face.normal, face.offset, index++);
    }
    return cutter.result();
  }

  Span operator()(const Convex& convex) const { return by_distance(convex); }
  Span operator()(const Rounded& rounded) const { return by_distance(rounded); }

  Span by_distance(const Shape& shape) const {
    return from_middle([&](const Line& near) -> Span {
      const DistanceRays rays(shape);
      const std::optional<DistanceRays::Hit> enter = rays.first_hit(near);
      const std::optional<DistanceRays::Hit> leave =
          rays.first_hit({near.origin, Vec3(-near.direction)});
      if (!enter || !leave) return std::nullopt;
      return RaySpan{enter->at, std::max(enter->at, -leave->at), enter->normal, 0};
    });
  }

  /// What `span_of` finds on the line from its point nearest to the shape's middle: that keeps
  /// numbers of the shape's size, however far the line's own start is.
  template <typename SpanOfLine>
  Span from_middle(SpanOfLine span_of) const {
    const double middle = -line.origin.dot(line.direction);
    Span span = span_of(Line{line.at(middle), line.direction});
    if (!span) return span;
    span->enter += middle;
    span->leave += middle;
    return span;
  }

  Span operator()(const Mesh&) const { return std::nullopt; }
  Span operator()(const HeightField&) const { return std::nullopt; }
};

}  // namespace

std::optional<RaySpan> calc_ray_span(const Shape& shape, const Line& line) {
  return std::visit(SpanOf{line}, shape);
}

}  // namespace stiction
