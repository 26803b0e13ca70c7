#include "linear_contact_model.h"

#include <algorithm>
#include <cmath>

#include "contact_answer.h"
#include "infinity.h"

namespace stiction {
namespace {

/// A normal impulse below this share of the largest one is round-off. The first value is for
/// pivots, the second for the ladder, whose answers are exact to a residual, not to the last bit.
constexpr double kUnloaded = 1e-12;
constexpr double kLadderUnloaded = 1e-10;
/// How often a contact's law may be revised: away from the first one, back, and away for good.
constexpr int kMostRevisions = 3;
/// The most that a pass of the ladder may cost, in units, if laws may have to be revised: a path to
/// the end and its finish. A problem that takes longer is too hard to hold.
constexpr double kPassUnits = 40;
/// The most that the ladder may cost in all, in units, before it lets go of every contact not held
/// by then; and how often it holds slipping contacts again. Measured on heaps of 20 to 80 bodies:
/// after two rounds, a loaded contact slips in 50 to 90 % of the steps; more rounds hardly reduce
/// this and double the time per step.
constexpr double kHoldingUnits = 300;
constexpr std::size_t kMostHolds = 2;
/// Contacts that slip faster than this share of the fastest one's speed are held with it.
constexpr double kSlipsAlike = 0.1;
/// Rough contacts that slip faster, in units of V, are let go.
constexpr double kRoughSlip = 1e-7;
/// If holding all contacts is too hard: the ratio of tangential impulse to load from which contacts
/// are let go first, and the factor by which this limit falls from pass to pass.
constexpr double kFirstStrain = 30;
constexpr double kStrainStep = 3;

/// Returns how far an answer is from being accepted. An answer that does not solve the problem
/// ranks last; one that is less exact than promised ranks behind those in which a loaded contact
/// slips.
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

void Holding::settle(std::size_t c, TangentLaw law) {
  laws[c] = law;
  revisions[c] = kMostRevisions;
}

void LinearContactModel::solve_within(Effort& effort, const ContactProblem& problem,
                                      std::span<const ContactGuess> guesses,
                                      ContactSolution& solution) {
  effort_ = &effort;
  start(problem);
  if (is_finite(problem)) find_answer(problem, guesses);
  solution = best_;
  solution.next_guess = solution.impulses;
  solution.status =
      solution.residual.max <= kSolvedResidual ? ContactStatus::solved : ContactStatus::unsolved;
  book_rung(statistics_, solution);
}

/// A loaded contact that slips justifies trying another method, unless the user named this one.
double LinearContactModel::calc_score(const ContactResidual& residual) const {
  if (options().is_solver_named) return SharedEffortModel::calc_score(residual);
  return linear_score_of(residual) / kAcceptedResidual;
}

void LinearContactModel::start(const ContactProblem& problem) {
  const std::size_t n = problem.contacts.size();
  statistics_ = {};
  impulses_.assign(n, Vec3::Zero());
  remembered_ = impulses_;
  row_impulses_.assign(problem.rows.size(), 0.0);
  loaded_.assign(n, 0);
  let_slip_.assign(n, 0);
  reset_answer(problem, best_);
  candidate_ = best_;
}

void LinearContactModel::find_answer(const ContactProblem& problem,
                                     std::span<const ContactGuess> guesses) {
  const bool is_free = options().has(Rung::free) && nothing_acts(problem, kAcceptedResidual);
  rung_ = Rung::free;
  start_laws(problem, first_);
  if (is_free && consider(problem, first_.laws)) return;
  if (remember(problem, guesses) && options().has(Rung::remembered)) {
    rung_ = Rung::remembered;
    impulses_ = remembered_;
    consider(problem, first_.laws);
    if (linear_score_of(best_.residual) <= kAcceptedGuess) return;
  }
  impulses_ = remembered_;
  if (method_ == LinearMethod::pivots) {
    holding_end_ = kInfinity;
    hold(problem);
    share_load(problem);
  } else {
    holding_end_ = effort_->spent() + kHoldingUnits * effort_->unit();
    if (!hold_by_roughness(problem)) hold(problem);
  }
}

/// Starting from the first laws, finds laws that fit their answer. If a loaded contact still slips,
/// contacts that close gaps on its bodies may slip; then slipping contacts are held again.
void LinearContactModel::hold(const ContactProblem& problem) {
  holding_ = first_;
  solve_until_laws_fit(problem, holding_);
  while (is_slip_left() && let_closing_slip(problem)) {
    ++statistics_.passes;
    start_laws(problem, holding_);
    solve_until_laws_fit(problem, holding_);
  }
  if (method_ == LinearMethod::pivots) {
    hold_what_slips(problem, problem.contacts.size(), kInfinity);
  } else {
    hold_what_slips(problem, kMostHolds, kSlipsAlike);
  }
}

/// Poses the contacts that are to be held as rough ones. If none of them slips under load, that
/// answer satisfies the law, and nothing had to be let go. If some slip, contacts that close gaps
/// on the same bodies may slip, and then those that their load does not hold are let go in the
/// first laws. True if no better answer is needed.
bool LinearContactModel::hold_by_roughness(const ContactProblem& problem) {
  std::vector<TangentLaw>& laws = first_.laws;
  if (std::ranges::find(laws, TangentLaw::held) == laws.end()) return false;
  while (true) {
    std::vector<TangentLaw>& rough = holding_.laws;
    rough = laws;
    std::ranges::replace(rough, TangentLaw::held, TangentLaw::rough);
    if (!solve_laws(problem, rough)) return false;
    if (consider(problem, rough)) return true;
    ++statistics_.passes;
    if (effort_->spent() > holding_end_ || !let_closing_slip(problem)) break;
    start_laws(problem, first_);
  }
  for (std::size_t c = 0; c < laws.size(); ++c) {
    if (laws[c] != TangentLaw::held) continue;
    const Vec3 u = calc_contact_velocity(problem.contacts[c], candidate_.velocities);
    const bool slips = u.tail<2>().norm() > kRoughSlip * problem.velocity_scale;
    if (slips) laws[c] = TangentLaw::free;
  }
  return false;
}

/// True if loaded contacts of the best answer slip and there may be a better one.
bool LinearContactModel::is_slip_left() const {
  return best_.residual.cone_force > kAcceptedResidual && effort_->left() > 0 &&
         effort_->spent() <= holding_end_;
}

/// If a contact that was to be held slips in the candidate, lets contacts that close a gap on its
/// bodies slip. False if there are none.
bool LinearContactModel::let_closing_slip(const ContactProblem& problem) {
  const double slow = kRoughSlip * problem.velocity_scale;
  slipping_.assign(problem.bodies.size(), 0);
  const auto is_slipping = [&](int body) { return body >= 0 && slipping_[body]; };
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    if (let_slip_[c] || choose_law(problem, c, true) != TangentLaw::held) continue;
    const Vec3 u = calc_contact_velocity(contact, candidate_.velocities);
    const bool slips = load_of(contact, candidate_.impulses[c]) > 0 && u.tail<2>().norm() > slow;
    for (const int body : {contact.body_a, contact.body_b}) {
      if (slips && body >= 0) slipping_[body] = 1;
    }
  }
  bool has_changed = false;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    if (!contact.closing || let_slip_[c]) continue;
    if (!is_slipping(contact.body_a) && !is_slipping(contact.body_b)) continue;
    let_slip_[c] = 1;
    has_changed = true;
  }
  return has_changed;
}

