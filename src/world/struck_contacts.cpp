#include "struck_contacts.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "impact.h"
#include "island_solver.h"
#include "joint_impulses.h"
#include "joint_pairs.h"
#include "next_touch.h"
#include "phase_solve.h"
#include "rebound.h"

namespace stiction {
namespace {

/// Selects the contacts of the part that an impact reaches, in their order.
void select_reached(const StepView& view, const Island& island, const IslandPhase& now,
                    std::vector<FoundContact>& reached_contacts) {
  std::vector<char> reached(island.bodies.size(), 0);
  const auto mark_of = [&](std::size_t body) -> char* {
    if (body == kWorldBody || island.places[body] < 0) return nullptr;
    return &reached[static_cast<std::size_t>(island.places[body])];
  };
  const auto is_reached = [&](std::size_t body) {
    const char* mark = mark_of(body);
    return mark && *mark;
  };
  const auto reach = [&](std::size_t body) {
    char* mark = mark_of(body);
    return mark && std::exchange(*mark, 1) == 0;
  };
  const auto pass_on = [&](std::size_t a, std::size_t b) {
    return (is_reached(a) && reach(b)) || (is_reached(b) && reach(a));
  };
  for (const FoundContact& contact : now.contacts) {
    if (!is_struck(view, island, now.motions, contact)) continue;
    reach(contact.body_a);
    reach(contact.body_b);
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const FoundContact& contact : now.contacts) {
      if (contact.touching) has_changed |= pass_on(contact.body_a, contact.body_b);
    }
    for (const std::size_t j : island.joints) {
      const JointRecord& joint = view.world.joints[j];
      has_changed |= pass_on(joint.parent, joint.child);
      if (joint.leader == kNoJoint) continue;
      const auto [follower, leader] = pair_gear(view.world, joint);
      has_changed |= pass_on(follower, leader);
    }
  }
  reached_contacts.clear();
  std::ranges::copy_if(
      now.contacts, std::back_inserter(reached_contacts), [&](const FoundContact& contact) {
        return contact.touching && (is_reached(contact.body_a) || is_reached(contact.body_b));
      });
}

/// Books the impulses of the joints' rows in the impact, and the work of motors and driven bodies.
void book_joints(const StepView& view, const Island& island, double h, const Impact& impact,
                 IslandTools& tools, IslandSolution& solution) {
  std::vector<Vec6>& means = tools.sequence.velocities;
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const std::size_t i = island.bodies[k];
    means[i] = 0.5 * (view.motions[i].velocity + impact.velocities[k]);
  }
  const std::span<const JointRowPlace> places = tools.joint_places;
  add_joint_impulses(view, island, places, {}, impact.row_impulses, h,
                     tools.sequence.ways.course.joint_motions);
  solution.joint_work += calc_row_work(view, places, impact.row_impulses, means);
}

}  // namespace

bool is_struck(const StepView& view, const Island& island, BodyMotions motions,
               const FoundContact& contact) {
  if (!contact.touching) return false;
  const double approach = -calc_normal_speed(motions, contact);
  if (anticipates(island)) return rebounds(view, island, contact, approach);
  return approach > least_approach(view);
}

bool strike(const StepView& view, const Island& island, IslandWays& ways, IslandTools& tools,
            IslandSolution& solution) {
  const IslandPhase& now = tools.sequence.ways.now;
  if (std::ranges::none_of(now.contacts, [&](const FoundContact& contact) {
        return is_struck(view, island, now.motions, contact);
      })) {
    return false;
  }
  IslandPhase& phase = tools.sequence.held;
  select_reached(view, island, now, phase.contacts);
  const StepView here = ways.make_view(phase.contacts, phase, ways.rest());
  const Island part = ways.make_part(phase);
  make_contact_problem(here, part, tools.problem);
  tools.joint_posing = {.is_curved = false, .with_met_limits_only = true};
  add_joint_rows(here, part, tools.joint_posing, tools.problem, tools.joint_places);
  std::vector<std::size_t> all(phase.contacts.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const Impact impact = solve_impact(
      here, part, tools.problem, all,
      [&](const FoundContact& contact) { return calc_least_rebound(view, island, contact); },
      make_contact_solve({here, part, *tools.model}, solution));
  const auto velocity_after = [&](std::size_t i) -> const Vec6& {
    const int place = part.places[i];
    return place < 0 ? now.motions[i].velocity : impact.velocities[static_cast<std::size_t>(place)];
  };
  for (const std::size_t k : all) {
    const FoundContact& contact = phase.contacts[k];
    const Vec3& impulse = impact.impulses[k];
    const double speed = calc_relative_velocity(now.motions, contact, velocity_after).x();
    tools.sequence.ways.course.acted.push_back({contact, contact.frame * impulse, impact.states[k],
                                                calc_driven_work(here, contact, impulse),
                                                speed > kLeastSeparation});
  }
  if (!island.joints.empty()) book_joints(here, part, view.h, impact, tools, solution);
  for (std::size_t k = 0; k < part.bodies.size(); ++k) {
    ways.turn_off(part.bodies[k], impact.velocities[k]);
  }
  return true;
}

}  // namespace stiction
