#include "erleben_plot.h"

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "output_files.h"
#include "svg_chart.h"

namespace stiction::bench {
namespace {

/// Below this the curves show nothing but rounding errors.
constexpr double kLeastMerit = 1e-30;

Chart make_curve_chart(const CurveSet& set) {
  Chart chart{.title = set.title,
              .subtitle = "Erleben 2013, figure " + set.figure.substr(0, 1),
              .x_title = set.x_title,
              .y_title = set.y_title,
              .has_logarithmic_x = set.has_logarithmic_x,
              .has_logarithmic_y = true,
              .has_legend_at_right = !set.has_logarithmic_x};
  for (const Curve& curve : set.curves) {
    ChartSeries series{.name = curve.name, .colour = {}};
    set_look(chart.series.size(), series);
    for (std::size_t k = 0; k < curve.x.size(); ++k) {
      if (curve.y[k] > kLeastMerit) series.points.push_back({curve.x[k], curve.y[k], {}});
    }
    if (!series.points.empty()) chart.series.push_back(std::move(series));
  }
  return chart;
}

/// Problems per number of iterations.
Chart make_warm_start_chart(const std::vector<EndSeries>& ends) {
  Chart chart{.title = "Newton methods, cold and after ten sweeps of PGS",
              .subtitle = "Erleben 2013, figure 6: dense positive definite problems",
              .x_title = "iterations",
              .y_title = "problems",
              .has_legend_at_right = true};
  for (const EndSeries& one : ends) {
    if (one.table != "figure 6") continue;
    std::map<int, int> counts;
    for (const EndRun& run : one.runs) ++counts[run.iterations];
    ChartSeries series{.name = one.method, .colour = {}};
    set_look(chart.series.size(), series);
    for (const auto& [iterations, count] : counts) {
      series.points.push_back({static_cast<double>(iterations), static_cast<double>(count), {}});
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace

std::vector<std::filesystem::path> write_erleben_figures(const std::vector<CurveSet>& curves,
                                                         const std::vector<EndSeries>& ends,
                                                         const std::filesystem::path& directory) {
  std::filesystem::create_directories(directory);
  std::vector<std::filesystem::path> files;
  const auto add = [&](const std::string& name, const Chart& chart) {
    if (chart.series.empty()) return;
    files.push_back(directory / name);
    write_file(files.back(), [&](std::ostream& out) { write_svg(out, chart); });
  };
  for (const CurveSet& set : curves) add("figure-" + set.figure + ".svg", make_curve_chart(set));
  add("figure-6.svg", make_warm_start_chart(ends));
  return files;
}

}  // namespace stiction::bench
