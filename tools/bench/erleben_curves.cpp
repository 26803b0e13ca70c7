#include "erleben_curves.h"

#include <stiction/lcp/lemke.h>
#include <stiction/lcp/problem_generators.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "iterative_methods.h"
#include "stopwatch.h"
#include "text_table.h"

namespace stiction::bench {
namespace {

using enum IterativeMethod;

constexpr std::uint64_t kSeed = 1;
constexpr int kMostIterations = 100;
constexpr int kTimedIterations = 10;

SparseLcp make_fluid(int cells) { return make_fluid_lcp({cells, cells, cells}, kSeed); }

/// A physical problem whose number of bodies follows the generator's default.
Lcp make_real_contacts(int contacts) {
  return make_contact_lcp({.contacts = contacts, .bodies = std::max(1, 2 * contacts / 5)}, kSeed);
}

Lcp make_printed_contacts(int contacts) {
  return make_printed_contact_lcp({.contacts = contacts, .bodies = std::max(1, 2 * contacts / 5)},
                                  {}, kSeed)
      .problem;
}

Curve over_iterations(std::string name, std::vector<double> merits) {
  Curve curve{.name = std::move(name), .x = {}, .y = std::move(merits)};
  for (std::size_t k = 0; k < curve.y.size(); ++k) curve.x.push_back(static_cast<double>(k));
  return curve;
}

std::string size_text(Eigen::Index variables) { return std::to_string(variables) + " variables"; }

CurveSet make_merit_set(std::string figure, std::string title) {
  return {.figure = std::move(figure),
          .title = std::move(title),
          .x_title = "iterations",
          .y_title = "merit function"};
}

template <class Problem>
CurveSet trace_methods(CurveSet set, const Problem& problem,
                       std::initializer_list<IterativeMethod> methods) {
  for (const IterativeMethod method : methods) {
    set.curves.push_back(over_iterations(std::string(to_string(method)),
                                         trace_merit(method, problem, {}, kMostIterations)));
    if (method == fischer || method == min_map) {
      set.curves.push_back(
          over_iterations(std::string(to_string(method)) + ", library",
                          trace_merit(method, problem, {.is_as_printed = false}, kMostIterations)));
    }
  }
  return set;
}

template <class Problem>
CurveSet trace_strategies(CurveSet set, const Problem& problem) {
  constexpr std::array<std::pair<const char*, JacobianStrategy>, 4> kStrategies = {
      {{"random", JacobianStrategy::random},
       {"zero", JacobianStrategy::zero},
       {"perturbation", JacobianStrategy::perturbation},
       {"approximation", JacobianStrategy::approximation}}};
  for (const auto& [name, strategy] : kStrategies) {
    set.curves.push_back(over_iterations(
        name, trace_merit(fischer, problem, {.strategy = strategy}, kMostIterations)));
  }
  return set;
}

/// The fastest time of three.
template <class Solve>
double time_us(Solve&& solve_once) {
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const Clock::time_point start = Clock::now();
    solve_once();
    best = std::min(best, us_since(start));
  }
  return best;
}

/// The time of ten iterations; for a method that ends earlier, its time times ten over its
/// iterations.
template <class Problem>
void add_times(CurveSet& set, const Problem& problem,
               std::initializer_list<IterativeMethod> methods) {
  IterativeOptions options;
  options.stop = {.tolerance = std::numeric_limits<double>::min(),
                  .iteration_limit = kTimedIterations};
  for (const IterativeMethod method : methods) {
    int iterations = 1;
    const double us = time_us(
        [&] { iterations = std::max(1, solve(method, problem, options).statistics.iterations); });
    const std::string name(to_string(method));
    auto curve = std::ranges::find(set.curves, name, &Curve::name);
    if (curve == set.curves.end()) curve = set.curves.insert(curve, Curve{.name = name});
    curve->x.push_back(static_cast<double>(problem.q.size()));
    curve->y.push_back(us * kTimedIterations / iterations);
  }
}

void add_lemke_time(CurveSet& set, const Lcp& problem) {
  const double us = time_us([&] { LemkeSolver().solve(problem); });
  auto curve = std::ranges::find(set.curves, "Lemke", &Curve::name);
  if (curve == set.curves.end()) curve = set.curves.insert(curve, Curve{.name = "Lemke"});
  curve->x.push_back(static_cast<double>(problem.q.size()));
  curve->y.push_back(us);
}

CurveSet make_time_set(std::string figure, std::string title) {
  return {.figure = std::move(figure),
          .title = std::move(title),
          .x_title = "variables",
          .y_title = "us for ten iterations, of Lemke for the solve",
          .has_logarithmic_x = true};
}

}  // namespace

