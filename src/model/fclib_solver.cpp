#include <stiction/contact/fclib.h>
#include <stiction/lcp/lcp_solvers.h>
#include <stiction/lcp/lemke.h>
#include <stiction/math/rejected_number.h>
#include <stiction/model/contact_columns.h>
#include <stiction/model/contact_model.h>
#include <stiction/model/fclib_posing.h>
#include <stiction/model/fclib_solver.h>
#include <stiction/model/lloyd_lemke.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bounded_friction.h"
#include "cone_splitting.h"
#include "facet_angles.h"
#include "fclib_island.h"
#include "infinity.h"
#include "island_ladder.h"
#include "solver_work.h"

namespace stiction {
namespace {

constexpr std::string_view kLadder = "coulomb";
/// Solvers that pose a pyramid; the ladder continues from their answer.
constexpr std::array<std::string_view, 3> kPivoting = {"reduced-lemke", "structural-lemke",
                                                       "lemke"};
constexpr std::string_view kStaggered = "staggered";
constexpr int kMostFclibDirections = 64;
/// The ladder does not try to improve residuals below this.
constexpr double kExactResidual = 1e-13;
/// Target of the ladder. Its judge has other units than FCLIB's, hence the margin.
constexpr double kAimedFclibResidual = 1e-12;
constexpr double kSolvedFclibResidual = 1e-10;
constexpr double kLadderMargin = 0.01;
/// Enough for an interior path, however large the problem is.
constexpr double kLeastFactorisations = 100;
/// Approximate number of multiplications after which a method ends with what it has.
constexpr double kMostFclibWork = 3e10;
/// Least number of pivots that a pyramid gets.
constexpr double kLeastPivots = 200;
constexpr int kMostSplittingPasses = 500;

void validate(const FclibSolverOptions& options) {
  const std::vector<std::string> names = fclib_solver_names();
  if (std::ranges::find(names, options.solver) == names.end()) {
    std::string text = "expected a solver of contact problems, one of";
    for (const std::string& name : names) text += " " + name;
    throw std::invalid_argument(text + ", got " + options.solver);
  }
  if (options.directions < 4 || options.directions > kMostFclibDirections ||
      options.directions % 2 != 0) {
    throw std::invalid_argument("expected an even number of directions from 4 to " +
                                std::to_string(kMostFclibDirections) + ", got " +
                                std::to_string(options.directions));
  }
  if (!(options.tolerance > 0) || !std::isfinite(options.tolerance)) {
    reject_number("a finite tolerance > 0", options.tolerance);
  }
}

/// Keeps the best judged candidate for the answer to an FCLIB problem. The only judge is
/// `calc_fclib_residual`.
class FclibCandidates {
 public:
  /// The problem must outlive the candidates.
  FclibCandidates(const FclibProblem& problem, double tolerance)
      : problem_(problem), tolerance_(tolerance) {}

  /// The dimensionless local form, computed on first use. Throws std::invalid_argument if
  /// `make_local` does.
  const FclibProblem& scaled() {
    if (scaled_) return *scaled_;
    scaled_ = make_local(problem_);
    if (problem_.form == FclibProblem::Form::global) local_ = scaled_;
    units_ = make_dimensionless(*scaled_);
    return *scaled_;
  }

  /// Has r, in the file's units, judged, and keeps it if it is the best; true if it is good enough.
  /// Judging the local form is cheap: if there is one, only an r that is good enough for it is also
  /// judged on the problem as given.
  bool consider(const Eigen::VectorXd& r, FclibStage stage) {
    if (!r.allFinite()) return false;
    double residual = calc_fclib_residual(local_ ? *local_ : problem_, r);
    if (local_ && residual <= tolerance_) residual = calc_fclib_residual(problem_, r);
    if (is_any_ && !(residual < answer_.residual)) return false;
    is_any_ = true;
    answer_.r = r;
    answer_.residual = residual;
    answer_.statistics.stage = stage;
    return residual <= tolerance_;
  }
  /// The same for an r in units of `scaled()`.
  bool consider_scaled(const Eigen::VectorXd& r, FclibStage stage) {
    return consider(units_.impulse() * r, stage);
  }

  /// The best candidate, in the file's units, with the statistics to which the solvers add.
  FclibAnswer& answer() { return answer_; }

