#include "lloyd_targets.h"

#include "text_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace stiction::bench {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Identifies a set within the benchmark.
struct SetName {
  std::string_view family;
  int bodies;
  int contacts;
};

constexpr SetName kPeg16 = {kPegFamily, 1, 16};
constexpr SetName kPeg32 = {kPegFamily, 1, 32};
constexpr SetName kStack5 = {kStack8Family, 5, 40};
constexpr SetName kStack20 = {kStack4Family, 20, 80};

bool is_of(const LloydRow& row, std::string_view method, bool warm) {
  return row.method == method && row.warm == warm;
}

const LloydSeries* find(std::span<const LloydSeries> series, const LloydRow& like,
                        std::string_view method, bool warm) {
  const auto found = std::ranges::find_if(series, [&](const LloydSeries& one) {
    const LloydRow& row = one.row;
    return is_of(row, method, warm) && row.family == like.family && row.bodies == like.bodies &&
           row.contacts == like.contacts && row.situation == like.situation;
  });
  return found == series.end() ? nullptr : &*found;
}

const LloydSeries* find(std::span<const LloydSeries> series, const SetName& set, bool warm) {
  LloydRow like;
  like.family = set.family;
  like.bodies = set.bodies;
  like.contacts = set.contacts;
  return find(series, like, kReducedMethod, warm);
}

/// Mean times of the same draws cold and warm, and of those whose basis held.
struct WarmGain {
  double cold_us = 0, warm_us = 0;
  double held_cold_us = 0, held_warm_us = 0;
  int draws = 0, held = 0;

  double gain() const { return warm_us > 0 ? cold_us / warm_us : kNone; }
  double held_gain() const { return held > 0 ? held_cold_us / held_warm_us : kNone; }
};

WarmGain calc_gain(const LloydSeries& cold, const LloydSeries& warm) {
  WarmGain gain;
  const std::size_t draws = std::min(cold.samples.size(), warm.samples.size());
  for (std::size_t i = 0; i < draws; ++i) {
    gain.cold_us += cold.samples[i].us;
    gain.warm_us += warm.samples[i].us;
    ++gain.draws;
    if (!warm.samples[i].basis_held) continue;
    gain.held_cold_us += cold.samples[i].us;
    gain.held_warm_us += warm.samples[i].us;
    ++gain.held;
  }
  return gain;
}

WarmGain calc_gain(std::span<const LloydSeries> series, const SetName& set) {
  const LloydSeries* cold = find(series, set, false);
  const LloydSeries* warm = find(series, set, true);
  return cold && warm ? calc_gain(*cold, *warm) : WarmGain{};
}

struct Target {
  std::string what;
  double reached;
  double bound;
  bool at_least;  ///< else at most
  const char* format;

  const char* verdict() const {
    if (std::isnan(reached)) return "-";
    return (at_least ? reached >= bound : reached <= bound) ? "yes" : "no";
  }
};

std::string measured_text(const char* format, double value) {
  return std::isnan(value) ? "not run" : format_text(format, value);
}

double ratio_of(std::span<const LloydRow> rows, std::span<const LloydSeries> series,
                const SetName& set) {
  const LloydSeries* reduced = find(series, set, false);
  return reduced ? rows[static_cast<std::size_t>(reduced - series.data())].ratio_to_standard
                 : kNone;
}

/// How many times as long another method takes as reduced Lemke, cold.
double ratio_of_times(std::span<const LloydSeries> series, const SetName& set,
                      std::string_view other) {
  const LloydSeries* reduced = find(series, set, false);
  const LloydSeries* slower = reduced ? find(series, reduced->row, other, false) : nullptr;
  return slower ? slower->row.us_median / reduced->row.us_median : kNone;
}

double least_peg_gain(std::span<const LloydSeries> series) {
  double least = kNone;
  for (const LloydSeries& cold : series) {
    if (cold.row.family != kPegFamily || !is_of(cold.row, kReducedMethod, false)) continue;
    const LloydSeries* warm = find(series, cold.row, kReducedMethod, true);
    if (warm) least = std::fmin(least, calc_gain(cold, *warm).gain());
  }
  return least;
}

double mean_peg_gain(std::span<const LloydSeries> series) {
  double sum = 0;
  int count = 0;
  for (const LloydSeries& cold : series) {
    if (cold.row.family != kPegFamily || !is_of(cold.row, kReducedMethod, false)) continue;
    const LloydSeries* warm = find(series, cold.row, kReducedMethod, true);
    if (!warm) continue;
    sum += std::log(calc_gain(cold, *warm).gain());
    ++count;
  }
  return count > 0 ? std::exp(sum / count) : kNone;
}

