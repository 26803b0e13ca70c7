#include "linear_contact_model.h"

#include <algorithm>

#include "contact_answer.h"
#include "contact_sweeps.h"
#include "infinity.h"

namespace stiction {
namespace {

/// A normal impulse below this share of the largest one is round-off.
constexpr double kUnloaded = 1e-12;
/// A contact's law may be revised so often: away from the first one, back, and away for good.
constexpr int kMostRevisions = 3;

/// How far an answer is from being accepted. One that does not solve the problem ranks last, and
/// one that is less exact than promised ranks behind those in which a loaded contact slips.
double linear_score_of(const ContactResidual& residual) {
  constexpr double kPromisedResidual = 1e-8;
  constexpr double kInexact = 1e6;
  constexpr double kNoAnswer = 1e9;
  if (!(residual.max <= kSolvedResidual)) return kNoAnswer + residual.max;
  if (residual.max > kPromisedResidual) return kInexact + residual.max / kSolvedResidual;
  return std::max(residual.max, residual.cone_force);
}

double load_of(const ContactProblem::Contact& contact, const Vec3& impulse) {
  return impulse.x() + contact.prior_normal_impulse;
}

double largest_load(const ContactProblem& problem, const std::vector<Vec3>& impulses) {
  double largest = 0;
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    largest = std::max(largest, load_of(problem.contacts[c], impulses[c]));
  }
  return largest;
}

}  // namespace

void LinearContactModel::solve_within(Effort& effort, const ContactProblem& problem,
                                      std::span<const ContactGuess> guesses,
                                      ContactSolution& solution) {
  effort_ = &effort;
  start(problem);
  if (problem.rows.empty() && is_finite(problem)) find_answer(problem, guesses);
  solution = best_;
  solution.next_guess = solution.impulses;
  solution.status =
      solution.residual.max <= kSolvedResidual ? ContactStatus::solved : ContactStatus::unsolved;
  book_rung(statistics_, options(), solution);
}

void LinearContactModel::start(const ContactProblem& problem) {
  const std::size_t n = problem.contacts.size();
  statistics_ = {};
  impulses_.assign(n, Vec3::Zero());
  remembered_ = impulses_;
  loaded_.assign(n, 0);
  best_.impulses = impulses_;
  best_.row_impulses.assign(problem.rows.size(), 0.0);
  best_.states.assign(n, ContactState::open);
  get_free_velocities(problem, best_.velocities);
  best_.residual = {};
  best_.residual.max = kInfinity;
  candidate_ = best_;
}

void LinearContactModel::find_answer(const ContactProblem& problem,
                                     std::span<const ContactGuess> guesses) {
  start_laws(problem);
  rung_ = Rung::free;
  const bool is_free = options().has(Rung::free) && nothing_acts(problem, kAcceptedResidual);
  if (is_free && consider(problem)) return;
  if (remember(problem, guesses) && options().has(Rung::remembered)) {
    rung_ = Rung::remembered;
    impulses_ = remembered_;
    consider(problem);
    if (linear_score_of(best_.residual) <= kAcceptedGuess) return;
  }
  effort_->set_part(effort_->left() - calc_settling_reserve(problem, *effort_));
  solve_until_laws_fit(problem);
  hold_what_slips(problem);
  effort_->set_part(kInfinity);
  if (!(best_.residual.max <= kSolvedResidual) && options().has(Rung::fallback)) settle(problem);
  share_load(problem);
}

/// What effort is left goes into sweeps, for an answer to go on with.
void LinearContactModel::settle(const ContactProblem& problem) {
  const int sweeps = spend_on_sweeps(problem, *effort_);
  if (sweeps == 0) return;
  rung_ = Rung::fallback;
  start_laws(problem);
  calc_contact_blocks(problem, blocks_);
  impulses_ = best_.impulses;
  sweep_laws(problem, blocks_, laws_, sweeps, impulses_);
  consider(problem);
}

/// The remembered impulses as far as the laws allow them; false if there are none.
bool LinearContactModel::remember(const ContactProblem& problem,
                                  std::span<const ContactGuess> guesses) {
  bool is_any_known = false;
  for (std::size_t c = 0; c < guesses.size(); ++c) {
    if (!guesses[c].known) continue;
    is_any_known = true;
    const Vec3& impulse = guesses[c].impulse;
    loaded_[c] = impulse.x() > 0;
    remembered_[c].x() = std::max(0.0, impulse.x());
    if (law(problem, problem.contacts[c], loaded_[c]) == TangentLaw::free) continue;
    remembered_[c].tail<2>() = impulse.tail<2>();
  }
  return is_any_known;
}

void LinearContactModel::start_laws(const ContactProblem& problem) {
  laws_.clear();
  for (const ContactProblem::Contact& contact : problem.contacts) {
    laws_.push_back(law(problem, contact, contact.touching));
  }
  revisions_.assign(laws_.size(), 0);
}

void LinearContactModel::solve_until_laws_fit(const ContactProblem& problem) {
  const std::size_t most_passes = 2 * laws_.size() + 1;
  for (std::size_t pass = 0; pass < most_passes && effort_->left() > 0; ++pass) {
    rung_ = solver_.solve(problem, laws_, loaded_, impulses_, options(), *effort_, statistics_);
    if (consider(problem)) return;
    if (!revise_laws(problem) && !release_worst(problem)) return;
    ++statistics_.passes;
  }
}

