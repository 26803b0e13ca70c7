#include <stiction/lcp/fischer_newton.h>

#include "newton_options.h"

#include <stiction/lcp/pgs.h>

#include <cmath>
#include <stdexcept>

namespace stiction {
namespace {

void validate(const FischerNewtonOptions& options) {
  validate_semismooth(options);
  require_option(options.perturbation > 0.0 && std::isfinite(options.perturbation),
                 "a finite perturbation > 0", options.perturbation);
  require_option(options.pgs_sweeps >= 0, "pgs_sweeps >= 0", options.pgs_sweeps);
}

bool is_approximated(const FischerNewtonOptions& options) {
  return options.strategy == JacobianStrategy::approximation;
}

/// Finite differences give only products.
NewtonSystem choose_system(const NewtonProblem::Source& source,
                           const FischerNewtonOptions& options) {
  if (!is_approximated(options)) return NewtonProblem::choose_system(source, options.system);
  if (options.system.value_or(NewtonSystem::gmres) != NewtonSystem::gmres) {
    throw std::invalid_argument(
        "expected system gmres for the strategy approximation, got " +
        std::string(*options.system == NewtonSystem::dense ? "dense" : "sparse"));
  }
  return NewtonSystem::gmres;
}

}  // namespace

struct FischerNewtonSolver::Workspace {
  class Rows : public NewtonFunction {
   public:
    void reset(const FischerNewtonOptions& options) {
      function_.reset(options.strategy, options.perturbation, options.seed);
    }
    double calc_value(double z, double w, double lower, double upper) const override {
      return FischerFunction::calc_value(z, w, lower, upper);
    }
    NewtonRow calc_row(double z, double w, double lower, double upper) override {
      return function_.calc_row(z, w, lower, upper);
    }

   private:
    FischerFunction function_;
  };

  template <class Problem>
  const LcpSolution& solve(const Problem& given, const FischerNewtonOptions& options,
                           const LcpStart& start);
  template <class Problem>
  int sweep(const Problem& given, const FischerNewtonOptions& options, const LcpStart& start);

  PgsSolver pgs;
  NewtonProblem problem;
  Rows function;
  SemismoothNewton newton;
  Eigen::VectorXd z;  ///< the scaled start
  LcpSolution solution;
  NewtonReport report;
};

template <class Problem>
const LcpSolution& FischerNewtonSolver::Workspace::solve(const Problem& given,
                                                         const FischerNewtonOptions& options,
                                                         const LcpStart& start) {
  stiction::validate(given);
  validate(options);
  stiction::validate(start, static_cast<std::size_t>(given.q.size()));
  const NewtonSystem system = choose_system(&given, options);
  problem.reset(&given, system, options.has_scaling);
  problem.start_at(start, z);
  const int sweeps = sweep(given, options, start);
  SemismoothSettings settings = make_semismooth_settings(options, system);
  if (is_approximated(options)) settings.difference = options.perturbation;
  function.reset(options);
  const LcpStop stop = newton.run(problem, function, settings, z);
  newton.finish(stop, solution, report);
  report.sweeps = sweeps;
  return solution;
}

/// Moves z to the best point of the sweeps; returns their number.
template <class Problem>
int FischerNewtonSolver::Workspace::sweep(const Problem& given, const FischerNewtonOptions& options,
                                          const LcpStart& start) {
  if (options.pgs_sweeps == 0) return 0;
  const PgsOptions pgs_options = {
      .stop = {.tolerance = options.stop.tolerance, .iteration_limit = options.pgs_sweeps}};
  const LcpSolution& swept = pgs.solve(given, pgs_options, start);
  problem.start_at({.z = {swept.z.data(), static_cast<std::size_t>(swept.z.size())}}, z);
  return swept.statistics.iterations;
}

FischerNewtonSolver::FischerNewtonSolver() : workspace_(std::make_unique<Workspace>()) {}
FischerNewtonSolver::~FischerNewtonSolver() = default;
FischerNewtonSolver::FischerNewtonSolver(FischerNewtonSolver&&) noexcept = default;
FischerNewtonSolver& FischerNewtonSolver::operator=(FischerNewtonSolver&&) noexcept = default;

const NewtonReport& FischerNewtonSolver::report() const { return workspace_->report; }

const LcpSolution& FischerNewtonSolver::solve(const Lcp& problem,
                                              const FischerNewtonOptions& options,
                                              const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& FischerNewtonSolver::solve(const BoxLcp& problem,
                                              const FischerNewtonOptions& options,
                                              const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& FischerNewtonSolver::solve(const SparseLcp& problem,
                                              const FischerNewtonOptions& options,
                                              const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& FischerNewtonSolver::solve(const SparseBoxLcp& problem,
                                              const FischerNewtonOptions& options,
                                              const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& FischerNewtonSolver::solve(const FactoredBoxLcp& problem,
                                              const FischerNewtonOptions& options,
                                              const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

}  // namespace stiction
