// `stiction-bench engine`: whole scenes, beside other engines in the same run.

#include "bench_commands.h"
#include "engine_run.h"
#include "engine_scenes.h"
#include "output_files.h"
#include "text_table.h"

#include <command_line/command_line.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

constexpr const char* kEngineFooter =
    "Each scene runs in its own process, which the limit ends. Peers (ODE, Bullet, MuJoCo)\n"
    "run if they were built (-D STICTION_BENCH_PEERS=ON); overlap and energy of their worlds\n"
    "are measured with Stiction's geometry. Memory is the peak of the process. An island\n"
    "solve is off the cone if its cone residual is above 1e-8, a step beyond it if above\n"
    "1e-6; rungs counts solves by the rung of the solver that delivered the answer.\n"
    "\n"
    "Exit status: 0 fine; 2 bad usage, or a file that cannot be written. A scene that does\n"
    "not finish is a finding, not an error.";

struct EngineArguments {
  std::vector<std::string> scenes;
  std::vector<std::string> engines;
  int limit = 20;
  std::string csv;
};

std::string optional_text(const std::optional<double>& value) {
  return value ? format_text("%.1e", *value) : "-";
}

void print_csv_head(std::ostream& csv) {
  csv << "scene,engine,step_us_median,step_us_p99,residual_max,penetration_max,energy_gain,"
         "memory_mib,step_us_max,steps,steps_asked,contacts_mean,cone_residual_max,off_cone,"
         "energy_created,energy_initial,beyond_cone,rungs,step_us_first,step_us_settled,drift,"
         "energy_turnover\n";
}

void print_csv(std::ostream& csv, const EngineFigures& figures) {
  const auto exact = [](const std::optional<double>& value) {
    return value ? format_text("%.17g", *value) : "";
  };
  std::string rungs = to_string(figures.rungs);
  std::erase(rungs, ',');
  csv << figures.scene << ',' << figures.engine << ','
      << format_text("%.3f,%.3f,", figures.median_us, figures.p99_us) << exact(figures.residual_max)
      << ','
      << format_text("%.17g,%.17g,%.1f,%.3f,%d,%d,", figures.penetration_max, figures.energy_gain,
                     figures.memory_mib, figures.most_us, figures.steps, figures.steps_asked)
      << exact(figures.contacts_mean) << ',' << exact(figures.cone_residual_max) << ','
      << (figures.off_cone ? std::to_string(*figures.off_cone) : "") << ','
      << exact(figures.energy_created) << ',' << exact(figures.energy_initial) << ','
      << (figures.beyond_cone ? std::to_string(*figures.beyond_cone) : "") << ',' << rungs << ','
      << format_text("%.3f,%.3f,%.17g,", figures.first_us, figures.settled_us, figures.drift)
      << exact(figures.energy_turnover) << '\n';
}

Cells table_line(const EngineFigures& figures) {
  return {figures.scene,
          figures.engine,
          end_text(figures),
          figures.contacts_mean ? format_text("%.0f", *figures.contacts_mean) : "-",
          time_text(figures.median_us),
          time_text(figures.p99_us),
          time_text(figures.most_us),
          time_text(figures.first_us),
          time_text(figures.settled_us),
          optional_text(figures.residual_max),
          optional_text(figures.cone_residual_max),
          figures.off_cone ? std::to_string(*figures.off_cone) : "-",
          figures.beyond_cone ? std::to_string(*figures.beyond_cone) : "-",
          format_text("%.1e", figures.penetration_max),
          format_text("%.1e", figures.drift),
          format_text("%.1e", figures.energy_gain),
          optional_text(figures.energy_created),
          format_text("%.0f", figures.memory_mib),
          to_string(figures.rungs)};
}

template <typename Names>
void require_known(const std::string& option, const std::vector<std::string>& given,
                   const Names& known) {
  for (const std::string& name : given) {
    if (std::ranges::find(known, name) != known.end()) continue;
    std::string text = "expected one of";
    for (const std::string& one : known) text += " " + one;
    throw UsageError(option, text + ", got '" + name + "'");
  }
}

int report_engines(EngineArguments arguments) {
  std::vector<EngineEntry> engines = make_engines();
  std::vector<std::string> engine_names;
  for (const EngineEntry& engine : engines) engine_names.push_back(engine.name);
  require_known("--engines", arguments.engines, engine_names);
  require_known("--scenes", arguments.scenes, engine_scene_names());
  if (arguments.scenes.empty()) arguments.scenes = engine_scene_names();
  std::erase_if(engines, [&](const EngineEntry& engine) {
    return !arguments.engines.empty() &&
           std::ranges::find(arguments.engines, engine.name) == arguments.engines.end();
  });
  CsvFile csv(arguments.csv);
  print_csv_head(csv.stream());
  std::vector<Cells> lines = {{"scene", "engine", "finished", "contacts", "us", "99 %", "most",
                               "first", "settled", "residual", "cone", "off", "beyond", "overlap",
                               "drift", "gain J", "created", "MiB", "rungs"}};
  for (const std::string& name : arguments.scenes) {
    const EngineScene scene = make_engine_scene(name);
    for (const EngineEntry& engine : engines) {
      if (engine.name != "stiction" && !suits_peers(scene)) continue;
      const EngineFigures figures = run_engine(engine, scene, arguments.limit);
      print_csv(csv.stream(), figures);
      csv.stream().flush();
      lines.push_back(table_line(figures));
      std::cerr << "  " << name << ", " << engine.name << ": " << end_text(figures) << '\n';
    }
  }
  csv.close();
  print_aligned(std::cout, lines, 3);
  return kFine;
}

}  // namespace

int run_engine_command(int argc, char** argv) {
  EngineArguments arguments;
  CommandLine line("stiction-bench engine", "Run whole scenes and compare with other engines");
  line.option("--scenes", arguments.scenes, "Run these scenes only")
      .separated_by(',')
      .value_name("NAME,...");
  line.option("--engines", arguments.engines, "Run these engines only")
      .separated_by(',')
      .value_name("NAME,...");
  line.option("--limit", arguments.limit, "End a run after N seconds of steps")
      .range(1, 100'000)
      .show_default();
  line.option("--csv", arguments.csv, "Write the figures, one line per run; - is standard output")
      .value_name("FILE");
  line.footer(kEngineFooter);
  line.action([&] { return report_engines(arguments); });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