/// Contacts let go together may carry load after all, and slip. Holds them again, the worst one
/// first and for good, as long as that makes the answer better.
void LinearContactModel::hold_what_slips(const ContactProblem& problem) {
  tried_.assign(laws_.size(), 0);
  for (std::size_t pass = 0; pass < laws_.size() && effort_->left() > 0; ++pass) {
    if (best_.residual.cone_force <= kAcceptedResidual) return;
    const std::size_t worst = find_most_slipping(problem);
    if (worst == laws_.size()) return;
    tried_[worst] = 1;
    laws_ = best_laws_;
    laws_[worst] = TangentLaw::held;
    revisions_.assign(laws_.size(), 0);
    revisions_[worst] = kMostRevisions;
    ++statistics_.passes;
    solve_until_laws_fit(problem);
  }
}

/// Of the best answer's loaded contacts that should be held and are not: one that was not tried, or
/// the number of contacts.
std::size_t LinearContactModel::find_most_slipping(const ContactProblem& problem) const {
  double most = 0;
  std::size_t worst = laws_.size();
  for (std::size_t c = 0; c < laws_.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    if (tried_[c] || !(load_of(contact, best_.impulses[c]) > 0)) continue;
    if (best_laws_[c] == TangentLaw::held || law(problem, contact, true) != TangentLaw::held)
      continue;
    const double slip = calc_contact_velocity(contact, best_.velocities).tail<2>().norm();
    if (slip <= most) continue;
    most = slip;
    worst = c;
  }
  return worst;
}

/// Has the present impulses judged. True if no better ones are needed. A pass over the contacts.
bool LinearContactModel::consider(const ContactProblem& problem) {
  if (!effort_->spend(calc_judging_work(problem))) return false;
  candidate_.impulses = impulses_;
  complete_answer(problem, candidate_);
  candidate_.residual = judge(problem, candidate_);
  if (linear_score_of(candidate_.residual) < linear_score_of(best_.residual)) {
    best_ = candidate_;
    best_laws_ = laws_;
    statistics_.rung = rung_;
  }
  return linear_score_of(candidate_.residual) <= kAcceptedResidual;
}

/// Puts the laws right that do not fit the candidate; false if none was.
bool LinearContactModel::revise_laws(const ContactProblem& problem) {
  const double unloaded = kUnloaded * largest_load(problem, impulses_);
  bool has_changed = false;
  for (std::size_t c = 0; c < laws_.size(); ++c) {
    has_changed |= revise_law(problem, c, unloaded);
    loaded_[c] = impulses_[c].x() > unloaded;
  }
  return has_changed;
}

bool LinearContactModel::revise_law(const ContactProblem& problem, std::size_t c, double unloaded) {
  const ContactProblem::Contact& contact = problem.contacts[c];
  const bool is_loaded = load_of(contact, impulses_[c]) > unloaded;
  const TangentLaw fitting = law(problem, contact, is_loaded);
  if (fitting == laws_[c] || revisions_[c] == kMostRevisions) return false;
  // What neither acts nor would have to act is left as it is.
  const Vec3 u = calc_contact_velocity(contact, candidate_.velocities);
  const bool matters = fitting == TangentLaw::free
                           ? impulses_[c].tail<2>().norm() > unloaded
                           : u.tail<2>().norm() > kStickingSlip * problem.velocity_scale;
  if (!matters) return false;
  laws_[c] = fitting;
  ++revisions_[c];
  return true;
}

/// Rows that depend on others are left out of the solve; where they contradict them, a contact that
/// is to be held slips. The law of the one that slips most is given up; false if there is none.
bool LinearContactModel::release_worst(const ContactProblem& problem) {
  if (candidate_.residual.max <= kAcceptedResidual) return false;
  double most = kStickingSlip * problem.velocity_scale;
  std::size_t worst = laws_.size();
  for (std::size_t c = 0; c < laws_.size(); ++c) {
    if (laws_[c] != TangentLaw::held) continue;
    const Vec3 u = calc_contact_velocity(problem.contacts[c], candidate_.velocities);
    if (u.tail<2>().norm() <= most) continue;
    most = u.tail<2>().norm();
    worst = c;
  }
  if (worst == laws_.size()) return false;
  laws_[worst] = TangentLaw::free;
  revisions_[worst] = kMostRevisions;
  return true;
}

/// Takes the impulses nearest to the remembered ones, or the least, instead, if they are an answer.
void LinearContactModel::share_load(const ContactProblem& problem) {
  if (!(best_.residual.max <= kSolvedResidual)) return;
  rung_ = *statistics_.rung;
  make_contact_columns(problem, columns_);
  open_.clear();
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const Vec3 u = calc_contact_velocity(contact, best_.velocities);
    const bool is_held = law(problem, contact, true) == TangentLaw::held;
    const bool is_open = is_closed(problem, u) && contact.prior_normal_impulse == 0 &&
                         !(is_held && slips(problem, u));
    open_.push_back(!is_open ? OpenImpulse::none
                             : (is_held ? OpenImpulse::all : OpenImpulse::normal));
  }
  canonical_.choose(problem, open_, columns_, best_, remembered_, impulses_, *effort_, statistics_);
  for (Vec3& impulse : impulses_) impulse.x() = std::max(0.0, impulse.x());
  const double before = linear_score_of(best_.residual);
  consider(problem);
  if (linear_score_of(candidate_.residual) <= before + kAcceptedResidual) best_ = candidate_;
}

PosedProblem LinearContactModel::pose(const ContactProblem& problem,
                                      const ContactSolution& solution) const {
  PosedProblem posed;
  std::vector<TangentLaw> laws;
  posed.z.resize(static_cast<Eigen::Index>(problem.contacts.size()));
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const Vec3& impulse = solution.impulses[c];
    laws.push_back(law(problem, contact, load_of(contact, impulse) > 0));
    posed.z[static_cast<Eigen::Index>(c)] = impulse.x();
  }
  posed.lcp = NormalSolver(solver_.name()).pose(problem, laws);
  posed.contact_problem = problem;
  return posed;
}

}  // namespace stiction