 private:
  const FclibProblem& problem_;
  double tolerance_;
  std::optional<FclibProblem> local_;  ///< of a problem in global form, once it is needed
  std::optional<FclibProblem> scaled_;
  FclibUnits units_;
  bool is_any_ = false;
  FclibAnswer answer_;
};

/// The solvers' own limit, or what `kMostFclibWork` affords at `work` multiplications per pivot.
int pivot_limit(int rows, double work) {
  return static_cast<int>(
      std::min(50.0 * rows + 500, std::max(kLeastPivots, kMostFclibWork / work)));
}

/// Angles of the first facets, against the free slip, rad.
std::vector<double> find_angles(const FclibProblem& local) {
  std::vector<double> angles(static_cast<std::size_t>(local.num_contacts()), 0.0);
  for (int c = 0; local.dimension == 3 && c < local.num_contacts(); ++c) {
    const Vec2 slip = local.q.segment<2>(3 * c + 1);
    if (!slip.isZero(0)) angles[c] = angle_of(-slip);
  }
  return angles;
}

/// Runs one of Lloyd's methods; returns its pivots. r is the best that it found.
int solve_by_lloyd(const FclibProblem& local, LloydMethod method, int directions,
                   const std::vector<double>& angles, Eigen::VectorXd& r) {
  ContactColumns columns = make_contact_columns(Eigen::MatrixXd(local.W), local.q, local.mu,
                                                local.dimension, directions);
  for (int c = 0; c < local.num_contacts(); ++c) {
    if (angles[c] != 0) columns.turn_facets(c, angles[c]);
  }
  const double rows = columns.dimension;
  const double work = columns.num_contacts() * 4.0 * columns.width + 3 * rows * rows;
  LloydLemke lloyd;
  const int most = pivot_limit(columns.num_contacts() * (2 + columns.num_directions()), work);
  const LloydSolution& answer = lloyd.solve(columns, {.method = method, .pivot_limit = most});
  const double unit = columns.mass_unit * columns.velocity_unit;
  for (int c = 0; c < local.num_contacts(); ++c) {
    r.segment(local.dimension * c, local.dimension) =
        unit * turn_to_tangents(answer.impulses[c], angles[c]).head(local.dimension);
  }
  return answer.statistics.pivots;
}

/// Runs Lemke's standard method on eq. 8 with all its rows, and returns its pivots. The friction
/// rows of a contact share an entry of the covering vector. Does nothing if W overflows in its own
/// units.
int solve_by_lemke(const FclibProblem& local, int directions, std::vector<double> angles,
                   Eigen::VectorXd& r) {
  if (!Eigen::MatrixXd(local.W).allFinite()) return 0;
  if (local.dimension == 2) angles.clear();
  const Lcp lcp = pose_pyramid(local, directions, angles);
  const PyramidLayout layout = pyramid_layout(local, directions);
  const std::vector<int> groups = layout.covering_groups();
  LemkeSolver lemke;
  const double work = static_cast<double>(layout.size()) * layout.size();
  const LcpSolution& answer =
      lemke.solve(lcp, {.covering_group = groups, .pivot_limit = pivot_limit(layout.size(), work)});
  r = impulses_from_pyramid(local, directions, angles, answer.z);
  return answer.statistics.pivots;
}

/// Solves the pyramid of a problem (Lloyd 2004, eq. 8), with a facet of each contact against its
/// free slip, by `options.solver`, one of Lemke's and Lloyd's. Exact for plane problems, which have
/// two directions.
void solve_pyramid(FclibCandidates& candidates, const FclibSolverOptions& options) {
  const FclibProblem& local = candidates.scaled();
  const std::vector<double> angles = find_angles(local);
  Eigen::VectorXd r = Eigen::VectorXd::Zero(local.q.size());
  candidates.answer().statistics.pivots =
      options.solver == "lemke"
          ? solve_by_lemke(local, options.directions, angles, r)
          : solve_by_lloyd(local, lloyd_method_of(options.solver), options.directions, angles, r);
  candidates.consider_scaled(r, FclibStage::pyramid);
}

/// Runs the passes of `ConeSplitting` alone. If a pass is not solved, its result so far is used.
///
/// Returns why it ended: `residual`; `iteration_limit` for a cap on passes or work; `stagnation` if
/// passes went on without a better answer; else the reason for which the solver ended.
LcpStop run_passes(FclibCandidates& candidates, std::unique_ptr<BoundedFriction> friction,
                   FclibStage stage) {
  Effort effort(kMostFclibWork, 1, nullptr);
  SolverWork work(effort);
  const FclibProblem& local = candidates.scaled();
  const ConeProblem cone = {local.dimension, Eigen::MatrixXd(local.W), local.q, local.mu};
  ConeSplitting splitting(std::move(friction));
  splitting.start(cone, Eigen::VectorXd::Zero(cone.num_contacts()),
                  Eigen::VectorXd::Zero(cone.size()));
  bool is_found = false;
  splitting.run(kMostSplittingPasses, false, work, [&] {
    is_found = candidates.consider_scaled(splitting.impulses(), stage);
    return is_found;
  });
  candidates.answer().statistics.passes = splitting.num_passes();
  candidates.answer().statistics.pivots = work.iterations();
  if (is_found) return LcpStop::residual;
  if (splitting.has_stagnated()) {
    const BoundedFriction& last = splitting.friction();
    return last.is_exact() ? LcpStop::stagnation : last.stop();
  }
  const bool is_at_limit = work.is_over() || splitting.num_passes() >= kMostSplittingPasses;
  return is_at_limit ? LcpStop::iteration_limit : LcpStop::diverged;
}

FclibStage stage_of(Rung rung) {
  switch (rung) {
    case Rung::homotopy:
      return FclibStage::homotopy;
    case Rung::augmented_lagrangian:
      return FclibStage::augmented_lagrangian;
    default:
      return FclibStage::finish;
  }
}

/// Runs the ladder, from a pyramid's answer if there is one. If that already solves the problem,
/// the ladder only improves it towards round-off.
LcpStop climb(const FclibProblem& problem, double tolerance, FclibCandidates& candidates) {
  const FclibAnswer& best = candidates.answer();
  const bool is_solved = best.residual <= tolerance;
  if (is_solved && best.residual <= kExactResidual) return LcpStop::residual;
  FclibIsland island(problem);
  const double units = kMostFclibWork / island.unit();
  Effort effort(std::clamp(units, kLeastFactorisations, kDefaultEffort), 1, nullptr);
  const Rows start = island.to_groups(best.r);
  const bool has_start = best.statistics.stage == FclibStage::pyramid;
  const double solved = std::min(kSolvedFclibResidual, kLadderMargin * tolerance);
  IslandLadder ladder;
  const IslandLadder::Result result = ladder.solve(island.system(), has_start ? &start : nullptr,
                                                   {.steady = kExactResidual,
                                                    .accepted = kAimedFclibResidual,
                                                    .solved = is_solved ? kInfinity : solved},
                                                   effort);
  candidates.answer().statistics.factorisations += static_cast<int>(effort.spent());
  const FclibStage stage = is_solved ? best.statistics.stage : stage_of(result.rung);
  const bool is_found = candidates.consider(island.from_groups(ladder.best().impulses()), stage);
  if (is_solved || is_found) return LcpStop::residual;
  return effort.left() < effort.unit() ? LcpStop::iteration_limit : LcpStop::stagnation;
}

LcpStop run(const FclibProblem& problem, const FclibSolverOptions& options,
            FclibCandidates& candidates) {
  const Eigen::VectorXd nothing = Eigen::VectorXd::Zero(problem.dimension * problem.mu.size());
  if (candidates.consider(nothing, FclibStage::trivial)) return LcpStop::residual;
  if (options.solver == kStaggered) {
    return run_passes(candidates, make_staggered_friction(), FclibStage::staggering);
  }
  const bool is_pivoting = poses_fclib_pyramid(options.solver);
  if (options.solver != kLadder && !is_pivoting) {
    return run_passes(candidates, make_joint_friction(options.solver), FclibStage::splitting);
  }
  if (is_pivoting) solve_pyramid(candidates, options);
  const LcpStop stop = climb(problem, options.tolerance, candidates);
  if (stop == LcpStop::residual || is_pivoting) return stop;
  // Pivots find other answers: they solved 9 of 11 random problems that the ladder had not.
  FclibSolverOptions pivoting = options;
  pivoting.solver = kPivoting.front();
  solve_pyramid(candidates, pivoting);
  return climb(problem, options.tolerance, candidates);
}

LcpStatus status_of(LcpStop stop) {
  switch (stop) {
    case LcpStop::residual:
      return LcpStatus::solved;
    case LcpStop::iteration_limit:
      return LcpStatus::iteration_limit;
    default:
      return LcpStatus::no_solution_found;
  }
}

}  // namespace

std::string_view to_string(FclibStage stage) {
  constexpr std::array<std::string_view, 7> kNames = {
      "trivial",   "pyramid",   "finish", "homotopy", "augmented-lagrangian",
      "splitting", "staggering"};
  return kNames[static_cast<std::size_t>(stage)];
}

std::vector<std::string> fclib_solver_names() {
  std::vector<std::string> names = {std::string(kLadder)};
  names.insert(names.end(), kPivoting.begin(), kPivoting.end());
  for (const LcpSolverInfo& info : lcp_solvers()) {
    if (std::ranges::find(names, info.name) == names.end()) names.emplace_back(info.name);
  }
  names.emplace_back(kStaggered);
  return names;
}

bool poses_fclib_pyramid(std::string_view solver) {
  return std::ranges::find(kPivoting, solver) != kPivoting.end();
}

FclibAnswer solve_fclib(const FclibProblem& problem, const FclibSolverOptions& options) {
  validate(options);
  validate(problem);
  FclibCandidates candidates(problem, options.tolerance);
  FclibAnswer& answer = candidates.answer();
  answer.stop = run(problem, options, candidates);
  answer.status = status_of(answer.stop);
  answer.residual = calc_fclib_residual(problem, answer.r);
  return std::move(answer);
}

}  // namespace stiction
