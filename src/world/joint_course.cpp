#include "joint_course.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "contact_curvature.h"
#include "impact.h"
#include "island_rows.h"
#include "joint_curvature.h"
#include "joint_impulses.h"
#include "joint_loops.h"
#include "joint_pairs.h"
#include "kinetic_gain.h"

namespace stiction {
namespace {

/// The most passes that pose the rows of joints. Mostly each reduces what curvature leaves to a
/// tenth or less; mechanisms that turn by 0.3 rad per step took up to 15, by 0.5 rad up to 30.
/// After three passes, two bodies that turned by 0.7 rad per step on a cylindrical joint gained
/// 70 % of their energy in 1000 steps; after all of these they keep it.
constexpr int kMostJointPasses = 40;

/// Rows are posed again if curvature or spins are wrong by more than this, m: small compared to the
/// overlap that is left alone.
constexpr double kCourseTolerance = 1e-5 * kTouchingGap;
/// After this many passes this error is enough, m.
constexpr int kManyPasses = 3;
constexpr double kLateCourseTolerance = 0.1 * kLoopTolerance;
/// The same if contacts, friction, limits or motors may act and no rows need to agree with each
/// other: such steps are of first order, and `remove_depth` removes the rest. Figures of eleven
/// parts that fall on each other take 67,423 factorisations with 1e-9, 51,688 with 1e-7, 51,000
/// with 1e-6 and 36,248 with 1e-5; a rope over a cylinder holds with each.
constexpr double kRoughCourseTolerance = 1e-6;

/// The search is lost after this many passes (`kPassPatience`) that do not reduce the error to this
/// share of the least so far. Fewer are too few, since the error oscillates as it falls: a planar
/// joint that turned by 0.3 rad per step lost 88, 36, 20 and 0 % of its energy in 5000 steps with
/// 1, 2, 3 and 4.
constexpr double kLeastProgress = 0.5;
constexpr int kPassPatience = 4;

/// A step of ideal joints may change the kinetic energy, less the work of forces and motors, by at
/// most this share (a leg by its part of it); other steps may raise it by at most this. Otherwise
/// it is made again in pieces: if bodies turn by tenths of a radian, passes may agree on another
/// branch of the motion. Measured on 120 random mechanisms at 10 ms, in 10 s: with 2e-2 three
/// gained more than 2 %, at most 14 %; with 2e-3 none gained more than 0.5 % or lost more than 3 %;
/// with 5e-4, which even eighths of a step do not meet, one lost 14 %.
constexpr double kMostEnergyChange = 2e-3;

/// If bodies turn further than this in a step, rad, passes may seem to agree by chance.
constexpr double kMostCourseTurn = 1;

double calc_largest_turn(std::span<const Vec6> velocities, double h) {
  double most = 0;
  for (const Vec6& v : velocities) most = std::max(most, h * v.tail<3>().norm());
  return most;
}

/// If no body turns by more than this in a step, rad, the share that the step may gain falls with
/// the square of the turn, as the swing of the energy from step to step does. If contacts wedge
/// jointed bodies so that they can hardly move, meeting the curvature may take an impulse of any
/// size, which does work: a figure whose arm was caught between its head and its trunk gained 18 %
/// of its energy in a leg that turned it by 3e-3 rad. With the same share for all turns it gained
/// 2 % per second in steps of 1 ms.
constexpr double kSlowTurn = 0.1;
/// A smaller share is round-off, as for bodies that fly fast and do not turn.
constexpr double kNoGain = 1e-9;

enum class Course {
  found,
  lost,      ///< passes lead nowhere: bodies turn too far in a step
  unsolved,  ///< one of its problems was left unsolved
};

/// Contact impulses that change velocities by less than this share of V are round-off, as when
/// bodies swing side by side. Two pendulums that did, and were followed with first order when they
/// seemed to press, gained a quarter of their energy in 40 s.
constexpr double kNoImpulse = 1e-9;

/// True if an impulse, N s, is more than round-off.
bool presses(const WorldValue& world, const FoundContact& contact, double impulse, double V) {
  const auto inverse_mass = [&](std::size_t i) {
    return world.bodies[i].is_dynamic() ? 1 / world.bodies[i].mass.mass : 0.0;
  };
  const double change = impulse * (inverse_mass(contact.body_a) + inverse_mass(contact.body_b));
  return change > kNoImpulse * V;
}

/// True if a contact presses: that may begin or end at any time of the step.
bool is_any_pressed(const StepView& view, const Island& island, const IslandTools& tools,
                    const IslandSolution& solution) {
  for (std::size_t k = 0; k < solution.impulses.size(); ++k) {
    const FoundContact& contact = view.contacts[island.contacts[k]];
    const double impulse = solution.impulses[k].norm();
    if (presses(view.world, contact, impulse, tools.problem.velocity_scale)) return true;
  }
  return false;
}

/// Solves with the rows at the start of the step and this share of its torques (already in the
/// view's free motions), posed until they fit where the step ends. If the share is a half, lost as
/// soon as a contact presses.
Course solve_to_the_end(const StepView& view, const Island& island, bool with_impact,
                        bool keep_problem, double share, IslandTools& tools,
                        IslandSolution& solution) {
  const bool is_half = share < 1;
  tools.joint_posing = {.share = share};
  start_spins(view, island, share, tools.spins);
  const bool is_rough = !is_half && !may_be_redundant(view.world, island);
  const double late = is_rough ? kRoughCourseTolerance : kLateCourseTolerance;
  double least_change = std::numeric_limits<double>::infinity();
  int idle_passes = 0;
  for (int pass = 1; solve_rows(view, island, with_impact, keep_problem, tools, solution); ++pass) {
    if (is_half &&
        (!tools.joint_posing.is_curved || is_any_pressed(view, island, tools, solution))) {
      return Course::lost;
    }
    tools.next_spins = tools.spins;
    double change = correct_spins(view, island, solution.velocities, tools.next_spins);
    if (tools.joint_posing.is_curved) {
      change = std::max(
          {change, calc_curvature_change(view, island, tools.joint_posing, solution.velocities),
           calc_contact_curvature_change(view, island, tools.joint_posing, solution.velocities)});
    }
    const bool is_missed =
        !tools.joint_posing.with_all_limits && is_limit_missed(view, island, solution.velocities);
    const bool turns_far = calc_largest_turn(solution.velocities, view.h) > kMostCourseTurn;
    idle_passes = change <= kLeastProgress * least_change ? 0 : idle_passes + 1;
    const bool is_spent = solution.has_spent_all(view.world.options.effort);
    const bool is_idle = turns_far || is_spent || idle_passes >= kPassPatience;
    if (change > kTouchingGap && is_idle) return Course::lost;
    const double enough = pass < kManyPasses ? kCourseTolerance : late;
    const bool is_last = is_spent || pass == kMostJointPasses;
    if (is_last || (change <= enough && !is_missed)) return Course::found;
    if (idle_passes == 0) least_change = change;
    tools.spins.swap(tools.next_spins);
    tools.expected = solution.velocities;
    tools.joint_posing.expected = tools.expected;
    tools.joint_posing.with_all_limits = true;
  }
  return Course::unsolved;
}

/// Solves with the rows of the start as they are there, and the free motion of bodies without
/// joints: kinetic energy does not grow, however far bodies turn, and position errors are left to
/// `remove_depth`.
void solve_at_the_start(const StepView& view, const Island& island, bool with_impact,
                        bool keep_problem, IslandTools& tools, IslandSolution& solution) {
  tools.joint_posing = {.is_curved = false, .with_all_limits = true};
  tools.spins.clear();
  solve_rows(view, island, with_impact, keep_problem, tools, solution);
  solution.final_velocities = solution.velocities;
  solution.is_held_at_start = true;
}

/// True if a joint has nothing but its conditions.
bool is_ideal(const JointDefinition& joint) {
  const bool is_driven = joint.motor && joint.motor->max_effort > 0;
  return joint.friction == 0 && joint.damping == 0 && !is_driven;
}

/// True if a joint seems to have nothing but conditions: friction and resting motors lock it if
/// they had strength left when they last acted.
bool is_locked(const JointRecord& joint) {
  const JointDefinition& definition = joint.definition;
  const JointMotor motor = definition.motor.value_or(JointMotor{.max_effort = 0});
  const bool holds =
      motor.max_effort == 0 || (motor.mode == MotorMode::velocity && motor.target == 0 &&
                                std::abs(joint.efforts[kMotorSlot]) < motor.max_effort);
  const bool sticks =
      definition.friction == 0 || std::abs(joint.efforts[kFrictionSlot]) < definition.friction;
  return definition.damping == 0 && holds && sticks;
}

/// The linear velocity that half of the step's forces add, m/s.
Vec3 calc_half_kick(const StepView& view, std::size_t body) {
  return 0.5 * (view.free_motions[body].velocity - view.motions[body].velocity).head<3>();
}

/// The first half: forces, and impulses at the start; false if a contact pressed.
bool solve_first_half(const StepView& view, const Island& island, bool keep_problem,
                      IslandTools& tools, IslandSolution& solution) {
  IslandPhase& phase = tools.middle;
  phase.free_motions.resize(view.world.bodies.size());
  for (const std::size_t i : island.bodies) {
    phase.free_motions[i].velocity = view.motions[i].velocity;
    phase.free_motions[i].velocity.head<3>() += calc_half_kick(view, i);
  }
  StepView half = view;
  half.free_motions = phase.free_motions;
  return solve_to_the_end(half, island, false, keep_problem, 0.5, tools, solution) == Course::found;
}

/// Moves a body as far as a velocity takes it in the step.
void move(const StepView& view, std::size_t body, const Vec6& velocity, IslandPhase& phase) {
  phase.motions[body] = moved(view.motions[body], velocity, view.h);
  phase.motions[body].velocity = velocity;
}

/// Puts the bodies at the end of the motion, with the other half of the forces in their free
/// motions.
void place_at_end(const StepView& view, const Island& island, const IslandSolution& solution,
                  IslandTools& tools) {
  IslandPhase& phase = tools.middle;
  phase.motions.resize(view.world.bodies.size());
  for (const std::size_t j : island.joints) {
    const JointRecord& joint = view.world.joints[j];
    for (const std::size_t i : {joint.parent, joint.child}) {
      if (i != kWorldBody && island.places[i] < 0) move(view, i, view.motions[i].velocity, phase);
    }
  }
  get_end_spins(view, island, tools.spins, solution.velocities, tools.end_spins);
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const std::size_t i = island.bodies[k];
    const BodyRecord& body = view.world.bodies[i];
    move(view, i, solution.velocities[k], phase);
    BodyMotion& motion = phase.motions[i];
    motion.velocity.tail<3>() = tools.end_spins[k];
    phase.free_motions[i].velocity.head<3>() =
        solution.velocities[k].head<3>() + calc_half_kick(view, i);
    const Vec3 turn = body.inverse_inertia_W(motion.rotation) * body.torque;
    tools.spins[k].free = tools.end_spins[k] + 0.5 * view.h * turn;
  }
}

/// The second half: forces, and impulses at the end that make its velocities fit. Appends its rows
/// to those of the first half, since bodies have turned since.
bool solve_second_half(const StepView& view, const Island& island, IslandTools& tools,
                       IslandSolution& solution) {
  place_at_end(view, island, solution, tools);
  StepView end = view;
  end.motions = tools.middle.motions;
  end.free_motions = tools.middle.free_motions;
  end.contacts = {};
  end.remembered = end.answered = {};
  Island alone = island;
  alone.contacts = {};
  IslandSolution& first = tools.first_half;
  first.take_answer(solution);
  tools.joint_posing = {.is_curved = false,
                        .with_met_limits_only = true,
                        .share = 0.5,
                        .first_places = first.joint_places,
                        .first_impulses = first.row_impulses};
  const bool is_solved = solve_rows(end, alone, false, false, tools, solution);
  solution.final_velocities = solution.velocities;
  for (std::size_t i = 0; i < first.joint_places.size(); ++i) {
    if (first.joint_places[i].is_even) first.row_impulses[i] *= 2;
  }
  first.joint_places.insert(first.joint_places.end(), solution.joint_places.begin(),
                            solution.joint_places.end());
  first.row_impulses.insert(first.row_impulses.end(), solution.row_impulses.begin(),
                            solution.row_impulses.end());
  // The work of impulses at both ends is already the trapezoidal rule, without arcs.
  for (JointRowPlace& place : first.joint_places) place.curvature = 0;
  solution.take_answer(first);
  return is_solved;
}

/// The energy that round-off may add, J: answers are exact to 1e-9 V, forces do work along that and
/// give bodies about V, and positions and velocities are rounded, too. Without this bound, a pile
/// of 20 boxes at rest with 1e-21 J was stepped in pieces in six steps of ten.
double calc_energy_round_off(const StepView& view, const Island& island, const IslandTools& tools) {
  constexpr double kExactness = 1e-9;
  constexpr double kRoundOff = std::numeric_limits<double>::epsilon();
  const double V = tools.problem.velocity_scale;
  double sum = 0;
  for (const std::size_t i : island.bodies) {
    const BodyRecord& body = view.world.bodies[i];
    const double m = body.mass.mass;
    const Vec3 force = m * view.world.options.gravity + body.force;
    sum += kExactness * m * V * V;
    sum += kRoundOff * m * view.motions[i].velocity.head<3>().squaredNorm();
    sum += kRoundOff * force.norm() * tools.middle.motions[i].center.norm();
  }
  return sum;
}

/// The frame of the island's centre of mass. Expects the bodies' ends in `tools.middle`.
MovingFrame calc_central_frame(const StepView& view, const Island& island,
                               const IslandSolution& solution, const IslandTools& tools) {
  MovingFrame frame;
  double mass = 0;
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const std::size_t i = island.bodies[k];
    const double m = view.world.bodies[i].mass.mass;
    mass += m;
    frame.before += m * view.motions[i].velocity.head<3>();
    frame.after += m * solution.final_velocities[k].head<3>();
    frame.way += m * (tools.middle.motions[i].center - view.motions[i].center);
  }
  return {frame.before / mass, frame.after / mass, frame.way / mass};
}

