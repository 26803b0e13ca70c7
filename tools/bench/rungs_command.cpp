// `stiction-bench rungs`: how exact the answers are in whole scenes, and how many each rung found.

#include "bench_commands.h"
#include "cone_run.h"
#include "engine_scenes.h"
#include "stopwatch.h"
#include "text_table.h"

#include <command_line/command_line.h>
#include <stiction/scene/scene.h>
#include <stiction/scene/simulation.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

struct RungArguments {
  std::vector<std::string> scenes;
  std::string dump;
  int limit = 60;
  bool stops = false;

  OnUnsolved on_unsolved() const { return stops ? OnUnsolved::stop : OnUnsolved::best; }
};

/// 216 falling balls jam with folds, perhaps without an answer; an effort for real time promises no
/// answers.
ConeBounds bounds_of(const std::string& scene) {
  if (scene.starts_with("balls-216")) return {.off = 1.0 / 40, .unsolved = 1.0 / 500};
  if (scene == "jenga-24-blasted") return {.off = 1, .unsolved = 1};
  return {};
}

ConeTally run_engine_scene(const std::string& name, const RungArguments& arguments) {
  EngineScene scene = make_engine_scene(name);
  scene.world.set_on_unsolved(arguments.on_unsolved());
  ConeRun run(name, arguments.dump);
  const Clock::time_point start = Clock::now();
  for (int k = 0; k < scene.steps && seconds_since(start) < arguments.limit; ++k) {
    apply_pushes(scene.pushes, k, scene.world);
    const StepReport report = scene.world.step(scene.timestep);
    run.observe(report, scene.world);
    if (report.status == StepStatus::unsolved) break;
  }
  return run.tally();
}

ConeTally run_scene_file(const std::string& path, const RungArguments& arguments) {
  SceneReadResult read = read_scene_file(path);
  if (!read.scene) throw std::runtime_error(read.errors.front().to_string());
  read.scene->on_unsolved = arguments.on_unsolved();
  Simulation simulation(*read.scene);
  ConeRun run(std::filesystem::path(path).stem().string(), arguments.dump);
  const Clock::time_point start = Clock::now();
  while (!simulation.is_finished() && seconds_since(start) < arguments.limit) {
    run.observe(simulation.step(), simulation.world());
  }
  return run.tally();
}

/// A folder stands for the scene files in it, sorted by name.
std::vector<std::string> list_runs(const std::vector<std::string>& given) {
  namespace fs = std::filesystem;
  if (given.empty()) return engine_scene_names();
  std::vector<std::string> runs;
  for (const std::string& name : given) {
    if (!fs::is_directory(name)) {
      runs.push_back(name);
      continue;
    }
    const std::size_t first = runs.size();
    for (const fs::directory_entry& entry : fs::directory_iterator(name)) {
      if (entry.path().extension() == ".xml") runs.push_back(entry.path().string());
    }
    std::sort(runs.begin() + static_cast<std::ptrdiff_t>(first), runs.end());
  }
  return runs;
}

int report_rungs(const RungArguments& arguments) {
  std::vector<Cells> lines = {tally_head()};
  ConeTally sum;
  int missed = 0;
  for (const std::string& name : list_runs(arguments.scenes)) {
    const bool is_file = std::filesystem::path(name).extension() == ".xml";
    const ConeTally tally =
        is_file ? run_scene_file(name, arguments) : run_engine_scene(name, arguments);
    const ConeBounds bounds = bounds_of(name);
    lines.push_back(tally_line(std::filesystem::path(name).stem().string(), tally, bounds));
    sum.add(tally);
    missed += !bounds.hold(tally);
    std::cerr << "  " << name << '\n';
  }
  lines.push_back(tally_line("all", sum, {}));
  print_aligned(std::cout, lines, 2);
  std::cout << '\n' << lines.size() - 2 << " runs, " << missed << " beyond their bounds\n";
  return missed == 0 ? kFine : kNotSolved;
}

}  // namespace

int run_rungs_command(int argc, char** argv) {
  RungArguments arguments;
  CommandLine line("stiction-bench rungs",
                   "Report how exact the answers in whole scenes are, and which rung found them");
  line.option("SCENE|FILE|DIRECTORY", arguments.scenes,
              "Scenes of `stiction-bench engine` (default: all), scene files or folders of them");
  line.option("--dump", arguments.dump, "Write the problems that are left unsolved")
      .value_name("DIR");
  line.option("--limit", arguments.limit, "End a run after N seconds")
      .range(1, 100'000)
      .show_default();
  line.flag("--stop", arguments.stops, "End a run at its first step that is left unsolved");
  line.footer(
      "Without --stop, runs go on with the best answer if no solution is found. A step that is\n"
      "solved again, with contacts that it would have missed, counts by its final answer. A\n"
      "problem is searched if neither zero impulses nor the remembered ones solve it. Up to 1\n"
      "in 500 of the searched problems may have a cone residual above 1e-8, and none above\n"
      "1e-6; for the 216 falling balls 1 in 40 and 1 in 500. Laws other than Coulomb's on the\n"
      "round cone have no such residual and do not count.\n"
      "\n"
      "Exit status: 0 fine; 2 bad usage; 3 a run is beyond its bounds.");
  line.action([&] { return report_rungs(arguments); });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
