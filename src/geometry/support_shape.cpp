#include <stiction/geometry/support_shape.h>

#include <cmath>
#include <locale>
#include <numbers>
#include <sstream>
#include <stdexcept>

namespace stiction {
namespace {

class EllipsoidSupport final : public SupportShape {
 public:
  explicit EllipsoidSupport(const Vec3& radii) : radii_(radii) {}

  // With a = (a_x n_x, a_y n_y, a_z n_z): n . x is greatest at (a_x a_x, ...) / |a|, where it is
  // |a|.
  Vec3 support(const Vec3& n) const override {
    const Vec3 a = radii_.cwiseProduct(n);
    return radii_.cwiseProduct(a) / a.norm();
  }
  double inner_radius() const override { return radii_.minCoeff(); }
  double bounding_radius() const override { return radii_.maxCoeff(); }
  double volume() const override { return 4.0 / 3.0 * std::numbers::pi * radii_.prod(); }
  MassProperties mass_properties(double mass) const override {
    const Vec3 square = radii_.cwiseAbs2();
    const Vec3 moments(square.y() + square.z(), square.z() + square.x(), square.x() + square.y());
    return {mass, Vec3::Zero(), (0.2 * mass * moments).asDiagonal()};
  }
  std::string_view name() const override { return "ellipsoid"; }
  std::string describe() const override {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << "radii " << radii_.x() << ' ' << radii_.y() << ' ' << radii_.z();
    return text.str();
  }

 private:
  Vec3 radii_;
};

}  // namespace

std::string SupportShape::describe() const {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << "within a radius of " << bounding_radius();
  return text.str();
}

Convex make_ellipsoid(const Vec3& radii) {
  if (!radii.allFinite() || !(radii.minCoeff() > 0)) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << "expected three ellipsoid radii > 0, got " << radii.x() << ' ' << radii.y() << ' '
         << radii.z();
    throw std::invalid_argument(text.str());
  }
  return {std::make_shared<const EllipsoidSupport>(radii)};
}

}  // namespace stiction
