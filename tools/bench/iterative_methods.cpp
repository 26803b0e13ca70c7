#include "iterative_methods.h"

#include <stiction/lcp/min_map_newton.h>
#include <stiction/lcp/pgs.h>
#include <stiction/lcp/psor.h>

#include <limits>

namespace stiction::bench {
namespace {

/// Options that both Newton methods have.
template <class Options>
Options make_newton_options(const IterativeOptions& options) {
  Options own;
  own.stop = options.stop;
  if (options.is_as_printed) {
    own.memory = 1;
    own.has_projection = true;
    own.has_gradient_fallback = false;
    own.has_scaling = false;
  }
  return own;
}

template <class Problem>
LcpSolution solve_any(IterativeMethod method, const Problem& problem,
                      const IterativeOptions& options, const LcpStart& start) {
  switch (method) {
    case IterativeMethod::fischer: {
      auto own = make_newton_options<FischerNewtonOptions>(options);
      own.strategy = options.strategy;
      return FischerNewtonSolver().solve(problem, own, start);
    }
    case IterativeMethod::min_map:
      return MinMapNewtonSolver().solve(problem, make_newton_options<MinMapNewtonOptions>(options),
                                        start);
    case IterativeMethod::pgs:
      return PgsSolver().solve(
          problem, {.stop = options.stop, .block = {}, .merit = SplittingMerit::gap}, start);
    case IterativeMethod::psor:
      break;
  }
  return PsorSolver().solve(
      problem,
      {.stop = options.stop, .relaxation = options.relaxation, .merit = SplittingMerit::gap},
      start);
}

template <class Problem>
std::vector<double> trace_any(IterativeMethod method, const Problem& problem,
                              IterativeOptions options, int iterations) {
  std::vector<double> merits;
  options.stop = {.tolerance = std::numeric_limits<double>::min(),
                  .iteration_limit = iterations,
                  .on_iteration = [&merits](const LcpIteration& iteration) {
                    merits.push_back(iteration.merit);
                  }};
  solve_any(method, problem, options, {});
  return merits;
}

}  // namespace

std::string_view to_string(IterativeMethod method) {
  switch (method) {
    case IterativeMethod::fischer:
      return "Fischer";
    case IterativeMethod::min_map:
      return "Min. Map.";
    case IterativeMethod::pgs:
      return "PGS";
    case IterativeMethod::psor:
      break;
  }
  return "PSOR";
}

LcpSolution solve(IterativeMethod method, const Lcp& problem, const IterativeOptions& options,
                  const LcpStart& start) {
  return solve_any(method, problem, options, start);
}

LcpSolution solve(IterativeMethod method, const SparseLcp& problem, const IterativeOptions& options,
                  const LcpStart& start) {
  return solve_any(method, problem, options, start);
}

std::vector<double> trace_merit(IterativeMethod method, const Lcp& problem,
                                const IterativeOptions& options, int iterations) {
  return trace_any(method, problem, options, iterations);
}

std::vector<double> trace_merit(IterativeMethod method, const SparseLcp& problem,
                                const IterativeOptions& options, int iterations) {
  return trace_any(method, problem, options, iterations);
}

}  // namespace stiction::bench
