#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/mass_properties.h>
#include <stiction/geometry/support_shape.h>
#include <stiction/geometry/triangle_mesh.h>

#include <Eigen/Eigenvalues>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include "rounded_polyhedron.h"

namespace stiction {
namespace {

SolidIntegrals integrate_rounded(const Box& box, double r) {
  return integrate(RoundedPolyhedron(box, r));
}

SolidIntegrals integrate_rounded(const Hull& hull, double r) {
  return integrate(RoundedPolyhedron(hull, r));
}

// Sum of discs across the axis: of radius R + r between the caps of the core, and of radius R + s,
// s = sqrt(r^2 - t^2), at t <= r above and below them. For the disc of radius a, int x^2 is
// pi a^4 / 4; over t from 0 to r, s^n is
//   int 1, s, s^2, s^3, s^4 = r, pi r^2/4, 2 r^3/3, 3 pi r^4/16, 8 r^5/15
//   int t (1, s, s^2) = r^2/2, r^3/3, r^4/4,   int t^2 (1, s, s^2) = r^3/3, pi r^4/16, 2 r^5/15.
SolidIntegrals integrate_rounded(const Cylinder& cylinder, double rounding) {
  constexpr double kPi = std::numbers::pi;
  const double unit = cylinder.radius + 0.5 * cylinder.length + rounding;  // no power overflows
  const double R = cylinder.radius / unit;
  const double h = 0.5 * cylinder.length / unit;
  const double r = rounding / unit;
  const double r2 = r * r, r3 = r2 * r, r4 = r3 * r, r5 = r4 * r;
  const double R2 = R * R;
  const double area = R2 * r + 2 * R * kPi * r2 / 4 + 2 * r3 / 3;  // int (R + s)^2
  const double first = R2 * r2 / 2 + 2 * R * r3 / 3 + r4 / 4;      // int t (R + s)^2
  const double second = R2 * r3 / 3 + 2 * R * kPi * r4 / 16 + 2 * r5 / 15;
  const double fourth = R2 * R2 * r + 4 * R2 * R * kPi * r2 / 4 + 6 * R2 * 2 * r3 / 3 +
                        4 * R * 3 * kPi * r4 / 16 + 8 * r5 / 15;  // int (R + s)^4
  const double outer2 = (R + r) * (R + r);
  const double volume = 2 * kPi * (outer2 * h + area);
  const double xx = 2 * kPi / 4 * (outer2 * outer2 * h + fourth);
  const double zz = 2 * kPi * (outer2 * h * h * h / 3 + h * h * area + 2 * h * first + second);
  return {volume * unit * unit * unit, Vec3::Zero(),
          Vec3(xx, xx, zz).asDiagonal() * std::pow(unit, 5)};
}

SolidIntegrals integrate(const Rounded& rounded) {
  return std::visit([&](const auto& core) { return integrate_rounded(core, rounded.radius); },
                    rounded.core);
}

// Moments of a solid per unit of its mass, about its centre and along its axes, m^2.
struct UnitMoments {
  Vec3 operator()(const Sphere& sphere) const {
    return Vec3::Constant(0.4 * sphere.radius * sphere.radius);
  }

  Vec3 operator()(const Box& box) const {
    const Vec3 square = box.size.cwiseAbs2();
    return Vec3(square.y() + square.z(), square.z() + square.x(), square.x() + square.y()) / 12;
  }

  // A cylinder and two half balls. About the middle of its flat side a half ball has 2/5 r^2 like
  // the whole ball; its centre of mass lies 3/8 r above, so moving that axis away by L/2 on the
  // other side adds (L/2)^2 + 2 (L/2) (3/8 r).
  Vec3 operator()(const Capsule& capsule) const {
    const double r = capsule.radius;
    const double L = capsule.length;
    const double cylinder_share = L / (L + 4.0 / 3.0 * r);
    const double ball_share = 1 - cylinder_share;
    const double along = cylinder_share * 0.5 * r * r + ball_share * 0.4 * r * r;
    const double across = cylinder_share * (r * r / 4 + L * L / 12) +
                          ball_share * (0.4 * r * r + L * L / 4 + 3.0 / 8.0 * L * r);
    return {across, across, along};
  }

  Vec3 operator()(const Cylinder& cylinder) const {
    const double rr = cylinder.radius * cylinder.radius;
    const double across = rr / 4 + cylinder.length * cylinder.length / 12;
    return {across, across, rr / 2};
  }

  Vec3 operator()(const Cone& cone) const {
    const double rr = cone.radius * cone.radius;
    const double across = 0.15 * rr + 0.0375 * cone.length * cone.length;
    return {across, across, 0.3 * rr};
  }
};

// Computes a shape's mass properties for the given mass, in the shape's frame.
struct Homogeneous {
  double mass;

  template <typename Symmetric>
  MassProperties operator()(const Symmetric& shape) const {
    return {mass, Vec3::Zero(), (mass * UnitMoments{}(shape)).asDiagonal()};
  }

