#include "second_order.h"

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <utility>

#include "island_solver.h"
#include "kinetic_gain.h"
#include "next_touch.h"
#include "phase_solve.h"
#include "rebound.h"
#include "start_impulses.h"

namespace stiction {
namespace {

/// In islands of more bodies, friction dissipates far more energy than the error of one solve.
constexpr std::size_t kMostBodies = 2;
/// A body slower than this share of the speed that gravity gives it in a step is at rest.
constexpr double kRestingShare = 1e-3;
/// Gaps up to this share of g h^2, which gravity would close in the next step, are held from the
/// end of this step on, so that a body a hair above its support does not fall onto it.
constexpr double kCloseShare = 0.05;
/// A step that gains more than this share of the kinetic energy is not accepted.
constexpr double kMostGain = 0.02;
/// The same for a step in which a contact comes off: without a bound on friction, the impulses that
/// make it stick over the whole step may add energy (a rod of 1:10 under no-slip gained 1.3e-3).
constexpr double kMostGainWhenOff = 1e-5;
/// A contact that separates more slowly than this share of V still counts as touching.
constexpr double kStillShare = 1e-8;
/// A step that gains more than this share, and turns a body by more than `kLeastHalvedTurn` (rad),
/// is made in two halves, each with an eighth of the error. With smaller turns, gains and losses
/// cancel later.
constexpr double kSharpGain = 1e-4;
constexpr double kLeastHalvedTurn = 0.1;
/// A step with impulses above this many times V and the mass of the bodies is not followed with
/// second order. Contacts that stick on two sides of a body, each within the other's friction cone,
/// may press against each other without end; if the body rolls there, only such impulses can meet
/// the conditions at the end. Measured on a capsule of 10 kg in a corner with friction of 1.5: up
/// to 2e8 N s without a bound, 190 with 100 and 17 with 10.
constexpr double kMostPressing = 10;

double resting_speed(const StepView& view) {
  return kRestingShare * view.world.options.gravity.norm() * view.h;
}

class SecondOrderStep {
 public:
  SecondOrderStep(const StepView& view, const Island& island, IslandTools& tools,
                  IslandSolution& solution)
      : view_(view),
        world_(view.world),
        island_(island),
        tools_(tools),
        memory_(tools.second_order),
        end_(tools.second_order.end),
        conditions_(view, island, tools.second_order),
        solution_(solution),
        off_cone_before_(solution.off_cone) {}

  std::optional<double> run(bool stops, const ChooseLeg& choose, IslandCourse& course) {
    end_.motions.resize(world_.bodies.size());
    end_.free_motions.resize(world_.bodies.size());
    const std::optional<double> time =
        StartImpulses(view_, island_, conditions_, tools_, solution_).find(stops, !choose);
    if (time != view_.h) return time;
    if (choose) {
      const double leg = choose(memory_.start_velocities);
      if (leg != view_.h) return leg;
    }

    // Impulses at the end. A step that gains much energy is not accepted.
    if (!solve_velocities(!choose) || conditions_.turns_by(kMostTurn, tools_.forces.velocities))
      return std::nullopt;
    if (is_wedged(memory_.first.impulses) || is_wedged(tools_.forces.impulses)) return std::nullopt;
    if (solution_.off_cone > off_cone_before_) return std::nullopt;
    const double gain = calc_gain();
    if (gain > (comes_off() ? kMostGainWhenOff : kMostGain)) return std::nullopt;

    // The step should end earlier if it gains energy: where contacts run too far, or half-way.
    double end = view_.h;
    if (stops && std::abs(gain) > kSharpGain) end = conditions_.calc_swept_leg();
    if (stops && conditions_.is_long() && gain > kSharpGain &&
        conditions_.turns_by(kLeastHalvedTurn, memory_.start_velocities)) {
      end = std::min(end, 0.5 * view_.h);
    }
    if (end < view_.h) return end;
    hand_over(course);
    return view_.h;
  }

 private:
  bool solve_velocities(bool holds_met);
  bool is_wedged(std::span<const Vec3> impulses) const;
  bool comes_off() const;
  double calc_gain();
  void hand_over(IslandCourse& course);

