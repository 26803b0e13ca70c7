#include "coulomb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "cone_gauss_seidel.h"

namespace stiction {
namespace {

/// The judge's figures at which an answer is taken without looking for a better one.
constexpr double kAcceptedResidual = 1e-9;
constexpr double kAcceptedConeError = 1e-6;  ///< rad, and relative
/// A step's answer that is worse than this is none (contract of the report's `unsolved`).
constexpr double kSolvedResidual = 1e-6;
constexpr double kUnsolvedScore = 1e9;
/// Remembered impulses that leave less than this, in units of V, are as good as new: over 6000
/// steps of 0.01 s under gravity that is a drift of less than 1e-9 m.
constexpr double kAcceptedGuess = 1e-11;
/// Slower than this, in units of V, a loaded contact sticks.
constexpr double kStickingSlip = 1e-9;
constexpr int kNewtonIterations = 16;
constexpr int kMaxPasses = 40;
/// Passes without a better answer before the facets are perturbed.
constexpr int kPatience = 4;
/// Newton's method alternates with so many sweeps,
constexpr int kSweeps = 50;
/// and for so many rounds: from remembered impulses, after each pyramid, and when nothing else is
/// left.
constexpr int kWarmRounds = 1;
constexpr int kRounds = 6;
constexpr int kMaxRescueRounds = 80;
/// Of the rounds in turn (see `ConeNewton::Limits`).
constexpr std::array kRhoFactors = {1.0, 1e2, 1e4, 1e6, 0.1, 10.0};
/// Multiplications after which the search ends with what it has: about a second's worth for a
/// solution with this residual that is not on the true cone yet, five for anything worse.
constexpr double kGoodResidual = 1e-8;
constexpr double kWorkForTheCone = 2e9;
constexpr double kWorkForASolution = 1e10;
/// Facets that turn by less have settled, rad.
constexpr double kSettled = 1e-9;

double angle_of(const Vec2& v) { return std::atan2(v.y(), v.x()); }

/// Whether the friction lies between two facet directions rather than along one.
bool loads_two_facets(const Vec2& friction, double facet_angle, int directions) {
  constexpr double kAlong = 1e-9;
  const double spacing = 2 * std::numbers::pi / directions;
  return std::abs(std::remainder(angle_of(friction) - facet_angle, spacing)) > kAlong;
}

/// How far a candidate is from being accepted; 1 is the border. Those that are no solution at all
/// come last.
double score_of(const ContactResidual& residual, FacetAlignment alignment) {
  if (!(residual.max <= kSolvedResidual)) return kUnsolvedScore + residual.max;
  const double exactness = residual.max / kAcceptedResidual;
  if (alignment == FacetAlignment::world) return exactness;
  return std::max({exactness, residual.cone_angle / kAcceptedConeError,
                   residual.cone_force / kAcceptedConeError});
}

/// Inside the cone, exactly.
Vec3 clipped(const ContactProblem::Contact& contact, const Vec3& r) {
  Vec3 inside = r;
  inside.x() = std::max(0.0, r.x());
  const double bound = contact.friction * (inside.x() + contact.prior_normal_impulse);
  const double size = r.tail<2>().norm();
  if (size > bound) inside.tail<2>() *= bound / size;
  return inside;
}

bool is_finite(const ContactProblem& problem, const Delassus& delassus) {
  return delassus.W.allFinite() && delassus.u_free.allFinite() &&
         std::all_of(problem.contacts.begin(), problem.contacts.end(), [](const auto& contact) {
           return std::isfinite(contact.friction) && std::isfinite(contact.prior_normal_impulse);
         });
}

ContactState state_of(const Vec3& r, const Vec3& u, double velocity_scale) {
  if (r.isZero(0)) return ContactState::open;
  return u.tail<2>().norm() > kStickingSlip * velocity_scale ? ContactState::sliding
                                                             : ContactState::sticking;
}

}  // namespace

void CoulombModel::solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
                         ContactSolution& solution) {
  start(problem, guesses);
  if (is_finite(problem, delassus_) &&
      !consider(problem, false)) {  // Unless nothing touches, zero is no answer.
    if (options_.alignment == FacetAlignment::world) {
      solve_fixed_facets(problem);
    } else {
      try_guesses(problem, guesses) || turn_facets(problem) || sweep(problem);
    }
    if (!statistics_.warm_started) share_load(problem);
  }
  solution = best_;
  solution.status = best_score_ < kUnsolvedScore ? ContactStatus::solved : ContactStatus::unsolved;
  solution.statistics = statistics_;
}

