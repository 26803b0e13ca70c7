#include "lacoursiere_findings.h"

#include <algorithm>
#include <string_view>

#include "text_table.h"

namespace stiction::bench {
namespace {

/// "lemke 0.98 (0.90-1.05)": median and the middle 80 % of the problems.
std::string counts_text(const BoxSet& set, std::string_view method) {
  const BoxSeries* series = find_series(set, method);
  if (series == nullptr) return std::string(method) + " not run";
  const CountQuantiles counts = calc_quantiles(set, *series);
  const char* format = series->counts_pivots ? "%.2f" : "%.0f";
  return std::string(method) + ' ' + format_text(format, counts.median) + " (" +
         format_text(format, counts.tenth) + '-' + format_text(format, counts.ninetieth) + ')';
}

std::string counts_text(const BoxSet& set, std::initializer_list<std::string_view> methods) {
  std::string text;
  for (const std::string_view method : methods) {
    text += (text.empty() ? "" : ", ") + counts_text(set, method);
  }
  return text;
}

/// "n = 50: lemke ..., murty ...; n = 100: ..."
std::string counts_by_size(std::span<const BoxSet> sets,
                           std::initializer_list<std::string_view> methods) {
  std::string text;
  for (const BoxSet& set : sets) {
    if (set.size == 0) continue;
    text += (text.empty() ? "n = " : "; n = ") + std::to_string(set.size) + ": " +
            counts_text(set, methods);
  }
  return text;
}

/// "heap: lemke ...; heap-shifted: ..."
std::string counts_by_heap(std::span<const BoxSet> sets,
                           std::initializer_list<std::string_view> methods) {
  std::string text;
  for (const BoxSet& set : sets) {
    if (set.size > 0) continue;
    text += (text.empty() ? "" : "; ") + set.name + ": " + counts_text(set, methods) + ", solved";
    for (const std::string_view method : methods) {
      const BoxSeries* series = find_series(set, method);
      text += ' ' + std::to_string(series == nullptr ? 0 : count_solved(*series));
    }
    text += " of " + std::to_string(set.num_problems());
  }
  return text;
}

std::string sweeps_text(const std::vector<SweepSeries>& sweeps) {
  std::string text;
  for (const SweepSeries& series : sweeps) {
    const std::vector<double>& all = series.residuals;
    text += (text.empty() ? "" : "; ") + series.method + ": ";
    for (const std::size_t sweep : {std::size_t{10}, std::size_t{100}, all.size() - 1}) {
      if (sweep >= all.size()) continue;
      text += format_text("%.1e", all[sweep]) + " after " + std::to_string(sweep) + ' ';
    }
  }
  return text;
}

}  // namespace

PeerRatio calc_peer_ratio(std::span<const BoxSet> sets) {
  PeerRatio best;
  const auto paper = std::ranges::find(sets, 100, &BoxSet::size);
  if (paper == sets.end()) return best;
  const BoxSeries* ours = nullptr;
  const BoxSeries* peer = nullptr;
  for (const BoxSeries& series : paper->series) {
    const BoxSeries*& fastest = series.is_peer ? peer : ours;
    if (count_solved(series) < paper->num_problems()) continue;
    if (fastest == nullptr || median_us(series) < median_us(*fastest)) fastest = &series;
  }
  if (ours == nullptr || peer == nullptr) return best;
  return {ours->method, peer->method, median_us(*ours) / median_us(*peer)};
}

std::vector<PrintAndHere> make_lacoursiere_findings(std::span<const BoxSet> sets,
                                                    const std::vector<SweepSeries>& sweeps) {
  return {
      {"figure 1, pivots / n (median, and 10-90 % of the problems)",
       "Lemke and Keller peak sharply near 1, at every size; Cottle-Dantzig has a broad peak near "
       "2, Murty is slightly worse; both broaden and move up with n",
       counts_by_size(sets, {"lemke", "keller", "dantzig-cold", "murty"}),
       "How bounds and answers are drawn is ours, as the paper names only the source of its "
       "problems. Pivots are those of all runs of a solve. dantzig-cold begins with no row "
       "processed, as in print; dantzig from a basis that over-relaxed sweeps predict."},
      {"figure 2, iterations",
       "block pivot and smoothed Newton about 5-15, independent of n; block pivot skewed to the "
       "right as it can cycle",
       counts_by_size(sets, {"block-pivot", "block-pivot-cold", "min-map-newton", "fischer-newton",
                             "smoothing-newton"}),
       "block-pivot starts from a basis that over-relaxed sweeps predict, so that most problems "
       "need no block pivot at all."},
      {"figure 3, block Gauss-Seidel on the heap",
       "falls fast for some tens of sweeps, then stagnates for thousands", sweeps_text(sweeps),
       "The problem is of a heap of our own, and the residual is the natural one."},
      {"figure 5, pivots / n on the heap",
       "Lemke never takes more than 1 (two peaks), Keller at most 1.2, Cottle-Dantzig has a tail "
       "to 4",
       counts_by_heap(sets, {"lemke", "keller", "dantzig-cold", "murty"}),
       "heap-shifted has 1e-3 of the mean diagonal added on the diagonal; the judge then takes the "
       "shifted problem. Murty's method is guaranteed on the shifted problems only."},
      {"figure 6, iterations on the heap, with a shift of 1e-3",
       "three Newton methods, most problems within some tens",
       counts_by_heap(sets, {"block-pivot", "block-pivot-cold", "min-map-newton", "fischer-newton",
                             "smoothing-newton"}),
       "Without the shift M is singular, and none of these is guaranteed."},
  };
}

int print_broken_guarantees(std::ostream& out, std::span<const BoxSet> sets) {
  int broken = 0;
  for (const BoxSet& set : sets) {
    for (const BoxSeries& series : set.series) {
      const auto failed = std::ranges::count_if(
          series.runs, [](const BoxRun& run) { return !run.solved && !run.was_cut; });
      if (!series.is_guaranteed || failed == 0) continue;
      out << series.method << " is guaranteed for the problems " << set.name
          << (set.size > 0 ? ", n = " + std::to_string(set.size) : "") << ", but failed on "
          << failed << " of " << set.num_problems() << '\n';
      ++broken;
    }
  }
  return broken;
}

}  // namespace stiction::bench
