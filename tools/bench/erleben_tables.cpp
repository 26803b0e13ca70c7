#include "erleben_tables.h"

#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lemke.h>
#include <stiction/lcp/problem_generators.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "iterative_methods.h"
#include "text_table.h"
#include "worst_residual.h"

namespace stiction::bench {
namespace {

using enum IterativeMethod;

/// Disables all criteria but the paper's.
constexpr double kNoTolerance = std::numeric_limits<double>::min();

/// A variant of a method, with the name of its row.
struct MethodVariant {
  std::string name;
  IterativeMethod method;
  IterativeOptions options;
  int sweeps_before = 0;  ///< of PGS, for the start
};

MethodVariant as_printed(IterativeMethod method, const StoppingCriteria& stop) {
  return {std::string(to_string(method)), method, {.stop = stop}};
}

/// With the line search, the scaling and the second direction of the library.
MethodVariant as_in_library(IterativeMethod method, const StoppingCriteria& stop) {
  return {
      std::string(to_string(method)) + ", library", method, {.stop = stop, .is_as_printed = false}};
}

template <class Problem>
EndRun run_variant(const MethodVariant& variant, const Problem& problem) {
  LcpSolution before;
  LcpStart start;
  if (variant.sweeps_before > 0) {
    IterativeOptions sweeps;
    sweeps.stop = {.tolerance = kNoTolerance, .iteration_limit = variant.sweeps_before};
    before = solve(pgs, problem, sweeps);
    start.z = {before.z.data(), static_cast<std::size_t>(before.z.size())};
  }
  const LcpSolution solution = solve(variant.method, problem, variant.options, start);
  return {solution.stop, solution.statistics.iterations, lcp_residual(problem, solution.z)};
}

/// Runs all variants on `count` problems, which `make` draws by their number.
template <class Make>
std::vector<EndSeries> run_variants(const std::string& table, const std::string& problems,
                                    const std::vector<MethodVariant>& variants, int count,
                                    Make&& make) {
  std::vector<EndSeries> all;
  for (const MethodVariant& variant : variants) all.push_back({table, problems, variant.name});
  for (int k = 0; k < count; ++k) {
    const auto problem = make(static_cast<std::uint64_t>(k));
    for (std::size_t v = 0; v < variants.size(); ++v) {
      all[v].runs.push_back(run_variant(variants[v], problem));
    }
  }
  return all;
}

void append(std::vector<EndSeries>& all, std::vector<EndSeries> more) {
  for (EndSeries& one : more) all.push_back(std::move(one));
}

SparseLcp draw_fluid(const ErlebenSizes& sizes, std::uint64_t seed) {
  return make_fluid_lcp({sizes.fluid_cells, sizes.fluid_cells, sizes.fluid_cells}, seed);
}

Lcp draw_printed_contacts(const ErlebenSizes& sizes, std::uint64_t seed) {
  return make_printed_contact_lcp({.contacts = sizes.table_contacts,
                                   .bodies = std::max(1, 2 * sizes.table_contacts / 5)},
                                  {}, seed)
      .problem;
}

Lcp draw_real_contacts(const ErlebenSizes& sizes, std::uint64_t seed) {
  return make_contact_lcp(
      {.contacts = sizes.table_contacts, .bodies = std::max(1, 2 * sizes.table_contacts / 5)},
      seed);
}

/// Eigenvalues are up to n, as for matrices A A^T of random numbers.
Lcp draw_dense(const ErlebenSizes& sizes, double zero_share, std::uint64_t seed) {
  const RandomMatrixOptions options{
      .size = sizes.dense_size, .condition = 1e3, .zero_share = zero_share};
  const RowMajorMatrix M = sizes.dense_size * make_semidefinite_matrix(options, seed);
  return make_known_lcp(M, {}, seed).problem;
}

EndSeries run_lemke(const ErlebenSizes& sizes) {
  EndSeries series{"to solutions", "contact, real", "Lemke"};
  LemkeSolver lemke;
  for (int k = 0; k < sizes.problems; ++k) {
    const Lcp problem = draw_real_contacts(sizes, static_cast<std::uint64_t>(k));
    const LcpSolution& solution = lemke.solve(problem);
    series.runs.push_back(
        {solution.stop, solution.statistics.pivots, lcp_residual(problem, solution.z)});
  }
  return series;
}

/// "87 absolute, 13 non-descent"
std::string stops_text(const EndSeries& series) {
  std::string text;
  for (int k = 0; k <= static_cast<int>(LcpStop::not_applicable); ++k) {
    const auto stop = static_cast<LcpStop>(k);
    const int count = count_stops(series, stop);
    if (count == 0) continue;
    if (!text.empty()) text += ", ";
    text += std::to_string(count) + ' ' + std::string(to_string(stop));
  }
  return text;
}

}  // namespace

int count_stops(const EndSeries& series, LcpStop stop) {
  return static_cast<int>(std::ranges::count(series.runs, stop, &EndRun::stop));
}

IterationStatistics calc_statistics(const EndSeries& series) {
  IterationStatistics statistics;
  int count = 0;
  double sum = 0;
  double sum_of_squares = 0;
  for (const EndRun& run : series.runs) {
    if (run.stop != LcpStop::absolute && run.stop != LcpStop::residual) continue;
    statistics.least = count == 0 ? run.iterations : std::min(statistics.least, run.iterations);
    statistics.most = std::max(statistics.most, run.iterations);
    sum += run.iterations;
    sum_of_squares += static_cast<double>(run.iterations) * run.iterations;
    ++count;
  }
  if (count == 0) return {};
  statistics.mean = sum / count;
  statistics.deviation =
      std::sqrt(std::max(0.0, sum_of_squares / count - statistics.mean * statistics.mean));
  return statistics;
}

std::vector<EndSeries> run_robustness(const ErlebenSizes& sizes) {
  const StoppingCriteria stop{
      .tolerance = kNoTolerance, .absolute = 1e-3, .relative = 1e-6, .iteration_limit = 100};
  const std::vector<MethodVariant> newtons = {
      as_printed(fischer, stop), as_in_library(fischer, stop), as_printed(min_map, stop),
      as_in_library(min_map, stop)};
  std::vector<MethodVariant> fluid = newtons;
  fluid.push_back(as_printed(pgs, stop));
  fluid.push_back(as_printed(psor, stop));
  const char* table = "tables 1, 2";
  std::vector<EndSeries> all =
      run_variants(table, "fluid", fluid, sizes.problems,
                   [&](std::uint64_t seed) { return draw_fluid(sizes, seed); });
  append(all, run_variants(table, "contact, printed", newtons, sizes.problems,
                           [&](std::uint64_t seed) { return draw_printed_contacts(sizes, seed); }));
  append(all, run_variants(table, "contact, real", newtons, sizes.problems,
                           [&](std::uint64_t seed) { return draw_real_contacts(sizes, seed); }));
  return all;
}

std::vector<EndSeries> run_warm_starts(const ErlebenSizes& sizes) {
  const StoppingCriteria stop{
      .tolerance = kNoTolerance, .absolute = 1e-2, .relative = 1e-6, .iteration_limit = 30};
  std::vector<MethodVariant> variants;
  for (const IterativeMethod method : {fischer, min_map}) {
    variants.push_back(as_printed(method, stop));
    variants.push_back(as_printed(method, stop));
    variants.back().name += ", warm";
    variants.back().sweeps_before = 10;
  }
  return run_variants("figure 6", "dense, definite", variants, sizes.problems,
                      [&](std::uint64_t seed) { return draw_dense(sizes, 0, seed); });
}

std::vector<EndSeries> run_zero_eigenvalues(const ErlebenSizes& sizes) {
  const StoppingCriteria stop{
      .tolerance = kNoTolerance, .absolute = 1e-2, .relative = 1e-4, .iteration_limit = 100};
  MethodVariant approximating = as_printed(fischer, stop);
  approximating.options.strategy = JacobianStrategy::approximation;
  const std::vector<MethodVariant> variants = {approximating, as_in_library(fischer, stop),
                                               as_printed(min_map, stop), as_printed(pgs, stop),
                                               as_printed(psor, stop)};
  std::vector<EndSeries> all;
  for (const int percent : {0, 20, 40, 60, 80}) {
    append(all, run_variants("zero eigenvalues", std::to_string(percent) + " % zero", variants,
                             sizes.problems, [&](std::uint64_t seed) {
                               return draw_dense(sizes, 0.01 * percent, seed);
                             }));
  }
  return all;
}

std::vector<EndSeries> run_to_solutions(const ErlebenSizes& sizes) {
  const StoppingCriteria stop{.tolerance = 1e-8};
  const char* table = "to solutions";
  std::vector<EndSeries> all = run_variants(
      table, "fluid",
      {as_in_library(fischer, stop), as_in_library(min_map, stop), as_printed(pgs, stop),
       as_printed(psor, stop)},
      std::max(1, sizes.problems / 5), [&](std::uint64_t seed) { return draw_fluid(sizes, seed); });
  all.push_back(run_lemke(sizes));
  append(all, run_variants(table, "contact, real", {as_in_library(fischer, stop)}, sizes.problems,
                           [&](std::uint64_t seed) { return draw_real_contacts(sizes, seed); }));
  return all;
}

void print_end_series(std::ostream& out, const std::vector<EndSeries>& all) {
  std::vector<Cells> lines = {
      {"problems", "method", "final states", "number", "mean", "min", "max", "std", "residual"}};
  for (const EndSeries& series : all) {
    const IterationStatistics statistics = calc_statistics(series);
    lines.push_back({series.problems, series.method, stops_text(series),
                     std::to_string(series.runs.size()), format_text("%.2f", statistics.mean),
                     std::to_string(statistics.least), std::to_string(statistics.most),
                     format_text("%.2f", statistics.deviation),
                     format_text("%.1e", worst_residual(series.runs))});
  }
  print_aligned(out, lines, 3);
  out << '\n';
}

const EndSeries* find_series(const std::vector<EndSeries>& all, std::string_view table,
                             std::string_view problems, std::string_view method) {
  for (const EndSeries& series : all) {
    if (series.table == table && series.problems == problems && series.method == method) {
      return &series;
    }
  }
  return nullptr;
}

}  // namespace stiction::bench