  const StepView& view_;
  const WorldValue& world_;
  const Island& island_;
  IslandTools& tools_;
  SecondOrderTools& memory_;
  IslandPhase& end_;
  EndConditions conditions_;
  IslandSolution& solution_;
  const int off_cone_before_;
};

/// Solves for the impulses at the end, of the contacts that acted at the start and of those that
/// touch now. A new contact takes part only if `holds_met`, or if it takes over from one that
/// acted: otherwise it is hit next, at the speed to which the others have led it.
bool SecondOrderStep::solve_velocities(bool holds_met) {
  end_.contacts.clear();
  memory_.guesses.clear();
  const double close =
      std::max(kTouchingGap, kCloseShare * world_.options.gravity.norm() * view_.h * view_.h);
  for (FoundContact contact : end_.found) {
    const auto start = conditions_.find_start(contact.key);
    if (!start && contact.gap < -kTouchingGap) return false;  // it was missed
    const bool is_same = start && conditions_.end_contact(conditions_.start_contact(*start));
    const bool acted = is_same && conditions_.is_loaded(*start);
    const auto is_left = [&] {
      if (contact.gap > close) return true;
      if (!start && !holds_met && contact.gap <= kTouchingGap) return true;
      return conditions_.is_hit_next(contact) ||
             rebounds(view_, island_, contact, -calc_normal_speed(end_.motions, contact));
    };
    if (!acted && is_left() && !conditions_.goes_on(contact)) continue;
    contact.touching = acted || contact.gap <= kTouchingGap;
    end_.contacts.push_back(contact);
    ContactGuess& guess = memory_.guesses.emplace_back();
    if (!acted) continue;
    guess = make_guess(memory_.first, *start);
  }
  const StepView view = end_.view(view_);
  for (const std::size_t i : island_.bodies) {
    end_.free_motions[i].velocity = end_.motions[i].velocity;
  }
  make_contact_problem(view, end_.island(island_), tools_.problem);
  tools_.problem.time_step = 0.5 * view_.h;
  // Velocities are judged on the scale of the whole step.
  tools_.problem.velocity_scale = memory_.positions.velocity_scale;
  return solve_phase(tools_.problem, memory_.guesses, *tools_.model, tools_.forces, solution_);
}

/// True if contacts press against each other far harder than it takes to move the bodies.
bool SecondOrderStep::is_wedged(std::span<const Vec3> impulses) const {
  if (!tools_.model->has_friction_bound()) return false;  // without a bound they may
  double mass = 0;
  for (const std::size_t i : island_.bodies) mass += world_.bodies[i].mass.mass;
  // V is that of the whole step, the forces are those of a leg.
  const double share = view_.step == 0 ? 1 : view_.h / view_.step;
  const double most = share * kMostPressing * memory_.positions.velocity_scale * mass;
  return std::ranges::any_of(impulses, [&](const Vec3& impulse) { return impulse.norm() > most; });
}

/// True if a contact that acts at the start opens at the end. If several share a load, some may
/// carry none of it without opening.
bool SecondOrderStep::comes_off() const {
  const double still = kStillShare * memory_.positions.velocity_scale;
  for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
    if (!conditions_.is_loaded(k)) continue;
    const ContactKey& key = conditions_.start_contact(k).key;
    const auto end = std::ranges::lower_bound(end_.contacts, key, {}, &FoundContact::key);
    if (end == end_.contacts.end() || end->key != key) return true;
    const auto place = static_cast<std::size_t>(end - end_.contacts.begin());
    const ContactProblem::Contact& contact = tools_.problem.contacts[place];
    const Vec3 u = calc_contact_velocity(contact, tools_.forces.velocities);
    if (tools_.forces.impulses[place].isZero(0) && u.x() > still) return true;
  }
  return false;
}

/// Returns the energy gained, as a share of the kinetic energy, less the work of forces and of
/// evenly moving kinematic bodies, whose frame is as good as the world's. The work of turning ones
/// is not subtracted, because they act along other rows on the way.
double SecondOrderStep::calc_gain() {
  const auto measure_in = [&](const MovingFrame& frame) {
    return calc_kinetic_gain(
        view_, island_, end_.motions, tools_.forces.velocities, frame,
        [&](std::size_t k) { return end_.free_motions[island_.bodies[k]].torque_work; });
  };
  const Vec3 carrier = calc_carrier_velocity(view_, island_);
  const double kinetic = measure_in(move_evenly(carrier, view_.h)).kinetic;
  double gain = measure_in({}).gain;
  const auto add = [&](const StepView& view, const FoundContact& contact, const Vec3& impulse) {
    const bool turns =
        std::ranges::any_of(std::array{contact.body_a, contact.body_b}, [&](std::size_t body) {
          return !world_.bodies[body].is_dynamic() &&
                 !world_.bodies[body].velocity.tail<3>().isZero(0);
        });
    if (!turns) gain -= calc_driven_work(view, contact, impulse);
  };
  for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
    add(view_, conditions_.start_contact(k), memory_.first.impulses[k]);
  }
  const StepView at_end = end_.view(view_);
  for (std::size_t j = 0; j < end_.contacts.size(); ++j) {
    add(at_end, end_.contacts[j], tools_.forces.impulses[j]);
  }
  return kinetic > 0 ? gain / kinetic : 0.0;
}

