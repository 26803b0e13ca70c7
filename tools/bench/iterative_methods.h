#pragma once

#include <stiction/lcp/fischer_newton.h>
#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>
#include <stiction/lcp/stopping_criteria.h>

#include <string>
#include <string_view>
#include <vector>

namespace stiction::bench {

/// The methods whose iterations are counted in Erleben 2013, section 7.
enum class IterativeMethod { fischer, min_map, pgs, psor };

/// "Fischer", "Min. Map.", "PGS", "PSOR", as in the paper's tables.
std::string_view to_string(IterativeMethod method);

struct IterativeOptions {
  StoppingCriteria stop = {};
  double relaxation = 1.4;  ///< of PSOR
  JacobianStrategy strategy = JacobianStrategy::perturbation;
  /// True: the Newton methods as in the paper, with a monotone projected line search (eq. 83), no
  /// other direction if Newton's fails, and unscaled rows. False: as in the library.
  bool is_as_printed = true;
};

/// Solves with a fresh solver; returns stop and status, iterations and answer. The splitting
/// methods stop by the merit function of eq. 106, the Newton methods by their own.
LcpSolution solve(IterativeMethod method, const Lcp& problem, const IterativeOptions& options,
                  const LcpStart& start = {});
LcpSolution solve(IterativeMethod method, const SparseLcp& problem, const IterativeOptions& options,
                  const LcpStart& start = {});

/// The merit function at the start and after each iteration. Ignores the stopping criteria and runs
/// to `iterations` or until the method ends by itself.
std::vector<double> trace_merit(IterativeMethod method, const Lcp& problem,
                                const IterativeOptions& options, int iterations);
std::vector<double> trace_merit(IterativeMethod method, const SparseLcp& problem,
                                const IterativeOptions& options, int iterations);

}  // namespace stiction::bench
