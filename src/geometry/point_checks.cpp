#include "point_checks.h"

#include <stiction/math/rejected_number.h>

#include <stdexcept>
#include <string>

namespace stiction {

void require_coordinates(std::span<const Vec3> points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3& p = points[i];
    if ((p.array().abs() <= kLargestCoordinate).all()) continue;
    throw std::invalid_argument("expected coordinates of at most " +
                                format_number(kLargestCoordinate) + " m, got point " +
                                std::to_string(i) + " at " + format_vector(p));
  }
}

}  // namespace stiction
