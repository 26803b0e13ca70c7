#include "erleben_findings.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "text_table.h"

namespace stiction::bench {
namespace {

constexpr std::string_view kRobustness = "tables 1, 2";

const CurveSet* find_set(const std::vector<CurveSet>& curves, std::string_view figure) {
  const auto found = std::ranges::find(curves, figure, &CurveSet::figure);
  return found == curves.end() ? nullptr : &*found;
}

/// "PGS 51, PSOR 20": iterations to a merit below `value`, or "never".
std::string first_below_text(const std::vector<CurveSet>& curves, std::string_view figure,
                             double value) {
  const CurveSet* set = find_set(curves, figure);
  if (set == nullptr) return "not run";
  std::string text;
  for (const Curve& curve : set->curves) {
    const double x = first_below(curve, value);
    text += (text.empty() ? "" : ", ") + curve.name + ' ';
    text += x >= 0 ? format_text("%.0f", x) : "never";
  }
  return text;
}

/// The relaxation whose curve is the first below `value`.
std::string best_relaxation(const std::vector<CurveSet>& curves, double value) {
  const CurveSet* set = find_set(curves, "4");
  if (set == nullptr) return "not run";
  const Curve* best = nullptr;
  for (const Curve& curve : set->curves) {
    const double x = first_below(curve, value);
    if (x >= 0 && (best == nullptr || x < first_below(*best, value))) best = &curve;
  }
  return best == nullptr ? "none" : best->name;
}

/// "Fischer 100 absolute, mean 5.15 (4-6), std 0.38"
std::string end_text(const std::vector<EndSeries>& ends, std::string_view table,
                     std::string_view problems, std::string_view method) {
  const EndSeries* series = find_series(ends, table, problems, method);
  if (series == nullptr) return std::string(method) + " not run";
  const IterationStatistics statistics = calc_statistics(*series);
  const std::size_t by_tolerance =
      static_cast<std::size_t>(count_stops(*series, LcpStop::absolute)) +
      static_cast<std::size_t>(count_stops(*series, LcpStop::residual));
  return std::string(method) + ' ' + std::to_string(by_tolerance) + " of " +
         std::to_string(series->runs.size()) + ", mean " + format_text("%.2f", statistics.mean) +
         " (" + std::to_string(statistics.least) + '-' + std::to_string(statistics.most) +
         "), std " + format_text("%.2f", statistics.deviation);
}

std::string end_texts(const std::vector<EndSeries>& ends, std::string_view table,
                      std::string_view problems, std::initializer_list<std::string_view> methods) {
  std::string text;
  for (const std::string_view method : methods) {
    text += (text.empty() ? "" : "; ") + end_text(ends, table, problems, method);
  }
  return text;
}

/// "0 %: Fischer 100, PGS 63; 20 %: ...": number of runs that ended by the absolute criterion.
std::string zero_text(const std::vector<EndSeries>& ends) {
  std::string text;
  std::string_view problems;
  for (const EndSeries& series : ends) {
    if (series.table != "zero eigenvalues") continue;
    if (series.problems != problems) {
      problems = series.problems;
      text += (text.empty() ? "" : "; ") + series.problems + ":";
    }
    text += ' ' + series.method + ' ' + std::to_string(count_stops(series, LcpStop::absolute));
  }
  return text;
}

/// The growth exponent between the last two sizes of a curve.
std::string growth_text(const std::vector<CurveSet>& curves, std::string_view figure) {
  const CurveSet* set = find_set(curves, figure);
  if (set == nullptr) return "not run";
  std::string text;
  for (const Curve& curve : set->curves) {
    const std::optional<double> exponent = last_exponent(curve);
    if (!exponent) continue;
    text += (text.empty() ? "" : ", ") + curve.name + ' ' + format_text("%.1f", *exponent);
  }
  return text;
}

std::vector<PrintAndHere> make_figure_findings(const std::vector<CurveSet>& curves) {
  return {
      {"figure 2a, iterations to a merit below 1e-10, fluid",
       "PGS and PSOR converge linearly, PSOR faster; the Newton methods quadratically within few "
       "iterations, minimum map in fewer",
       first_below_text(curves, "2a", 1e-10), ""},
      {"figure 2b, the same, contact as printed",
       "only Fischer-Newton works; minimum map gives up after a few iterations",
       first_below_text(curves, "2b", 1e-10),
       "The entries of the matrix are made up here as there. The method as printed has no second "
       "direction, and one problem may end it; the library's has one."},
      {"figure 2c, the same, contact from real Jacobians", "not in the paper",
       first_below_text(curves, "2c", 1e-10),
       "Opposed friction directions make the matrix singular, which the monotone projected search "
       "does not get over; the library's search is not monotone and scales the rows."},
      {"figure 3, iterations to a merit below 1e-10 by strategy",
       "alike on fluid; on contact perturbation at times needs fewer; approximation is less "
       "accurate",
       "fluid: " + first_below_text(curves, "3a", 1e-10) +
           "; contact: " + first_below_text(curves, "3b", 1e-10),
       "The strategies differ only in rows with z = w = 0, which come up at the start alone."},
      {"figure 4, best relaxation of PSOR", "about 1.4",
       best_relaxation(curves, 1e-3) + " to 1e-3, " + best_relaxation(curves, 1e-10) + " to 1e-10",
       "On one problem; neighbours differ by few iterations."},
      {"figure 5, growth of the time: exponent of the variables",
       "Lemke cubic; Fischer-Newton on fluid worse than linear, as its Jacobian is assembled",
       "fluid: " + growth_text(curves, "5a") + "; contact: " + growth_text(curves, "5b"),
       "Between the two largest sizes. The Newton methods factor the Jacobian, sparse on fluid, "
       "dense on contact."},
  };
}

std::vector<PrintAndHere> make_table_findings(const std::vector<EndSeries>& ends) {
  return {
      {"tables 1a and 2b, fluid: absolute convergence and iterations",
       "100 of 100 each: Fischer mean 5.00 (5-5), std 0.00; Min. Map. 4.07 (3-5), 0.29; PGS 49.38 "
       "(9-83), 17.48; PSOR 25.29 (16-35), 3.77",
       end_texts(ends, kRobustness, "fluid", {"Fischer", "Min. Map.", "PGS", "PSOR"}),
       "b is not in the paper; uniform numbers in -1..1 give what is here."},
      {"tables 1b and 2a, contact as printed",
       "Fischer 100 of 100, mean 14.54 (9-26), std 2.79; "
       "Min. Map. 0 of 100, all non-descent",
       end_texts(ends, kRobustness, "contact, printed",
                 {"Fischer", "Fischer, library", "Min. Map.", "Min. Map., library"}),
       "The paper does not specify the entries of B and b, and our choice differs from his: "
       "on some of ours the monotone projected search ends where no direction leads down, and on "
       "some minimum map succeeds. The library's search ends all Fischer-Newton runs at a "
       "solution."},
      {"the same, contact from real Jacobians", "not in the paper",
       end_texts(ends, kRobustness, "contact, real",
                 {"Fischer", "Fischer, library", "Min. Map.", "Min. Map., library"}) +
           "; to 1e-8: " +
           end_texts(ends, "to solutions", "contact, real", {"Lemke", "Fischer, library"}),
       "Redundant contacts make B singular, which made-up entries do not; the monotone projected "
       "search ends many runs at local minima of the merit function."},
      {"figure 6, warm start by ten sweeps of PGS", "half the iterations or fewer",
       end_texts(ends, "figure 6", "dense, definite",
                 {"Fischer", "Fischer, warm", "Min. Map.", "Min. Map., warm"}),
       ""},
      {"growing share of zero eigenvalues, runs that end by the absolute criterion",
       "both Newton methods get into trouble at large shares; PGS and PSOR always end by the limit "
       "of iterations, as they converge slowly",
       zero_text(ends),
       "The problems here have answers by construction. Fischer-Newton solves its equations by "
       "GMRES "
       "here, which a singular matrix does not stop; minimum map factors them."},
  };
}

/// A claim about one row of the tables: all its runs ended this way.
struct Claim {
  std::string_view table;
  std::string_view problems;
  std::string_view method;
  LcpStop stop;
};

}  // namespace

std::vector<PrintAndHere> make_erleben_findings(const std::vector<CurveSet>& curves,
                                                const std::vector<EndSeries>& ends) {
  std::vector<PrintAndHere> all = make_figure_findings(curves);
  for (PrintAndHere& one : make_table_findings(ends)) all.push_back(std::move(one));
  return all;
}

int print_broken_claims(std::ostream& out, const std::vector<EndSeries>& ends) {
  constexpr std::string_view kSolutions = "to solutions";
  constexpr Claim kClaims[] = {
      {kRobustness, "fluid", "Fischer", LcpStop::absolute},
      {kRobustness, "fluid", "Min. Map.", LcpStop::absolute},
      {kRobustness, "fluid", "PGS", LcpStop::absolute},
      {kRobustness, "fluid", "PSOR", LcpStop::absolute},
      {kRobustness, "contact, printed", "Fischer, library", LcpStop::absolute},
      {kSolutions, "fluid", "Fischer, library", LcpStop::residual},
      {kSolutions, "fluid", "Min. Map., library", LcpStop::residual},
      {kSolutions, "fluid", "PGS", LcpStop::residual},
      {kSolutions, "fluid", "PSOR", LcpStop::residual},
      {kSolutions, "contact, real", "Lemke", LcpStop::residual},
  };
  int broken = 0;
  for (const Claim& claim : kClaims) {
    const EndSeries* series = find_series(ends, claim.table, claim.problems, claim.method);
    const int held = series == nullptr ? 0 : count_stops(*series, claim.stop);
    const int runs = series == nullptr ? 0 : static_cast<int>(series->runs.size());
    if (runs > 0 && held == runs) continue;
    out << claim.table << ", " << claim.problems << ", " << claim.method << ": " << held << " of "
        << runs << " ended by " << to_string(claim.stop) << ", all are claimed\n";
    ++broken;
  }
  return broken;
}

}  // namespace stiction::bench