/// Takes the remembered impulses as far as the laws allow them. False if there are none.
bool LinearContactModel::remember(const ContactProblem& problem,
                                  std::span<const ContactGuess> guesses) {
  bool is_any_known = false;
  for (std::size_t c = 0; c < guesses.size(); ++c) {
    if (!guesses[c].known) continue;
    is_any_known = true;
    const Vec3& impulse = guesses[c].impulse;
    loaded_[c] = impulse.x() > 0;
    remembered_[c].x() = std::max(0.0, impulse.x());
    if (law_.at(problem, problem.contacts[c], loaded_[c]) == TangentLaw::free) continue;
    remembered_[c].tail<2>() = impulse.tail<2>();
  }
  for (std::size_t i = 0; i < row_impulses_.size(); ++i) {
    row_impulses_[i] = problem.rows[i].start_impulse;
    is_any_known |= row_impulses_[i] != 0;
  }
  return is_any_known;
}

/// Returns the model's law for a contact, or `free` if the contact may slip.
TangentLaw LinearContactModel::choose_law(const ContactProblem& problem, std::size_t c,
                                          bool is_loaded) const {
  return let_slip_[c] ? TangentLaw::free : law_.at(problem, problem.contacts[c], is_loaded);
}

/// Treats contacts that touch as loaded, and the others as unloaded.
void LinearContactModel::start_laws(const ContactProblem& problem, Holding& holding) const {
  holding.laws.clear();
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    holding.laws.push_back(choose_law(problem, c, problem.contacts[c].touching));
  }
  holding.revisions.assign(holding.laws.size(), 0);
}

