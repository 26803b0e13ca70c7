#include "second_order.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

#include "island_solver.h"
#include "kinetic_gain.h"
#include "next_touch.h"
#include "phase_solve.h"
#include "rebound.h"

namespace stiction {
namespace {

/// In islands of more bodies friction takes far more energy than one solve errs by.
constexpr std::size_t kMostBodies = 2;
/// A contact that ceases to slip in the first or last of so large a share of the step ceases at its
/// start or end.
constexpr double kLeastLeg = 0.01;
/// A body that is slower than this share of what gravity gives it in a step is at rest.
constexpr double kRestingShare = 1e-3;
/// What slips more slowly than this share of V all but sticks: without gravity the slip of what
/// rolls is round-off.
constexpr double kSlippingShare = 1e-3;
/// Slip ends where its change is against its direction, by this cosine at least; where it is more
/// to the side, slip turns round without an end: a box that comes to rest on a corner took 65
/// solves in a step that was ended at such turns, 44 in one that is not.
constexpr double kStraight = 0.9;
/// Conditions of the end are met along the rows of the start: bodies that turn by more, rad, have
/// others there, unless they look the same whichever way they turn.
constexpr double kMostTurn = 1.0;
/// Most take one or two solves; where contacts change under what spins, each leaves a sixteenth of
/// the error of the last one.
constexpr int kMostSolves = 8;
/// Conditions of the end are met to this, m: what is left of a gap is kept, step by step.
constexpr double kAimedError = 1e-3 * kTouchingGap;
/// Where a search that goes on to get better ends with more, a shorter leg is tried. A step of a
/// cone that turns by 0.77 rad takes 90 factorisations, 141 with 1e-9 m.
constexpr double kMostError = 100 * kTouchingGap;
/// Contacts that gravity would close in the next step are held from their end on: a body that has
/// come off one of its supports by a hair is not let fall on it. Share of g h^2.
constexpr double kCloseShare = 0.05;
/// Each solve must take the error of the last one down to this share of it.
constexpr double kContraction = 0.5;
/// More energy than this share of the kinetic energy is not gained in a step that is followed well.
constexpr double kMostGain = 0.02;
/// Less where a contact comes off on the way: what it gave to stick over the whole step, as without
/// a bound it may (a rod of 1:10 under no-slip gained 1.3e-3), is no motion of its own.
constexpr double kMostGainWhenOff = 1e-5;
/// What separates at less, as a share of V, has not come off.
constexpr double kStillShare = 1e-8;
/// Where a step gains more and a body turns by more than so much, rad, it is made in two halves,
/// which err by an eighth each. Of what turns less, gains and losses come back.
constexpr double kSharpGain = 1e-4;
constexpr double kLeastHalvedTurn = 0.1;
/// So is any change where a contact runs further on a body than that turns, by this share of its
/// arm: as on the rim of a coin that lies nearly flat. Its legs are as much shorter, but of this
/// share at least. Of 80 coins without friction, h = 2 ms, 29 gained more than 1 % without this
/// bound, the worst 7.7 %; with 0.2, 0.1 and 0.05 at most 1.0, 0.5 and 0.2 %, in 1.8, 2.3 and 2.8
/// times the factorisations.
constexpr double kMostSweep = 0.1;
constexpr double kLeastSweepShare = 0.1;
/// Contacts that stick on two sides of a body, each within the other's friction cone, may press
/// against each other without end. What rolls there has conditions at the end that only such
/// impulses could meet: a step in which they exceed so many times V and the mass of the bodies is
/// not followed so. A capsule of 10 kg in a corner with friction of 1.5 took up to 2e8 N s without
/// a bound, 190 with 100 and 17 with 10.
constexpr double kMostPressing = 10;
/// Shares of the step up to this are not halved.
constexpr double kLeastHalved = 0.6;

double resting_speed(const StepView& view) {
  return kRestingShare * view.world.options.gravity.norm() * view.h;
}

/// Turns friction that slides against the slip that it is to oppose: what is remembered is off by
/// round-off, which is good enough to be accepted, and would stay so, step by step.
void turn_against(const Vec2& slip, ContactGuess& guess) {
  if (guess.state != ContactState::sliding || slip.isZero(0)) return;
  guess.impulse.tail<2>() = -guess.impulse.tail<2>().norm() * slip.normalized();
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

  std::optional<double> run(bool stops, IslandCourse& course) {
    start(true);
    std::optional<double> time = meet_conditions(stops);
    if (!time && recalls_any_) {
      start(false);
      time = meet_conditions(stops);
    }
    if (time != view_.h) return time;

    // Impulses at the end. What gains energy is not followed well.
    if (!solve_velocities() || turns_by(kMostTurn, tools_.forces.velocities)) return std::nullopt;
    if (is_wedged(memory_.first.impulses) || is_wedged(tools_.forces.impulses)) return std::nullopt;
    if (solution_.off_cone > off_cone_before_) return std::nullopt;
    const double gain = calc_gain();
    if (gain > (comes_off() ? kMostGainWhenOff : kMostGain)) return std::nullopt;

    // A step that should end before: where contacts run too far, or half-way.
    double end = view_.h;
    if (stops && std::abs(gain) > kSharpGain) end = calc_swept_leg();
    if (stops && is_long() && gain > kSharpGain &&
        turns_by(kLeastHalvedTurn, memory_.start_velocities)) {
      end = std::min(end, 0.5 * view_.h);
    }
    if (end < view_.h) return end;
    hand_over(course);
    return view_.h;
  }

 private:
  void start(bool recalls);
  std::optional<double> meet_conditions(bool stops);
  double calc_swept_leg() const;
  std::optional<double> find_shorter_leg(bool stops, double end) const;
  bool turns_by(double turn, std::span<const Vec6> velocities) const;
  bool solve_positions(int solves);
  bool solve_velocities();
  bool is_wedged(std::span<const Vec3> impulses) const;
  bool comes_off() const;
  double calc_gain();
  double calc_end_of_slip() const;
  void hand_over(IslandCourse& course);

  bool is_long() const { return view_.step == 0 || view_.h > kLeastHalved * view_.step; }

  ContactGuess make_guess(std::size_t k) const {
    const ContactSolution& first = memory_.first;
    return {.known = true,
            .impulse = first.impulses[k],
            .state = first.states[k],
            .memory = first.memories.empty() ? ContactMemory{} : first.memories[k]};
  }

  const StepView& view_;
  const WorldValue& world_;
  const Island& island_;
  IslandTools& tools_;
  SecondOrderTools& memory_;
  IslandPhase& end_;
  EndConditions conditions_;
  IslandSolution& solution_;
  const int off_cone_before_;
  bool recalls_any_ = false;  ///< impulses are remembered that the search begins with
};

/// The problem of the impulses at the start, and as much of them as is remembered. Where that leads
/// astray (what was an impact throws bodies apart, or turns them too far), the search begins again
/// without: whether a step is to be had is up to the state.
void SecondOrderStep::start(bool recalls) {
  ContactProblem& problem = memory_.positions;
  make_contact_problem(view_, island_, problem);
  problem.time_step = 0.5 * view_.h;
  memory_.start_velocities.clear();
  for (ContactProblem::Body& body : problem.bodies) {
    body.free_velocity = body.start_velocity;
    memory_.start_velocities.push_back(body.start_velocity);
  }
  memory_.surface_velocities.clear();
  memory_.guesses.assign(island_.contacts.size(), {});
  memory_.start_slips.clear();
  memory_.opposes_start.assign(island_.contacts.size(), false);
  recalls_any_ = false;
  for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
    const ContactProblem::Contact& contact = problem.contacts[k];
    memory_.surface_velocities.push_back(
        calc_surface_velocity(view_, conditions_.start_contact(k)));
    memory_.start_slips.push_back(
        calc_relative_velocity(view_.motions, conditions_.start_contact(k)).tail<2>());
    ContactGuess& guess = memory_.guesses[k];
    get_contact_guess(view_.remembered[island_.contacts[k]], contact.frame, 0.5 * view_.h, guess);
    // What is hit has no force in this step: what is remembered would stop it unseen.
    if (!recalls || conditions_.is_hit_at_start(k)) {
      guess = {.memory = guess.memory};
    } else if (guess.known) {
      recalls_any_ |= !guess.impulse.isZero(0);
      apply_contact_impulse(problem, contact, guess.impulse, memory_.start_velocities);
    }
  }
  end_.motions.resize(world_.bodies.size());
  end_.free_motions.resize(world_.bodies.size());
}

/// Impulses at the start, by Newton's method with the matrix of the start, until the conditions at
/// the end are met. view.h, or what `follow_with_second_order` returns instead.
std::optional<double> SecondOrderStep::meet_conditions(bool stops) {
  double end = view_.h;
  double error = std::numeric_limits<double>::infinity();
  bool contracts = true;
  for (int solves = 0; error > kAimedError && solves <= kMostSolves; ++solves) {
    if (solves > 0 && !solve_positions(solves)) return std::nullopt;
    if (turns_by(kMostTurn, memory_.start_velocities)) return std::nullopt;
    conditions_.look(tools_.manifolds);
    if (conditions_.is_any_hit(solves)) return 0.0;
    if (conditions_.has_lost(solves)) {
      return conditions_.meets() ? std::optional(0.0) : std::nullopt;
    }
    if (solves == 0) continue;
    if (stops) end = calc_end_of_slip();
    const bool has_turned = end == view_.h && conditions_.turn_to_mean_slip();
    if (has_turned) {
      error = std::numeric_limits<double>::infinity();
      continue;
    }
    const double last = std::exchange(error, conditions_.calc_error());
    if (end < view_.h && error <= kTouchingGap) break;
    contracts = error <= kContraction * last;
    if (!contracts) break;
  }
  if (error > (contracts ? kMostError : kTouchingGap)) return find_shorter_leg(stops, end);
  // What is met behind the end of a slip is none of this leg, and gaps that the search has left are
  // no overlaps.
  const bool may_meet = end == view_.h && error <= kTouchingGap;
  return may_meet && conditions_.meets() ? 0.0 : end;
}

/// Up to where no contact runs too far on its bodies, s: view.h if none does.
double SecondOrderStep::calc_swept_leg() const {
  const double share = kMostSweep / conditions_.calc_sweep();
  return share < 1 ? std::max(share, kLeastSweepShare) * view_.h : view_.h;
}

/// What is to be followed instead of a step whose conditions are not reached, which comes of its
/// length. `end`: where a contact ceases to slip, or view.h.
std::optional<double> SecondOrderStep::find_shorter_leg(bool stops, double end) const {
  if (!stops) return std::nullopt;
  end = std::min(end, calc_swept_leg());
  if (is_long()) end = std::min(end, 0.5 * view_.h);
  return end < view_.h ? std::optional(end) : std::nullopt;
}

/// Whether a body that is not a ball turns by more, rad, or any out of the range of numbers.
bool SecondOrderStep::turns_by(double turn, std::span<const Vec6> velocities) const {
  for (std::size_t k = 0; k < velocities.size(); ++k) {
    const BodyRecord& body = world_.bodies[island_.bodies[k]];
    const double most = is_even_ball(body) ? std::numeric_limits<double>::max() : turn;
    if (!(view_.h * velocities[k].tail<3>().norm() <= most)) return true;
  }
  return false;
}

/// The impulses at the start that meet the conditions at the end: what the last velocities lead to,
/// and how impulses change it.
bool SecondOrderStep::solve_positions(int solves) {
  ContactProblem& problem = memory_.positions;
  const auto set_offsets = [&] {
    for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
      ContactProblem::Contact& contact = problem.contacts[k];
      contact.offset.setZero();
      contact.offset = conditions_.calc_posed_velocity(k) -
                       calc_contact_velocity(contact, memory_.start_velocities);
    }
  };
  set_offsets();
  if (solves == 1) {
    // What rolls has no relative speed at its start, and without gravity only its turning needs
    // impulses.
    get_free_velocities(problem, memory_.end_velocities);
    double fastest = 0;
    for (const ContactProblem::Contact& contact : problem.contacts) {
      const Vec3 u = calc_contact_velocity(contact, memory_.end_velocities);
      fastest = std::max(fastest, u.norm());
    }
    if (fastest > problem.velocity_scale) {
      problem.velocity_scale = calc_velocity_scale(view_, island_, fastest);
    }
    const double least_slip = kSlippingShare * problem.velocity_scale;
    for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
      Vec2& slip = memory_.start_slips[k];
      if (least_slip == 0 || slip.norm() <= least_slip) slip.setZero();
      memory_.opposes_start[k] = tools_.model->has_true_cone() && !slip.isZero(0);
      if (memory_.opposes_start[k]) turn_against(slip, memory_.guesses[k]);
    }
    set_offsets();
  } else {
    for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
      // The same half of the step again: a model's own memory is that of its start.
      const ContactMemory memory = memory_.guesses[k].memory;
      memory_.guesses[k] = make_guess(k);
      memory_.guesses[k].memory = memory;
      if (memory_.opposes_start[k]) turn_against(memory_.start_slips[k], memory_.guesses[k]);
    }
  }
  if (!solve_phase(problem, memory_.guesses, *tools_.model, memory_.first, solution_)) {
    return false;
  }
  memory_.start_velocities = memory_.first.velocities;
  return true;
}

