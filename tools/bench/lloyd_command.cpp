// `stiction-bench lloyd`: section 5.4 of Lloyd 2004.

#include "bench_commands.h"
#include "lloyd_methods.h"
#include "lloyd_plot.h"
#include "lloyd_problems.h"
#include "lloyd_table.h"
#include "lloyd_targets.h"
#include "output_files.h"

#include <CLI/CLI.hpp>

#include <array>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

constexpr const char* kFooter =
    "Times are us on the clock around the solve alone, each method given the problem in its own\n"
    "form: per draw the fastest of several solves after one that is not timed, per row the median\n"
    "over the draws. The dense method takes fewer draws where a solve is long; the tables say how\n"
    "many. Solved is what the independent judge measures at 1e-9 or less.\n\n"
    "Exit status: 0; 2 bad usage, or a file that cannot be written; 3 a draw was not solved.";

struct LloydArguments {
  std::string csv;
  std::string plot;
  int draws = kLloydDraws;
  bool quick = false;
};

LloydEffort make_effort(bool quick) {
  if (!quick) return {};
  return {.us_per_draw = 300, .most_solves = 30, .us_per_dense_set = 5e4, .least_draws = 1};
}

void print_posing(const std::vector<LloydSet>& sets) {
  std::cout << "posing, mean us (not part of the times above)\n"
               "  family        bodies  contacts      matrix    columns\n";
  constexpr std::array<std::array<int, 2>, 5> kShown = {
      {{1, 8}, {1, 32}, {1, 128}, {5, 40}, {20, 80}}};
  for (const LloydSet& set : sets) {
    const bool is_shown = set.family != kSingleBodyFamily &&
                          std::ranges::count(kShown, std::array{set.bodies, set.contacts}) > 0;
    if (!is_shown) continue;
    const PosingTimes times = measure_posing(set);
    std::array<char, 120> line{};
    std::snprintf(line.data(), line.size(), "  %-12s %7d %9d %11.2f %10.2f\n", set.family.c_str(),
                  set.bodies, set.contacts, times.dense, times.columns);
    std::cout << line.data();
  }
  std::cout << '\n';
}

int run(const LloydArguments& arguments) {
  std::ofstream csv = open_output("--csv", arguments.csv);
  const std::vector<LloydSet> sets = make_lloyd_sets(arguments.draws);
  std::vector<LloydSeries> series;
  for (const LloydSet& set : sets) {
    for (LloydSeries& one : measure_lloyd_set(set, make_effort(arguments.quick))) {
      series.push_back(std::move(one));
    }
  }
  const std::vector<LloydRow> rows = collect_rows(series);
  print_lloyd_tables(std::cout, rows);
  print_posing(sets);
  print_warm_starts(std::cout, series);
  if (csv.is_open()) write_lloyd_csv(csv, rows);
  close_output(csv, "--csv", arguments.csv);
  if (!arguments.plot.empty()) {
    for (const auto& file : write_lloyd_figures(rows, arguments.plot)) {
      std::cout << "wrote " << file.string() << '\n';
    }
  }
  print_lloyd_targets(std::cout, series);
  return print_unsolved_draws(std::cout, series) == 0 ? kFine : kNotSolved;
}

}  // namespace

int run_lloyd_command(int argc, char** argv) {
  LloydArguments arguments;
  CLI::App app("Lemke's algorithm on the problems of Lloyd 2004, section 5.4", "lloyd");
  app.add_option("--csv", arguments.csv, "Writes the rows as CSV")->type_name("FILE");
  app.add_option("--plot", arguments.plot, "Draws the figures as SVG")->type_name("DIR");
  app.add_option("--draws", arguments.draws, "Random wrenches per problem")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_flag("--quick", arguments.quick, "Fewer repetitions and draws: some 20 s");
  app.footer(kFooter);
  try {
    app.parse(argc, argv);
    if (arguments.quick && app.count("--draws") == 0) arguments.draws = 5;
    return run(arguments);
  } catch (const CLI::ParseError& end) {
    return app.exit(end) == 0 ? kFine : kBadUsage;
  } catch (const std::exception& error) {
    std::cerr << "stiction-bench lloyd: " << error.what() << '\n';
    return kBadUsage;
  }
}

}  // namespace stiction::bench
