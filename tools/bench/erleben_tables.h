#pragma once

#include <stiction/lcp/lcp.h>

#include <array>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "erleben_curves.h"

namespace stiction::bench {

/// How one solve ended.
struct EndRun {
  LcpStop stop = LcpStop::not_applicable;
  int iterations = 0;
  double residual = 0;
};

/// One method on all problems of one kind.
struct EndSeries {
  std::string table;     ///< "tables 1, 2", "figure 6", "zero eigenvalues"
  std::string problems;  ///< "fluid", "contact, printed", "30 % zero"
  std::string method;    ///< "PGS", "Fischer, warm"
  std::vector<EndRun> runs = {};
};

/// Statistics of the iterations, as in table 2.
struct IterationStatistics {
  double mean = 0;
  int least = 0;
  int most = 0;
  double deviation = 0;
};

int count_stops(const EndSeries& series, LcpStop stop);
/// Statistics of the runs that ended by the absolute criterion.
IterationStatistics calc_statistics(const EndSeries& series);

/// Tables 1 and 2: absolute 1e-3, relative 1e-6, 100 iterations.
std::vector<EndSeries> run_robustness(const ErlebenSizes& sizes);
/// Figure 6: dense positive definite problems, cold and after 10 sweeps of PGS; absolute 1e-2,
/// relative 1e-6, 30 iterations.
std::vector<EndSeries> run_warm_starts(const ErlebenSizes& sizes);
/// Dense positive semidefinite problems with a growing share of zero eigenvalues; absolute 1e-2,
/// relative 1e-4, 100 iterations, Fischer-Newton by the strategy `approximation`.
std::vector<EndSeries> run_zero_eigenvalues(const ErlebenSizes& sizes);

/// Solves to a residual of 1e-8 with the library's own options: the methods on the fluid problems,
/// Lemke's and Fischer-Newton's on contact problems from real Jacobians.
std::vector<EndSeries> run_to_solutions(const ErlebenSizes& sizes);

/// Prints a row per series: a column for each final state that occurs, then the iterations.
void print_end_series(std::ostream& out, const std::vector<EndSeries>& all);

/// Returns null if there is none.
const EndSeries* find_series(const std::vector<EndSeries>& all, std::string_view table,
                             std::string_view problems, std::string_view method);

}  // namespace stiction::bench
