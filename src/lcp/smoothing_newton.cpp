#include <stiction/lcp/smoothing_newton.h>

#include "newton_equation.h"
#include "newton_functions.h"
#include "newton_monitor.h"
#include "newton_options.h"
#include "newton_problem.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace stiction {
namespace {

/// mu at the start, for the scaled problem, and gamma; gamma mu_0 < 1.
constexpr double kMu0 = 1.0;
constexpr double kGamma = 0.2;
/// nu, the weight of the Tikhonov term. The original value, 1, hides the solution of problems of
/// condition 1e4 until mu is small, and takes five times as many iterations.
constexpr double kTikhonov = 1e-3;
/// Ratio of the mu of successive resets.
constexpr double kMuReduction = 0.1;

void validate(const SmoothingNewtonOptions& options) {
  stiction::validate(options.stop);
  validate_line_search(options);
  require_option(options.restart_limit >= 0, "restart_limit >= 0", options.restart_limit);
}

}  // namespace

struct SmoothingNewtonSolver::Workspace {
  template <class Problem>
  const LcpSolution& solve(const Problem& given, const SmoothingNewtonOptions& options,
                           const LcpStart& start);
  LcpStop run(const SmoothingNewtonOptions& options);
  void begin(double at_mu);
  std::optional<LcpStop> make_step(const SmoothingNewtonOptions& options);
  bool find_direction();
  bool search_along_direction(const SmoothingNewtonOptions& options);
  double calc_merit(double mu, const Eigen::VectorXd& z, const Eigen::VectorXd& w) const;

  NewtonProblem problem;
  NewtonEquation equation;
  NewtonMonitor monitor;
  NewtonReport report;
  NewtonLinearisation rows;
  double mu = 0;
  double mu_direction = 0;
  double merit = 0;  ///< psi
  Eigen::VectorXd z, w, direction, trial_z, trial_w, product;
  LcpSolution solution;
};

template <class Problem>
const LcpSolution& SmoothingNewtonSolver::Workspace::solve(const Problem& given,
                                                           const SmoothingNewtonOptions& options,
                                                           const LcpStart& start) {
  stiction::validate(given);
  validate(options);
  stiction::validate(start, static_cast<std::size_t>(given.q.size()));
  problem.reset(&given, NewtonSystem::dense, options.has_scaling);
  problem.start_at(start, z);  // before `solution` is changed, as `start` may be part of it
  equation.reset(problem, NewtonSystem::dense);
  rows.resize(problem.size());
  for (Eigen::VectorXd* v : {&w, &direction, &trial_z, &trial_w, &product}) {
    v->resize(problem.size());
  }
  report = {};
  solution.states.clear();
  solution.statistics = {};
  monitor.start(problem, options.stop);
  const LcpStop stop = run(options);
  monitor.finish(stop, solution);
  return solution;
}

LcpStop SmoothingNewtonSolver::Workspace::run(const SmoothingNewtonOptions& options) {
  problem.calc_w(z, w);
  begin(kMu0);
  for (;;) {
    if (const std::optional<LcpStop> stop = monitor.observe(z, merit)) return *stop;
    std::optional<LcpStop> failure = make_step(options);
    for (int& restarts = solution.statistics.restarts; failure; failure = make_step(options)) {
      if (restarts >= options.restart_limit) return *failure;
      begin(kMu0 * std::pow(kMuReduction, ++restarts));
    }
  }
}

/// Starts, or restarts, from z with this mu.
void SmoothingNewtonSolver::Workspace::begin(double at_mu) {
  mu = at_mu;
  merit = calc_merit(mu, z, w);
}

/// Moves mu and z, or returns the reason why it cannot.
std::optional<LcpStop> SmoothingNewtonSolver::Workspace::make_step(
    const SmoothingNewtonOptions& options) {
  if (!find_direction()) return LcpStop::non_descent;
  if (!search_along_direction(options)) return LcpStop::local_minimum;
  return std::nullopt;
}

