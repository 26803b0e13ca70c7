#include "coulomb.h"

#include <stiction/contact/cone_residual.h>
#include <stiction/contact/coulomb_residual.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cone_answer.h"
#include "contact_answer.h"
#include "contact_sweeps.h"
#include "facet_angles.h"
#include "facet_memory.h"
#include "infinity.h"

namespace stiction {
namespace {

/// Slower than this, in units of V, contacts stand still: what is left is round-off.
constexpr double kStillSpeed = 1e-9;
/// The ladder aims at this residual, and the finish from remembered impulses at the other one, so
/// that the next step finds them as they are: what they stop of round-off's motion it must not
/// undo.
constexpr double kAimedResidual = 1e-10;
constexpr double kSteadyResidual = 0.1 * kAcceptedGuess;
constexpr int kMaxPasses = 40;
/// Passes without a better answer after which the facets are left to the ladder.
constexpr int kFacetPatience = 4;
/// Pivoting may cost this share of the effort where the ladder stands behind it.
constexpr double kPivotShare = 0.2;
/// Islands of more contacts are left to the ladder: pivots are dense.
constexpr std::size_t kFewContacts = 60;
/// Beyond this size dense matrices take more memory (300 MB) and time than they are worth.
constexpr int kMostPyramidRows = 6000;
/// Facets that turn by less have settled, rad.
constexpr double kSettledTurn = 1e-9;

int round_to_int(double number) { return static_cast<int>(std::lround(number)); }

double impulse_unit(const ContactColumns& columns) {
  return columns.mass_unit * columns.velocity_unit;
}

/// In the groups of an island's problem: the contacts, then the rows as they are judged.
void join_impulses(const ContactProblem& problem, const std::vector<Vec3>& impulses,
                   const std::vector<double>& row_impulses, Rows& groups) {
  groups = impulses;
  for (std::size_t i = 0; i < row_impulses.size(); ++i) {
    groups.emplace_back(row_impulses[i] / problem.rows[i].length, 0, 0);
  }
}

/// The reverse.
void split_impulses(const ContactProblem& problem, const Rows& groups, std::vector<Vec3>& impulses,
                    std::vector<double>& row_impulses) {
  const std::size_t n = problem.contacts.size();
  impulses.assign(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(n));
  for (std::size_t i = 0; i < row_impulses.size(); ++i) {
    row_impulses[i] = problem.rows[i].length * groups[n + i].x();
  }
}

/// Where facets and basis of a contact start that is known from before.
FacetStart start_of(const ContactGuess& guess, double new_angle) {
  return unpack_facets(guess.memory, guess.impulse.tail<2>(), new_angle);
}

/// That fits a state, with the first facet along the friction.
ContactBasis basis_of(ContactState state) {
  if (state == ContactState::open) return {};
  const bool slides = state == ContactState::sliding;
  return {true, slides, slides ? 1u : 3u};
}

}  // namespace

void CoulombModel::solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
                         ContactSolution& solution) {
  Effort effort = options_.make_effort(problem);
  solve(problem, guesses, effort, solution);
  book_effort(effort, solution.statistics);
}

void CoulombModel::solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
                         Effort& effort, ContactSolution& solution) {
  effort_ = &effort;
  whole_effort_ = effort.left();
  spent_before_ = effort.spent();
  reserve_ = std::min(0.5 * whole_effort_,
                      kMostSettlingSweeps * calc_sweep_work(problem) + calc_judging_work(problem));
  start(problem, guesses);
  const bool has_way = options_.alignment == FacetAlignment::slip || problem.rows.empty();
  if (has_way && is_finite(problem)) find_answer(problem, guesses);
  solution = best_;
  if (solution.next_guess.empty()) solution.next_guess = solution.impulses;
  remember_facets(solution);
  solution.status = best_score_ < kUnsolvedScore ? ContactStatus::solved : ContactStatus::unsolved;
  book(solution);
}

/// What is told of the search: its costs, and the way to the answer.
void CoulombModel::book(ContactSolution& solution) const {
  solution.statistics = statistics_;
  solution.statistics.warm_started = best_is_warm_;
  if (solution.status != ContactStatus::solved) {
    solution.statistics.rung.reset();
    solution.statistics.warm_started = false;
    return;
  }
  if (!options_.is_solver_named) return;
  const Rung rung = *statistics_.rung;
  const bool is_own = rung == own_rung();
  if (is_own) solution.statistics.rung = Rung::method;
  solution.statistics.fallback = !is_own && rung != Rung::remembered && rung != Rung::free;
}

