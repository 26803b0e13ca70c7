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

/// The judge's cone errors up to which an answer counts as on the cone: rad, and relative.
constexpr double kAcceptedConeError = 1e-6;

/// Distance of an answer from the true cone, relative to the accepted error.
double cone_score_of(const ContactResidual& residual) {
  return std::max(residual.cone_angle, residual.cone_force) / kAcceptedConeError;
}

/// Passes stop if an acceptable answer has not improved by this factor in this many passes. Where
/// redundant contacts share a load while they slide, passes improve it by a factor of 2 to 3.
constexpr int kMostIdlePasses = 3;
constexpr double kProgress = 0.9;

/// Normal impulses of a first pass without slip, in the natural unit, in which loads are about 1.
constexpr double kStickingLoad = 1e9;

/// Most contacts for which passes are tried; larger islands go to Coulomb's model straight away. A
/// heap of 20 bodies, with up to 60 contacts per island, takes 0.4 s by that model alone and 3.4 s
/// by passes.
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
  if (options.has_fixed_passes) {  // The user asked for exactly these passes, at any cost.
    common.effort = kInfinity;
    return std::make_unique<BoxFrictionModel>(options, common);
  }
  return make_box_with_cone(options, common, kMostDenseContacts);
}

double BoxFrictionModel::calc_score(const ContactResidual& residual) const {
  const double score = score_of(residual);
  return box_options_.has_fixed_passes ? score : std::max(score, cone_score_of(residual));
}

void BoxFrictionModel::complete(const ContactProblem& problem, ContactSolution& answer) const {
  if (box_options_.has_fixed_passes) {
    complete_answer(problem, answer);
  } else {
    SharedEffortModel::complete(problem, answer);
  }
  answer.axis_angles.assign(problem.contacts.size(), 0.0);
  find_axes(problem, answer);
}

void BoxFrictionModel::solve_within(Effort& effort, const ContactProblem& problem,
                                    std::span<const ContactGuess> guesses,
                                    ContactSolution& solution) {
  search_.reset(problem, guesses, *this, options(), effort);
  if (is_finite(problem) && !search_.accept_free()) {
    const bool is_remembered = !box_options_.has_fixed_passes && search_.accept_remembered();
    if (!is_remembered && search_.enter(Rung::method, false)) split(problem);
  }
  search_.get_answer(solution);
  solution.axis_angles.resize(problem.contacts.size());  // Without a judged answer there are none
                                                         // yet.
}

/// Makes passes until their results agree.
void BoxFrictionModel::split(const ContactProblem& problem) {
  Effort& effort = search_.whole_effort();
  if (!effort.spend(calc_delassus_work(problem))) return;
  cone_.pose(problem);
  FacetAnswer& found = search_.found;
  found.has_basis = false;
  splitting_.start(cone_.cone, cone_.prior, cone_.scaled(found.impulses, found.row_impulses));
  if (box_options_.first != BoxFirstEstimate::remembered) {
    const bool sticks = box_options_.first == BoxFirstEstimate::sticking;
    splitting_.estimate(
        Eigen::VectorXd::Constant(cone_.prior.size(), sticks ? kStickingLoad : 0.0));
  }
  SolverWork work(effort);
  int idle_passes = 0;  // passes without a better answer
  splitting_.run(box_options_.pass_limit, box_options_.has_fixed_passes, work, [&] {
    cone_.unscale(splitting_.impulses(), found.impulses, found.row_impulses);
    if (box_options_.on_pass) box_options_.on_pass(splitting_.num_passes(), splitting_.change());
    return is_enough(idle_passes);
  });
  const double change = splitting_.change();
  ContactStatistics& statistics = search_.statistics();
  statistics.passes = splitting_.num_passes();
  statistics.pass_change = change <= box_options_.tolerance ? 0.0 : change;
  statistics.pivots = work.iterations();
}

/// Has the last pass judged. True if no further pass is needed: its answer is as good as remembered
/// impulses have to be, an acceptable answer no longer improves, or the solver failed.
bool BoxFrictionModel::is_enough(int& idle_passes) {
  if (box_options_.has_fixed_passes) {
    if (splitting_.num_passes() < box_options_.pass_limit) return false;
    search_.forget_best();
    search_.consider(false);
    return true;
  }
  const double before = search_.best_score();
  search_.consider(false);
  const double score = calc_score(search_.candidate().residual);
  idle_passes = score <= kProgress * before ? 0 : idle_passes + 1;
  const bool is_done = search_.best_score() <= 1 && idle_passes >= kMostIdlePasses;
  return is_done || score <= kAcceptedGuess / kAcceptedResidual ||
         !splitting_.friction().is_exact();
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
