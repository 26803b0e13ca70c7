#include "box_friction.h"

#include <stiction/contact/box_friction_residual.h>
#include <stiction/math/rejected_number.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "box_on_cone.h"
#include "contact_answer.h"
#include "fallback_model.h"
#include "infinity.h"

namespace stiction {
namespace {

/// The judge's figure at which an answer is on the cone: rad, and relative.
constexpr double kAcceptedConeError = 1e-6;

/// How far an answer is from the true cone; 1 is the border.
double cone_score_of(const ContactResidual& residual) {
  return std::max(residual.cone_angle, residual.cone_force) / kAcceptedConeError;
}

/// An acceptable answer that so many passes do not better, by this factor, is as good as it gets:
/// where redundant contacts share a load while they slide, passes near it by a factor of 2 to 3.
constexpr int kMostIdlePasses = 3;
constexpr double kProgress = 0.9;

/// Normal impulses of a first pass without slip, in the natural unit, in which loads are near 1.
constexpr double kStickingLoad = 1e9;

/// More contacts are Coulomb's model's from the start: a heap of 20 bodies, up to 60 contacts an
/// island, takes 0.4 s by it alone and 3.4 s by passes.
constexpr std::size_t kFewBoxContacts = 20;

std::unique_ptr<SharedEffortModel> make_box_with_cone(const BoxFrictionOptions& box,
                                                      const ContactModelOptions& options,
                                                      std::size_t few_contacts) {
  const auto make_passes = [box](const ContactModelOptions& own) {
    return std::make_unique<BoxFrictionModel>(box, own);
  };
  const auto make_cone = [](const ContactModelOptions& own) {
    return std::make_unique<BoxOnConeModel>(own);
  };
  return std::make_unique<FallbackModel>(options,
                                         FallbackModel::Parts{.make_first = make_passes,
                                                              .make_other = make_cone,
                                                              .told = Rung::fallback,
                                                              .few_contacts = few_contacts});
}

}  // namespace

std::unique_ptr<ContactModel> make_box_friction(const ContactModelOptions& options) {
  return make_box_with_cone({.solver = options.solver}, options, kFewBoxContacts);
}

std::unique_ptr<ContactModel> make_box_friction_model(const BoxFrictionOptions& options) {
  if (find_lcp_solver(options.solver) == nullptr) {
    std::string text = "expected a solver of box problems, one of";
    for (const LcpSolverInfo& info : lcp_solvers()) text += " " + std::string(info.name);
    throw std::invalid_argument(text + ", got " + options.solver);
  }
  if (!(options.tolerance > 0)) reject_number("a tolerance > 0", options.tolerance);
  if (options.pass_limit < 1) {
    throw std::invalid_argument("expected a pass limit >= 1, got " +
                                std::to_string(options.pass_limit));
  }
  ContactModelOptions common{.model = "box-friction", .solver = options.solver};
  if (options.has_fixed_passes) {  // What was asked for is just so many, whatever they cost.
    common.effort = kInfinity;
    return std::make_unique<BoxFrictionModel>(options, common);
  }
  return make_box_with_cone(options, common, kMostDenseContacts);
}

double BoxFrictionModel::calc_score(const ContactResidual& residual) const {
  const double score = score_of(residual);
  return box_options_.has_fixed_passes ? score : std::max(score, cone_score_of(residual));
}

void BoxFrictionModel::solve_within(Effort& effort, const ContactProblem& problem,
                                    std::span<const ContactGuess> guesses,
                                    ContactSolution& solution) {
  effort_ = &effort;
  start(problem);
  if (is_finite(problem)) find_answer(problem, guesses);
  solution = best_;
  solution.next_guess = solution.impulses;
  solution.status = best_score_ < kUnsolvedScore ? ContactStatus::solved : ContactStatus::unsolved;
  book_rung(statistics_, solution);
}

void BoxFrictionModel::start(const ContactProblem& problem) {
  const std::size_t n = problem.contacts.size();
  statistics_ = {};
  idle_passes_ = 0;
  remembered_.assign(n, Vec3::Zero());
  remembered_rows_.assign(problem.rows.size(), 0.0);
  reset_answer(problem, best_);
  best_.axis_angles.assign(n, 0.0);
  best_score_ = kInfinity;
  candidate_ = best_;
}

void BoxFrictionModel::find_answer(const ContactProblem& problem,
                                   std::span<const ContactGuess> guesses) {
  rung_ = Rung::free;
  const bool is_free = options().has(Rung::free) && nothing_acts(problem, kAcceptedResidual);
  if (is_free && consider(problem, remembered_, remembered_rows_) <= 1) return;
  if (!box_options_.has_fixed_passes && accept_remembered(problem, guesses)) return;
  if (options().has(Rung::method)) split(problem);
}

/// Takes the remembered impulses; true if they are an answer as they are.
bool BoxFrictionModel::accept_remembered(const ContactProblem& problem,
                                         std::span<const ContactGuess> guesses) {
  bool is_any_known = false;
  for (std::size_t c = 0; c < guesses.size(); ++c) {
    if (!guesses[c].known) continue;
    is_any_known = true;
    remembered_[c] = guesses[c].impulse;
    remembered_[c].x() = std::max(0.0, remembered_[c].x());
  }
  for (std::size_t i = 0; i < remembered_rows_.size(); ++i) {
    const ContactProblem::Row& row = problem.rows[i];
    remembered_rows_[i] = std::clamp(row.start_impulse, row.lower, row.upper);
    is_any_known |= row.start_impulse != 0;
  }
  if (!is_any_known || !options().has(Rung::remembered)) return false;
  rung_ = Rung::remembered;
  return consider(problem, remembered_, remembered_rows_) <= 1 &&
         best_.residual.max <= kAcceptedGuess;
}

/// Passes until their results agree.
void BoxFrictionModel::split(const ContactProblem& problem) {
  rung_ = Rung::method;
  SolverWork work(*effort_);
  if (!effort_->spend(calc_delassus_work(problem))) return;
  cone_.pose(problem);
  splitting_.start(cone_.cone, cone_.prior, cone_.scaled(remembered_, remembered_rows_));
  if (box_options_.first != BoxFirstEstimate::remembered) {
    const bool sticks = box_options_.first == BoxFirstEstimate::sticking;
    splitting_.estimate(
        Eigen::VectorXd::Constant(cone_.prior.size(), sticks ? kStickingLoad : 0.0));
  }
  while (splitting_.num_passes() < box_options_.pass_limit && splitting_.pass(work)) {
    found_.resize(problem.contacts.size());
    found_rows_.resize(problem.rows.size());
    cone_.unscale(splitting_.impulses(), found_, found_rows_);
    if (box_options_.on_pass) box_options_.on_pass(splitting_.num_passes(), splitting_.change());
    if (has_come_to_an_end(problem)) break;
    if (box_options_.has_fixed_passes) {
      splitting_.choose_plain();
    } else {
      splitting_.choose_next();
    }
  }
  const double change = splitting_.change();
  statistics_.passes = splitting_.num_passes();
  statistics_.pass_change = change <= box_options_.tolerance ? 0.0 : change;
  statistics_.pivots = work.iterations();
}

/// Has the last pass judged. True if there is no need for another one, since it is as good as
/// remembered impulses have to be or since an acceptable answer gets no better, or no hope in it.
bool BoxFrictionModel::has_come_to_an_end(const ContactProblem& problem) {
  if (!box_options_.has_fixed_passes) {
    const double score_before = best_score_;
    const double score = consider(problem, found_, found_rows_);
    idle_passes_ = score <= kProgress * score_before ? 0 : idle_passes_ + 1;
    const bool is_done = best_score_ <= 1 && idle_passes_ >= kMostIdlePasses;
    return is_done || score <= kAcceptedGuess / kAcceptedResidual || splitting_.has_stagnated() ||
           !splitting_.friction().is_exact();
  }
  if (splitting_.num_passes() < box_options_.pass_limit) return false;
  best_score_ = kInfinity;  // what was met before is not what was asked for
  consider(problem, found_, found_rows_);
  return true;
}

/// Has impulses judged, and keeps them if they are the best so far. Returns their score.
double BoxFrictionModel::consider(const ContactProblem& problem, const std::vector<Vec3>& impulses,
                                  const std::vector<double>& row_impulses) {
  if (!effort_->spend(calc_judging_work(problem))) return kInfinity;
  candidate_.impulses = impulses;
  candidate_.row_impulses = row_impulses;
  if (!box_options_.has_fixed_passes) {
    for (std::size_t c = 0; c < impulses.size(); ++c) {
      candidate_.impulses[c] = clipped(problem.contacts[c], impulses[c]);
    }
  }
  complete_answer(problem, candidate_);
  find_axes(problem, candidate_);
  candidate_.residual = judge(problem, candidate_);
  const double score = calc_score(candidate_.residual);
  if (score < best_score_) {
    best_ = candidate_;
    best_score_ = score;
    statistics_.rung = rung_;
  }
  return score;
}

ContactResidual BoxFrictionModel::judge(const ContactProblem& problem,
                                        const ContactSolution& solution) const {
  return calc_box_friction_residual(
      problem, solution, box_options_.has_fixed_passes ? BoxBound::as_posed : BoxBound::coulomb);
}

PosedProblem BoxFrictionModel::pose(const ContactProblem& problem,
                                    const ContactSolution& solution) const {
  return pose_as_box(problem, solution, box_options_.has_fixed_passes);
}

std::unique_ptr<ContactModel> BoxFrictionModel::clone() const {
  return std::make_unique<BoxFrictionModel>(box_options_, options());
}

}  // namespace stiction
