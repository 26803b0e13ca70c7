// `stiction-bench scaling`: how time and memory of a step grow with the contacts of a scene.

#include "bench_commands.h"
#include "engine_run.h"
#include "engine_scenes.h"
#include "output_files.h"
#include "text_table.h"

#include <command_line/command_line.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

struct ScalingArguments {
  std::vector<std::string> families;
  int limit = 20;
  std::string csv;
};

/// A series of scenes of one kind.
struct Family {
  std::string name;
  std::vector<int> sizes;
  EngineScene (*make)(int size);
  bool is_judged;  ///< true for scenes at rest that differ only in size
  /// The largest exponent of the whole step, if that has a target.
  std::optional<double> most_of_step = {};
};

std::vector<Family> list_families() {
  return {
      {"boxes", {100, 300, 1000, 3000, 10'000}, make_boxes, true},
      {"stacks", {20, 60, 200, 600, 2000}, [](int stacks) { return make_stacks(stacks); }, true},
      {"wall", {50, 100, 200, 500, 1000}, [](int bricks) { return make_wall(bricks); }, true},
      {"heap", {20, 40, 80, 160}, make_heap, false},
      {"chain", {20, 50, 100, 200}, make_chain, false, 1.15}};
}

/// A figure that should grow in proportion to the contacts, and its largest exponent.
struct Growth {
  const char* name;
  double (*figure)(const EngineFigures& run);
  double most;
};

/// The solve of a wall is a target of its own (`stiction-bench targets`).
constexpr Growth kGrowths[] = {
    {"broad and narrow phase", [](const EngineFigures& run) { return *run.collide_us; }, 1.1},
    {"islands, report, events", [](const EngineFigures& run) { return *run.rest_us; }, 1.1},
    {"memory", [](const EngineFigures& run) { return run.grown_mib; }, 1.05},
};

void print_csv_line(std::ostream& csv, const Family& family, int size, const EngineFigures& run) {
  csv << family.name << ',' << size << ','
      << format_text("%.1f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%d,%.1f,%.1f\n", *run.contacts_mean,
                     run.median_us, run.p99_us, run.most_us, run.settled_us, *run.collide_us,
                     *run.solve_us, *run.rest_us, run.steps, run.memory_mib, run.grown_mib);
}

Cells scaling_line(const Family& family, int size, const EngineFigures& run) {
  return {family.name,
          end_text(run),
          std::to_string(size),
          format_text("%.0f", *run.contacts_mean),
          time_text(run.median_us),
          time_text(run.p99_us),
          time_text(run.most_us),
          time_text(run.settled_us),
          time_text(*run.collide_us),
          time_text(*run.solve_us),
          time_text(*run.rest_us),
          format_text("%.1f", run.grown_mib)};
}

int report_scaling(const ScalingArguments& arguments) {
  const EngineEntry stiction = make_engines().front();
  const std::vector<Family> families = list_families();
  for (const std::string& name : arguments.families) {
    if (std::ranges::find(families, name, &Family::name) == families.end()) {
      throw UsageError("--families", "there is no family '" + name + "'");
    }
  }
  CsvFile csv(arguments.csv);
  csv.stream() << "family,size,contacts_mean,step_us_median,step_us_p99,step_us_max,"
                  "step_us_settled,collide_us,solve_us,rest_us,steps,memory_mib,grown_mib\n";
  std::vector<Cells> lines = {{"family", "finished", "size", "contacts", "us", "99 %", "most",
                               "settled", "collide", "solve", "rest", "MiB"}};
  std::vector<Cells> exponents = {{"family", "figure", "exponent", "at most", "met"}};
  bool is_any_missed = false;
  for (const Family& family : families) {
    if (!arguments.families.empty() &&
        std::ranges::find(arguments.families, family.name) == arguments.families.end()) {
      continue;
    }
    std::vector<EngineFigures> runs;
    for (const int size : family.sizes) {
      std::cerr << "  " << family.name << ' ' << size << '\n';
      runs.push_back(run_engine(stiction, family.make(size), arguments.limit));
      if (!runs.back().contacts_mean) throw std::runtime_error("a run made no step");
      print_csv_line(csv.stream(), family, size, runs.back());
      lines.push_back(scaling_line(family, size, runs.back()));
      is_any_missed |=
          (family.is_judged || family.most_of_step) && runs.back().end != EngineEnd::finished;
    }
    const double whole =
        fit_exponent(runs, [](const EngineFigures& run) { return run.processor_us; });
    const bool is_step_met = whole <= family.most_of_step.value_or(whole);
    is_any_missed |= !is_step_met;
    exponents.push_back({family.name, "step", format_text("%.2f", whole),
                         family.most_of_step ? format_text("%.2f", *family.most_of_step) : "-",
                         family.most_of_step ? (is_step_met ? "yes" : "no") : "-"});
    for (const Growth& growth : kGrowths) {
      if (!family.is_judged) continue;
      const double exponent = fit_exponent(runs, growth.figure);
      const bool is_met = exponent <= growth.most;
      is_any_missed |= !is_met;
      exponents.push_back({family.name, growth.name, format_text("%.2f", exponent),
                           format_text("%.2f", growth.most), is_met ? "yes" : "no"});
    }
  }
  csv.close();
  print_aligned(std::cout, lines, 2);
  std::cout << '\n';
  print_aligned(std::cout, exponents, 2);
  return is_any_missed ? kNotSolved : kFine;
}

}  // namespace

int run_scaling_command(int argc, char** argv) {
  ScalingArguments arguments;
  CommandLine line("stiction-bench scaling",
                   "Measure how time and memory of a step grow with the contacts of a scene");
  line.option("--families", arguments.families, "Run these families of scenes only")
      .separated_by(',')
      .value_name("NAME,...");
  line.option("--limit", arguments.limit, "End a run after N seconds of steps")
      .range(1, 100'000)
      .show_default();
  line.option("--csv", arguments.csv, "Write the figures, one line per run; - is standard output")
      .value_name("FILE");
  line.footer(
      "Separate boxes and stacks of up to 10,000 bodies, walls, heaps, and swinging chains of\n"
      "20 to 200 links. The exponent p of figure = c size^p, where size is the number of\n"
      "contacts (of joints for chains), is fitted to the processor time of median steps; to the\n"
      "times outside the solve, over the last quarter of the steps; and to the memory that a\n"
      "run adds to its process. Other times assume an idle machine.\n"
      "\n"
      "Exit status: 0 fine; 2 bad usage, or a file that cannot be written; 3 a figure of scenes\n"
      "at rest or of chains grows faster than it may, or such a run did not finish.");
  line.action([&] { return report_scaling(arguments); });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
