#include "staggered.h"

#include <cmath>

#include "cone_answer.h"
#include "contact_answer.h"
#include "infinity.h"

namespace stiction {
namespace {

constexpr int kMostStaggeringPasses = 200;
/// Passes may cost this share of the effort; a model behind it has the rest.
constexpr double kStaggeringShare = 0.2;

}  // namespace

StaggeredModel::StaggeredModel(const ContactModelOptions& options)
    : ConeModel(options), splitting_(make_staggered_friction()) {}

void StaggeredModel::solve_within(Effort& effort, const ContactProblem& problem,
                                  std::span<const ContactGuess> guesses,
                                  ContactSolution& solution) {
  effort_ = &effort;
  start(problem);
  if (is_finite(problem)) find_answer(problem, guesses);
  solution = best_;
  solution.next_guess = solution.impulses;
  solution.status = best_score_ < kUnsolvedScore ? ContactStatus::solved : ContactStatus::unsolved;
  book_rung(statistics_, options(), solution);
}

void StaggeredModel::start(const ContactProblem& problem) {
  const std::size_t n = problem.contacts.size();
  statistics_ = {};
  remembered_.assign(n, Vec3::Zero());
  best_ = {};
  best_.impulses = remembered_;
  best_.row_impulses.assign(problem.rows.size(), 0.0);
  best_.states.assign(n, ContactState::open);
  get_free_velocities(problem, best_.velocities);
  best_.residual.max = kInfinity;
  best_score_ = kInfinity;
  candidate_ = best_;
}

void StaggeredModel::find_answer(const ContactProblem& problem,
                                 std::span<const ContactGuess> guesses) {
  if (options().alignment == FacetAlignment::world || !problem.rows.empty()) return;
  rung_ = Rung::free;
  const bool is_free = options().has(Rung::free) && nothing_acts(problem, kAcceptedResidual);
  if (is_free && consider(problem, remembered_) <= 1) return;
  if (accept_remembered(problem, guesses)) return;
  rung_ = Rung::method;
  const bool is_small = problem.contacts.size() <= kMostDenseContacts;
  if (options().has(Rung::method) && is_small) stagger(problem);
}

/// Takes the remembered impulses; true if they are an answer as they are.
bool StaggeredModel::accept_remembered(const ContactProblem& problem,
                                       std::span<const ContactGuess> guesses) {
  bool is_any_known = false;
  for (std::size_t c = 0; c < guesses.size(); ++c) {
    if (!guesses[c].known) continue;
    is_any_known = true;
    remembered_[c] = clipped(problem.contacts[c], guesses[c].impulse);
  }
  if (!is_any_known || !options().has(Rung::remembered)) return false;
  rung_ = Rung::remembered;
  return consider(problem, remembered_) <= 1 && best_.residual.max <= kAcceptedGuess;
}

/// Passes until the judge accepts and a further one brings nothing.
void StaggeredModel::stagger(const ContactProblem& problem) {
  effort_->set_part(kStaggeringShare * effort_->left());
  if (!effort_->spend(calc_delassus_work(problem))) return;
  pose_cone(problem);
  const auto n = static_cast<Eigen::Index>(problem.contacts.size());
  Eigen::VectorXd prior(n);
  Eigen::VectorXd r(3 * n);
  for (Eigen::Index c = 0; c < n; ++c) {
    const auto at = static_cast<std::size_t>(c);
    prior[c] = problem.contacts[at].prior_normal_impulse / impulse_unit_;
    r.segment<3>(3 * c) = remembered_[at] / impulse_unit_;
  }
  splitting_.start(cone_, prior, r);
  SolverWork work(*effort_);
  std::vector<Vec3> impulses(problem.contacts.size());
  bool has_ended = false;
  while (!has_ended && splitting_.num_passes() < kMostStaggeringPasses && !work.is_over() &&
         splitting_.pass(work)) {
    for (std::size_t c = 0; c < impulses.size(); ++c) {
      impulses[c] =
          impulse_unit_ * splitting_.impulses().segment<3>(3 * static_cast<Eigen::Index>(c));
    }
    const double before = best_score_;
    const double score = consider(problem, impulses);
    has_ended = score <= kAcceptedGuess / kAcceptedResidual ||
                (best_score_ <= 1 && score > 0.5 * before) || splitting_.has_stagnated();
    splitting_.choose_next();
  }
  statistics_.pivots = work.iterations();
  statistics_.passes = splitting_.num_passes();
  statistics_.pass_change = best_score_ <= 1 ? 0.0 : splitting_.change();
}

/// The problem condensed to its contacts, dimensionless.
void StaggeredModel::pose_cone(const ContactProblem& problem) {
  calc_delassus(problem, delassus_);
  const PyramidUnits units = natural_units(problem, delassus_);
  impulse_unit_ = units.mass * units.velocity;
  cone_.dimension = 3;
  cone_.W = units.mass * delassus_.W;
  cone_.q = delassus_.u_free / units.velocity;
  cone_.mu.resize(static_cast<Eigen::Index>(problem.contacts.size()));
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    cone_.mu[static_cast<Eigen::Index>(c)] = problem.contacts[c].friction;
  }
}

/// Has impulses judged, and keeps them if they are the best so far. Returns their score. A pass
/// over the contacts.
double StaggeredModel::consider(const ContactProblem& problem, const std::vector<Vec3>& impulses) {
  if (!effort_->spend(calc_judging_work(problem))) return kInfinity;
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    candidate_.impulses[c] = clipped(problem.contacts[c], impulses[c]);
  }
  complete_answer(problem, candidate_);
  candidate_.residual = judge(problem, candidate_);
  const double score = score_of(candidate_.residual);
  if (score < best_score_) {
    best_ = candidate_;
    best_score_ = score;
    statistics_.rung = rung_;
  }
  return score;
}

std::unique_ptr<ContactModel> StaggeredModel::clone() const {
  return std::make_unique<StaggeredModel>(options());
}

}  // namespace stiction
