#include "depth_removal.h"

#include <stiction/math/rotation.h>

#include <algorithm>

#include "contact_record.h"
#include "free_motion.h"
#include "island_problem.h"

namespace stiction {
namespace {

constexpr int kMaxPasses = 40;
/// Displacements of a best answer are made if they leave less than this of the deepest overlap.
constexpr double kUsefulResidual = 0.9;

std::pair<BodyId, BodyId> pair_of(const WorldValue& world, const FoundContact& contact) {
  return {world.bodies[contact.body_a].id, world.bodies[contact.body_b].id};
}

/// Takes what is to be left of an overlap off the gaps.
void leave_placed_depths(const WorldValue& world, std::vector<FoundContact>& contacts) {
  if (world.placed_depths.empty()) return;
  for (FoundContact& contact : contacts) {
    const auto placed = world.placed_depths.find(pair_of(world, contact));
    if (placed != world.placed_depths.end()) contact.gap += placed->second;
  }
}

double deepest(std::span<const FoundContact> contacts) {
  double depth = 0;
  for (const FoundContact& contact : contacts) depth = std::max(depth, -contact.gap);
  return depth;
}

/// The deepest overlap that is to be removed.
double calc_excess(const WorldValue& world, ContactFinder& finder) {
  std::vector<FoundContact>& contacts = finder.find_present(world, 0.0);
  leave_placed_depths(world, contacts);
  return deepest(contacts);
}

/// The same after a step that left most bodies at rest.
double calc_excess(const WorldValue& world, const DepthsBefore& before, ContactFinder& finder) {
  if (!world.placed_depths.empty()) return calc_excess(world, finder);
  const auto rests = [&](std::size_t a, std::size_t b) {
    return before.at_rest[a] && before.at_rest[b];
  };
  double depth = 0;
  for (const FoundContact& contact : before.contacts) {
    if (-contact.gap > depth && rests(contact.body_a, contact.body_b)) depth = -contact.gap;
  }
  if (std::ranges::find(before.at_rest, 0) == before.at_rest.end()) return depth;
  return std::max(depth, deepest(finder.find_present(world, 0.0, rests)));
}

/// In displacements: "velocities" are in m, the gap is the offset, and nothing moves by itself.
ContactProblem make_displacement_problem(const WorldValue& world,
                                         const std::vector<FoundContact>& contacts,
                                         const Island& island) {
  // A step of one second without motion of any body makes gap/h the gap.
  const std::vector<FreeMotion> at_rest(world.bodies.size());
  const std::vector<const RememberedContacts::Entry*> nothing(contacts.size());
  ContactProblem problem;
  const std::vector<BodyMotion> motions(world.bodies.begin(), world.bodies.end());
  make_contact_problem({world, motions, at_rest, contacts, nothing, 1.0}, island, 0.0, problem);
  problem.velocity_scale = 0;
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    const double gap = contacts[island.contacts[k]].gap;
    problem.contacts[k].offset = Vec3(gap, 0, 0);
    problem.contacts[k].friction = 0;
    problem.velocity_scale = std::max(problem.velocity_scale, -gap);
  }
  return problem;
}

/// The spin turns with the body: left as it is in the world, that of a thin rod about its axis
/// would become one across it, with a thousand times the energy.
void displace(BodyRecord& body, const Vec6& displacement) {
  body.center += displacement.head<3>();
  body.rotation = rotated(body.rotation, displacement.tail<3>(), 1.0);
  body.velocity.tail<3>() = exp_rotation(displacement.tail<3>()) * Vec3(body.velocity.tail<3>());
}

/// One pass; false if nothing was moved.
bool remove_once(WorldValue& world, const std::vector<FoundContact>& contacts,
                 ContactModel& model) {
  std::vector<char> movable;
  for (const BodyRecord& body : world.bodies) movable.push_back(body.is_dynamic());
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const FoundContact& contact : contacts) pairs.emplace_back(contact.body_a, contact.body_b);

  bool moved = false;
  Islands islands;
  islands.split(movable, pairs);
  for (std::size_t i = 0; i < islands.size(); ++i) {
    const Island island = islands[i];
    const ContactProblem problem = make_displacement_problem(world, contacts, island);
    if (problem.velocity_scale <= kTouchingGap) continue;
    ContactSolution solution;
    model.solve(problem, {}, solution);
    const bool is_better = solution.residual.max < kUsefulResidual;
    const bool goes_on = world.options.on_unsolved == OnUnsolved::best && is_better;
    if (solution.status != ContactStatus::solved && !goes_on) continue;
    for (std::size_t k = 0; k < island.bodies.size(); ++k) {
      displace(world.bodies[island.bodies[k]], solution.velocities[k]);
    }
    moved = true;
  }
  return moved;
}

}  // namespace

double calc_depth(const WorldValue& world, ContactFinder& finder) {
  return deepest(finder.find_present(world, 0.0));
}

std::map<std::pair<BodyId, BodyId>, double> find_overlaps(const WorldValue& world,
                                                          ContactFinder& finder) {
  std::map<std::pair<BodyId, BodyId>, double> overlaps;
  for (const FoundContact& contact : finder.find_present(world, 0.0)) {
    if (-contact.gap <= kTouchingGap) continue;
    double& depth = overlaps[pair_of(world, contact)];
    depth = std::max(depth, -contact.gap);
  }
  return overlaps;
}

double remove_depth(WorldValue& world, const DepthsBefore& before, ContactFinder& finder,
                    ContactModel& model) {
  double excess = calc_excess(world, before, finder);
  for (int pass = 0; pass < kMaxPasses && excess > kTouchingGap; ++pass) {
    // Neighbours within reach of the displacement must not be run into.
    std::vector<FoundContact>& contacts = finder.find_present(world, 2 * excess);
    leave_placed_depths(world, contacts);
    if (!remove_once(world, contacts, model)) break;
    excess = calc_excess(world, finder);
  }
  return world.placed_depths.empty() ? excess : calc_depth(world, finder);
}

}  // namespace stiction