/// What the next step needs to start from the facets of this answer.
void CoulombModel::remember_facets(ContactSolution& solution) const {
  if (options_.alignment == FacetAlignment::world) return;
  solution.memories.clear();
  for (std::size_t c = 0; c < best_facets_.size(); ++c) {
    solution.memories.push_back(pack_facets(best_facets_[c], solution.next_guess[c].tail<2>()));
  }
}

/// Begins to try a way to an answer; false if it is left out.
bool CoulombModel::enter(Rung rung, bool is_warm) {
  rung_ = rung;
  is_warm_ = is_warm;
  return options_.has(rung);
}

/// Tries the ways to an answer until one is accepted. The best that was met stands in any case.
void CoulombModel::find_answer(const ContactProblem& problem,
                               std::span<const ContactGuess> guesses) {
  const bool is_free = enter(Rung::free, false) && nothing_acts(problem, kAcceptedResidual);
  if (is_free && consider(problem, false)) return;
  if (options_.alignment == FacetAlignment::world) {
    if (solve_fixed_facets(problem)) share_load(problem, guesses);
  } else {
    find_on_cone(problem, guesses);
  }
  if (best_score_ >= kUnsolvedScore && options_.has(Rung::sweeps)) settle(problem);
}

/// On the true cone. The user's own method, and pivots on few contacts, go before the ladder; rows
/// beyond contacts are the ladder's alone.
void CoulombModel::find_on_cone(const ContactProblem& problem,
                                std::span<const ContactGuess> guesses) {
  if (accept_remembered(problem, guesses)) return;
  const bool is_small = problem.contacts.size() <= kFewContacts;
  if (problem.rows.empty() && (is_small || options_.is_solver_named)) {
    const bool has_memory = !options_.is_solver_named && remember(problem, guesses);
    if (has_memory && enter(Rung::finish, true) && finish(problem)) return;
    if (uses_lloyd() ? pivot(problem, guesses) : turn_pyramids(problem)) {
      share_load(problem, guesses);
      return;
    }
  }
  climb(problem);
}

/// The island's problem in the space of its bodies' velocities.
void CoulombModel::prepare_island(const ContactProblem& problem) {
  if (has_island_) return;
  make_island_problem(problem, island_);
  system_.set_problem(island_);
  has_island_ = true;
}

/// Newton's method on the cone from the present impulses.
bool CoulombModel::finish(const ContactProblem& problem) {
  set_part();
  if (!effort_->spend(calc_judging_work(problem))) return false;
  prepare_island(problem);
  island_best_.reset();
  const double before = effort_->spent_units();
  join_impulses(problem, impulses_, row_impulses_, island_start_);
  finish_.run(system_, island_start_, kSteadyResidual, *effort_, island_best_);
  statistics_.factorisations += round_to_int(effort_->spent_units() - before);
  if (!std::isfinite(island_best_.residual())) return false;
  has_basis_ = false;
  split_impulses(problem, island_best_.impulses(), impulses_, row_impulses_);
  if (!consider(problem, true)) return false;
  forget_motion(problem, finish_);
  return true;
}

/// What an answer stopped of the motion at the beginning of the step, the next step need not stop
/// again. Where that motion is round-off, it starts from the impulses without that part: else it
/// would have to undo it, and the one after it to do it again.
void CoulombModel::forget_motion(const ContactProblem& problem, ExactFinish& finish) {
  if (!problem.rows.empty()) return;  // They start from the impulses as they are.
  start_velocities_.clear();
  for (const ContactProblem::Body& body : problem.bodies) {
    start_velocities_.push_back(body.start_velocity);
  }
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    if (best_.states[c] == ContactState::open) continue;
    const Vec3 u = calc_contact_velocity(problem.contacts[c], start_velocities_);
    if (u.lpNorm<Eigen::Infinity>() > kStillSpeed * problem.velocity_scale) return;
  }
  momenta_.clear();
  for (const ContactProblem::Body& body : problem.bodies) {
    Vec6& momentum = momenta_.emplace_back();
    momentum << -body.mass * body.start_velocity.head<3>(),
        -body.inertia * body.start_velocity.tail<3>();
  }
  if (!finish.respond(system_, momenta_, changes_)) return;
  best_.next_guess = best_.impulses;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    best_.next_guess[c] = clipped(problem.contacts[c], best_.impulses[c] + changes_[c]);
  }
}

