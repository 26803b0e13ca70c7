#include "triangle_area.h"

#include <cmath>

namespace stiction {
namespace {

// a b - c d to 1.5 units in the last place, even with cancellation (Kahan; Jeannerod, Louvet,
// Muller, "Further analysis of Kahan's algorithm for the accurate computation of 2x2 determinants",
// 2013).
double difference_of_products(double a, double b, double c, double d) {
  const double cd = c * d;
  const double error = std::fma(-c, d, cd);
  return std::fma(a, b, -cd) + error;
}

Vec3 accurate_cross(const Vec3& a, const Vec3& b) {
  return {difference_of_products(a.y(), b.z(), a.z(), b.y()),
          difference_of_products(a.z(), b.x(), a.x(), b.z()),
          difference_of_products(a.x(), b.y(), a.y(), b.x())};
}

}  // namespace

Vec3 calc_area_vector(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a;
  const Vec3 bc = c - b;
  const Vec3 ca = a - c;
  const double squared_ab = ab.squaredNorm();
  const double squared_bc = bc.squaredNorm();
  const double squared_ca = ca.squaredNorm();
  if (squared_ab >= squared_bc && squared_ab >= squared_ca) return 0.5 * accurate_cross(bc, ca);
  if (squared_bc >= squared_ca) return 0.5 * accurate_cross(ca, ab);
  return 0.5 * accurate_cross(ab, bc);
}

}  // namespace stiction
