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
/// A polygon need not be quite plane: it is seen along its mean normal. Its corners may lie on
/// straight lines and repeat each other, as they do where a slit leads to a hole. Triangles without
/// area may be left out.
class PolygonCutter {
 public:
  enum class Outcome {
    done,
    crosses_itself,  ///< no triangles cover it
    too_much_work,  ///< clipping takes the square of the corners, and all cuts together are limited
  };

  /// Appends the triangles of the polygon, in its sense of rotation; none of one without area.
  Outcome cut(const std::vector<Vec3>& vertices, std::span<const int> corners,
              std::vector<std::array<int, 3>>& triangles);

 private:
  /// A corner as seen along the normal, the extent of the polygon scaled to 1.
  struct Corner {
    int vertex = 0;
    Vec2 point = Vec2::Zero();
  };

  static constexpr std::size_t kMaxWork = 100'000'000;  ///< comparisons of two corners

  /// Fills the ring, without repeated corners; with nothing if the polygon has no area.
  Outcome project(const std::vector<Vec3>& vertices, std::span<const int> corners);
  static bool is_straight(const std::vector<Vec3>& points);
  bool is_convex() const;
  Outcome clip_ears(std::vector<std::array<int, 3>>& triangles);
  /// Clips the next ear that has no other corner deeper in it than `depth` (an area).
  bool clip_one(double depth, std::vector<std::array<int, 3>>& triangles);
  bool is_ear(std::size_t i, double depth);
  bool drop_flat_corner();
  double turn_at(std::size_t i) const;
  std::size_t before(std::size_t i) const { return (i == 0 ? ring_.size() : i) - 1; }
  std::size_t after(std::size_t i) const { return i + 1 == ring_.size() ? 0 : i + 1; }

  std::vector<Corner> ring_;  ///< what is left of the polygon
  std::size_t next_ = 0;      ///< where the search for ears goes on
  std::size_t work_ = 0;
};

}  // namespace stiction
