// `stiction-bench targets`: the targets of the engine on whole scenes, and its results.

#include "bench_commands.h"
#include "engine_run.h"
#include "engine_scenes.h"
#include "engine_targets.h"
#include "text_table.h"

#include <command_line/command_line.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

/// Scenes that are compared run this often, in turn: a machine may be slower by half for a while.
constexpr int kPairs = 5;

struct TargetArguments {
  std::vector<std::string> scenes;
  int limit = 300;
};

/// Runs scenes when a target first asks for them.
class TargetRuns {
 public:
  explicit TargetRuns(int limit) : limit_(limit) {}

  const EngineFigures& of(const std::string& scene) {
    const auto found = runs_.find(scene);
    return found != runs_.end() ? found->second : run(scene);
  }

  /// Runs it again.
  const EngineFigures& run(const std::string& scene) {
    std::cerr << "  " << scene << '\n';
    return runs_[scene] = run_engine(stiction_, make_engine_scene(scene), limit_);
  }

 private:
  EngineEntry stiction_ = make_engines().front();
  int limit_;
  std::map<std::string, EngineFigures> runs_;
};

Cells target_line(const std::string& scene, const std::string& figure, double bound,
                  double measured, bool is_met) {
  return {scene, figure, format_text("%.3g", bound), format_text("%.3g", measured),
          is_met ? "yes" : "no"};
}

/// The figure of a run, or its ratio to another scene's: the median of pairs.
double measure_target(const EngineTarget& target, TargetRuns& runs) {
  if (target.beside.empty()) return target.measure->of(runs.of(target.scene));
  std::array<double, kPairs> ratios;
  for (double& ratio : ratios) {
    const double other = target.measure->of(runs.run(target.beside));
    ratio = target.measure->of(runs.run(target.scene)) / other;
  }
  std::ranges::sort(ratios);
  return ratios[kPairs / 2];
}

/// Adds the row; returns false if the target is not met.
bool judge_target(const EngineTarget& target, TargetRuns& runs, std::vector<Cells>& lines) {
  const std::string unit =
      target.beside.empty() ? std::string(target.measure->unit) : "times that of " + target.beside;
  const double measured = measure_target(target, runs);
  const EngineFigures& run = runs.of(target.scene);
  const bool is_finished = run.end == EngineEnd::finished;
  const bool is_met = is_finished && measured <= target.bound;
  lines.push_back(target_line(target.scene, std::string(target.measure->name) + ", " + unit,
                              target.bound, measured, is_met));
  if (!is_finished) lines.back().back() += ": " + end_text(run);
  return is_met;
}

bool judge_exponent(TargetRuns& runs, std::vector<Cells>& lines) {
  std::vector<EngineFigures> walls;
  for (const std::string& wall : walls_of_exponent()) walls.push_back(runs.of(wall));
  const double exponent =
      fit_exponent(walls, [](const EngineFigures& run) { return run.median_us; });
  const bool is_met = exponent <= kMostExponent;
  lines.push_back(target_line("walls", "exponent", kMostExponent, exponent, is_met));
  return is_met;
}

int report_targets(const TargetArguments& arguments) {
  const std::vector<EngineTarget> targets = list_engine_targets();
  for (const std::string& scene : arguments.scenes) {
    if (std::ranges::find(targets, scene, &EngineTarget::scene) == targets.end()) {
      throw UsageError("--scenes", "no target is about '" + scene + "'");
    }
  }
  TargetRuns runs(arguments.limit);
  std::vector<Cells> lines = {{"scene", "figure", "at most", "measured", "met"}};
  std::size_t missed = 0;
  const auto is_wanted = [&](const std::string& scene) {
    return arguments.scenes.empty() ||
           std::ranges::find(arguments.scenes, scene) != arguments.scenes.end();
  };
  for (const EngineTarget& target : targets) {
    if (is_wanted(target.scene)) missed += !judge_target(target, runs, lines);
  }
  if (std::ranges::all_of(walls_of_exponent(), is_wanted)) missed += !judge_exponent(runs, lines);
  print_aligned(std::cout, lines, 2);
  std::cout << '\n' << lines.size() - 1 << " targets, " << missed << " not met\n";
  return missed == 0 ? kFine : kNotSolved;
}

}  // namespace

int run_targets_command(int argc, char** argv) {
  TargetArguments arguments;
  CommandLine line("stiction-bench targets",
                   "Measure whole scenes and compare them with targets for time and exactness");
  line.option("--scenes", arguments.scenes, "Judge these scenes only")
      .separated_by(',')
      .value_name("NAME,...");
  line.option("--limit", arguments.limit, "End a run after N seconds of steps")
      .range(1, 100'000)
      .show_default();
  line.footer(
      "The scenes are those of `stiction-bench engine`, each run to its end in its own process;\n"
      "a run that ends early meets no target. Times assume an idle machine. Two scenes that are\n"
      "compared run five times in turn; the median of the ratios counts.\n"
      "\n"
      "Exit status: 0 fine; 2 bad usage; 3 a target is not met.");
  line.action([&] { return report_targets(arguments); });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
