#include <stiction/model/fclib_solver.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <random>
#include <stdexcept>
#include <utility>

#include "cone_problem.h"
#include "dense_cone_newton.h"
#include "dense_cone_sweep.h"
#include "facet_pyramid.h"

namespace stiction {
namespace {

/// Passes of one round of pyramids, and passes without a better answer that end it.
constexpr int kMaxPasses = 20;
constexpr int kPatience = 4;
/// Rounds of pyramids: directions are multiplied by these, and each has its own covering vector.
constexpr std::array kFiner = {1, 2, 4, 1, 2, 4};
constexpr int kMostDirections = 64;
/// Newton's method, with these factors in turn,
constexpr int kNewtonIterations = 25;
constexpr std::array kRhoFactors = {1.0, 1e2, 1e4, 1e-2, 10.0, 0.1};
/// alternates with so many sweeps: after a pyramid, and for so many rounds when that was not it.
constexpr int kSweeps = 50;
constexpr int kRescueRounds = 40;
/// Newton's method on the angles is trusted up to turns of this, rad.
constexpr double kMaxNewtonTurn = 0.5;
/// Facets that turn by less have settled, rad.
constexpr double kSettled = 1e-12;
/// Slower than this, relative to the largest q, a contact sticks.
constexpr double kStickingSlip = 1e-9;
/// Residuals below this are left as they are.
constexpr double kRoundOff = 1e-13;
/// Multiplications, more or less, after which the search ends with what it has.
constexpr double kMostWork = 3e10;
/// Pivots that a pyramid has at least.
constexpr double kLeastPivots = 200;
/// Rows of the posed pyramids that more directions may lead to; 8 bytes times the square of it.
constexpr int kMostRows = 8000;

double angle_of(const Eigen::Vector2d& v) { return std::atan2(v.y(), v.x()); }

void validate(const FclibSolverOptions& options) {
  const std::vector<std::string> names = fclib_solver_names();
  if (std::find(names.begin(), names.end(), options.solver) == names.end()) {
    std::string text = "expected a solver of contact problems, one of";
    for (const std::string& name : names) text += " " + name;
    throw std::invalid_argument(text + ", got " + options.solver);
  }
  if (options.directions < 4 || options.directions > kMostDirections ||
      options.directions % 2 != 0) {
    throw std::invalid_argument("expected an even number of directions from 4 to " +
                                std::to_string(kMostDirections) + ", got " +
                                std::to_string(options.directions));
  }
  if (!(options.tolerance > 0) || !std::isfinite(options.tolerance)) {
    throw std::invalid_argument("expected a finite tolerance > 0, got " +
                                std::to_string(options.tolerance));
  }
}

/// One problem on its way to an answer.
class FclibSearch {
 public:
  FclibSearch(const FclibProblem& problem, const FclibSolverOptions& options);

  FclibAnswer run();

 private:
  bool climb();
  int count_directions(int factor) const;
  void refine();
  bool solve_pyramids(int directions, std::uint64_t seed);
  bool polish(int rounds, FclibStage stage);
  bool consider(FclibStage stage);
  double turn(FacetPyramid& pyramid, double spacing);
  void align(double spacing);
  void point_against_slip();
  void perturb(double spacing, std::uint64_t seed);
  bool may_go_on() const { return work_ < kMostWork; }

