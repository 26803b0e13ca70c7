#include "drawn_impulses.h"

#include <cmath>
#include <random>

namespace stiction {

void draw_impulses(const IslandSystem& system, unsigned int draw, Rows& r) {
  constexpr double kOpen = 0.5;    // of contacts
  constexpr double kAtEdge = 0.5;  // of friction: as much as there may be
  constexpr double kDecades = 2;   // of the size, either way
  std::mt19937_64 generator(draw);
  // No distribution of the library, which may differ from one to the next.
  const auto uniform = [&] { return static_cast<double>(generator() >> 11) * 0x1p-53; };
  const double speed = system.velocity_scale() * std::pow(10.0, kDecades * (2 * uniform() - 1));
  r.resize(system.num_groups());
  for (int c = 0; c < system.num_groups(); ++c) {
    const RowGroup& group = system.group(c);
    const double size = 2 * speed * group.mass;
    if (group.law == RowLaw::bounded) {
      for (double& row : r[c]) row = size * (2 * uniform() - 1);
      continue;
    }
    const double normal = uniform() < kOpen ? 0 : size * uniform();
    const double share = uniform() < kAtEdge ? 1 : uniform();
    const double angle = 2 * M_PI * uniform();
    const double friction = share * disc_radius(group, normal);
    r[c] << normal, friction * std::cos(angle), friction * std::sin(angle);
  }
  system.project(r, r);
}

}  // namespace stiction
