#pragma once

#include <stiction/math/vector.h>

#include <array>
#include <cstddef>
#include <vector>

namespace stiction {

/// Heights over a rectangular grid, centred in x and y. Immutable; shared by all shapes that use
/// it. Each cell is cut into two triangles along the diagonal from (i, j) to (i + 1, j + 1).
class HeightGrid {
 public:
  /// `elevations` has rows * columns numbers, row by row; x grows within a row, y falls from row to
  /// row (as in a picture seen from above). They are scaled so that the lowest is at height 0 and
  /// the highest at size.z; if all are equal, all heights are 0. Throws std::invalid_argument (with
  /// what was expected and given) for fewer than 2 rows or columns, a wrong count, numbers that are
  /// not finite, and lengths that are not positive.
  HeightGrid(int rows, int columns, const std::vector<double>& elevations, const Vec3& size);

  int num_x() const { return num_x_; }        ///< columns
  int num_y() const { return num_y_; }        ///< rows
  const Vec3& size() const { return size_; }  ///< full lengths in x and y, highest z, m
  double step_x() const { return step_x_; }   ///< between columns, m
  double step_y() const { return step_y_; }   ///< between rows, m
  /// The vertex of column i (x grows with i) and row j (y grows with j), both from 0, m.
  Vec3 vertex(int i, int j) const {
    return {step_x_ * i - 0.5 * size_.x(), step_y_ * j - 0.5 * size_.y(), height(i, j)};
  }
  double height(int i, int j) const {
    return heights_[static_cast<std::size_t>(j) * static_cast<std::size_t>(num_x_) +
                    static_cast<std::size_t>(i)];
  }

 private:
  int num_x_ = 0;
  int num_y_ = 0;
  Vec3 size_ = Vec3::Zero();
  double step_x_ = 0;
  double step_y_ = 0;
  std::vector<double> heights_;
};

}  // namespace stiction