/// Looks for impulses under these laws. False if it is not allowed to.
bool LinearContactModel::solve_laws(const ContactProblem& problem,
                                    const std::vector<TangentLaw>& laws) {
  if (method_ == LinearMethod::ladder) return climb_ladder(problem, laws);
  rung_ = Rung::method;
  if (!options().has(rung_)) return false;
  solver_.solve(problem, laws, loaded_, impulses_, row_impulses_, *effort_, statistics_);
  return true;
}

/// Runs the ladder, from the present impulses if any is not zero, and takes its best answer,
/// whatever the residual.
bool LinearContactModel::climb_ladder(const ContactProblem& problem,
                                      const std::vector<TangentLaw>& laws) {
  // Leave enough effort to judge the answer.
  const double judging = calc_judging_work(problem);
  if (effort_->left() < judging) return false;
  const bool may_revise = std::ranges::any_of(
      laws, [](TangentLaw law) { return law == TangentLaw::held || law == TangentLaw::rough; });
  effort_->set_part(may_revise ? std::min(kPassUnits * effort_->unit(), effort_->left() - judging)
                               : effort_->left() - judging);
  make_island_problem(problem, laws, island_);
  system_.set_problem(island_);
  join_impulses(problem, impulses_, row_impulses_, start_);
  const bool is_any_known =
      std::ranges::any_of(start_, [](const Vec3& impulse) { return !impulse.isZero(0); });
  const IslandLadder::Result result = ladder_.solve(
      system_, is_any_known ? &start_ : nullptr,
      {.steady = kSteadyResidual, .solved = kAcceptedResidual, .without = options().without},
      *effort_);
  effort_->set_part(kInfinity);
  split_impulses(problem, ladder_.best().impulses(), impulses_, row_impulses_);
  statistics_.factorisations += static_cast<int>(std::lround(result.effort));
  rung_ = result.rung;
  if (!std::isfinite(result.residual)) return false;
  // Otherwise a load of round-off size would seem to justify any holding impulse.
  const double unloaded = kLadderUnloaded * largest_load(problem, impulses_);
  for (std::size_t c = 0; c < laws.size(); ++c) {
    const bool is_loaded = load_of(problem.contacts[c], impulses_[c]) > unloaded;
    if (laws[c] == TangentLaw::held && !is_loaded) impulses_[c].x() = 0;
  }
  return true;
}