/// The impulses at the end, of the contacts that acted at the start and of those that touch now.
bool SecondOrderStep::solve_velocities() {
  end_.contacts.clear();
  memory_.guesses.clear();
  const double close =
      std::max(kTouchingGap, kCloseShare * world_.options.gravity.norm() * view_.h * view_.h);
  for (FoundContact contact : end_.found) {
    const auto start = conditions_.find_start(contact.key);
    if (!start && contact.gap < -kTouchingGap) return false;  // it was missed
    const bool acted = start && conditions_.is_loaded(*start);
    const auto is_hit_next = [&] {
      return conditions_.is_hit_next(contact) ||
             rebounds(view_, island_, contact, -calc_normal_speed(end_.motions, contact));
    };
    if (!acted && (contact.gap > close || is_hit_next())) continue;
    contact.touching = acted || contact.gap <= kTouchingGap;
    end_.contacts.push_back(contact);
    ContactGuess& guess = memory_.guesses.emplace_back();
    if (!acted) continue;
    guess = make_guess(*start);
  }
  const StepView view = end_.view(view_);
  for (const std::size_t i : island_.bodies) {
    end_.free_motions[i].velocity = end_.motions[i].velocity;
  }
  make_contact_problem(view, end_.island(island_), tools_.problem);
  tools_.problem.time_step = 0.5 * view_.h;
  // The yardstick of velocities is the one of the whole step.
  tools_.problem.velocity_scale = memory_.positions.velocity_scale;
  return solve_phase(tools_.problem, memory_.guesses, *tools_.model, tools_.forces, solution_);
}

