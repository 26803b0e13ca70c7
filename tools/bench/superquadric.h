#pragma once

// docs/write-your-own-shape.md shows this class.

#include <stiction/geometry/support_shape.h>

#include <algorithm>
#include <cmath>

namespace stiction {

/// |x/a|^p + |y/b|^p + |z/c|^p <= 1 with p > 1, from 4/3 to 4: its support function is that of the
/// dual exponent q = p / (p - 1).
class Superquadric final : public SupportShape {
 public:
  Superquadric(const Vec3& radii, double p) : radii_(radii), p_(p), q_(p / (p - 1)) {}

  Vec3 support(const Vec3& n) const override {
    const Vec3 m = radii_.cwiseProduct(n).cwiseAbs();
    const double largest = m.maxCoeff();
    const Vec3 share = m / largest;
    const double norm = std::pow(share.array().pow(q_).sum(), 1 / q_);
    const Vec3 x = (share / norm).array().pow(q_ - 1);
    return radii_.cwiseProduct(x).cwiseProduct(n.cwiseSign());
  }
  double inner_radius() const override {
    return radii_.minCoeff() * std::min(1.0, std::pow(3.0, 0.5 - 1 / p_));
  }
  double bounding_radius() const override { return radii_.norm(); }
  // 8 a b c Gamma(1 + 1/p)^3 / Gamma(1 + 3/p).
  double volume() const override {
    return 8 * radii_.prod() * std::pow(std::tgamma(1 + 1 / p_), 3) / std::tgamma(1 + 3 / p_);
  }
  // <x^2> = a^2 Gamma(3/p) Gamma(1 + 3/p) / (Gamma(1/p) Gamma(1 + 5/p)), by Dirichlet's integral.
  MassProperties mass_properties(double mass) const override {
    const double share = std::tgamma(3 / p_) * std::tgamma(1 + 3 / p_) /
                         (std::tgamma(1 / p_) * std::tgamma(1 + 5 / p_));
    const Vec3 square = share * radii_.cwiseAbs2();
    const Vec3 moments(square.y() + square.z(), square.z() + square.x(), square.x() + square.y());
    return {mass, Vec3::Zero(), (mass * moments).asDiagonal()};
  }

  double level(const Vec3& x) const {
    return x.cwiseQuotient(radii_).cwiseAbs().array().pow(p_).sum();
  }

 private:
  Vec3 radii_;
  double p_, q_;
};

}  // namespace stiction
