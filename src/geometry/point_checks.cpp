#include "point_checks.h"

#include <sstream>
#include <stdexcept>

namespace stiction {

void require_coordinates(std::span<const Vec3> points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3& p = points[i];
    if ((p.array().abs() <= kLargestCoordinate).all()) continue;
    std::ostringstream text;
    text << "expected coordinates of at most " << kLargestCoordinate << " m, got point " << i
         << " at " << p.x() << " " << p.y() << " " << p.z();
    throw std::invalid_argument(text.str());
  }
}

}  // namespace stiction
