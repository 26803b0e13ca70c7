#pragma once

#include <stiction/math/vector.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace stiction::test {

/// Points whose hull is hard to get right, and what is known about the hull.
struct PointSet {
  std::string kind;
  std::vector<Vec3> points;
  int num_faces = -1;  ///< -1: not known
  int num_vertices = -1;
  bool is_exact = true;  ///< coplanar points are coplanar to rounding
};

/// Makes random sets of all kinds.
class PointSets {
 public:
  explicit PointSets(unsigned seed) : random_(seed) {}

  /// One of each kind.
  std::vector<PointSet> make() {
    return {cube(),    strewn_box(),    strewn_box_in_single_precision(),
            grid(),    prism(),         prism_in_single_precision(),
            pyramid(), on_sphere(),     cloud(),
            needle(),  plate(),         lattice(),
            lens(),    with_clusters(), noisy_box()};
  }

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  Vec3 in_cube() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }
  Vec3 normal() {
    std::normal_distribution<double> one;
    return {one(random_), one(random_), one(random_)};
  }
  Quat rotation() {
    std::normal_distribution<double> one;
    return Quat(one(random_), one(random_), one(random_), one(random_)).normalized();
  }

  /// The points at random pose and scale (1e-3 to 1e3).
  std::vector<Vec3> anywhere(std::vector<Vec3> points) {
    const double scale = std::pow(10, uniform(-3, 3));
    const Vec3 shift = scale * std::pow(10, uniform(-3, 3)) * in_cube();
    points = turned(std::move(points));
    for (Vec3& p : points) p = scale * p + shift;
    return points;
  }

  std::vector<Vec3> turned(std::vector<Vec3> points) {
    const Quat R = rotation();
    for (Vec3& p : points) p = R * p;
    return points;
  }

  static std::vector<Vec3> box_corners(const Vec3& half) {
    std::vector<Vec3> corners;
    for (int c = 0; c < 8; ++c) {
      corners.push_back(half.cwiseProduct(Vec3(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1)));
    }
    return corners;
  }

 private:
  PointSet cube() { return {"cube", anywhere(box_corners(Vec3::Ones())), 6, 8}; }

  // Corners, points on faces, on edges and inside, and one corner twice, in random order.
  std::vector<Vec3> box_points() {
    const Vec3 half(1, uniform(0.01, 1), uniform(0.01, 1));
    std::vector<Vec3> points = box_corners(half);
    for (int k = 0; k < 40; ++k) {
      Vec3 p = in_cube();
      const int axis = integer(0, 2);
      if (k % 4 > 0) p[axis] = std::copysign(1, p[axis]);
      if (k % 4 > 1) p[(axis + 1) % 3] = std::copysign(1, p[(axis + 1) % 3]);
      points.push_back(p.cwiseProduct(half));
    }
    points.push_back(points[0]);
    std::shuffle(points.begin(), points.end(), random_);
    return points;
  }

  static std::vector<Vec3> in_single_precision(std::vector<Vec3> points) {
    for (Vec3& p : points) p = p.cast<float>().cast<double>().eval();
    return points;
  }

  PointSet strewn_box() { return {"strewn box", anywhere(box_points()), 6, 8}; }

  PointSet strewn_box_in_single_precision() {
    return {"strewn box in single precision", in_single_precision(turned(box_points())), 6, 8};
  }

  PointSet grid() {
    std::vector<Vec3> points;
    const int n = integer(1, 8);
    for (int x = 0; x <= n; ++x) {
      for (int y = 0; y <= n; ++y) {
        for (int z = 0; z <= n; ++z) points.emplace_back(x, y, z);
      }
    }
    return {"grid", integer(0, 1) ? anywhere(points) : points, 6, 8};
  }

  std::vector<Vec3> ring(int n, double z) {
    std::vector<Vec3> points;
    for (int k = 0; k < n; ++k) {
      const double angle = 2 * std::numbers::pi * k / n;
      points.emplace_back(std::cos(angle), std::sin(angle), z);
    }
    return points;
  }

  std::vector<Vec3> prism_points(int n) {
    std::vector<Vec3> points = ring(n, -1);
    for (const Vec3& p : ring(n, 1)) points.push_back(p);
    return points;
  }

  PointSet prism() {
    const int n = integer(3, 200);
    return {"prism", anywhere(prism_points(n)), n + 2, 2 * n};
  }

  PointSet prism_in_single_precision() {
    const int n = integer(3, 200);
    return {"prism in single precision", in_single_precision(turned(prism_points(n))), n + 2,
            2 * n};
  }

  PointSet pyramid() {
    const int n = integer(3, 200);
    std::vector<Vec3> points = ring(n, 0);
    points.emplace_back(0, 0, 1);
    return {"pyramid", anywhere(points), n + 1, n + 1};
  }

  PointSet on_sphere() {
    std::vector<Vec3> points;
    for (int k = integer(5, 300); k > 0; --k) points.push_back(normal().normalized());
    const int count = static_cast<int>(points.size());
    return {"on a sphere", anywhere(points), -1, count};
  }

  std::vector<Vec3> cloud_points(const Vec3& half) {
    std::vector<Vec3> points;
    for (int k = integer(4, 100); k > 0; --k) points.push_back(in_cube().cwiseProduct(half));
    return points;
  }

  PointSet cloud() { return {"cloud", anywhere(cloud_points(Vec3::Ones()))}; }
  PointSet needle() { return {"needle", turned(cloud_points(Vec3(1, 1e-6, 1e-6)))}; }
  PointSet plate() {
    return {"plate", turned(cloud_points(Vec3(1, 1, std::pow(10, uniform(-7, 0)))))};
  }

  PointSet lattice() {
    std::vector<Vec3> points = box_corners(Vec3::Ones());
    for (int k = 0; k < 8; ++k) points[k] = (integer(1, 8) * points[k]).eval();
    for (Vec3& p : cloud_points(Vec3::Constant(8))) points.push_back(p.array().round());
    return {"lattice", anywhere(points)};
  }

  PointSet lens() {
    std::vector<Vec3> points;
    for (int k = 0; k < 60; ++k) {
      const double z = uniform(-1, 1);
      const double angle = uniform(-4, 4);
      points.push_back((1 - z * z) * Vec3(std::cos(angle), 1e-5 * std::sin(angle), 0) +
                       Vec3(0, 0, z));
    }
    return {"lens", turned(points)};
  }

  PointSet with_clusters() {
    std::vector<Vec3> points = box_corners(Vec3::Ones());
    const double spread = std::pow(10, uniform(-15, -6));
    for (int k = 0; k < 60; ++k) points.push_back(points[integer(0, 7)] + spread * normal());
    return {"cube with clusters", points, -1, -1, false};
  }

  PointSet noisy_box() {
    std::vector<Vec3> points = box_points();
    const double noise = std::pow(10, uniform(-15, -5));
    for (Vec3& p : points) p += noise * normal();
    return {"noisy box", points, -1, -1, false};
  }

  std::mt19937_64 random_;
};

}  // namespace stiction::test