/// Solves under these laws and revises them according to the answer until they fit. If they fit but
/// a contact that is to be held slips, or if holding all is too hard, lets go of some.
void LinearContactModel::solve_until_laws_fit(const ContactProblem& problem, Holding& holding) {
  const std::size_t most_passes = 2 * holding.laws.size() + 1;
  double strain = kFirstStrain;
  for (std::size_t pass = 0; pass < most_passes && effort_->left() > 0; ++pass) {
    const bool is_late = effort_->spent() > holding_end_;
    if (is_late) {
      if (best_.residual.max <= kAcceptedResidual) return;
      release_strained(problem, 0, holding);
    }
    if (!solve_laws(problem, holding.laws) || consider(problem, holding.laws) || is_late) return;
    ++statistics_.passes;
    if (revise_laws(problem, holding)) continue;
    if (candidate_.residual.max <= kAcceptedResidual) return;
    const bool has_changed = method_ == LinearMethod::pivots
                                 ? release_worst(problem, holding)
                                 : release_strained(problem, strain, holding);
    if (!has_changed) return;
    strain /= kStrainStep;
  }
}

/// Contacts that were let go together may carry load after all, and slip. Holds them again, the
/// worst one first and for good, as long as that improves the answer, at most `most` times.
/// Contacts that slip at more than the share `alike` of its speed are held with it, but not for
/// good.
void LinearContactModel::hold_what_slips(const ContactProblem& problem, std::size_t most,
                                         double alike) {
  const std::size_t n = problem.contacts.size();
  tried_.assign(n, 0);
  for (std::size_t pass = 0; pass < most && is_slip_left(); ++pass) {
    double fastest = 0;
    std::size_t worst = n;
    for (std::size_t c = 0; c < n; ++c) {
      const double slip = tried_[c] ? 0.0 : best_slip_under_load(problem, c);
      if (slip <= fastest) continue;
      fastest = slip;
      worst = c;
    }
    if (worst == n) return;
    tried_[worst] = 1;
    holding_.laws = best_laws_;
    holding_.revisions.assign(n, 0);
    for (std::size_t c = 0; c < n; ++c) {
      if (best_slip_under_load(problem, c) > alike * fastest) holding_.laws[c] = TangentLaw::held;
    }
    holding_.settle(worst, TangentLaw::held);
    ++statistics_.passes;
    solve_until_laws_fit(problem, holding_);
  }
}

/// Returns the slip speed, in the best answer, of a contact that carries load and should be held;
/// else 0.
double LinearContactModel::best_slip_under_load(const ContactProblem& problem,
                                                std::size_t c) const {
  const ContactProblem::Contact& contact = problem.contacts[c];
  const bool is_free = best_laws_[c] != TangentLaw::held && load_of(contact, best_.impulses[c]) > 0;
  const bool may_slip = contact.closing || law_.at(problem, contact, true) != TangentLaw::held;
  if (!is_free || may_slip) return 0;
  return calc_contact_velocity(contact, best_.velocities).tail<2>().norm();
}

/// Judges the present impulses, found under these laws. True if no better ones are needed. Costs
/// one pass over the contacts.
bool LinearContactModel::consider(const ContactProblem& problem,
                                  const std::vector<TangentLaw>& laws) {
  if (!effort_->spend(calc_judging_work(problem))) return false;
  candidate_.impulses = impulses_;
  candidate_.row_impulses = row_impulses_;
  complete_answer(problem, candidate_);
  candidate_.residual = judge(problem, candidate_);
  if (linear_score_of(candidate_.residual) < linear_score_of(best_.residual)) {
    best_ = candidate_;
    best_laws_ = laws;
    statistics_.rung = rung_;
  }
  return linear_score_of(candidate_.residual) <= kAcceptedResidual;
}

/// Corrects the laws that do not fit the candidate. False if all fit.
bool LinearContactModel::revise_laws(const ContactProblem& problem, Holding& holding) {
  const double share = method_ == LinearMethod::ladder ? kLadderUnloaded : kUnloaded;
  const double unloaded = share * largest_load(problem, impulses_);
  bool has_changed = false;
  for (std::size_t c = 0; c < holding.laws.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    loaded_[c] = impulses_[c].x() > unloaded;
    const TangentLaw fitting = choose_law(problem, c, load_of(contact, impulses_[c]) > unloaded);
    if (fitting == holding.laws[c] || holding.revisions[c] == kMostRevisions) continue;
    // Keep the old law if the change would make no difference.
    const Vec3 u = calc_contact_velocity(contact, candidate_.velocities);
    const bool matters = fitting == TangentLaw::free
                             ? impulses_[c].tail<2>().norm() > unloaded
                             : u.tail<2>().norm() > kStickingSlip * problem.velocity_scale;
    if (!matters) continue;
    holding.laws[c] = fitting;
    ++holding.revisions[c];
    has_changed = true;
  }
  return has_changed;
}

