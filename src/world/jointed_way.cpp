#include "jointed_way.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "island_solver.h"
#include "joint_impulses.h"
#include "next_touch.h"

namespace stiction {
namespace {

/// Jointed bodies are not led over shorter shares of the step: their conditions would be divided by
/// round-off.
constexpr double kLeastLegShare = 1e-6;
/// The secant method on the time of a touch takes two to four looks.
constexpr int kMostLooksAhead = 10;
/// As a leg gets longer, the time left to the touch falls by that time, multiplied by a factor
/// between these. Otherwise no leg ends at the touch: as it closes, a contact that is held ahead
/// turns another.
constexpr double kSteepest = 1.5;
constexpr double kFlattest = 0.5;
/// The search aims at touching without overlap.
constexpr double kAimedGap = 0.2 * kTouchingGap;

/// Puts bodies where the last solve's velocities lead in its time, with their velocities there.
void place_at_end(const StepView& view, const Island& island, double leg, const IslandWays& ways,
                  const IslandSolution& solution, ImpactSequenceTools& memory) {
  const WorldValue& world = view.world;
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const std::size_t i = island.bodies[k];
    BodyMotion& end = memory.ends[i];
    const BodyPath path{false, solution.velocities[k], leg};
    BodyWay way;
    way.begin(memory.ways.now.motions[i], 0, path);
    end = follow(world, i, way, leg, leg).motion;
    end.velocity = solution.final_velocities[k];
  }
  const auto place_other = [&](std::size_t i) {
    if (i == kWorldBody || ways.is_movable(i)) return;
    memory.ends[i] = follow(world, i, memory.ways.ways[i], ways.now() + leg, view.h).motion;
  };
  for (const FoundContact& pair : memory.ways.pairs) {
    place_other(pair.body_a);
    place_other(pair.body_b);
  }
}

/// The time by which the bodies may go on after the leg, s, until the first contact that is not
/// held closes; negative if the leg should have ended earlier, 0 if it ends in time.
struct TimeToTouch {
  double left = std::numeric_limits<double>::infinity();
  ContactKey key;  ///< of that contact
};

TimeToTouch calc_time_to_touch(const StepView& view, const Island& island, const IslandWays& ways,
                               ManifoldList& manifolds, ImpactSequenceTools& memory) {
  std::vector<FoundContact>& found = memory.touch.found;
  found.clear();
  for (const FoundContact& pair : memory.ways.pairs) {
    append_contacts_ahead(view, island, pair, memory.ends[pair.body_a], memory.ends[pair.body_b],
                          ways.rest(), manifolds, found);
  }
  TimeToTouch first;
  bool is_in_time = false;
  for (const FoundContact& contact : found) {
    if (std::ranges::binary_search(memory.held.contacts, contact.key, {}, &FoundContact::key)) {
      continue;
    }
    const double approach = -calc_normal_speed(memory.ends, contact);
    if (approach <= least_approach(view)) continue;
    if (std::abs(contact.gap) <= kTouchingGap) {
      is_in_time = true;
    } else if (const double left = (contact.gap - kAimedGap) / approach; left < first.left) {
      first = {left, contact.key};
    }
  }
  if (is_in_time && first.left > 0) first.left = 0;
  return first;
}

/// Books the impulses of the joints' rows in the leg, from the last solve, their work, and how far
/// the joints have moved. The velocities at the end of the step do not tell that: an impact on the
/// way may have changed them.
void book_joints_of_leg(const StepView& view, const Island& island, double leg, IslandWays& ways,
                        const IslandSolution& solution, ImpactSequenceTools& memory, double& work) {
  const StepView here = ways.make_view(memory.held.contacts, memory.held, leg);
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    memory.velocities[island.bodies[k]] = solution.velocities[k];
  }
  const std::vector<JointRowPlace>& places = solution.joint_places;
  const std::vector<double>& forces = solution.row_impulses;
  add_joint_impulses(here, island, places, forces, {}, view.h, memory.ways.course.joint_motions);
  work += calc_joint_work(here, island, places, forces, memory.velocities);
  for (const std::size_t j : island.joints) {
    double& position = memory.ways.course.joint_motions[j].position;
    position =
        expect_joint_position(view.world.joints[j], position, here.motions, memory.velocities, leg);
  }
}

}  // namespace

double follow_jointed(const StepView& view, const Island& island, std::optional<double> touch,
                      double most, const SolveLeg& solve_leg, IslandWays& ways, IslandTools& tools,
                      IslandSolution& solution) {
  ImpactSequenceTools& memory = tools.sequence;
  const auto bounded = [&](double time) {
    return std::min(most, std::max(time, kLeastLegShare * view.h));
  };
  double leg = touch ? bounded(*touch) : most;
  if (leg < most) solve_leg(leg);
  place_at_end(view, island, leg, ways, solution, memory);
  double last_leg = 0, last_left = 0;
  for (int looks = 1; touch && looks <= kMostLooksAhead; ++looks) {
    const auto [left, key] = calc_time_to_touch(view, island, ways, tools.manifolds, memory);
    const bool is_spent = solution.has_spent_all(view.world.options.effort);
    if (left == 0 || solution.unsolved || is_spent) break;
    const bool is_known = looks > 1 && std::isfinite(left) && std::isfinite(last_left);
    const double fall = is_known ? (last_left - left) / (leg - last_leg) : 1.0;
    if (std::isfinite(left) && (looks == kMostLooksAhead || fall > kSteepest || fall < kFlattest)) {
      memory.grazing.push_back(key);
      return 0;
    }
    const double next = bounded(leg + left / fall);
    if (next == leg) break;
    last_leg = std::exchange(leg, next);
    last_left = left;
    solve_leg(leg);
    place_at_end(view, island, leg, ways, solution, memory);
  }
  book_joints_of_leg(view, island, leg, ways, solution, memory, solution.joint_work);
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const std::size_t i = island.bodies[k];
    const BodyRecord& body = view.world.bodies[i];
    const Vec6& mean = solution.velocities[k];
    IslandEnd& end = solution.ends[k];
    end.reach +=
        leg * mean.head<3>().norm() + std::min(leg * mean.tail<3>().norm(), 2.0) * body.radius;
    end.torque_work += leg * body.torque.dot(mean.tail<3>());
    ways.put(i, memory.ends[i], ways.now() + leg);
  }
  return leg;
}

}  // namespace stiction