/// The frame in which the island's energy is measured, so that a velocity common to all bodies
/// makes no difference: the frame of the bodies that hold the island and are not moved by forces
/// or, if there are none, of its centre of mass. Empty if the holders turn or move differently.
std::optional<MovingFrame> find_frame(const StepView& view, const Island& island,
                                      const IslandSolution& solution, const IslandTools& tools) {
  std::optional<Vec6> holder;
  bool are_alike = true;
  const auto visit = [&](std::size_t i) {
    if (i != kWorldBody && island.places[i] >= 0) return;
    const Vec6 velocity = i == kWorldBody ? Vec6(Vec6::Zero()) : view.motions[i].velocity;
    are_alike &= velocity == holder.value_or(velocity) && velocity.tail<3>().isZero(0);
    holder = velocity;
  };
  for (const std::size_t j : island.joints) {
    visit(view.world.joints[j].parent);
    visit(view.world.joints[j].child);
  }
  for (const std::size_t c : island.contacts) {
    visit(view.contacts[c].body_a);
    visit(view.contacts[c].body_b);
  }
  if (!are_alike) return std::nullopt;
  if (holder) return move_evenly(holder->head<3>(), view.h);
  return calc_central_frame(view, island, solution, tools);
}

struct EnergyGain {
  double share = 0;          ///< of the kinetic energy
  double kinetic = 0;        ///< that energy, J
  bool are_ideal = false;    ///< true if all joints of the island are ideal
  Vec3 fall = Vec3::Zero();  ///< the acceleration of the frame in which it is measured, m/s^2
};

