#include "lacoursiere_plot.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "output_files.h"
#include "svg_chart.h"

namespace stiction::bench {
namespace {

/// In pivots over rows.
constexpr double kBinWidth = 0.1;

/// The share of the problems in each bin, placed at its middle, from the bin before the first to
/// the one after the last.
ChartSeries make_histogram(const BoxSet& set, const BoxSeries& series) {
  const double width = series.counts_pivots ? kBinWidth : 1;
  std::map<int, int> bins;
  for (std::size_t k = 0; k < series.runs.size(); ++k) {
    ++bins[static_cast<int>(std::floor(relative_count(set, series, k) / width))];
  }
  ChartSeries histogram{.name = series.method, .colour = {}};
  const int first = std::max(0, bins.begin()->first - 1);
  const int last = bins.rbegin()->first + 1;
  for (int bin = first; bin <= last; ++bin) {
    const auto found = bins.find(bin);
    const int count = found == bins.end() ? 0 : found->second;
    const double middle = series.counts_pivots ? (bin + 0.5) * width : bin;
    histogram.points.push_back(
        {middle, static_cast<double>(count) / static_cast<double>(series.runs.size()),
         series.method + ": " + std::to_string(count) + " problems"});
  }
  return histogram;
}

Chart make_histograms(const BoxSet& set, bool counts_pivots, std::string title) {
  Chart chart{.title = std::move(title),
              .subtitle = std::to_string(set.num_problems()) + " box LCPs, " + set.name +
                          (set.size > 0 ? ", size " + std::to_string(set.size) : ""),
              .x_title = counts_pivots ? "pivots / rows" : "iterations",
              .y_title = "share of the problems",
              .has_legend_at_right = true};
  for (const BoxSeries& series : set.series) {
    if (series.is_peer || series.counts_pivots != counts_pivots || series.runs.empty()) continue;
    ChartSeries histogram = make_histogram(set, series);
    set_look(chart.series.size(), histogram);
    chart.series.push_back(std::move(histogram));
  }
  return chart;
}

Chart make_sweep_chart(const std::vector<SweepSeries>& sweeps) {
  Chart chart{.title = "Gauss-Seidel on a problem of the log heap",
              .subtitle = "Lacoursiere, fig. 3: residual after each sweep over the rows",
              .x_title = "sweeps",
              .y_title = "natural residual",
              .has_logarithmic_x = true,
              .has_logarithmic_y = true,
              .has_legend_at_right = true};
  for (const SweepSeries& one : sweeps) {
    ChartSeries series{.name = one.method, .colour = {}, .has_markers = false};
    set_look(chart.series.size(), series);
    for (std::size_t k = 1; k < one.residuals.size(); ++k) {
      series.points.push_back({static_cast<double>(k), one.residuals[k], {}});
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

/// "figure-1-n100.svg", "figure-5-heap.svg"
std::string file_name(const BoxSet& set, bool counts_pivots) {
  const bool is_random = set.size > 0;
  const char* figure = is_random ? (counts_pivots ? "1" : "2") : (counts_pivots ? "5" : "6");
  return std::string("figure-") + figure + "-" +
         (is_random ? "n" + std::to_string(set.size) : set.name) + ".svg";
}

}  // namespace

std::vector<std::filesystem::path> write_lacoursiere_figures(
    std::span<const BoxSet> sets, const std::vector<SweepSeries>& sweeps,
    const std::filesystem::path& directory) {
  std::filesystem::create_directories(directory);
  std::vector<std::filesystem::path> files;
  const auto add = [&](const std::string& name, const Chart& chart) {
    if (chart.series.empty()) return;
    files.push_back(directory / name);
    write_file(files.back(), [&](std::ostream& out) { write_svg(out, chart); });
  };
  for (const BoxSet& set : sets) {
    add(file_name(set, true), make_histograms(set, true, "Pivoting methods on box LCPs"));
    add(file_name(set, false), make_histograms(set, false, "Newton methods on box LCPs"));
  }
  add("figure-3.svg", make_sweep_chart(sweeps));
  return files;
}

}  // namespace stiction::bench
