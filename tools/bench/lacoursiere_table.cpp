#include "lacoursiere_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "text_table.h"
#include "worst_residual.h"

namespace stiction::bench {
namespace {

/// The method of another library that solved all and has the smallest median; null if there is
/// none.
const BoxSeries* find_peer(const BoxSet& set) {
  const BoxSeries* fastest = nullptr;
  for (const BoxSeries& series : set.series) {
    if (!series.is_peer || count_solved(series) < set.num_problems()) continue;
    if (fastest == nullptr || median_us(series) < median_us(*fastest)) fastest = &series;
  }
  return fastest;
}

std::string count_text(const BoxSeries& series, double value) {
  return format_text(series.counts_pivots ? "%.2f" : "%.0f", value);
}

Cells make_line(const BoxSet& set, const BoxSeries& series, const BoxSeries* peer) {
  const CountQuantiles counts = calc_quantiles(set, series);
  const bool has_counts = counts.highest > 0;
  const double none = std::numeric_limits<double>::quiet_NaN();
  const double us = median_us(series);
  Cells line = {series.method, has_counts ? series.counts_pivots ? "pivots/n" : "steps" : "-"};
  line.push_back(std::to_string(count_solved(series)) + "/" + std::to_string(set.num_problems()));
  for (const double value :
       {counts.lowest, counts.tenth, counts.median, counts.ninetieth, counts.highest}) {
    line.push_back(has_counts ? count_text(series, value) : "-");
  }
  line.push_back(format_text("%.1e", worst_residual(series.runs)));
  line.push_back(time_text(us));
  line.push_back(peer == nullptr ? "-"
                                 : ratio_text(peer == nullptr ? none : us / median_us(*peer)));
  return line;
}

}  // namespace

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::ranges::sort(values);
  const auto last = static_cast<double>(values.size() - 1);
  return values[static_cast<std::size_t>(std::lround(share * last))];
}

double relative_count(const BoxSet& set, const BoxSeries& series, std::size_t problem) {
  const double count = series.runs[problem].count;
  const auto rows = static_cast<double>(std::max<Eigen::Index>(1, set.rows[problem]));
  return series.counts_pivots ? count / rows : count;
}

CountQuantiles calc_quantiles(const BoxSet& set, const BoxSeries& series) {
  std::vector<double> counts;
  for (std::size_t k = 0; k < series.runs.size(); ++k) {
    counts.push_back(relative_count(set, series, k));
  }
  return {quantile(counts, 0), quantile(counts, 0.1), quantile(counts, 0.5), quantile(counts, 0.9),
          quantile(counts, 1)};
}

int count_solved(const BoxSeries& series) {
  return static_cast<int>(std::ranges::count(series.runs, true, &BoxRun::solved));
}

double median_us(const BoxSeries& series) {
  std::vector<double> times;
  for (const BoxRun& run : series.runs) times.push_back(run.us);
  return quantile(std::move(times), 0.5);
}

const BoxSeries* find_series(const BoxSet& set, std::string_view method) {
  const auto found = std::ranges::find(set.series, method, &BoxSeries::method);
  return found == set.series.end() ? nullptr : &*found;
}

void print_box_set(std::ostream& out, const BoxSet& set) {
  const BoxSeries* peer = find_peer(set);
  out << "figures " << set.figures << ": " << set.num_problems() << " problems, " << set.name;
  if (set.size > 0) out << ", n = " << set.size;
  out << '\n';
  std::vector<Cells> lines = {{"method", "count", "solved", "least", "10 %", "median", "90 %",
                               "most", "residual", "us/solve",
                               peer == nullptr ? "to peer" : "to " + peer->method}};
  for (const BoxSeries& series : set.series) lines.push_back(make_line(set, series, peer));
  print_aligned(out, lines, 2);
  out << '\n';
}

void print_sweeps(std::ostream& out, const std::vector<SweepSeries>& all) {
  std::vector<Cells> lines = {{"sweeps"}};
  for (const SweepSeries& series : all) lines[0].push_back(series.method);
  std::size_t longest = 0;
  for (const SweepSeries& series : all) longest = std::max(longest, series.residuals.size());
  for (std::size_t decade = 1; decade < longest; decade *= 10) {
    for (const std::size_t sweep : {decade, 2 * decade, 5 * decade}) {
      if (sweep >= longest) break;
      Cells line = {std::to_string(sweep)};
      for (const SweepSeries& series : all) {
        line.push_back(
            sweep < series.residuals.size() ? format_text("%.1e", series.residuals[sweep]) : "-");
      }
      lines.push_back(std::move(line));
    }
  }
  print_aligned(out, lines, 0);
  out << '\n';
}

void write_lacoursiere_csv(std::ostream& out, std::span<const BoxSet> sets,
                           const std::vector<SweepSeries>& sweeps) {
  out << "figure,set,size,method,problem,rows,count,relative,residual,us,solved\n";
  for (const BoxSet& set : sets) {
    for (const BoxSeries& series : set.series) {
      for (std::size_t k = 0; k < series.runs.size(); ++k) {
        const BoxRun& run = series.runs[k];
        out << '"' << set.figures << "\"," << set.name << ',' << set.size << ',' << series.method
            << ',' << k << ',' << set.rows[k] << ',' << run.count << ','
            << format_text("%.6g", relative_count(set, series, k)) << ','
            << format_text("%.3e", run.residual) << ',' << format_text("%.6g", run.us) << ','
            << (run.solved ? 1 : 0) << '\n';
      }
    }
  }
  for (const SweepSeries& series : sweeps) {
    for (std::size_t sweep = 0; sweep < series.residuals.size(); ++sweep) {
      out << "3,heap,0," << series.method << ",0,," << sweep << ",,"
          << format_text("%.3e", series.residuals[sweep]) << ",,\n";
    }
  }
}

}  // namespace stiction::bench