/// The kinetic energy that a step gains, less the work of forces and motors: conditions do no work,
/// and everything else takes some. Zero if it is round-off, or if there is no frame to measure it
/// in (`find_frame`). Expects the bodies' ends in `tools.middle`.
EnergyGain calc_gain(const StepView& view, const Island& island, const IslandSolution& solution,
                     IslandTools& tools) {
  const std::optional<MovingFrame> frame = find_frame(view, island, solution, tools);
  if (!frame) return {};
  const bool are_ideal = std::ranges::all_of(
      island.joints, [&](std::size_t j) { return is_ideal(view.world.joints[j].definition); });
  const auto [gain, kinetic] = calc_kinetic_gain(
      view, island, tools.middle.motions, solution.final_velocities, *frame, [&](std::size_t k) {
        const Vec3 spin = solution.velocities[k].tail<3>();
        return view.h * view.world.bodies[island.bodies[k]].torque.dot(spin);
      });
  if (!(kinetic > 0)) return {};
  const auto share_of = [&, all = kinetic](double energy) {
    const bool is_none = std::abs(energy) <= calc_energy_round_off(view, island, tools);
    const Vec3 fall = (frame->after - frame->before) / view.h;
    return EnergyGain{is_none ? 0.0 : energy / all, all, are_ideal, fall};
  };
  if (are_ideal) return share_of(gain);
  std::vector<Vec6>& velocities = tools.velocities;
  velocities.resize(view.world.bodies.size());
  for (const std::size_t j : island.joints) {
    visit_bodies(view.world, view.world.joints[j], [&](std::size_t i) {
      const int place = island.places[i];
      velocities[i] = place < 0 ? view.motions[i].velocity
                                : solution.velocities[static_cast<std::size_t>(place)];
      velocities[i].head<3>() -= frame->way / view.h;
    });
  }
  const double work =
      calc_joint_work(view, island, solution.joint_places, solution.row_impulses, velocities);
  return share_of(gain - work);
}

