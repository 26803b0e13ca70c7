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
  std::string figures;                  ///< figures of Lacoursiere 2003 that it reproduces: "1, 2"
  std::string name;                     ///< "random", "heap", "heap-shifted"
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

/// Quantiles of pivots over rows, or of Newton steps.
struct CountQuantiles {
  double lowest = 0;
  double tenth = 0;
  double median = 0;
  double ninetieth = 0;
  double highest = 0;
};

/// The least value that at least `share` of the values do not exceed; NaN for an empty list.
double quantile(std::vector<double> values, double share);

/// The pivots of a run divided by the rows of its problem, or its number of Newton steps.
double relative_count(const BoxSet& set, const BoxSeries& series, std::size_t problem);

CountQuantiles calc_quantiles(const BoxSet& set, const BoxSeries& series);
int count_solved(const BoxSeries& series);
double median_us(const BoxSeries& series);

/// Returns null if the set has no such series.
const BoxSeries* find_series(const BoxSet& set, std::string_view method);

/// Prints how many are solved, counts, worst residual, median time, and times beside the fastest of
/// another library.
void print_box_set(std::ostream& out, const BoxSet& set);
/// Prints a row for sweeps 1, 2, 5, 10, ...
void print_sweeps(std::ostream& out, const std::vector<SweepSeries>& all);

/// Columns: figure,set,size,method,problem,rows,count,relative,residual,us,solved; for figure 3 a
/// row per sweep, whose number is in `count`.
void write_lacoursiere_csv(std::ostream& out, std::span<const BoxSet> sets,
                           const std::vector<SweepSeries>& sweeps);

}  // namespace stiction::bench
