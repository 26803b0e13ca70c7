#include <stiction/contact/natural_map.h>

#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

using Wide = long double;

/// r - P(r - d) by its definition, in a wider type.
Wide interval(Wide r, Wide d, Wide lower, Wide upper) {
  return r - std::min(std::max(r - d, lower), upper);
}

Wide disc(const Vec2& f, const Vec2& d, Wide radius) {
  const Wide x = static_cast<Wide>(f.x()) - d.x();
  const Wide y = static_cast<Wide>(f.y()) - d.y();
  const Wide size = std::sqrt(x * x + y * y);
  const Wide scale = size > radius ? radius / size : 1;
  return std::hypot(f.x() - scale * x, f.y() - scale * y);
}

TEST(NaturalMap, IsThatOfItsDefinition) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> part(-1, 1);
  for (int draw = 0; draw < 10000; ++draw) {
    const double size = std::pow(10, 3 * part(generator));
    const double r = std::abs(part(generator));
    const double d = size * part(generator);
    const double lower = r - std::abs(part(generator));
    const double upper = r + std::abs(part(generator));
    const double tolerance = 1e-14 * (1 + size);
    EXPECT_NEAR(natural_map_of_half_line(r, d), interval(r, d, 0, 1e9), tolerance);
    EXPECT_NEAR(natural_map_of_interval(r, d, lower, upper), interval(r, d, lower, upper),
                tolerance);
    const Vec2 f(part(generator), part(generator));
    const Vec2 slip = size * Vec2(part(generator), part(generator));
    const double radius = draw % 3 == 0 ? f.norm() : 2 * std::abs(part(generator));
    EXPECT_NEAR(natural_map_of_disc(f, slip, radius), disc(f, slip, radius), 2 * tolerance);
  }
}

// Beside impulses of 1e17 times m u, r - (r - m u) is 0 in double precision.
TEST(NaturalMap, DoesNotLoseAVelocityBesideAnImpulse) {
  constexpr double kHuge = 1e17;
  EXPECT_EQ(natural_map_of_half_line(kHuge, 1), 1);
  EXPECT_EQ(natural_map_of_half_line(kHuge, -1), -1);
  EXPECT_EQ(natural_map_of_interval(kHuge, 1, 0, 2 * kHuge), 1);
  EXPECT_NEAR(natural_map_of_disc(Vec2(kHuge, 0), Vec2(0, 1), 2 * kHuge), 1, 1e-15) << "sticks";
  EXPECT_NEAR(natural_map_of_disc(Vec2(kHuge, 0), Vec2(0, 1), kHuge), 1, 1e-15) << "slips askew";
  EXPECT_NEAR(natural_map_of_disc(Vec2(kHuge, 0), Vec2(1, 0), kHuge), 1, 1e-15) << "drives";
  EXPECT_EQ(natural_map_of_disc(Vec2(kHuge, 0), Vec2(-1, 0), kHuge), 0) << "slides";
}

}  // namespace
}  // namespace stiction
