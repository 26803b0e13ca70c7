#pragma once

#include <stiction/math/vector.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace stiction {

/// Cuts polygons into triangles: convex ones into a fan, others by clipping ears (Meisters,
/// "Polygons have ears", American Mathematical Monthly 82, 1975).
///
/// A polygon need not be exactly plane: it is seen along its mean normal. Its corners may lie on
/// straight lines and repeat each other, as they do where a slit leads to a hole. Triangles without
/// area may be left out.
class PolygonCutter {
 public:
  enum class Outcome {
    done,
    crosses_itself,  ///< no triangles cover it
    too_much_work,   ///< clipping is quadratic in the corners, and the total work is limited
  };

  /// Appends the triangles of the polygon, in its orientation; none for a polygon without area.
  Outcome cut(const std::vector<Vec3>& vertices, std::span<const int> corners,
              std::vector<std::array<int, 3>>& triangles);

 private:
  /// A corner seen along the normal, with the polygon scaled to extent 1.
  struct Corner {
    int vertex = 0;
    Vec2 point = Vec2::Zero();
  };

  static constexpr std::size_t kMaxWork = 100'000'000;  ///< comparisons of two corners

  /// Fills the ring, without repeated corners; leaves it empty if the polygon has no area.
  Outcome project(const std::vector<Vec3>& vertices, std::span<const int> corners);
  static bool is_straight(const std::vector<Vec3>& points);
  bool is_convex() const;
  Outcome clip_ears(std::vector<std::array<int, 3>>& triangles);
  /// Clips the next ear that contains no other corner deeper than `depth` (an area).
  bool clip_one(double depth, std::vector<std::array<int, 3>>& triangles);
  bool is_ear(std::size_t i, double depth);
  bool drop_flat_corner();
  double turn_at(std::size_t i) const;
  std::size_t before(std::size_t i) const { return (i == 0 ? ring_.size() : i) - 1; }
  std::size_t after(std::size_t i) const { return i + 1 == ring_.size() ? 0 : i + 1; }

  std::vector<Corner> ring_;  ///< the rest of the polygon
  std::size_t next_ = 0;      ///< where the search for ears continues
  std::size_t work_ = 0;
};

}  // namespace stiction
