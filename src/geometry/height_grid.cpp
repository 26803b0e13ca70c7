#include <stiction/geometry/height_grid.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace stiction {
namespace {

void require(bool holds, const std::ostringstream& text) {
  if (!holds) throw std::invalid_argument(text.str());
}

void require_shape(int rows, int columns, std::size_t count) {
  std::ostringstream text;
  text << "expected at least 2 rows and 2 columns, got " << rows << " and " << columns;
  require(rows >= 2 && columns >= 2, text);
  text.str("");
  text << "expected " << rows << " x " << columns << " elevations, got " << count;
  require(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) == count, text);
}

void require_numbers(const std::vector<double>& elevations, const Vec3& size) {
  std::ostringstream text;
  text << "expected a size with three lengths > 0, got " << size.x() << " " << size.y() << " "
       << size.z();
  require((size.array() > 0).all() && size.allFinite(), text);
  const auto bad = std::find_if(elevations.begin(), elevations.end(),
                                [](double elevation) { return !std::isfinite(elevation); });
  if (bad == elevations.end()) return;
  text.str("");
  text << "expected finite elevations, got " << *bad << " at " << bad - elevations.begin();
  require(false, text);
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
  // Halves, so that the range of the largest numbers is finite.
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