/// Rows that depend on others are left out of the solve. If they contradict those, a contact that
/// is to be held slips. Lets go, for good, of the one that slips fastest. False if there is none.
bool LinearContactModel::release_worst(const ContactProblem& problem, Holding& holding) const {
  double most = kStickingSlip * problem.velocity_scale;
  std::size_t worst = holding.laws.size();
  for (std::size_t c = 0; c < holding.laws.size(); ++c) {
    if (holding.laws[c] != TangentLaw::held) continue;
    const Vec3 u = calc_contact_velocity(problem.contacts[c], candidate_.velocities);
    if (u.tail<2>().norm() <= most) continue;
    most = u.tail<2>().norm();
    worst = c;
  }
  if (worst == holding.laws.size()) return false;
  holding.settle(worst, TangentLaw::free);
  return true;
}

/// For problems in which nearly dependent rows make it too hard to hold all contacts: lets go, for
/// good, of contacts whose tangential impulse is at least `strain` times their load, or, if there
/// are none, of those with the largest ratio. False if no contact is held.
bool LinearContactModel::release_strained(const ContactProblem& problem, double strain,
                                          Holding& holding) const {
  const auto strain_of = [&](std::size_t c) {
    const double load = load_of(problem.contacts[c], impulses_[c]);
    const double hold = impulses_[c].tail<2>().norm();
    return load > 0 ? hold / load : kInfinity;
  };
  double most = -1;
  for (std::size_t c = 0; c < holding.laws.size(); ++c) {
    if (holding.laws[c] == TangentLaw::held) most = std::max(most, strain_of(c));
  }
  if (most < 0) return false;
  const double border = std::min(strain, most);
  for (std::size_t c = 0; c < holding.laws.size(); ++c) {
    if (holding.laws[c] != TangentLaw::held || strain_of(c) < border) continue;
    holding.settle(c, TangentLaw::free);
  }
  return true;
}

/// Replaces the impulses by those nearest to the remembered ones, or by the least ones, if these
/// are an answer.
void LinearContactModel::share_load(const ContactProblem& problem) {
  if (!(best_.residual.max <= kSolvedResidual)) return;
  rung_ = *statistics_.rung;
  open_.clear();
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const Vec3 u = calc_contact_velocity(contact, best_.velocities);
    const bool is_held = law_.at(problem, contact, true) == TangentLaw::held;
    const bool is_open = is_closed(problem, u) && contact.prior_normal_impulse == 0 &&
                         !(is_held && slips(problem, u));
    open_.push_back(!is_open ? OpenImpulse::none
                             : (is_held ? OpenImpulse::all : OpenImpulse::normal));
  }
  canonical_.choose(problem, open_, best_, remembered_, impulses_, *effort_, statistics_);
  for (Vec3& impulse : impulses_) impulse.x() = std::max(0.0, impulse.x());
  const double before = linear_score_of(best_.residual);
  consider(problem, best_laws_);
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
    const TangentLaw chosen = law_.at(problem, contact, load_of(contact, impulse) > 0);
    // A contact that slips although it is to be held was let go.
    const Vec3 u = calc_contact_velocity(contact, solution.velocities);
    const bool is_let_go = chosen == TangentLaw::held && slips(problem, u);
    laws.push_back(is_let_go ? TangentLaw::free : chosen);
    posed.z[static_cast<Eigen::Index>(c)] = impulse.x();
  }
  posed.lcp =
      NormalSolver(solver_.name()).pose(with_known_rows(problem, solution.row_impulses), laws);
  posed.contact_problem = problem;
  return posed;
}

}  // namespace stiction