/// Puts the problem into the form of the solvers and all impulses to zero.
void CoulombModel::start(const ContactProblem& problem, std::span<const ContactGuess> guesses) {
  const std::size_t n = problem.contacts.size();
  statistics_ = {};
  best_score_ = std::numeric_limits<double>::infinity();
  best_residual_ = std::numeric_limits<double>::infinity();
  work_ = 0;
  calc_delassus(problem, delassus_);
  units_ = natural_units(problem, delassus_);
  impulses_.assign(n, Vec3::Zero());
  facet_angles_.assign(n, 0.0);
  best_ = {};
  best_.impulses = impulses_;
  best_.facet_angles = facet_angles_;
  best_.states.assign(n, ContactState::open);
  best_.velocities = free_velocities(problem);
  if (options_.alignment == FacetAlignment::world) return;
  for (std::size_t c = 0; c < n; ++c) {
    const Vec2 slip = delassus_.u_free.segment<2>(3 * static_cast<int>(c) + 1);
    if (!guesses.empty() && guesses[c].known) {
      facet_angles_[c] = guesses[c].facet_angle;
    } else if (!slip.isZero(0)) {
      facet_angles_[c] = angle_of(-slip);
    }
  }
}

/// The remembered impulses, and Newton's method from them.
bool CoulombModel::try_guesses(const ContactProblem& problem,
                               std::span<const ContactGuess> guesses) {
  bool is_any_known = false;
  for (std::size_t c = 0; c < guesses.size(); ++c) {
    if (guesses[c].known) impulses_[c] = clipped(problem.contacts[c], guesses[c].impulse);
    is_any_known |= guesses[c].known;
  }
  if (!is_any_known) return false;
  statistics_.warm_started = polish(problem, kWarmRounds, kAcceptedGuess);
  return statistics_.warm_started;
}

/// Pyramids, their facets turned until they agree with the answer, and Newton's method from each.
bool CoulombModel::turn_facets(const ContactProblem& problem) {
  const PyramidLayout layout(problem);
  int last_progress = 0;
  for (int pass = 0; pass < kMaxPasses && may_go_on(); ++pass) {
    statistics_.facet_passes = pass;
    const double score_before = best_score_;
    const LcpStatus status = solve_pyramid(problem, layout);
    if (consider(problem, false)) return true;
    const double turned = update_facets(problem);
    if (polish(problem, kRounds, 0.0)) {
      statistics_.fallback = status != LcpStatus::solved;
      return true;
    }
    if (status != LcpStatus::solved) return false;
    if (best_score_ < 0.9 * score_before) last_progress = pass;
    if (turned <= kSettled || pass - last_progress >= kPatience) perturb_facets(layout, pass);
  }
  return false;
}

/// Another solver: Gauss-Seidel sweeps on the cone, and Newton's method from where they lead.
bool CoulombModel::sweep(const ContactProblem& problem) {
  const double score_before = best_score_;
  impulses_ = best_.impulses;
  const bool is_done = polish(problem, kMaxRescueRounds, 0.0);
  consider(problem, true);
  statistics_.fallback = best_score_ < score_before;
  return is_done;
}

bool CoulombModel::solve_fixed_facets(const ContactProblem& problem) {
  solve_pyramid(problem, PyramidLayout(problem));
  return consider(problem, false);
}

/// Takes the canonical impulses instead, if they are as good an answer.
void CoulombModel::share_load(const ContactProblem& problem) {
  if (best_score_ >= kUnsolvedScore) return;
  canonical_.choose(problem, delassus_, best_, impulses_);
  facet_angles_ = best_.facet_angles;
  if (!consider(problem, options_.alignment == FacetAlignment::slip)) return;
  best_ = candidate_;
}

/// Poses and solves the pyramid with the present facets.
LcpStatus CoulombModel::solve_pyramid(const ContactProblem& problem, const PyramidLayout& layout) {
  pose_pyramid(problem, delassus_, facet_angles_, layout, units_, lcp_);
  const std::vector<int> groups = layout.covering_groups();
  const double row_work = static_cast<double>(layout.size()) * layout.size();
  const double affordable = std::max(0.0, kWorkForASolution - work_) / row_work;
  const int pivot_limit = static_cast<int>(std::min(affordable, 50.0 * layout.size())) + 500;
  const LcpSolution& answer =
      lemke_.solve(lcp_, {.covering_group = groups, .pivot_limit = pivot_limit});
  statistics_.pivots += answer.statistics.pivots;
  work_ += answer.statistics.pivots * row_work;
  impulses_from_pyramid(answer.z, facet_angles_, layout, units_, impulses_);
  return answer.status;
}