  // The centre of mass is a quarter of the height above the base.
  MassProperties operator()(const Cone& cone) const {
    return {mass, Vec3(0, 0, -0.25 * cone.length), (mass * UnitMoments{}(cone)).asDiagonal()};
  }

  MassProperties operator()(const Hull& hull) const {
    return calc_mass_properties(*hull.polyhedron, mass);
  }

  MassProperties operator()(const Convex& convex) const {
    return convex.solid->mass_properties(mass);
  }

  MassProperties operator()(const Rounded& rounded) const {
    return with_mass(integrate(rounded), mass);
  }

  MassProperties operator()(const Plane&) const { return none(); }
  MassProperties operator()(const Mesh&) const { return none(); }
  MassProperties operator()(const HeightField&) const { return none(); }

  [[noreturn]] static MassProperties none() {
    throw std::invalid_argument("expected a solid shape for mass properties");
  }
};

struct Volume {
  double operator()(const Sphere& sphere) const {
    return 4.0 / 3.0 * std::numbers::pi * sphere.radius * sphere.radius * sphere.radius;
  }
  double operator()(const Box& box) const { return box.size.prod(); }
  double operator()(const Capsule& capsule) const {
    const double r = capsule.radius;
    return std::numbers::pi * r * r * (capsule.length + 4.0 / 3.0 * r);
  }
  double operator()(const Cylinder& cylinder) const {
    return std::numbers::pi * cylinder.radius * cylinder.radius * cylinder.length;
  }
  double operator()(const Cone& cone) const {
    return std::numbers::pi / 3 * cone.radius * cone.radius * cone.length;
  }
  double operator()(const Hull& hull) const { return hull.polyhedron->volume(); }
  double operator()(const Convex& convex) const { return convex.solid->volume(); }
  double operator()(const Rounded& rounded) const { return integrate(rounded).volume; }
  double operator()(const Mesh& mesh) const { return std::abs(mesh.surface->signed_volume()); }
  double operator()(const Plane&) const { return std::numeric_limits<double>::infinity(); }
  double operator()(const HeightField&) const { return std::numeric_limits<double>::infinity(); }
};

// Inertia about the origin of a point mass of 1 kg at d: |d|^2 1 - d d^T.
Mat3 point_inertia(const Vec3& d) { return d.squaredNorm() * Mat3::Identity() - d * d.transpose(); }

}  // namespace

double volume(const Shape& shape) { return std::visit(Volume{}, shape); }

MassProperties calc_mass_properties(const Shape& shape, double mass) {
  return std::visit(Homogeneous{mass}, shape);
}

MassProperties transformed(const MassProperties& properties_S, const RigidTransform& X_BS) {
  const Mat3 R_BS = X_BS.rotation.toRotationMatrix();
  const Mat3 inertia_B = R_BS * properties_S.inertia * R_BS.transpose();
  return {properties_S.mass, X_BS * properties_S.center, 0.5 * (inertia_B + inertia_B.transpose())};
}

MassProperties combined(std::span<const MassProperties> parts) {
  MassProperties whole;
  Vec3 moment = Vec3::Zero();
  for (const MassProperties& part : parts) {
    whole.mass += part.mass;
    moment += part.mass * part.center;
  }
  if (whole.mass > 0) whole.center = moment / whole.mass;
  for (const MassProperties& part : parts) {
    whole.inertia += part.inertia + part.mass * point_inertia(part.center - whole.center);
  }
  return whole;
}

bool is_physical(const MassProperties& properties) {
  constexpr double kTolerance = 1e-9;
  // Rotated into another frame, the least moment gets the round-off error of the largest one: a
  // relative error of a thousandth at this ratio. Beyond 1e16 it is lost, and the inertia is no
  // longer positive definite.
  constexpr double kLargestRatio = 1e12;
  const Mat3& inertia = properties.inertia;
  if (!std::isfinite(properties.mass) || !(properties.mass > 0)) return false;
  if (!properties.center.allFinite() || !inertia.allFinite()) return false;
  const double scale = inertia.cwiseAbs().maxCoeff();
  if (!((inertia - inertia.transpose()).cwiseAbs().maxCoeff() <= kTolerance * scale)) return false;
  if (!(scale > 0)) return false;
  // Keeps their inverses, and radii of gyration, finite.
  if (!std::isfinite(1 / properties.mass)) return false;
  const double square_gyration = inertia.trace() / properties.mass;
  if (!std::isfinite(square_gyration) || !std::isfinite(1 / square_gyration)) return false;
  // In units of the largest entry, so that no product overflows.
  const Vec3 moments =
      Eigen::SelfAdjointEigenSolver<Mat3>(inertia / scale, Eigen::EigenvaluesOnly).eigenvalues();
  const bool is_definite = moments[0] > 0 && std::isfinite(1 / (scale * moments[0]));
  const bool is_triangle = moments[2] - moments[1] - moments[0] <= kTolerance * moments[2];
  return is_definite && is_triangle && moments[2] <= kLargestRatio * moments[0];
}

}  // namespace stiction
