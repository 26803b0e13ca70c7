#include "linear_contact_model.h"

#include <algorithm>
#include <cmath>

#include "contact_answer.h"
#include "infinity.h"

namespace stiction {
namespace {

/// A normal impulse below this share of the largest one is round-off.
constexpr double kUnloaded = 1e-12;
/// A contact's law may be revised so often: away from the first one, back, and away for good.
constexpr int kMostRevisions = 3;
/// The ladder's answers are exact to a residual, not to the last bit.
constexpr double kLadderUnloaded = 1e-10;
/// What a pass of the ladder may cost, in units, where laws may have to be revised: a path to the
/// end and its finish. What takes longer is too hard to hold.
constexpr double kPassUnits = 40;
/// What the ladder may cost in all, in units, before what is not held by then is let go; and how
/// often it holds again what slips. Heaps of 20 to 80 bodies: after two a loaded contact slips in
/// half to 90 % of the steps, after more hardly less, and steps take twice the time.
constexpr double kHoldingUnits = 300;
constexpr std::size_t kMostHolds = 2;
/// Those that slip by this share of the fastest one are held with it.
constexpr double kSlipsAlike = 0.1;
/// Rough contacts that slip faster, in units of V, are let go.
constexpr double kRoughSlip = 1e-7;
/// Where holding all is too hard: tangential impulse over load from which a contact is let go
/// first, and by what the border falls from pass to pass.
constexpr double kFirstStrain = 30;
constexpr double kStrainStep = 3;

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
  if (is_finite(problem)) find_answer(problem, guesses);
  solution = best_;
  solution.next_guess = solution.impulses;
  solution.status =
      solution.residual.max <= kSolvedResidual ? ContactStatus::solved : ContactStatus::unsolved;
  book_rung(statistics_, solution);
}

/// A loaded contact that slips is worth another method, unless the user named this one.
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
  impulses_ = remembered_;
  start_laws(problem);
  holding_end_ = method_ == LinearMethod::ladder
                     ? effort_->spent() + kHoldingUnits * effort_->unit()
                     : kInfinity;
  if (method_ == LinearMethod::ladder && hold_by_roughness(problem)) return;
  solve_until_laws_fit(problem);
  while (is_slip_left() && let_closing_slip(problem)) {
    start_laws(problem);
    ++statistics_.passes;
    solve_until_laws_fit(problem);
  }
  hold_what_slips(problem);
  if (method_ == LinearMethod::pivots) share_load(problem);
}

/// Poses the contacts that are to be held as rough ones: where none of them slips under load, that
/// is an answer of the law, and nothing had to be let go. Where some do, those that close gaps on
/// the same bodies may slip, and then those that no load holds are let go. True if no better answer
/// is needed.
bool LinearContactModel::hold_by_roughness(const ContactProblem& problem) {
  if (std::ranges::find(laws_, TangentLaw::held) == laws_.end()) return false;
  while (true) {
    std::ranges::replace(laws_, TangentLaw::held, TangentLaw::rough);
    if (!solve_laws(problem)) {
      start_laws(problem);
      return false;
    }
    if (consider(problem)) return true;
    ++statistics_.passes;
    if (effort_->spent() > holding_end_ || !let_closing_slip(problem)) break;
    start_laws(problem);
  }
  for (std::size_t c = 0; c < laws_.size(); ++c) {
    if (laws_[c] != TangentLaw::rough) continue;
    const Vec3 u = calc_contact_velocity(problem.contacts[c], candidate_.velocities);
    const bool slips = u.tail<2>().norm() > kRoughSlip * problem.velocity_scale;
    laws_[c] = slips ? TangentLaw::free : TangentLaw::held;
  }
  return false;
}

/// Whether the best answer has loaded contacts that slip, and there may be a better one.
bool LinearContactModel::is_slip_left() const {
  return best_.residual.cone_force > kAcceptedResidual && effort_->left() > 0 &&
         effort_->spent() <= holding_end_;
}