/// The ladder, from the best impulses so far.
void CoulombModel::climb(const ContactProblem& problem) {
  share_ = 1;
  lift_part();
  const double judging = calc_judging_work(problem);
  effort_->set_part(effort_->left() - judging);  // The answer is judged at the end, too.
  if (!effort_->spend(judging)) return;
  prepare_island(problem);
  join_impulses(problem, best_.impulses, best_.row_impulses, island_start_);
  const bool is_any_known =
      std::ranges::any_of(island_start_, [](const Vec3& impulse) { return !impulse.isZero(0); });
  const IslandLadder::Result result =
      ladder_.solve(system_, is_any_known ? &island_start_ : nullptr,
                    {.steady = kSteadyResidual,
                     .accepted = kAimedResidual,
                     .solved = kAcceptedResidual,
                     .without = options_.without},
                    *effort_);
  statistics_.factorisations += round_to_int(result.effort);
  if (!std::isfinite(result.residual)) return;
  split_impulses(problem, ladder_.best().impulses(), impulses_, row_impulses_);
  has_basis_ = false;
  rung_ = result.rung;
  is_warm_ = result.rung == Rung::finish && best_is_warm_;
  const bool is_accepted = consider(problem, true);
  if (is_accepted && result.rung == Rung::finish) forget_motion(problem, ladder_.finish());
}

void CoulombModel::take_best() {
  impulses_ = best_.impulses;
  row_impulses_ = best_.row_impulses;
}

/// What effort is left goes into sweeps, for an answer to go on with.
void CoulombModel::settle(const ContactProblem& problem) {
  reserve_ = 0;
  lift_part();
  calc_contact_blocks(problem, blocks_);
  take_best();
  const double sweep_work = calc_sweep_work(problem);
  const double affordable = (effort_->left() - calc_judging_work(problem)) / sweep_work;
  const int sweeps = static_cast<int>(std::min<double>(affordable, kMostSettlingSweeps));
  if (sweeps < 1 || !effort_->spend(sweeps * sweep_work)) return;
  enter(Rung::sweeps, false);
  has_basis_ = false;
  sweep_cone(problem, blocks_, sweeps, impulses_, row_impulses_);
  consider(problem, options_.alignment == FacetAlignment::slip);
}

/// Puts the problem into the form of the solvers and all impulses to zero.
void CoulombModel::start(const ContactProblem& problem, std::span<const ContactGuess> guesses) {
  const std::size_t n = problem.contacts.size();
  statistics_ = {};
  best_score_ = kInfinity;
  best_.residual = {};
  best_.residual.max = kInfinity;
  best_is_warm_ = false;
  has_delassus_ = false;
  has_island_ = false;
  share_ = kPivotShare;
  impulses_.assign(n, Vec3::Zero());
  row_impulses_.assign(problem.rows.size(), 0.0);
  facet_angles_.assign(n, 0.0);
  basis_.contacts.assign(n, {});
  has_basis_ = true;
  best_.impulses = impulses_;
  best_.row_impulses = row_impulses_;
  best_facets_.assign(n, {});
  best_.next_guess.clear();
  best_.states.assign(n, ContactState::open);
  get_free_velocities(problem, best_.velocities);
  candidate_ = best_;
  candidate_facets_ = best_facets_;
  if (options_.alignment == FacetAlignment::world) return;
  for (std::size_t c = 0; c < n; ++c) {
    const Vec2 slip = calc_contact_velocity(problem.contacts[c], best_.velocities).tail<2>();
    facet_angles_[c] = slip.isZero(0) ? 0 : angle_of(-slip);
    if (!guesses.empty() && guesses[c].known) {
      facet_angles_[c] = start_of(guesses[c], facet_angles_[c]).angle;
    }
  }
}

/// The dense contact matrix, which the standard method and Newton's on the cone need; false if it
/// costs more effort than is left.
bool CoulombModel::prepare_delassus(const ContactProblem& problem) {
  if (has_delassus_) return true;
  set_part();
  if (!effort_->spend(calc_delassus_work(problem))) return false;
  calc_delassus(problem, delassus_);
  units_ = natural_units(problem, delassus_);
  has_delassus_ = true;
  return true;
}