/// G' d = -G + mu_0 gamma min(1, psi) e_1. The first row gives d_mu; with it the others are
///
///     (diag(1 - c + nu mu) + diag(c) M) d_z = -(Phi + nu mu z) - (dPhi/dmu + nu z) d_mu.
///
/// True if d_z satisfies them well enough to be a direction of descent.
bool SmoothingNewtonSolver::Workspace::find_direction() {
  mu_direction = -mu + kMu0 * kGamma * std::min(1.0, merit);
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const SmoothRow row = calc_smooth_mid(z[i], w[i], problem.lower()[i], problem.upper()[i], mu);
    rows.value[i] = row.value + kTikhonov * mu * z[i] + (row.dmu + kTikhonov * z[i]) * mu_direction;
    rows.dz[i] = row.dz + kTikhonov * mu;
    rows.dw[i] = row.dw;
  }
  if (equation.solve(rows, 0.0, direction) != NewtonEquation::Outcome::regular) {
    ++report.singular_systems;
  }
  if (!direction.allFinite()) return false;
  // An error r of the system adds at most 2 |G| |r| to the slope -2 (1 - gamma mu_0) psi.
  equation.multiply(rows, direction, product);
  const double error = (product + rows.value).norm();
  return error <= 0.5 * (1.0 - kGamma * kMu0) * std::sqrt(merit);
}

/// psi(mu + tau d_mu, z + tau d_z) <= (1 - 2 alpha (1 - gamma mu_0) tau) psi(mu, z). True if z has
/// moved.
bool SmoothingNewtonSolver::Workspace::search_along_direction(
    const SmoothingNewtonOptions& options) {
  const double decrease = 2.0 * options.sufficient_decrease * (1.0 - kGamma * kMu0);
  for (double tau = 1.0; tau >= options.least_step; tau *= options.step_reduction) {
    ++solution.statistics.line_search_steps;
    const double trial_mu = mu + tau * mu_direction;
    trial_z = z + tau * direction;
    if (trial_z == z) return false;
    problem.calc_w(trial_z, trial_w);
    const double trial_merit = calc_merit(trial_mu, trial_z, trial_w);
    if (!(trial_merit <= (1.0 - decrease * tau) * merit)) continue;
    mu = trial_mu;
    z.swap(trial_z);
    w.swap(trial_w);
    merit = trial_merit;
    return true;
  }
  return false;
}

/// psi = |G|^2 = mu^2 + |Phi_mu(z) + nu mu z|^2.
double SmoothingNewtonSolver::Workspace::calc_merit(double at_mu, const Eigen::VectorXd& at_z,
                                                    const Eigen::VectorXd& at_w) const {
  double sum = at_mu * at_mu;
  for (Eigen::Index i = 0; i < at_z.size(); ++i) {
    const double phi =
        calc_smooth_mid(at_z[i], at_w[i], problem.lower()[i], problem.upper()[i], at_mu).value +
        kTikhonov * at_mu * at_z[i];
    sum += phi * phi;
  }
  return sum;
}

SmoothingNewtonSolver::SmoothingNewtonSolver() : workspace_(std::make_unique<Workspace>()) {}
SmoothingNewtonSolver::~SmoothingNewtonSolver() = default;
SmoothingNewtonSolver::SmoothingNewtonSolver(SmoothingNewtonSolver&&) noexcept = default;
SmoothingNewtonSolver& SmoothingNewtonSolver::operator=(SmoothingNewtonSolver&&) noexcept = default;

const NewtonReport& SmoothingNewtonSolver::report() const { return workspace_->report; }

const LcpSolution& SmoothingNewtonSolver::solve(const Lcp& problem,
                                                const SmoothingNewtonOptions& options,
                                                const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& SmoothingNewtonSolver::solve(const BoxLcp& problem,
                                                const SmoothingNewtonOptions& options,
                                                const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

}  // namespace stiction