  const FclibProblem& problem_;
  const FclibSolverOptions& options_;
  FclibProblem local_;
  ConeProblem cone_;
  double impulse_unit_ = 1;
  Eigen::VectorXd r_;  ///< the present candidate, in units of `cone_`
  std::vector<double> angles_;
  std::vector<double> turns_;
  DenseConeNewton newton_;
  double work_ = 0;
  double best_local_ = std::numeric_limits<double>::infinity();
  Eigen::VectorXd best_r_;
  FclibAnswer answer_;
};

FclibSearch::FclibSearch(const FclibProblem& problem, const FclibSolverOptions& options)
    : problem_(problem), options_(options), local_(make_local(problem)) {
  cone_.dimension = local_.dimension;
  cone_.W = Eigen::MatrixXd(local_.W);
  cone_.q = local_.q;
  cone_.mu = local_.mu;
  const double mean = cone_.size() > 0 ? cone_.W.diagonal().mean() : 1.0;
  const double W_unit = mean > 0 ? mean : 1.0;
  const double largest = cone_.size() > 0 ? cone_.q.lpNorm<Eigen::Infinity>() : 1.0;
  const double q_unit = largest > 0 ? largest : 1.0;
  cone_.W /= W_unit;
  cone_.q /= q_unit;
  impulse_unit_ = q_unit / W_unit;
  r_ = best_r_ = Eigen::VectorXd::Zero(cone_.size());
  angles_.assign(cone_.mu.size(), 0.0);
  answer_.r = r_;
  answer_.residual = std::numeric_limits<double>::infinity();
}

FclibAnswer FclibSearch::run() {
  if (climb()) {
    refine();
    answer_.status = LcpStatus::solved;
  } else {
    answer_.status = may_go_on() ? LcpStatus::no_solution_found : LcpStatus::iteration_limit;
  }
  return std::move(answer_);
}

bool FclibSearch::climb() {
  if (consider(FclibStage::trivial)) return true;
  for (std::size_t k = 0; k < kFiner.size() && may_go_on(); ++k) {
    ++answer_.statistics.attempts;
    const int directions = count_directions(kFiner[k]);
    if (solve_pyramids(directions, k + 1)) return true;
    r_ = best_r_;
    if (polish(kRescueRounds, FclibStage::sweeps)) return true;
  }
  return false;
}

/// Finer by a factor where that is affordable.
int FclibSearch::count_directions(int factor) const {
  const int finer = std::min(factor * options_.directions, kMostDirections);
  return cone_.num_contacts() * (finer + 2) <= kMostRows ? finer : options_.directions;
}

/// The facets agree as soon as the tolerance allows; Newton's method goes on to round-off.
void FclibSearch::refine() {
  if (answer_.residual <= kRoundOff || !may_go_on()) return;
  const FclibAnswer accepted = answer_;
  r_ = best_r_;
  const int iterations = newton_.improve(cone_, {kNewtonIterations, 1.0}, r_);
  const bool is_better = consider(accepted.statistics.stage);
  if (!is_better) answer_ = accepted;
  answer_.statistics.newton_iterations = accepted.statistics.newton_iterations + iterations;
}

/// Pyramids, their facets turned until they agree with the answer, and Newton's method from each.
bool FclibSearch::solve_pyramids(int directions, std::uint64_t seed) {
  const std::unique_ptr<FacetPyramid> pyramid =
      make_facet_pyramid(cone_, options_.solver, directions, seed);
  const double spacing = 2 * std::numbers::pi / directions;
  point_against_slip();
  if (seed > 1) perturb(spacing, seed);
  int last_progress = 0;
  for (int pass = 0; pass < kMaxPasses && may_go_on(); ++pass) {
    const double before = best_local_;
    const int pivots = answer_.statistics.pivots;
    const double affordable = std::max(kLeastPivots, (kMostWork - work_) / pyramid->pivot_work());
    const bool is_solved = pyramid->solve(angles_, affordable, r_, answer_.statistics.pivots);
    work_ += (1 + answer_.statistics.pivots - pivots) * pyramid->pivot_work();
    ++answer_.statistics.pyramids;
    if (consider(FclibStage::pyramid)) return true;
    if (best_local_ < 0.9 * before) last_progress = pass;
    const double turned = is_solved ? turn(*pyramid, spacing) : 0.0;
    if (turned > kSettled && pass - last_progress < kPatience) continue;
    if (polish(1, FclibStage::newton)) return true;
    if (!is_solved || cone_.dimension == 2) return false;
    perturb(0.1 * spacing, seed + static_cast<std::uint64_t>(pass));
    last_progress = pass;
  }
  return false;
}

/// Newton's method from the present impulses; where it fails, sweeps take it to a better start.
bool FclibSearch::polish(int rounds, FclibStage stage) {
  for (int round = 0; round < rounds && may_go_on(); ++round) {
    const Eigen::VectorXd start = r_;
    const int iterations =
        newton_.improve(cone_, {kNewtonIterations, kRhoFactors[round % kRhoFactors.size()]}, r_);
    answer_.statistics.newton_iterations += iterations;
    const double k = newton_.num_unknowns();
    work_ += iterations * (4 * k * k * k + 5.0 * cone_.size() * cone_.size());
    if (consider(stage)) return true;
    r_ = start;
    sweep_cone_exactly(cone_, kSweeps, r_);
    answer_.statistics.sweeps += kSweeps;
    work_ += kSweeps * (1.0 * cone_.size() * cone_.size() + 1e4 * cone_.num_contacts());
    if (consider(stage)) return true;
  }
  return false;
}

/// Has the candidate judged and keeps it if it is the best; true if no better one is needed.
bool FclibSearch::consider(FclibStage stage) {
  const Eigen::VectorXd r = impulse_unit_ * r_;
  const double local = calc_fclib_residual(local_, r);
  if (!(local < best_local_) && best_local_ < std::numeric_limits<double>::infinity()) return false;
  best_local_ = local;
  best_r_ = r_;
  answer_.r = r;
  answer_.residual = local;
  answer_.statistics.stage = stage;
  if (local <= options_.tolerance) answer_.residual = calc_fclib_residual(problem_, r);
  return answer_.residual <= options_.tolerance;
}

/// Turns the facets by Newton's method on their angles or, where that is not defined, to the
/// friction and slip of the last candidate. Returns the largest turn, rad.
double FclibSearch::turn(FacetPyramid& pyramid, double spacing) {
  if (cone_.dimension == 2) return 0;
  double largest = 0;
  const std::vector<double> before = angles_;
  if (pyramid.calc_turns(turns_)) {
    for (const double turn : turns_) largest = std::max(largest, std::abs(turn));
    if (largest > 0 && largest <= kMaxNewtonTurn) {
      for (std::size_t c = 0; c < angles_.size(); ++c) angles_[c] += turns_[c];
      return largest;
    }
  }
  align(spacing);
  largest = 0;
  for (std::size_t c = 0; c < angles_.size(); ++c) {
    largest = std::max(largest, std::abs(angles_[c] - before[c]));
  }
  return largest;
}

/// Facets are alike: the nearest one goes against the slip where a single one carries the friction,
/// else along the friction.
void FclibSearch::align(double spacing) {
  constexpr double kAlong = 1e-9;
  const Eigen::VectorXd u = cone_.W * r_ + cone_.q;
  for (int c = 0; c < cone_.num_contacts(); ++c) {
    const Eigen::Vector2d friction = r_.segment<2>(cone_.first_row(c) + 1);
    const Eigen::Vector2d slip = u.segment<2>(cone_.first_row(c) + 1);
    const bool slides = slip.norm() > kStickingSlip;
    if (friction.isZero(0) && !slides) continue;
    const bool loads_two =
        std::abs(std::remainder(angle_of(friction) - angles_[c], spacing)) > kAlong;
    const bool follows_friction = !friction.isZero(0) && (!slides || loads_two);
    const double wanted = angle_of(follows_friction ? friction : Eigen::Vector2d(-slip));
    angles_[c] += std::remainder(wanted - angles_[c], spacing);
  }
}

void FclibSearch::point_against_slip() {
  if (cone_.dimension == 2) return;
  for (int c = 0; c < cone_.num_contacts(); ++c) {
    const Eigen::Vector2d slip = cone_.q.segment<2>(cone_.first_row(c) + 1);
    angles_[c] = slip.isZero(0) ? 0.0 : angle_of(-slip);
  }
}

/// Shakes the facets by at most `range`, rad; reproducibly.
void FclibSearch::perturb(double range, std::uint64_t seed) {
  std::minstd_rand generator(static_cast<unsigned>(seed));
  std::uniform_real_distribution<double> share(-1.0, 1.0);
  for (double& angle : angles_) angle += range * share(generator);
}

}  // namespace

std::string_view to_string(FclibStage stage) {
  constexpr std::array<std::string_view, 4> kNames = {"trivial", "pyramid", "newton", "sweeps"};
  return kNames[static_cast<std::size_t>(stage)];
}

std::vector<std::string> fclib_solver_names() {
  return {"reduced-lemke", "structural-lemke", "lemke"};
}

FclibAnswer solve_fclib(const FclibProblem& problem, const FclibSolverOptions& options) {
  validate(options);
  validate(problem);
  return FclibSearch(problem, options).run();
}

}  // namespace stiction
