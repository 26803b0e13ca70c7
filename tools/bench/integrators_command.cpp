// `stiction-bench integrators`: the cost and the energy of impacts at their time and of second
// order, beside steps of first order.

#include "bench_commands.h"
#include "engine_scenes.h"
#include "output_files.h"
#include "text_table.h"

#include <command_line/command_line.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

constexpr const char* kIntegratorsFooter =
    "Processor time per step (mean), with integrator=\"auto\" and \"first-order\". A scene in\n"
    "motion may take 1.6 times as long, a scene at rest no longer (1.1 times, to allow for\n"
    "noise of the clock). swing: the most by which energy minus work rises above its running\n"
    "minimum, relative to the initial energy. bin-N: boxes and balls thrown into a bin, the\n"
    "mean of 16 throws. e, mu: restitution and friction.\n"
    "\n"
    "Exit status: 0 fine; 2 bad usage, or a file that cannot be written; 3 a step was not\n"
    "solved, or a scene takes longer.";

constexpr double kMostWhileMoving = 1.6;
constexpr double kMostAtRest = 1.1;
constexpr int kThrows = 16;

struct ComparedScene {
  std::string name;
  double most = kMostWhileMoving;  ///< limit, as a multiple of the first-order step
  std::function<EngineScene(std::uint64_t seed, const WorldOptions&)> make;
  int runs = 1;  ///< one per seed: tumbling bodies come to rest sooner or later by chance
};

std::vector<ComparedScene> list_compared() {
  std::vector<ComparedScene> scenes = {
      {"stacks-20", kMostAtRest,
       [](std::uint64_t, const WorldOptions& options) { return make_stacks(20, 1, options); }},
      {"wall-100", kMostAtRest,
       [](std::uint64_t, const WorldOptions& options) { return make_wall(100, 1, options); }},
      {"balls-on-wall-60 e=1", kMostWhileMoving,
       [](std::uint64_t, const WorldOptions& options) {
         return make_wall_with_balls(60, options);
       }},
      {"figures-1 e=0.5", kMostWhileMoving,
       [](std::uint64_t, const WorldOptions& options) { return make_figures(1, 0.5, options); }},
      {"figures-4 e=0.5", kMostWhileMoving,
       [](std::uint64_t, const WorldOptions& options) { return make_figures(4, 0.5, options); }},
  };
  struct Law {
    double restitution, friction;
  };
  for (const Law law : {Law{0, 0.5}, Law{0.5, 0.5}, Law{1, 0}}) {
    for (const int bodies : {8, 20, 40, 80, 200}) {
      if (bodies == 200 && law.friction > 0) continue;  // minutes
      const std::string name = "bin-" + std::to_string(bodies);
      scenes.push_back({name + format_text(" e=%g mu=%g", law.restitution, law.friction),
                        kMostWhileMoving,
                        [=](std::uint64_t seed, const WorldOptions& options) {
                          return make_bin(bodies, law.restitution, law.friction, seed, options);
                        },
                        kThrows});
    }
  }
  return scenes;
}

struct IntegratorRuns {
  double seconds = 0;  ///< processor time
  int steps = 0;
  double swing = 0;
  int unsolved = 0;

  double step_us() const { return 1e6 * seconds / steps; }
};

void add_run(EngineScene scene, IntegratorRuns& runs) {
  const double start = scene.world.energy().total();
  double least = start, work = 0;
  const std::clock_t began = std::clock();
  for (int k = 0; k < scene.steps; ++k) {
    const StepReport report = scene.world.step(scene.timestep);
    runs.unsolved += report.status != StepStatus::solved;
    work += report.work;
    const double energy = scene.world.energy().total() - work;
    least = std::min(least, energy);
    runs.swing = std::max(runs.swing, (energy - least) / std::abs(start));
  }
  runs.seconds += static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
  runs.steps += scene.steps;
}

struct IntegratorArguments {
  std::string only;
  std::string csv;
};

int report_integrators(const IntegratorArguments& arguments) {
  CsvFile csv(arguments.csv);
  csv.stream() << "scene,first_order_us,auto_us,first_order_swing,auto_swing,unsolved\n";
  std::vector<Cells> lines = {
      {"scene", "first us", "auto us", "times", "most", "met", "first swing", "auto swing"}};
  bool is_met = true;
  for (const ComparedScene& scene : list_compared()) {
    if (!scene.name.starts_with(arguments.only)) continue;
    std::cerr << "  " << scene.name << '\n';
    // Alternate, so that other load on the machine affects both.
    IntegratorRuns first, automatic;
    for (int seed = 0; seed < scene.runs; ++seed) {
      const auto make = [&](Integrator integrator) {
        return scene.make(seed, {.integrator = integrator, .on_unsolved = OnUnsolved::best});
      };
      add_run(make(Integrator::first_order), first);
      add_run(make(Integrator::automatic), automatic);
    }
    const double times = automatic.step_us() / first.step_us();
    const bool met = automatic.unsolved == 0 && times <= scene.most;
    is_met = is_met && met;
    lines.push_back({scene.name, time_text(first.step_us()), time_text(automatic.step_us()),
                     format_text("%.2f", times), format_text("%.1f", scene.most),
                     met ? "yes" : "NO", format_text("%.1e", first.swing),
                     format_text("%.1e", automatic.swing)});
    csv.stream() << scene.name << ',' << first.step_us() << ',' << automatic.step_us() << ','
                 << first.swing << ',' << automatic.swing << ',' << automatic.unsolved << '\n';
  }
  print_aligned(std::cout, lines, 1);
  csv.close();
  return is_met ? kFine : kNotSolved;
}

}  // namespace

int run_integrators_command(int argc, char** argv) {
  IntegratorArguments arguments;
  CommandLine line("stiction-bench integrators",
                   "Compare second-order steps with impacts at their time to first-order steps");
  line.footer(kIntegratorsFooter);
  line.option("--only", arguments.only, "Run only scenes whose names begin with NAME")
      .value_hint("NAME");
  line.option("--csv", arguments.csv, "Write all figures as CSV; - is standard output")
      .value_hint("FILE");
  line.action([&] { return report_integrators(arguments); });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