/// The remembered impulses, of rows too, and bases; false if there are none.
bool CoulombModel::remember(const ContactProblem& problem, std::span<const ContactGuess> guesses) {
  bool is_any_known = false;
  for (std::size_t c = 0; c < guesses.size(); ++c) {
    if (!guesses[c].known) continue;
    impulses_[c] = clipped(problem.contacts[c], guesses[c].impulse);
    basis_.contacts[c] = start_of(guesses[c], 0).basis;
    is_any_known = true;
  }
  for (std::size_t i = 0; i < row_impulses_.size(); ++i) {
    row_impulses_[i] = problem.rows[i].start_impulse;
    is_any_known |= row_impulses_[i] != 0;
  }
  return is_any_known;
}

/// The remembered impulses as they are.
bool CoulombModel::accept_remembered(const ContactProblem& problem,
                                     std::span<const ContactGuess> guesses) {
  if (!remember(problem, guesses) || !enter(Rung::remembered, true)) return false;
  return consider(problem, false) && best_.residual.max <= kAcceptedGuess;
}

/// Lloyd's solver, from the remembered basis if there is one, its facets turned until they agree.
bool CoulombModel::pivot(const ContactProblem& problem, std::span<const ContactGuess> guesses) {
  const bool is_known = remember(problem, guesses);
  if (!enter(Rung::pivots, is_known)) return false;
  make_contact_columns(problem, facet_angles_, options_.directions, columns_);
  int last_progress = 0;
  for (int pass = 0; pass < kMaxPasses && has_effort_left(); ++pass) {
    statistics_.passes += pass > 0;
    const double score_before = best_score_;
    if (!solve_columns(is_known || pass > 0)) return false;
    if (consider(problem, false)) {
      // Newton's method on the angles converges quadratically: one more turn takes what an accepted
      // answer is still off the cone to round-off.
      const bool is_off = best_.residual.cone_angle > kSettledTurn;
      if (!is_off || turn_columns(problem) == 0) return true;
      ++statistics_.passes;
      if (solve_columns(true)) consider(problem, false);
      return true;
    }
    const double turned = turn_columns(problem);
    if (best_score_ < 0.9 * score_before) last_progress = pass;
    if (turned <= kSettledTurn || pass - last_progress >= kFacetPatience) return false;
  }
  return false;
}

/// One solve of the pyramid in factored form; false if it was not solved.
bool CoulombModel::solve_columns(bool is_warm) {
  if (!has_effort_left()) return false;
  LloydOptions options;
  options.effort = effort_;
  options.method =
      options_.solver == "structural-lemke" ? LloydMethod::structural : LloydMethod::reduced;
  const LloydSolution& answer = lloyd_.solve(columns_, options, is_warm ? &basis_ : nullptr);
  statistics_.pivots += answer.statistics.pivots;
  statistics_.factorisations += answer.statistics.factorisations;
  is_warm_ = is_warm_ && answer.statistics.stage == LloydStage::warm;
  if (!answer.solved) return false;
  for (std::size_t c = 0; c < impulses_.size(); ++c) {
    const auto& [theta, x, y] = answer.impulses[c];
    const double cosine = std::cos(facet_angles_[c]);
    const double sine = std::sin(facet_angles_[c]);
    impulses_[c] =
        impulse_unit(columns_) * Vec3(theta, cosine * x - sine * y, sine * x + cosine * y);
  }
  basis_ = answer.basis;
  has_basis_ = true;
  return true;
}

/// Turns the facets by Newton's method on their angles or, where that is not defined, to the
/// friction and slip of the last candidate. Returns the largest turn, rad.
double CoulombModel::turn_columns(const ContactProblem& problem) {
  const std::vector<double> before = facet_angles_;
  double largest = 0;
  bool is_newton = lloyd_.calc_facet_turns(turns_);
  for (const double turn : turns_) largest = std::max(largest, std::abs(turn));
  statistics_.factorisations += is_newton;
  is_newton = is_newton && largest <= kMaxNewtonTurn && largest > 0;
  if (!is_newton) largest = update_facets(problem);
  const double spacing = 2 * std::numbers::pi / options_.directions;
  for (int c = 0; c < columns_.num_contacts(); ++c) {
    double turn = is_newton ? turns_[c] : facet_angles_[c] - before[c];
    if (!is_newton) {  // Facets are alike: the nearest one goes there, and carries the friction.
      const double steps = std::round(turn / spacing);
      turn -= steps * spacing;
      const int d = options_.directions;
      const int facet = ((static_cast<int>(steps) % d) + d) % d;
      ContactBasis& basis = basis_.contacts[c];
      if (basis.lambda) basis.phi = std::uint64_t{1} << facet;
    }
    facet_angles_[c] = before[c] + turn;
    if (turn != 0) columns_.turn_facets(c, turn);
  }
  return largest;
}

