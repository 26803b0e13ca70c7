// `stiction-bench lloyd`: section 5.4 of Lloyd 2004.

#include "bench_commands.h"
#include "lloyd_methods.h"
#include "lloyd_plot.h"
#include "lloyd_problems.h"
#include "lloyd_table.h"
#include "lloyd_targets.h"
#include "output_files.h"
#include "text_table.h"

#include <command_line/command_line.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

constexpr const char* kLloydFooter =
    "Times are wall-clock us of the solve alone, each method given the problem in its own\n"
    "form: per draw the fastest of several solves after an untimed one, per row the median\n"
    "over the draws. The dense method takes fewer draws if a solve is long; the tables show\n"
    "how many. A draw counts as solved if the independent judge measures at most 1e-9.\n"
    "\n"
    "Exit status: 0 fine; 2 bad usage, or a file that cannot be written; 3 a draw was not\n"
    "solved.";

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
    std::cout << format_text("  %-12s %7d %9d %11.2f %10.2f\n", set.family.c_str(), set.bodies,
                             set.contacts, times.dense, times.columns);
  }
  std::cout << '\n';
}

int report_lloyd(const LloydArguments& arguments) {
  CsvFile csv(arguments.csv);
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
  write_lloyd_csv(csv.stream(), rows);
  csv.close();
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
  CommandLine line("stiction-bench lloyd",
                   "Run Lemke's algorithm on the problems of Lloyd 2004, section 5.4");
  line.option("--csv", arguments.csv, "Write the rows as CSV; - is standard output")
      .value_name("FILE");
  line.option("--plot", arguments.plot, "Draw the figures as SVG").value_name("DIR");
  const CommandLine::Option draws =
      line.option("--draws", arguments.draws, "Draw N random wrenches per problem")
          .range(1, 1000)
          .show_default();
  line.flag("--quick", arguments.quick, "Make fewer repetitions and draws: some 20 s");
  line.footer(kLloydFooter);
  line.action([&] {
    if (arguments.quick && !draws.is_given()) arguments.draws = 5;
    return report_lloyd(arguments);
  });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
