#include "impact_reach.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "next_touch.h"
#include "rebound.h"

namespace stiction {
namespace {

/// Which bodies of an island touch each other, directly or through others (union-find with path
/// halving; Tarjan 1975), and how many of them move: what rests is solved as it was before.
class TouchingBodies {
 public:
  TouchingBodies(const StepView& view, const Island& island)
      : island_(island), parent_(island.bodies.size()), size_(island.bodies.size(), 0) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (std::size_t k = 0; k < size_.size(); ++k) {
      const std::size_t i = island.bodies[k];
      const Vec6& velocity = view.motions[i].velocity;
      const double speed =
          velocity.head<3>().norm() + view.world.bodies[i].radius * velocity.tail<3>().norm();
      size_[k] = speed > least_approach(view);
    }
    for (const std::size_t c : island.contacts) {
      const FoundContact& contact = view.contacts[c];
      const auto [a, b] = std::pair(island.places[contact.body_a], island.places[contact.body_b]);
      if (contact.gap > kTouchingGap || a < 0 || b < 0) continue;
      std::size_t of_a = root(static_cast<std::size_t>(a));
      std::size_t of_b = root(static_cast<std::size_t>(b));
      if (of_a == of_b) continue;
      if (size_[of_a] < size_[of_b]) std::swap(of_a, of_b);
      parent_[of_b] = of_a;
      size_[of_a] += size_[of_b];
    }
  }

  /// How many moving bodies an impact of these two reaches, in both groups.
  std::size_t count_reached(std::size_t a, std::size_t b) {
    const auto root_of = [&](std::size_t body) -> std::ptrdiff_t {
      const int place = island_.places[body];
      return place < 0 ? -1 : static_cast<std::ptrdiff_t>(root(static_cast<std::size_t>(place)));
    };
    const std::ptrdiff_t of_a = root_of(a), of_b = root_of(b);
    std::size_t count = of_a < 0 ? 0 : size_[static_cast<std::size_t>(of_a)];
    if (of_b >= 0 && of_b != of_a) count += size_[static_cast<std::size_t>(of_b)];
    return count;
  }

 private:
  std::size_t root(std::size_t place) {
    while (parent_[place] != place) {
      parent_[place] = parent_[parent_[place]];
      place = parent_[place];
    }
    return place;
  }

  const Island& island_;
  std::vector<std::size_t> parent_, size_;
};

}  // namespace

double calc_reach_of_rebounds(const StepView& view, const Island& island) {
  double reach = 0;
  const FoundContact* last = nullptr;
  std::optional<TouchingBodies> touching;
  for (const std::size_t c : island.contacts) {
    const FoundContact& contact = view.contacts[c];
    if (contact.surface.restitution == 0) continue;
    if (last && last->body_a == contact.body_a && last->body_b == contact.body_b) continue;
    const double speed = calc_closing_speed(view.world, view.motions, contact);
    if (!rebounds(view, island, contact, speed) || !meets(view, island, contact)) continue;
    last = &contact;
    if (!touching) touching.emplace(view, island);
    const std::size_t count = island.joints.empty()
                                  ? touching->count_reached(contact.body_a, contact.body_b)
                                  : island.bodies.size();
    reach += static_cast<double>(count * count);
  }
  return reach;
}

}  // namespace stiction
