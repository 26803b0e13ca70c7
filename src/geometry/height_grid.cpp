#include <stiction/geometry/height_grid.h>

#include <stiction/math/rejected_number.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace stiction {
namespace {

void require_shape(int rows, int columns, std::size_t count) {
  const std::string both[] = {std::to_string(rows), std::to_string(columns)};
  if (rows < 2 || columns < 2) {
    throw std::invalid_argument("expected at least 2 rows and 2 columns, got " + both[0] + " and " +
                                both[1]);
  }
  if (static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) == count) return;
  throw std::invalid_argument("expected " + both[0] + " x " + both[1] + " elevations, got " +
                              std::to_string(count));
}

void require_numbers(const std::vector<double>& elevations, const Vec3& size) {
  if (!(size.array() > 0).all() || !size.allFinite()) {
    throw std::invalid_argument("expected a size with three lengths > 0, got " +
                                format_vector(size));
  }
  const auto bad = std::find_if(elevations.begin(), elevations.end(),
                                [](double elevation) { return !std::isfinite(elevation); });
  if (bad == elevations.end()) return;
  throw std::invalid_argument("expected finite elevations, got " + format_number(*bad) + " at " +
                              std::to_string(bad - elevations.begin()));
}

}  // namespace

HeightGrid::HeightGrid(int rows, int columns, const std::vector<double>& elevations,
                       const Vec3& size)
    : num_x_(columns), num_y_(rows), size_(size) {
  require_shape(rows, columns, elevations.size());
  require_numbers(elevations, size);
  step_x_ = size.x() / (columns - 1);
  step_y_ = size.y() / (rows - 1);
  const auto [lowest, highest] = std::minmax_element(elevations.begin(), elevations.end());
  // Halved, so that the range of the largest numbers stays finite.
  const double floor = 0.5 * *lowest;
  const double range = 0.5 * *highest - floor;
  heights_.reserve(elevations.size());
  for (int j = 0; j < num_y_; ++j) {
    const auto row = elevations.begin() + static_cast<std::ptrdiff_t>(num_y_ - 1 - j) * num_x_;
    for (auto elevation = row; elevation != row + num_x_; ++elevation) {
      heights_.push_back(range > 0 ? (0.5 * *elevation - floor) / range * size.z() : 0);
    }
  }
}

}  // namespace stiction