/// Where a contact of the candidate slips that was to be held: lets those slip that close a gap on
/// its bodies. False if there are none.
bool LinearContactModel::let_closing_slip(const ContactProblem& problem) {
  const double slow = kRoughSlip * problem.velocity_scale;
  slipping_.assign(problem.bodies.size(), 0);
  const auto is_slipping = [&](int body) { return body >= 0 && slipping_[body]; };
  for (std::size_t c = 0; c < laws_.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    if (let_slip_[c] || choose_law(problem, c, true) != TangentLaw::held) continue;
    const Vec3 u = calc_contact_velocity(contact, candidate_.velocities);
    const bool slips = load_of(contact, candidate_.impulses[c]) > 0 && u.tail<2>().norm() > slow;
    for (const int body : {contact.body_a, contact.body_b}) {
      if (slips && body >= 0) slipping_[body] = 1;
    }
  }
  bool has_changed = false;
  for (std::size_t c = 0; c < laws_.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    if (!contact.closing || let_slip_[c]) continue;
    if (!is_slipping(contact.body_a) && !is_slipping(contact.body_b)) continue;
    let_slip_[c] = 1;
    has_changed = true;
  }
  return has_changed;
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
    if (law_.at(problem, problem.contacts[c], loaded_[c]) == TangentLaw::free) continue;
    remembered_[c].tail<2>() = impulse.tail<2>();
  }
  for (std::size_t i = 0; i < row_impulses_.size(); ++i) {
    row_impulses_[i] = problem.rows[i].start_impulse;
    is_any_known |= row_impulses_[i] != 0;
  }
  return is_any_known;
}

/// The law of the model, of contacts that are not let slip.
TangentLaw LinearContactModel::choose_law(const ContactProblem& problem, std::size_t c,
                                          bool is_loaded) const {
  return let_slip_[c] ? TangentLaw::free : law_.at(problem, problem.contacts[c], is_loaded);
}

void LinearContactModel::start_laws(const ContactProblem& problem) {
  laws_.clear();
  for (const ContactProblem::Contact& contact : problem.contacts) {
    laws_.push_back(choose_law(problem, laws_.size(), contact.touching));
  }
  revisions_.assign(laws_.size(), 0);
}

/// Looks for impulses under the present laws; false if it may not.
bool LinearContactModel::solve_laws(const ContactProblem& problem) {
  if (method_ == LinearMethod::ladder) return climb_ladder(problem);
  rung_ = Rung::method;
  if (!options().has(rung_)) return false;
  solver_.solve(problem, laws_, loaded_, impulses_, row_impulses_, *effort_, statistics_);
  return true;
}

/// From the impulses at hand, if any is not zero, to what the ladder finds, whatever its residual.
bool LinearContactModel::climb_ladder(const ContactProblem& problem) {
  // The answer is judged, too.
  const double judging = calc_judging_work(problem);
  if (effort_->left() < judging) return false;
  const bool may_revise = std::ranges::any_of(
      laws_, [](TangentLaw law) { return law == TangentLaw::held || law == TangentLaw::rough; });
  effort_->set_part(may_revise ? std::min(kPassUnits * effort_->unit(), effort_->left() - judging)
                               : effort_->left() - judging);
  make_island_problem(problem, laws_, island_);
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
  // A load of round-off would seem to bear whatever it is that holds.
  const double unloaded = kLadderUnloaded * largest_load(problem, impulses_);
  for (std::size_t c = 0; c < laws_.size(); ++c) {
    const bool is_loaded = load_of(problem.contacts[c], impulses_[c]) > unloaded;
    if (laws_[c] == TangentLaw::held && !is_loaded) impulses_[c].x() = 0;
  }
  return true;
}

void LinearContactModel::solve_until_laws_fit(const ContactProblem& problem) {
  const std::size_t most_passes = 2 * laws_.size() + 1;
  double strain = kFirstStrain;
  for (std::size_t pass = 0; pass < most_passes && effort_->left() > 0; ++pass) {
    const bool is_late = effort_->spent() > holding_end_;
    if (is_late) {
      if (best_.residual.max <= kAcceptedResidual) return;
      release_strained(problem, 0);
    }
    if (!solve_laws(problem) || consider(problem) || is_late) return;
    ++statistics_.passes;
    if (revise_laws(problem)) continue;
    if (candidate_.residual.max <= kAcceptedResidual) return;
    const bool has_changed = method_ == LinearMethod::pivots ? release_worst(problem)
                                                             : release_strained(problem, strain);
    if (!has_changed) return;
    strain /= kStrainStep;
  }
}

