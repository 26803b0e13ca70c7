#include "stress_run.h"

#include <stiction/contact/coulomb_residual.h>
#include <stiction/model/contact_model.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <thread>

#include "contact_method.h"

namespace stiction::bench {
namespace {

constexpr int kThreads = 2;

/// A solver that throws on a sound problem gets the worst residual.
constexpr StressRun kThrew = {{.max = std::numeric_limits<double>::infinity()}, "exception"};

/// sqrt of sum (v - w)^T M (v - w) / sum m V^2, the angular part by the moments of inertia.
double calc_distance(const ContactProblem& problem, const std::vector<Vec6>& v,
                     const std::vector<Vec6>& w) {
  double difference = 0;
  double size = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const ContactProblem::Body& body = problem.bodies[i];
    const Vec3 linear = v[i].head<3>() - w[i].head<3>();
    const Vec3 angular = v[i].tail<3>() - w[i].tail<3>();
    difference += body.mass * linear.squaredNorm() + angular.dot(body.inertia * angular);
    size += body.mass * problem.velocity_scale * problem.velocity_scale;
  }
  return size > 0 ? std::sqrt(difference / size) : 0.0;
}

/// One thread's solvers.
class StressWorker {
 public:
  StressOutcome run(const StressOptions& options, std::uint64_t index);

 private:
  static bool is_turn(StressSolver solver, const StressOptions& options, std::uint64_t index,
                      const StressProblem& made);
  StressRun run_method(ContactMethod& method, const StressProblem& made,
                       std::vector<Vec6>& velocities);
  StressRun run_model(const StressProblem& made);

  FactoredMethod reduced_{LloydMethod::reduced};
  FactoredMethod structural_{LloydMethod::structural};
  StandardMethod standard_;
};

/// Structural and standard have the same turns, so that all three are compared.
bool StressWorker::is_turn(StressSolver solver, const StressOptions& options, std::uint64_t index,
                           const StressProblem& made) {
  const auto rows = static_cast<int>(made.problem.contacts.size()) * (made.directions + 2);
  switch (solver) {
    case StressSolver::reduced:
      return true;
    case StressSolver::structural:
      return options.all_solvers || index % 10 == 0;
    case StressSolver::standard:
      return (options.all_solvers || index % 20 == 0) && rows <= options.dense_rows;
    case StressSolver::model:
      return options.all_solvers || index % 10 == 5;
  }
  return false;
}

StressRun StressWorker::run_method(ContactMethod& method, const StressProblem& made,
                                   std::vector<Vec6>& velocities) {
  try {
    method.pose(made.problem, made.directions);
    method.solve();
    const MethodAnswer answer = method.answer();
    const ContactSolution solution = make_contact_solution(made.problem, answer.impulses);
    velocities = solution.velocities;
    return {calc_coulomb_residual(made.problem, solution, made.directions), answer.stage};
  } catch (const std::exception&) {
    return kThrew;
  }
}

StressRun StressWorker::run_model(const StressProblem& made) {
  try {
    const auto model = make_contact_model({.directions = made.directions});
    ContactSolution solution;
    model->solve(made.problem, {}, solution);
    const std::optional<Rung> rung = solution.statistics.rung;
    return {model->judge(made.problem, solution), rung ? to_string(*rung) : "unsolved"};
  } catch (const std::exception&) {
    return kThrew;
  }
}

StressOutcome StressWorker::run(const StressOptions& options, std::uint64_t index) {
  const StressProblem made = make_stress_problem(options.seed, index);
  const ContactProblem& problem = made.problem;
  StressOutcome outcome;
  outcome.index = index;
  outcome.family = made.family;
  outcome.features = made.features;
  outcome.bodies = static_cast<int>(problem.bodies.size());
  outcome.contacts = static_cast<int>(problem.contacts.size());
  outcome.directions = made.directions;
  const std::array<ContactMethod*, 3> methods = {&reduced_, &structural_, &standard_};
  std::array<std::vector<Vec6>, 3> velocities;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const auto solver = static_cast<StressSolver>(i);
    if (!is_turn(solver, options, index, made)) continue;
    outcome.runs[i] = run_method(*methods[i], made, velocities[i]);
    if (i > 0 && outcome.runs[0]->is_right(StressSolver::reduced) &&
        outcome.runs[i]->is_right(solver)) {
      outcome.distance[i] = calc_distance(problem, velocities[0], velocities[i]);
    }
  }
  if (is_turn(StressSolver::model, options, index, made)) {
    outcome.runs[static_cast<std::size_t>(StressSolver::model)] = run_model(made);
  }
  return outcome;
}

}  // namespace

bool StressOutcome::has_failed() const {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i] && !runs[i]->is_right(static_cast<StressSolver>(i))) return true;
  }
  return false;
}

bool StressOutcome::is_unsettled() const {
  const auto& model = runs[static_cast<std::size_t>(StressSolver::model)];
  return model && model->cone_error() > kConeBound;
}

std::vector<StressOutcome> run_stress(const StressOptions& options) {
  std::vector<StressOutcome> outcomes(options.problems);
  std::atomic<std::uint64_t> next = 0;
  const auto work = [&] {
    StressWorker worker;
    for (std::uint64_t i = next++; i < options.problems; i = next++) {
      outcomes[i] = worker.run(options, options.first + i);
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work);
  threads.clear();  // joins
  return outcomes;
}

}  // namespace stiction::bench