/// Pyramids by the standard method, their facets turned by the finish until they agree with it.
bool CoulombModel::turn_pyramids(const ContactProblem& problem) {
  const PyramidLayout layout(problem, options_.directions);
  if (!enter(Rung::pyramids, false) || layout.size() > kMostPyramidRows) return false;
  int last_progress = 0;
  for (int pass = 0; pass < kMaxPasses && has_effort_left(); ++pass) {
    statistics_.passes += pass > 0;
    const double score_before = best_score_;
    const LcpStatus status = solve_pyramid(problem, layout);
    if (consider(problem, false)) return true;
    const double turned = update_facets(problem);
    if (finish(problem)) return true;
    if (status != LcpStatus::solved) return false;
    if (best_score_ < 0.9 * score_before) last_progress = pass;
    if (turned <= kSettledTurn || pass - last_progress >= kFacetPatience) return false;
  }
  return false;
}

bool CoulombModel::solve_fixed_facets(const ContactProblem& problem) {
  if (uses_lloyd() && enter(Rung::pivots, false)) {
    make_contact_columns(problem, facet_angles_, options_.directions, columns_);
    if (solve_columns(false) && consider(problem, false)) return true;
  }
  const PyramidLayout layout(problem, options_.directions);
  if (!enter(Rung::pyramids, false) || layout.size() > kMostPyramidRows) return false;
  solve_pyramid(problem, layout);
  return consider(problem, false);
}

/// Takes the impulses nearest to the remembered ones, or the least, instead, if they are as good an
/// answer.
void CoulombModel::share_load(const ContactProblem& problem,
                              std::span<const ContactGuess> guesses) {
  if (best_score_ >= kUnsolvedScore) return;
  rung_ = *statistics_.rung;
  is_warm_ = best_is_warm_;
  reserve_ = 0;
  lift_part();
  make_contact_columns(problem, straight_columns_);
  remembered_.assign(impulses_.size(), Vec3::Zero());
  for (std::size_t c = 0; c < guesses.size(); ++c) {
    if (guesses[c].known) remembered_[c] = clipped(problem.contacts[c], guesses[c].impulse);
  }
  canonical_.choose(problem, open_impulses(problem, best_), straight_columns_, best_, remembered_,
                    impulses_, *effort_, statistics_);
  for (std::size_t c = 0; c < best_facets_.size(); ++c) {
    facet_angles_[c] = best_facets_[c].angle;
    basis_.contacts[c] = best_facets_[c].basis;
  }
  has_basis_ = true;
  if (!consider(problem, options_.alignment == FacetAlignment::slip)) return;
  best_ = candidate_;
  best_facets_ = candidate_facets_;
}

/// Poses and solves the pyramid with the present facets.
LcpStatus CoulombModel::solve_pyramid(const ContactProblem& problem, const PyramidLayout& layout) {
  has_basis_ = false;
  const double row_work = static_cast<double>(layout.size()) * layout.size();
  if (!prepare_delassus(problem) || !effort_->spend(row_work)) return LcpStatus::iteration_limit;
  pose_pyramid(problem, delassus_, facet_angles_, layout, units_, lcp_);
  const std::vector<int> groups = layout.covering_groups();
  const std::function<bool()> may_go_on = [&] { return effort_->spend(row_work); };
  const LcpSolution& answer =
      lemke_.solve(lcp_, {.covering_group = groups, .may_go_on = &may_go_on});
  statistics_.pivots += answer.statistics.pivots;
  impulses_from_pyramid(answer.z, facet_angles_, layout, units_, impulses_);
  return answer.status;
}

/// Allows the search what it may still cost, and returns that: multiplications.
double CoulombModel::set_part() {
  lift_part();
  const double rest = share_ * whole_effort_ - (effort_->spent() - spent_before_);
  if (rest < effort_->left()) effort_->set_part(rest);
  return effort_->left();
}