void SecondOrderStep::hand_over(IslandCourse& course) {
  const auto add = [&](const StepView& view, const FoundContact& contact,
                       const ContactSolution& phase, std::size_t k, bool is_first) {
    course.acted.push_back({contact, contact.frame * phase.impulses[k], phase.states[k],
                            calc_driven_work(view, contact, phase.impulses[k])});
    RememberedContacts::Entry& known = course.at(contact.key);
    const Vec3& guess = phase.next_guess.empty() ? phase.impulses[k] : phase.next_guess[k];
    const Vec3 force = contact.frame * guess / view_.h;
    known.force = is_first ? force : Vec3(known.force + force);
    known.state = phase.states[k];
    if (!phase.memories.empty()) known.memory = phase.memories[k];
  };
  for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
    add(view_, conditions_.start_contact(k), memory_.first, k, true);
  }
  const StepView at_end = end_.view(view_);
  for (std::size_t j = 0; j < end_.contacts.size(); ++j) {
    const bool is_first = !conditions_.find_start(end_.contacts[j].key);
    add(at_end, end_.contacts[j], tools_.forces, j, is_first);
  }
  for (std::size_t k = 0; k < island_.bodies.size(); ++k) {
    const std::size_t i = island_.bodies[k];
    IslandEnd& end = solution_.ends[k];
    const double radius = world_.bodies[i].radius;
    const double turn = view_.h * memory_.start_velocities[k].tail<3>().norm();
    end.motion = end_.motions[i];
    end.motion.velocity = tools_.forces.velocities[k];
    end.reach +=
        (end.motion.center - view_.motions[i].center).norm() + std::min(turn, 2.0) * radius;
    end.torque_work += end_.free_motions[i].torque_work;
  }
}

}  // namespace

bool is_damped(const StepView& view, const Island& island, const ContactModel& model) {
  const auto is_viscous = [&](std::size_t c) { return view.contacts[c].surface.viscosity > 0; };
  return model.damps_slip() && std::ranges::any_of(island.contacts, is_viscous);
}

bool moves_with_second_order(const StepView& view, const Island& island, const ContactModel& model,
                             std::span<const Vec6> end_velocities) {
  if (island.bodies.size() > kMostBodies) return false;
  if (is_damped(view, island, model)) return false;
  const double resting = resting_speed(view);
  const Vec3 carrier = calc_carrier_velocity(view, island);
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const auto moves = [&](const Vec6& velocity) {
      const double radius = view.world.bodies[island.bodies[k]].radius;
      return (velocity.head<3>() - carrier).norm() + radius * velocity.tail<3>().norm() > resting;
    };
    if (moves(view.motions[island.bodies[k]].velocity)) return true;
    if (!end_velocities.empty() && moves(end_velocities[k])) return true;
  }
  return false;
}

std::optional<double> follow_with_second_order(const StepView& view, const Island& island,
                                               bool stops, IslandTools& tools, IslandCourse& course,
                                               IslandSolution& solution, const ChooseLeg& choose) {
  const auto before = std::pair(solution.residual, solution.off_cone);
  const auto time = SecondOrderStep(view, island, tools, solution).run(stops, choose, course);
  if (time != view.h) std::tie(solution.residual, solution.off_cone) = before;
  return time;
}

}  // namespace stiction