bool CoulombModel::may_go_on() const {
  return work_ < (best_residual_ <= kGoodResidual ? kWorkForTheCone : kWorkForASolution);
}

/// Newton's method from the present impulses; where it fails, sweeps take it to a better start.
bool CoulombModel::polish(const ContactProblem& problem, int rounds, double accepted) {
  for (int round = 0; round < rounds && may_go_on(); ++round) {
    const std::vector<Vec3> before = impulses_;
    const int iterations_before = statistics_.newton_iterations;
    newton_.solve(problem, delassus_,
                  {kNewtonIterations, accepted, kRhoFactors[round % kRhoFactors.size()]}, impulses_,
                  statistics_.newton_iterations);
    const double k = newton_.num_unknowns();
    work_ += 4 * k * k * k * (statistics_.newton_iterations - iterations_before);
    if (consider(problem, true)) return true;
    impulses_ = before;
    sweep_cone(problem, delassus_, kSweeps, impulses_);
  }
  return false;
}

/// Makes a candidate of the present impulses and has it judged, with the facets as they were posed
/// or aligned with its friction. True if no better one is needed.
bool CoulombModel::consider(const ContactProblem& problem, bool align) {
  candidate_.impulses.clear();
  candidate_.facet_angles = facet_angles_;
  candidate_.velocities = free_velocities(problem);
  for (std::size_t c = 0; c < impulses_.size(); ++c) {
    const Vec3 r = clipped(problem.contacts[c], impulses_[c]);
    candidate_.impulses.push_back(r);
    apply_contact_impulse(problem, problem.contacts[c], r, candidate_.velocities);
    if (align && !r.tail<2>().isZero(0)) candidate_.facet_angles[c] = angle_of(r.tail<2>());
  }
  candidate_.states.clear();
  for (std::size_t c = 0; c < impulses_.size(); ++c) {
    const Vec3 u = calc_contact_velocity(problem.contacts[c], candidate_.velocities);
    candidate_.states.push_back(state_of(candidate_.impulses[c], u, problem.velocity_scale));
  }
  const ContactResidual residual = judge(problem, candidate_);
  const double score = score_of(residual, options_.alignment);
  if (score < best_score_) {
    best_ = candidate_;
    best_score_ = score;
    best_residual_ = residual.max;
  }
  return score <= 1;
}

/// Turns the facets to where the last candidate says that friction points: against the slip where a
/// single facet carries it; along the friction where two do, or where the contact sticks. Returns
/// the largest turn of a contact that carries friction, rad.
double CoulombModel::update_facets(const ContactProblem& problem) {
  double largest = 0;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const Vec2 friction = candidate_.impulses[c].tail<2>();
    const Vec2 slip = calc_contact_velocity(problem.contacts[c], candidate_.velocities).tail<2>();
    const bool is_sliding = slip.norm() > kStickingSlip * problem.velocity_scale;
    double angle = facet_angles_[c];
    if (!friction.isZero(0) &&
        (!is_sliding || loads_two_facets(friction, angle, problem.directions))) {
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

/// Facets that go round in circles are shaken, by a tenth of their spacing at most; reproducibly.
void CoulombModel::perturb_facets(const PyramidLayout& layout, int pass) {
  std::minstd_rand generator(static_cast<unsigned>(pass) + 1);
  std::uniform_real_distribution<double> share(-0.1, 0.1);
  for (double& angle : facet_angles_) {
    angle += share(generator) * 2 * std::numbers::pi / layout.directions();
  }
}

ContactResidual CoulombModel::judge(const ContactProblem& problem,
                                    const ContactSolution& solution) const {
  return calc_coulomb_residual(problem, solution);
}

PosedProblem CoulombModel::pose(const ContactProblem& problem,
                                const ContactSolution& solution) const {
  PosedProblem posed;
  Delassus delassus;
  calc_delassus(problem, delassus);
  const PyramidLayout layout(problem);
  pose_pyramid(problem, delassus, solution.facet_angles, layout, PyramidUnits{}, posed.lcp);
  posed.z = pyramid_from_solution(problem, solution, layout);
  return posed;
}

std::unique_ptr<ContactModel> CoulombModel::clone() const {
  return std::make_unique<CoulombModel>(options_);
}

}  // namespace stiction
