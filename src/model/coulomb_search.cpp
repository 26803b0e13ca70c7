#include "coulomb_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "contact_answer.h"
#include "contact_sweeps.h"
#include "facet_angles.h"
#include "infinity.h"

namespace stiction {
namespace {

/// Share of the effort that pivoting may cost where another method stands behind it.
constexpr double kPivotShare = 0.2;

/// Least residual that a search can reach, as a share of the bound on round-off (see
/// `calc_attainable`).
constexpr double kAttainableShare = 0.1;

/// The basis that fits a state, with the first facet along the friction.
ContactBasis basis_of(ContactState state) {
  if (state == ContactState::open) return {};
  const bool slides = state == ContactState::sliding;
  return {true, slides, slides ? 1u : 3u};
}

/// Stores the start of Lloyd's solver for the next step, in any frame: the angle is counted from
/// the friction impulse, which comes back in the frame of that step.
ContactMemory pack_facets(const FacetStart& start, const Vec2& friction) {
  const double turn = friction.isZero(0) ? 0.0 : start.angle - angle_of(friction);
  const std::uint64_t basics = (start.basis.theta ? 1u : 0u) | (start.basis.lambda ? 2u : 0u);
  return {std::bit_cast<std::uint64_t>(turn), basics, start.basis.phi};
}

/// Reverses `pack_facets` for the basis.
ContactBasis unpack_basis(const ContactMemory& memory) {
  return {(memory[1] & 1u) != 0, (memory[1] & 2u) != 0, memory[2]};
}

/// Reverses `pack_facets` for the angle, given the present friction impulse. If that is zero, the
/// angle is counted from `new_angle`, the angle of a contact without memory.
double unpack_angle(const ContactMemory& memory, const Vec2& friction, double new_angle) {
  const double turn = std::bit_cast<double>(memory[0]);
  const double angle = friction.isZero(0) ? new_angle : angle_of(friction);
  return std::isfinite(turn) ? angle + turn : angle;
}

/// Share of V below which a body counts as resting.
constexpr double kRestingShare = 1e-6;

}  // namespace

void CoulombSearch::reset(const ContactProblem& problem, std::span<const ContactGuess> guesses,
                          const SharedEffortModel& model, const ContactModelOptions& options,
                          Effort& effort) {
  problem_ = &problem;
  guesses_ = guesses;
  model_ = &model;
  options_ = &options;
  effort_ = &effort;
  first_effort_ = effort.left();
  spent_before_ = effort.spent();
  reserve_ = calc_settling_reserve(problem, effort);
  statistics_ = {};

  const std::size_t n = problem.contacts.size();
  found.impulses.assign(n, Vec3::Zero());
  found.row_impulses.assign(problem.rows.size(), 0.0);
  found.angles.assign(n, 0.0);
  found.basis.contacts.assign(n, {});
  found.has_basis = true;

  reset_answer(problem, best_);
  best_.next_guess.clear();
  best_.axis_angles.clear();
  best_facets_.assign(n, {});
  best_score_ = kInfinity;
  is_best_warm_ = false;
  candidate_.axis_angles.clear();
  facets_.resize(n);
  is_candidate_best_ = true;
}

void CoulombSearch::start_facets() {
  for (std::size_t c = 0; c < found.angles.size(); ++c) {
    const Vec2 slip = calc_free_contact_velocity(*problem_, problem_->contacts[c]).tail<2>();
    found.angles[c] = slip.isZero(0) ? 0 : angle_of(-slip);
    if (!guesses_.empty() && guesses_[c].known) {
      const ContactGuess& guess = guesses_[c];
      found.angles[c] = unpack_angle(guess.memory, guess.impulse.tail<2>(), found.angles[c]);
    }
  }
}

bool CoulombSearch::is_solved() const { return best_score_ < kUnsolvedScore; }

void CoulombSearch::count_factorisations(double units) {
  statistics_.factorisations += static_cast<int>(std::lround(units));
}

bool CoulombSearch::enter(Rung rung, bool is_warm) {
  if (!options_->has(rung)) return false;
  attribute(rung, is_warm);
  return true;
}

void CoulombSearch::attribute(Rung rung, bool is_warm) {
  rung_ = rung;
  is_warm_ = is_warm;
}

bool CoulombSearch::consider(bool align) {
  if (!whole_effort().spend(calc_judging_work(*problem_))) return false;
  const bool may_turn = align && options_->alignment == FacetAlignment::slip;
  is_candidate_best_ = false;
  candidate_.next_guess.clear();
  candidate_.impulses = found.impulses;
  candidate_.row_impulses = found.row_impulses;
  model_->complete(*problem_, candidate_);
  for (std::size_t c = 0; c < found.impulses.size(); ++c) {
    const Vec2 friction = candidate_.impulses[c].tail<2>();
    const bool turns = may_turn && !friction.isZero(0);
    facets_[c].angle = turns ? angle_of(friction) : found.angles[c];
    facets_[c].basis = found.has_basis ? found.basis.contacts[c] : basis_of(candidate_.states[c]);
  }
  candidate_.residual = model_->judge(*problem_, candidate_);
  const double score = model_->calc_score(candidate_.residual);
  if (score < best_score_) {
    keep_candidate();
    best_score_ = score;
    is_best_warm_ = is_warm_;
    statistics_.rung = rung_;
  }
  if (score <= 1) return true;
  const double residual = candidate().residual.max;
  return residual <= kMostRoundOffOfAnswers && residual <= calc_attainable(candidate());
}

void CoulombSearch::forget_best() { best_score_ = kInfinity; }

bool CoulombSearch::moves(const ContactSolution& answer) const {
  const double most = kRestingShare * problem_->velocity_scale;
  for (std::size_t k = 0; k < problem_->bodies.size(); ++k) {
    const ContactProblem::Body& body = problem_->bodies[k];
    const Vec3 v = answer.velocities[k].head<3>();
    const Vec3 w = answer.velocities[k].tail<3>();
    if (v.squaredNorm() + w.dot(body.inertia * w) / body.mass > most * most) return true;
  }
  return false;
}

void CoulombSearch::consider_rest() {
  if (!consider(true) || moves(candidate())) return;
  keep_candidate();
  best_score_ = model_->calc_score(best_.residual);
  is_best_warm_ = is_warm_;
  statistics_.rung = rung_;
}

double CoulombSearch::calc_attainable(const ContactSolution& answer) {
  return std::min(kMostRoundOffOfAnswers, kAttainableShare * calc_round_off(answer));
}

double CoulombSearch::calc_round_off(std::span<const Vec3> impulses,
                                     std::span<const double> row_impulses) {
  calc_velocity_round_off(*problem_, impulses, row_impulses, round_off_);
  return calc_residual_round_off(*problem_, round_off_);
}

bool CoulombSearch::is_lost_in_round_off(const ContactSolution& answer) {
  return kAttainableShare * calc_round_off(answer) > kMostRoundOffOfAnswers;
}

void CoulombSearch::keep_candidate() {
  if (is_candidate_best_) return;
  std::swap(best_, candidate_);
  std::swap(best_facets_, facets_);
  is_candidate_best_ = true;
}

bool CoulombSearch::accept_free() {
  return enter(Rung::free, false) && nothing_acts(*problem_, kAcceptedResidual) && consider(false);
}

bool CoulombSearch::accept_remembered() {
  if (!remember() || !enter(Rung::remembered, true) || !consider(false)) return false;
  const double residual = best_.residual.max;
  return residual <= kAcceptedGuess ||
         residual <= std::min(kAcceptedResidual, calc_round_off(best_)) ||
         residual <= calc_attainable(best_);
}

bool CoulombSearch::remember() {
  bool is_any_known = false;
  std::ranges::fill(found.impulses, Vec3::Zero());
  for (std::size_t c = 0; c < guesses_.size(); ++c) {
    if (!guesses_[c].known) continue;
    found.impulses[c] = clipped(problem_->contacts[c], guesses_[c].impulse);
    found.basis.contacts[c] = unpack_basis(guesses_[c].memory);
    is_any_known = true;
  }
  for (std::size_t i = 0; i < found.row_impulses.size(); ++i) {
    found.row_impulses[i] = problem_->rows[i].start_impulse;
    is_any_known |= found.row_impulses[i] != 0;
  }
  return is_any_known;
}

bool CoulombSearch::remember_without_strain(double attainable) {
  if (problem_->rows.empty() || !remember()) return false;
  const double round_off = calc_round_off(found.impulses, found.row_impulses);
  if (kAttainableShare * round_off <= attainable) return false;
  std::ranges::fill(found.row_impulses, 0.0);
  return true;
}

void CoulombSearch::share_load() {
  if (!is_solved()) return;
  rung_ = *statistics_.rung;
  is_warm_ = is_best_warm_;
  reserve_ = 0;
  remember();
  remembered_ = found.impulses;
  canonical_.choose(*problem_, open_impulses(*problem_, best_), best_, remembered_, found.impulses,
                    whole_effort(), statistics_);
  for (std::size_t c = 0; c < best_facets_.size(); ++c) {
    found.angles[c] = best_facets_[c].angle;
    found.basis.contacts[c] = best_facets_[c].basis;
  }
  found.has_basis = true;
  if (consider(true)) keep_candidate();
}

void CoulombSearch::settle() {
  if (!enter(Rung::sweeps, false)) return;
  reserve_ = 0;
  const int sweeps = spend_on_sweeps(*problem_, whole_effort());
  if (sweeps == 0) return;
  found.impulses = best_.impulses;
  found.row_impulses = best_.row_impulses;
  found.has_basis = false;
  sweep_cone(*problem_, sweeps, found.impulses, found.row_impulses);
  consider(true);
}

Effort& CoulombSearch::share_effort() {
  whole_effort();
  const double rest = kPivotShare * first_effort_ - (effort_->spent() - spent_before_);
  if (rest < effort_->left()) effort_->set_part(rest);
  return *effort_;
}

Effort& CoulombSearch::whole_effort() {
  effort_->set_part(first_effort_ - (effort_->spent() - spent_before_) - reserve_);
  return *effort_;
}

void CoulombSearch::get_answer(ContactSolution& solution) {
  std::swap(solution, best_);
  solution.memories.clear();
  solution.stage_loads.clear();
  if (solution.next_guess.empty()) solution.next_guess = solution.impulses;
  if (model_->has_true_cone() && options_->alignment == FacetAlignment::slip) {
    const bool is_as_remembered = statistics_.rung == Rung::remembered && !guesses_.empty();
    for (std::size_t c = 0; c < best_facets_.size(); ++c) {
      if (is_as_remembered) {
        solution.memories.push_back(guesses_[c].known ? guesses_[c].memory : ContactMemory{});
        continue;
      }
      solution.memories.push_back(pack_facets(best_facets_[c], solution.next_guess[c].tail<2>()));
    }
  }
  solution.status = is_solved() ? ContactStatus::solved : ContactStatus::unsolved;
  solution.statistics = statistics_;
  solution.statistics.warm_started = is_solved() && is_best_warm_;
  if (!is_solved()) solution.statistics.rung.reset();
}

}  // namespace stiction