/// Allows all but what is kept for the end.
void CoulombModel::lift_part() {
  effort_->set_part(kInfinity);
  if (reserve_ > 0) effort_->set_part(effort_->left() - reserve_);
}

/// Makes a candidate of the present impulses and has it judged, with the facets as they were posed
/// or aligned with its friction. True if no better one is needed. A pass over the contacts.
bool CoulombModel::consider(const ContactProblem& problem, bool align) {
  lift_part();
  if (!effort_->spend(calc_judging_work(problem))) return false;
  candidate_.impulses.clear();
  for (std::size_t c = 0; c < impulses_.size(); ++c) {
    const Vec3 r = clipped(problem.contacts[c], impulses_[c]);
    candidate_.impulses.push_back(r);
    const bool turns = align && !r.tail<2>().isZero(0);
    candidate_facets_[c].angle = turns ? angle_of(r.tail<2>()) : facet_angles_[c];
  }
  for (std::size_t i = 0; i < row_impulses_.size(); ++i) {
    const ContactProblem::Row& row = problem.rows[i];
    candidate_.row_impulses[i] = std::clamp(row_impulses_[i], row.lower, row.upper);
  }
  complete_answer(problem, candidate_);
  for (std::size_t c = 0; c < impulses_.size(); ++c) {
    candidate_facets_[c].basis = has_basis_ ? basis_.contacts[c] : basis_of(candidate_.states[c]);
  }
  candidate_.residual = judge(problem, candidate_);
  const double score = score_of(candidate_.residual);
  if (score < best_score_) {
    best_ = candidate_;
    best_facets_ = candidate_facets_;
    best_score_ = score;
    best_is_warm_ = is_warm_;
    statistics_.rung = rung_;
  }
  return score <= 1;
}

/// Turns the facets to where the last candidate says that friction points: against the slip where a
/// single facet carries it; along the friction where two do, or where the contact sticks. Returns
/// the largest turn of a contact that carries friction, rad.
double CoulombModel::update_facets(const ContactProblem& problem) {
  double largest = 0;
  const double spacing = 2 * std::numbers::pi / options_.directions;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const Vec2 friction = candidate_.impulses[c].tail<2>();
    const Vec2 slip = calc_contact_velocity(problem.contacts[c], candidate_.velocities).tail<2>();
    const bool is_sliding = slip.norm() > kStickingSlip * problem.velocity_scale;
    double angle = facet_angles_[c];
    if (!friction.isZero(0) && (!is_sliding || loads_two_facets(friction, angle, spacing))) {
      angle = angle_of(friction);
    } else if (is_sliding) {
      angle = angle_of(-slip);
    }
    if (!friction.isZero(0)) {
      largest = std::max(largest,
                         std::abs(std::remainder(angle - facet_angles_[c], 2 * std::numbers::pi)));
    }
    facet_angles_[c] = angle;
  }
  return largest;
}

ContactResidual CoulombModel::judge(const ContactProblem& problem,
                                    const ContactSolution& solution) const {
  return options_.alignment == FacetAlignment::slip
             ? calc_cone_residual_parts(problem, solution)
             : calc_coulomb_residual(problem, solution, options_.directions);
}

PosedProblem CoulombModel::pose(const ContactProblem& problem,
                                const ContactSolution& solution) const {
  // With a facet along each friction impulse, an answer on the cone is one on the pyramid, too.
  std::vector<double> angles(problem.contacts.size(), 0.0);
  for (std::size_t c = 0; c < angles.size() && options_.alignment == FacetAlignment::slip; ++c) {
    const Vec2 friction = solution.impulses[c].tail<2>();
    if (!friction.isZero(0)) angles[c] = angle_of(friction);
  }
  PosedProblem posed;
  Delassus delassus;
  calc_delassus(with_known_rows(problem, solution.row_impulses), delassus);
  const PyramidLayout layout(problem, options_.directions);
  Lcp lcp;
  pose_pyramid(problem, delassus, angles, layout, PyramidUnits{}, lcp);
  posed.lcp = std::move(lcp);
  posed.z = pyramid_from_solution(problem, solution, angles, layout);
  posed.contact_problem = problem;
  return posed;
}

std::unique_ptr<ContactModel> CoulombModel::clone() const {
  return std::make_unique<CoulombModel>(options_);
}

}  // namespace stiction