/// Draws that reduced Lemke did not solve, cold or warm.
double count_unsolved(std::span<const LloydSeries> series) {
  int unsolved = 0;
  for (const LloydSeries& one : series) {
    if (one.row.method == kReducedMethod) unsolved += one.row.draws - one.row.solved;
  }
  return unsolved;
}

std::vector<Target> make_targets(std::span<const LloydSeries> series) {
  const std::vector<LloydRow> rows = collect_rows(series);
  const LloydSeries* peg = find(series, kPeg32, false);
  const double exponent =
      fit_growth_exponent(rows, kPegFamily, kReducedMethod, false).value_or(kNone);
  const WarmGain stack5 = calc_gain(series, kStack5);
  return {
      {"draws not solved, cold and warm", count_unsolved(series), 0, false, "%.0f"},
      {"peg n=32, to standard", ratio_of(rows, series, kPeg32), 500, true, "%.0fx"},
      {"peg n=16, to Bullet's Dantzig, box friction",
       ratio_of_times(series, kPeg16, "bullet-dantzig-box"), 1, true, "%.2fx"},
      {"peg n=32, us", peg ? peg->row.us_median : kNone, 6, false, "%.2f"},
      {"pegs, exponent of n", exponent, 0.75, false, "%.2f"},
      {"stack m=5 n=40, to standard", ratio_of(rows, series, kStack5), 40, true, "%.1fx"},
      {"stack m=20 n=80, to standard", ratio_of(rows, series, kStack20), 40, true, "%.1fx"},
      {"pegs warm, mean gain of all", mean_peg_gain(series), 6, true, "%.1fx"},
      {"pegs warm, gain of the worst", least_peg_gain(series), 6, true, "%.1fx"},
      {"stack m=5 n=40 warm, mean gain", stack5.gain(), 5, true, "%.1fx"},
      {"stack m=5 n=40 warm, gain where the basis holds", stack5.held_gain(), 10, true, "%.1fx"},
      {"stack m=20 n=80 warm, mean gain", calc_gain(series, kStack20).gain(), 3, true, "%.1fx"},
  };
}

void print_unsolved_draw(std::ostream& out, const LloydRow& row, std::size_t draw,
                         double residual) {
  out << "not solved: " << row.family << (row.situation.empty() ? "" : "/") << row.situation
      << ", bodies " << row.bodies << ", contacts " << row.contacts << ", " << row.method
      << (row.warm ? ", warm" : "") << ", draw " << draw << ": residual "
      << measured_text("%.1e", residual) << '\n';
}

}  // namespace

void print_warm_starts(std::ostream& out, std::span<const LloydSeries> series) {
  out << "warm starts, wrench changed by " << format_text("%.0f", 100 * kWarmChange)
      << " %: mean us of the same draws\n"
         "  family       method      bodies  contacts   held   cold us   warm us    gain  "
         "where held: warm us    gain\n";
  for (const LloydSeries& warm : series) {
    if (!warm.row.warm) continue;
    const LloydSeries* cold = find(series, warm.row, warm.row.method, false);
    if (!cold) continue;
    const WarmGain gain = calc_gain(*cold, warm);
    out << format_text(
        "  %-12s %-10s %7d %9d %3d/%-3d %8.2f %9.2f %7s %20s %7s\n", warm.row.family.c_str(),
        warm.row.method.c_str(), warm.row.bodies, warm.row.contacts, gain.held, gain.draws,
        gain.cold_us / gain.draws, gain.warm_us / gain.draws,
        measured_text("%.1fx", gain.gain()).c_str(),
        gain.held > 0 ? measured_text("%.2f", gain.held_warm_us / gain.held).c_str() : "-",
        gain.held > 0 ? measured_text("%.1fx", gain.held_gain()).c_str() : "-");
  }
  out << '\n';
}

void print_lloyd_targets(std::ostream& out, std::span<const LloydSeries> series) {
  out << "reduced Lemke: targets\n";
  for (const Target& target : make_targets(series)) {
    out << format_text("  %-48s %8s %-8s %10s  %s\n", target.what.c_str(),
                       target.at_least ? "at least" : "at most",
                       measured_text(target.format, target.bound).c_str(),
                       measured_text(target.format, target.reached).c_str(), target.verdict());
  }
  out << '\n';
}

int print_unsolved_draws(std::ostream& out, std::span<const LloydSeries> series) {
  int unsolved = 0;
  for (const LloydSeries& one : series) {
    const bool is_ours = one.row.method == kStandardMethod || one.row.method == kReducedMethod ||
                         one.row.method == kStructuralMethod;
    if (!is_ours) continue;  // Peers are counted in the tables.
    for (std::size_t i = 0; i < one.samples.size(); ++i) {
      if (one.samples[i].residual <= kJudged) continue;
      print_unsolved_draw(out, one.row, i, one.samples[i].residual);
      ++unsolved;
    }
  }
  return unsolved;
}

}  // namespace stiction::bench
