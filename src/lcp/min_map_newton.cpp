#include <stiction/lcp/min_map_newton.h>

#include "newton_options.h"

namespace stiction {

struct MinMapNewtonSolver::Workspace {
  class Rows : public NewtonFunction {
   public:
    double calc_value(double z, double w, double lower, double upper) const override {
      return calc_min_map(z, w, lower, upper).value;
    }
    NewtonRow calc_row(double z, double w, double lower, double upper) override {
      return calc_min_map(z, w, lower, upper);
    }
  };

  template <class Problem>
  const LcpSolution& solve(const Problem& given, const MinMapNewtonOptions& options,
                           const LcpStart& start);

  NewtonProblem problem;
  Rows function;
  SemismoothNewton newton;
  Eigen::VectorXd z;  ///< the scaled start
  LcpSolution solution;
  NewtonReport report;
};

template <class Problem>
const LcpSolution& MinMapNewtonSolver::Workspace::solve(const Problem& given,
                                                        const MinMapNewtonOptions& options,
                                                        const LcpStart& start) {
  validate(given);
  validate_semismooth(options);
  validate(start, static_cast<std::size_t>(given.q.size()));
  const NewtonSystem system = NewtonProblem::choose_system(&given, options.system);
  problem.reset(&given, system, options.has_scaling);
  problem.start_at(start, z);
  const SemismoothSettings settings = make_semismooth_settings(options, system);
  const LcpStop stop = newton.run(problem, function, settings, z);
  newton.finish(stop, solution, report);
  return solution;
}

MinMapNewtonSolver::MinMapNewtonSolver() : workspace_(std::make_unique<Workspace>()) {}
MinMapNewtonSolver::~MinMapNewtonSolver() = default;
MinMapNewtonSolver::MinMapNewtonSolver(MinMapNewtonSolver&&) noexcept = default;
MinMapNewtonSolver& MinMapNewtonSolver::operator=(MinMapNewtonSolver&&) noexcept = default;

const NewtonReport& MinMapNewtonSolver::report() const { return workspace_->report; }

const LcpSolution& MinMapNewtonSolver::solve(const Lcp& problem, const MinMapNewtonOptions& options,
                                             const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& MinMapNewtonSolver::solve(const BoxLcp& problem,
                                             const MinMapNewtonOptions& options,
                                             const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& MinMapNewtonSolver::solve(const SparseLcp& problem,
                                             const MinMapNewtonOptions& options,
                                             const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& MinMapNewtonSolver::solve(const SparseBoxLcp& problem,
                                             const MinMapNewtonOptions& options,
                                             const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& MinMapNewtonSolver::solve(const FactoredBoxLcp& problem,
                                             const MinMapNewtonOptions& options,
                                             const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

}  // namespace stiction