/// How much the energy may swing if external forces act on bodies that move on arcs, J: a step
/// lifts them by the bends of their arcs, which add up along a chain of joints, and the next step
/// takes that from their speed. With the largest bend alone, a four-bar linkage exceeded this bound
/// by 1 %, was therefore stepped in pieces, and missed the speed of its motor.
double calc_swing(const StepView& view, const Island& island, const IslandSolution& solution,
                  const Vec3& fall) {
  double bend = 0;
  for (const JointRowPlace& place : solution.joint_places) {
    const double arm = place.part.row.is_angular ? view.world.joints[place.part.joint].gyration : 1;
    bend += view.h * arm * std::abs(place.curvature);
  }
  double force = 0;
  for (const std::size_t i : island.bodies) {
    const BodyRecord& body = view.world.bodies[i];
    force += (body.mass.mass * (view.world.options.gravity - fall) + body.force).norm();
  }
  return force * bend;
}

/// True if a step of first order gains too much; `most_change` is the share for ideal joints.
bool gains_too_much(const StepView& view, const Island& island, const IslandSolution& solution,
                    const EnergyGain& gain, double most_change) {
  if (gain.share <= 0) return false;
  const double slow = calc_largest_turn(solution.velocities, view.h) / kSlowTurn;
  if ((slow > 1 || gain.are_ideal) && !(gain.share <= most_change)) return true;
  if (slow > 1) return false;
  const double swing = calc_swing(view, island, solution, gain.fall) / gain.kinetic;
  return !(gain.share <= std::max(kNoGain, kMostEnergyChange * slow * slow) + swing);
}

