// `stiction-bench rods`: drops rods at random, thick to thin, and measures the energy that steps
// put in. A thin rod is the hard case: a hit on a corner makes it spin about its axis, by radians
// per step.

#include "bench_commands.h"
#include "output_files.h"
#include "random.h"
#include "text_table.h"

#include <command_line/command_line.h>
#include <stiction/world/world.h>

#include <algorithm>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

constexpr const char* kRodsFooter =
    "Rods of 1 m are dropped from 1 m in random orientations, with up to 15 rad/s about each\n"
    "axis, and followed for 2 s. gain: the most by which the energy of a rod rises above its\n"
    "running minimum, relative to its initial energy. It may be 1e-3 for rods up to 1:100,\n"
    "2e-2 for thinner ones. The viscous laws have 0 and 0.5 N s/m instead of friction.\n"
    "\n"
    "Exit status: 0 fine; 2 bad usage, or a file that cannot be written; 3 a step was not\n"
    "solved, or a rod gains more.";

constexpr double kThinnest = 0.01;  ///< m; thinner rods get a wider bound
constexpr double kMostGainOfThick = 1e-3;
constexpr double kMostGainOfThin = 2e-2;
constexpr double kSeconds = 2;

struct RodArguments {
  int drops = 200;
  double timestep = 0.01;
  std::string csv;
};

struct RodFindings {
  double gain = 0;  ///< of the worst drop
  int drop = 0;     ///< the worst drop
  int unsolved = 0;
  double seconds = 0;  ///< processor time
};

void drop_rod(World world, MaterialId material, double thickness, int index, double timestep,
              RodFindings& findings) {
  Random random(1, static_cast<std::uint64_t>(index));
  const Quat rotation = random.rotation();
  world.add_body({.name = "rod",
                  .pose = {rotation, Vec3(0, 0, 1)},
                  .angular_velocity = random.in_cube(15),
                  .shapes = {{.shape = Box{{1, thickness, thickness}}}},
                  .material = material});
  const double start = world.energy().total();
  double least = start;
  for (double time = 0; time < kSeconds; time += timestep) {
    findings.unsolved += world.step(timestep).status != StepStatus::solved;
    const double energy = world.energy().total();
    least = std::min(least, energy);
    const double gain = (energy - least) / start;
    if (gain <= findings.gain) continue;
    findings.gain = gain;
    findings.drop = index;
  }
}

RodFindings drop_rods(const std::string& model, double friction, double thickness,
                      const RodArguments& arguments) {
  World world({.contact = {.model = model}});
  Material wood{.name = "wood"};
  (model.starts_with("viscous") ? wood.viscosity : wood.friction) = friction;
  const MaterialId material = world.add_material(wood);
  world.add_body({.name = "ground",
                  .kind = BodyKind::fixed,
                  .shapes = {{.shape = Plane{}}},
                  .material = material});
  RodFindings findings;
  const std::clock_t start = std::clock();
  for (int k = 0; k < arguments.drops; ++k) {
    drop_rod(world, material, thickness, k, arguments.timestep, findings);
  }
  findings.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return findings;
}

int report_rods(const RodArguments& arguments) {
  CsvFile csv(arguments.csv);
  csv.stream() << "model,friction,thickness,gain,drop,unsolved\n";
  std::vector<Cells> lines = {{"model", "friction", "rod", "gain", "drop", "met", "step us"}};
  bool is_met = true;
  const double steps = arguments.drops * kSeconds / arguments.timestep;
  for (const char* model :
       {"coulomb", "no-slip", "viscous", "viscous-rk4", "box-friction", "frictionless"}) {
    for (const double friction : {0.0, 0.5}) {
      for (const double thickness : {0.1, 0.03, 0.01, 0.004}) {
        const RodFindings found = drop_rods(model, friction, thickness, arguments);
        const double most = thickness < kThinnest ? kMostGainOfThin : kMostGainOfThick;
        const bool met = found.unsolved == 0 && found.gain <= most;
        is_met = is_met && met;
        lines.push_back({model, format_text("%g", friction), format_text("1:%.0f", 1 / thickness),
                         format_text("%.1e", found.gain), format_text("%d", found.drop),
                         met ? "yes" : "NO", time_text(1e6 * found.seconds / steps)});
        csv.stream() << model << ',' << friction << ',' << thickness << ',' << found.gain << ','
                     << found.drop << ',' << found.unsolved << '\n';
      }
    }
  }
  print_aligned(std::cout, lines, 1);
  csv.close();
  return is_met ? kFine : kNotSolved;
}

}  // namespace

int run_rods_command(int argc, char** argv) {
  RodArguments arguments;
  CommandLine line("stiction-bench rods", "Drop rods and measure the energy that steps add");
  line.footer(kRodsFooter);
  line.option("--drops", arguments.drops, "Drop each rod N times").range(1, 1000000).show_default();
  line.option("--csv", arguments.csv, "Write all figures as CSV; - is standard output")
      .value_hint("FILE");
  line.action([&] { return report_rods(arguments); });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