std::vector<CurveSet> make_convergence_curves(const ErlebenSizes& sizes) {
  const SparseLcp fluid = make_fluid(sizes.fluid_cells);
  const Lcp printed = make_printed_contacts(sizes.figure_contacts);
  const Lcp real = make_real_contacts(sizes.figure_contacts);
  return {trace_methods(make_merit_set("2a", "convergence, fluid, " + size_text(fluid.q.size())),
                        fluid, {pgs, psor, min_map, fischer}),
          trace_methods(make_merit_set("2b", "convergence, contact as printed, " +
                                                 size_text(printed.q.size())),
                        printed, {min_map, fischer}),
          trace_methods(make_merit_set("2c", "convergence, contact from real Jacobians, " +
                                                 size_text(real.q.size())),
                        real, {min_map, fischer})};
}

std::vector<CurveSet> make_strategy_curves(const ErlebenSizes& sizes) {
  const SparseLcp fluid = make_fluid(sizes.fluid_cells);
  const Lcp printed = make_printed_contacts(sizes.table_contacts);
  return {trace_strategies(make_merit_set("3a", "strategies, fluid, " + size_text(fluid.q.size())),
                           fluid),
          trace_strategies(make_merit_set("3b", "strategies, contact as printed, " +
                                                    size_text(printed.q.size())),
                           printed)};
}

CurveSet make_relaxation_curves(const ErlebenSizes& sizes) {
  const SparseLcp fluid = make_fluid(sizes.fluid_cells);
  CurveSet set = make_merit_set("4", "PSOR by relaxation, fluid, " + size_text(fluid.q.size()));
  for (const double relaxation : {0.6, 0.8, 1.0, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8}) {
    set.curves.push_back(
        over_iterations(format_text("%.1f", relaxation),
                        trace_merit(psor, fluid, {.relaxation = relaxation}, kMostIterations)));
  }
  return set;
}

std::vector<CurveSet> make_time_curves(const ErlebenSizes& sizes) {
  constexpr Eigen::Index kLargestForLemke = 600;
  CurveSet fluid = make_time_set("5a", "times, fluid");
  for (int cells = 4; cells <= sizes.largest_fluid_cells; cells += cells < 10 ? 2 : 4) {
    const SparseLcp problem = make_fluid(cells);
    add_times(fluid, problem, {pgs, psor, min_map, fischer});
    if (problem.q.size() <= kLargestForLemke) add_lemke_time(fluid, make_dense(problem));
  }
  CurveSet contact = make_time_set("5b", "times, contact from real Jacobians");
  for (int contacts = 5; contacts <= sizes.largest_contacts; contacts *= 2) {
    const Lcp problem = make_real_contacts(contacts);
    add_times(contact, problem, {fischer});
    if (problem.q.size() <= kLargestForLemke) add_lemke_time(contact, problem);
  }
  return {std::move(fluid), std::move(contact)};
}

void print_curves(std::ostream& out, const CurveSet& set) {
  constexpr std::size_t kAllUpTo = 10;  // lines; then every fifth and every tenth
  out << "figure " << set.figure << ": " << set.title << ", " << set.y_title << '\n';
  std::vector<Cells> lines = {{set.x_title}};
  std::map<double, Cells> by_x;
  for (std::size_t c = 0; c < set.curves.size(); ++c) {
    const Curve& curve = set.curves[c];
    lines[0].push_back(curve.name);
    for (std::size_t k = 0; k < curve.x.size(); ++k) {
      Cells& cells = by_x[curve.x[k]];
      cells.resize(set.curves.size(), "-");
      cells[c] = format_text("%.2e", curve.y[k]);
    }
  }
  std::size_t number = 0;
  for (const auto& [x, cells] : by_x) {
    const bool is_shown =
        number <= kAllUpTo || (number <= 30 && number % 5 == 0) || number % 10 == 0;
    ++number;
    if (!is_shown) continue;
    lines.push_back({format_text("%.0f", x)});
    lines.back().insert(lines.back().end(), cells.begin(), cells.end());
  }
  print_aligned(out, lines, 0);
  out << '\n';
}

double first_below(const Curve& curve, double value) {
  std::size_t first = curve.y.size();
  while (first > 0 && curve.y[first - 1] < value) --first;
  return first < curve.y.size() ? curve.x[first] : std::numeric_limits<double>::quiet_NaN();
}

std::optional<double> last_exponent(const Curve& curve) {
  const std::size_t n = curve.x.size();
  if (n < 2 || !(curve.y[n - 2] > 0) || !(curve.y[n - 1] > 0)) return std::nullopt;
  return std::log(curve.y[n - 1] / curve.y[n - 2]) / std::log(curve.x[n - 1] / curve.x[n - 2]);
}

}  // namespace stiction::bench