/// True if a contact that touches carried load when it was last solved, and most likely will again:
/// solving halves of steps in which a contact acts is wasted.
bool is_under_load(const StepView& view, const Island& island) {
  const double V = calc_velocity_scale(view, island);
  return std::ranges::any_of(island.contacts, [&](std::size_t c) {
    const RememberedContacts::Entry* known = view.remembered[c];
    const FoundContact& contact = view.contacts[c];
    return contact.touching && known &&
           presses(view.world, contact, view.h * known->force.norm(), V);
  });
}

/// True if nothing seems to take energy from the island.
bool is_lossless(const StepView& view, const Island& island) {
  return std::ranges::all_of(island.joints,
                             [&](std::size_t j) { return is_locked(view.world.joints[j]); });
}

}  // namespace

void solve_jointed(const StepView& view, const Island& island, bool with_impact, bool keep_problem,
                   IslandTools& tools, IslandSolution& solution) {
  // Drops an attempt that is given up; what the legs before it left stays booked.
  const auto forget_attempt = [&solution, residual = solution.residual,
                               off_cone = solution.off_cone, was_held = solution.is_held_at_start,
                               was_unsolved = solution.unsolved != nullptr] {
    if (!was_unsolved) solution.discard_answer();
    solution.residual = residual;
    solution.off_cone = off_cone;
    solution.is_held_at_start = was_held;
  };
  if (solution.has_spent_all(view.world.options.effort)) {
    return solve_at_the_start(view, island, with_impact, keep_problem, tools, solution);
  }
  const double most_change = kMostEnergyChange * (view.step > 0 ? view.h / view.step : 1.0);
  const bool is_hit = with_impact && !select_bouncing(view, island).empty();
  const bool is_of_first_order = view.world.options.integrator == Integrator::first_order;
  if (!is_of_first_order && !is_hit && !is_under_load(view, island) &&
      solve_first_half(view, island, keep_problem, tools, solution) &&
      solve_second_half(view, island, tools, solution)) {
    const double gain = calc_gain(view, island, solution, tools).share;
    if (gain > most_change) {
      forget_attempt();
      return solve_at_the_start(view, island, with_impact, keep_problem, tools, solution);
    }
    // Velocities that joints do not allow, as after an impulse on one body, lose energy.
    if (gain >= -most_change || !is_lossless(view, island)) return;
  }
  forget_attempt();
  const Course course =
      solve_to_the_end(view, island, with_impact, keep_problem, 1, tools, solution);
  if (course != Course::lost) {
    get_end_spins(view, island, tools.spins, solution.velocities, tools.end_spins);
    solution.final_velocities = solution.velocities;
    tools.middle.motions.resize(view.world.bodies.size());
    for (std::size_t k = 0; k < tools.end_spins.size(); ++k) {
      solution.final_velocities[k].tail<3>() = tools.end_spins[k];
      move(view, island.bodies[k], solution.velocities[k], tools.middle);
    }
    const EnergyGain gain = calc_gain(view, island, solution, tools);
    if (is_hit || !gains_too_much(view, island, solution, gain, most_change)) return;
  }
  forget_attempt();
  solve_at_the_start(view, island, with_impact, keep_problem, tools, solution);
}

}  // namespace stiction
