#pragma once

#include <stiction/lcp/fischer_newton.h>
#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>
#include <stiction/lcp/stopping_criteria.h>

#include <string>
#include <string_view>
#include <vector>

namespace stiction::bench {

/// The methods whose iterations Erleben 2013, section 7, counts.
enum class IterativeMethod { fischer, min_map, pgs, psor };

/// "Fischer", "Min. Map.", "PGS", "PSOR", as his tables have them.
std::string_view to_string(IterativeMethod method);

struct IterativeOptions {
  StoppingCriteria stop = {};
  double relaxation = 1.4;  ///< of PSOR
  JacobianStrategy strategy = JacobianStrategy::perturbation;
  /// The Newton methods as the paper has them: a monotone projected line search (eq. 83), no other
  /// direction where Newton's fails, rows as they are. Else as the library has them.
  bool is_as_printed = true;
};

/// The stop and status, iterations and answer of a fresh solver. The splitting methods stop by the
/// merit function of eq. 106, the Newton methods by their own.
LcpSolution solve(IterativeMethod method, const Lcp& problem, const IterativeOptions& options,
                  const LcpStart& start = {});
LcpSolution solve(IterativeMethod method, const SparseLcp& problem, const IterativeOptions& options,
                  const LcpStart& start = {});

/// The merit function of the start and after each iteration. It goes on, whatever the criteria say,
/// to `iterations` or to where the method stops by itself.
std::vector<double> trace_merit(IterativeMethod method, const Lcp& problem,
                                const IterativeOptions& options, int iterations);
std::vector<double> trace_merit(IterativeMethod method, const SparseLcp& problem,
                                const IterativeOptions& options, int iterations);

}  // namespace stiction::bench
