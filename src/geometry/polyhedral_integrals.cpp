#include "polyhedral_integrals.h"

#include "triangle_area.h"

#include <algorithm>

namespace stiction {
namespace {

// The surface relative to a reference point, in a unit of length, so that no product overflows and
// a solid far away from the origin loses no digits.
class Surface {
 public:
  Surface(std::span<const Vec3> vertices, std::span<const std::array<int, 3>> triangles)
      : vertices_(vertices), triangles_(triangles) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& vertex : vertices) sum += vertex;
    reference_ = sum / static_cast<double>(vertices.size());
    double extent = 0;
    for (const Vec3& vertex : vertices) {
      extent = std::max(extent, (vertex - reference_).lpNorm<Eigen::Infinity>());
    }
    if (extent > 0) unit_ = extent;
  }

  const Vec3& reference() const { return reference_; }
  double unit() const { return unit_; }

  /// Calls `function(six_volumes, a, b, c)` for the tetrahedron of each triangle and `apex`, which
  /// is given in the unit about the reference; a, b, c are the corners relative to the apex. Areas
  /// are those of the given vertices, whose differences are exact where they are close.
  template <typename Function>
  void for_each_tetrahedron(const Vec3& apex, Function function) const {
    for (const auto& [i, j, k] : triangles_) {
      const Vec3 area = calc_area_vector(vertices_[i], vertices_[j], vertices_[k]) / unit_ / unit_;
      const Vec3 a = (vertices_[i] - reference_) / unit_ - apex;
      const Vec3 b = (vertices_[j] - reference_) / unit_ - apex;
      const Vec3 c = (vertices_[k] - reference_) / unit_ - apex;
      function(2 * area.dot(a), a, b, c);
    }
  }

 private:
  std::span<const Vec3> vertices_;
  std::span<const std::array<int, 3>> triangles_;
  Vec3 reference_ = Vec3::Zero();
  double unit_ = 1;
};

}  // namespace

SolidIntegrals integrate_polyhedron(std::span<const Vec3> vertices,
                                    std::span<const std::array<int, 3>> triangles) {
  const Surface surface(vertices, triangles);
  double six_volumes = 0;
  Vec3 first_moment = Vec3::Zero();  // times 24
  surface.for_each_tetrahedron(Vec3::Zero(),
                               [&](double weight, const Vec3& a, const Vec3& b, const Vec3& c) {
                                 six_volumes += weight;
                                 first_moment += weight * (a + b + c);
                               });
  // A second pass about the centre, so that no parallel axis term cancels.
  const Vec3 center =
      six_volumes != 0 ? Vec3(first_moment / (4 * six_volumes)) : Vec3(Vec3::Zero());
  Mat3 second_moment = Mat3::Zero();  // times 120
  surface.for_each_tetrahedron(
      center, [&](double weight, const Vec3& a, const Vec3& b, const Vec3& c) {
        const Vec3 sum = a + b + c;
        second_moment += weight * (sum * sum.transpose() + a * a.transpose() + b * b.transpose() +
                                   c * c.transpose());
      });
  const double u = surface.unit();
  return {six_volumes / 6 * u * u * u, surface.reference() + u * center,
          second_moment / 120 * (u * u * u * u * u)};
}

}  // namespace stiction