/// Whether contacts press against each other far beyond what moves the bodies.
bool SecondOrderStep::is_wedged(std::span<const Vec3> impulses) const {
  if (!tools_.model->has_friction_bound()) return false;  // There they may press as they like.
  double mass = 0;
  for (const std::size_t i : island_.bodies) mass += world_.bodies[i].mass.mass;
  // V is that of the whole step, of which forces have a leg.
  const double share = view_.step == 0 ? 1 : view_.h / view_.step;
  const double most = share * kMostPressing * memory_.positions.velocity_scale * mass;
  return std::ranges::any_of(impulses, [&](const Vec3& impulse) { return impulse.norm() > most; });
}

/// Whether a contact that acts at the start opens at the end. Of several that share a load some may
/// have none of it and stay.
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

/// Of the kinetic energy, what comes neither from forces nor from bodies that move evenly, whatever
/// acts: their frame is as good as the world's. What turns leads over other rows on the way.
double SecondOrderStep::calc_gain() {
  auto [gain, kinetic] = calc_kinetic_gain(
      view_, island_, end_.motions, tools_.forces.velocities, calc_carrier_velocity(view_, island_),
      [&](std::size_t k) { return end_.free_motions[island_.bodies[k]].torque_work; });
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

/// When contacts cease to slip as they do at the start, whatever follows: where their slip along
/// its direction there, that changes evenly under all the friction that there is, is none. view.h
/// if they do not, or so near to the start or the end that it is there.
double SecondOrderStep::calc_end_of_slip() const {
  if (!tools_.model->has_friction_bound()) return view_.h;
  double used = 0;
  double bound = 0;
  double slip = 0;
  double mean_slip = 0;
  double free_slip = 0;
  for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
    const Vec2& u = memory_.start_slips[k];
    if (!conditions_.is_loaded(k) || u.isZero(0)) continue;
    const Vec2 along = u.normalized();
    const Vec2 change = memory_.mean_velocities[k].tail<2>() - u;
    const double mean = u.norm() + along.dot(change);
    if (mean >= 0.5 * u.norm() || -along.dot(change) < kStraight * change.norm()) continue;
    const Vec3 free = calc_relative_velocity(
        view_.motions, conditions_.start_contact(k),
        [&](std::size_t i) -> const Vec6& { return view_.free_motions[i].velocity; });
    // Each counts by its load: how contacts of one body share its friction is left open.
    const Vec3& impulse = memory_.first.impulses[k];
    slip += impulse.x() * u.norm();
    mean_slip += impulse.x() * mean;
    free_slip += impulse.x() * along.dot(free.tail<2>());
    used -= along.dot(impulse.tail<2>());
    bound += memory_.positions.contacts[k].friction * impulse.x();
  }
  if (slip == 0 || used == 0) return view_.h;
  // What all the friction takes of the mean slip that there is without it.
  const double free_mean = 0.5 * (slip + free_slip);
  const double taken = (free_mean - mean_slip) * bound / used;
  const double share = 0.5 * slip / (slip - free_mean + taken);
  return kLeastLeg < share && share < 1 - kLeastLeg ? share * view_.h : view_.h;
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
                                               IslandSolution& solution) {
  const auto before = std::pair(solution.residual, solution.off_cone);
  const auto time = SecondOrderStep(view, island, tools, solution).run(stops, course);
  if (time != view.h) std::tie(solution.residual, solution.off_cone) = before;
  return time;
}

}  // namespace stiction
