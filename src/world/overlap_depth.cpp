#include "overlap_depth.h"

#include <algorithm>

namespace stiction {
namespace {

std::pair<BodyId, BodyId> pair_of(const WorldValue& world, const FoundContact& contact) {
  return {world.bodies[contact.body_a].id, world.bodies[contact.body_b].id};
}

}  // namespace

double calc_depth(const WorldValue& world, const FoundContact& contact) {
  if (world.placed_depths.empty()) return -contact.gap;
  const auto placed = world.placed_depths.find(pair_of(world, contact));
  return placed == world.placed_depths.end() ? -contact.gap : -(contact.gap + placed->second);
}

double calc_depth(const WorldValue& world, ContactFinder& finder) {
  double depth = 0;
  for (const FoundContact& contact : finder.find_present(world, 0.0)) {
    depth = std::max(depth, -contact.gap);
  }
  return depth;
}

std::map<std::pair<BodyId, BodyId>, double> find_overlaps(
    const WorldValue& world, ContactFinder& finder, const ContactFinder::PairFilter& is_wanted) {
  std::map<std::pair<BodyId, BodyId>, double> overlaps;
  for (const FoundContact& contact : finder.find_present(world, 0.0, is_wanted)) {
    if (-contact.gap <= kTouchingGap) continue;
    double& depth = overlaps[pair_of(world, contact)];
    depth = std::max(depth, -contact.gap);
  }
  return overlaps;
}

}  // namespace stiction