/// Contacts let go together may carry load after all, and slip. Holds them again, the worst one
/// first and for good, as long as that makes the answer better; before the ladder those that slip
/// about as fast, too, but not for good.
void LinearContactModel::hold_what_slips(const ContactProblem& problem) {
  const bool is_ladder = method_ == LinearMethod::ladder;
  const std::size_t most = is_ladder ? kMostHolds : laws_.size();
  tried_.assign(laws_.size(), 0);
  for (std::size_t pass = 0; pass < most; ++pass) {
    if (!is_slip_left()) return;
    const std::size_t worst = find_most_slipping(problem);
    if (worst == laws_.size()) return;
    tried_[worst] = 1;
    const double slip = best_slip_under_load(problem, worst);
    laws_ = best_laws_;
    for (std::size_t c = 0; is_ladder && c < laws_.size(); ++c) {
      if (best_slip_under_load(problem, c) > kSlipsAlike * slip) laws_[c] = TangentLaw::held;
    }
    laws_[worst] = TangentLaw::held;
    revisions_.assign(laws_.size(), 0);
    revisions_[worst] = kMostRevisions;
    ++statistics_.passes;
    solve_until_laws_fit(problem);
  }
}

/// How fast a contact of the best answer slips that carries load and should be held; else 0.
double LinearContactModel::best_slip_under_load(const ContactProblem& problem,
                                                std::size_t c) const {
  const ContactProblem::Contact& contact = problem.contacts[c];
  const bool is_free = best_laws_[c] != TangentLaw::held && load_of(contact, best_.impulses[c]) > 0;
  const bool may_slip = contact.closing || law_.at(problem, contact, true) != TangentLaw::held;
  if (!is_free || may_slip) return 0;
  return calc_contact_velocity(contact, best_.velocities).tail<2>().norm();
}

/// Of the best answer's loaded contacts that should be held and are not: one that was not tried, or
/// the number of contacts.
std::size_t LinearContactModel::find_most_slipping(const ContactProblem& problem) const {
  double most = 0;
  std::size_t worst = laws_.size();
  for (std::size_t c = 0; c < laws_.size(); ++c) {
    const double slip = tried_[c] ? 0.0 : best_slip_under_load(problem, c);
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
  candidate_.row_impulses = row_impulses_;
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
  const double share = method_ == LinearMethod::ladder ? kLadderUnloaded : kUnloaded;
  const double unloaded = share * largest_load(problem, impulses_);
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
  const TangentLaw fitting = choose_law(problem, c, is_loaded);
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

/// Where holding all is too hard a problem, by rows that all but depend on each other, those that
/// hold by far more than their load are let go for good, then those that hold by less. False if
/// none is held.
bool LinearContactModel::release_strained(const ContactProblem& problem, double strain) {
  const auto strain_of = [&](std::size_t c) {
    const double load = load_of(problem.contacts[c], impulses_[c]);
    const double hold = impulses_[c].tail<2>().norm();
    return load > 0 ? hold / load : kInfinity;
  };
  double most = -1;
  for (std::size_t c = 0; c < laws_.size(); ++c) {
    if (laws_[c] == TangentLaw::held) most = std::max(most, strain_of(c));
  }
  if (most < 0) return false;
  const double border = std::min(strain, most);
  for (std::size_t c = 0; c < laws_.size(); ++c) {
    if (laws_[c] != TangentLaw::held || strain_of(c) < border) continue;
    laws_[c] = TangentLaw::free;
    revisions_[c] = kMostRevisions;
  }
  return true;
}

/// Takes the impulses nearest to the remembered ones, or the least, instead, if they are an answer.
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
    const TangentLaw chosen = law_.at(problem, contact, load_of(contact, impulse) > 0);
    // What slips although it is to be held was let go.
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
