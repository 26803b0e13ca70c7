#pragma once

#include <Eigen/Core>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "box_methods.h"

namespace stiction::bench {

/// All methods on one set of problems.
struct BoxSet {
  std::string figures;                  ///< of Lacoursiere 2003 that it stands for: "1, 2"
  std::string name;                     ///< "random", "heap", "heap+shift"
  Eigen::Index size = 0;                ///< rows of each problem; 0: they differ
  std::vector<Eigen::Index> rows = {};  ///< of each problem
  std::vector<BoxSeries> series = {};

  int num_problems() const { return static_cast<int>(rows.size()); }
};

/// The residual after each sweep of Gauss-Seidel.
struct SweepSeries {
  std::string method;
  std::vector<double> residuals;
};

/// Of pivots over rows, or of Newton steps.
struct CountQuantiles {
  double lowest = 0;
  double tenth = 0;
  double median = 0;
  double ninetieth = 0;
  double highest = 0;
};

/// The value that `share` of the values are not above; of an empty list NaN.
double quantile(std::vector<double> values, double share);

/// Pivots of a run divided by the rows of its problem, or its Newton steps.
double relative_count(const BoxSet& set, const BoxSeries& series, std::size_t problem);

CountQuantiles calc_quantiles(const BoxSet& set, const BoxSeries& series);
int count_solved(const BoxSeries& series);
double median_us(const BoxSeries& series);

/// Null if the set has no such series.
const BoxSeries* find_series(const BoxSet& set, std::string_view method);

/// Solved, counts, worst residual, median time, and times beside the fastest of another library.
void print_box_set(std::ostream& out, const BoxSet& set);
/// A line for some sweeps, 1, 2, 5, 10, ...
void print_sweeps(std::ostream& out, const std::vector<SweepSeries>& all);

/// figure,set,size,method,problem,rows,count,relative,residual,us,solved; of figure 3 a line for
/// each sweep, which stands in `count`.
void write_lacoursiere_csv(std::ostream& out, std::span<const BoxSet> sets,
                           const std::vector<SweepSeries>& sweeps);

}  // namespace stiction::bench
