// `stiction-bench locomotion`: Drumwright's quadruped (section VII-B, tables II and III) with our
// own robot: the cost of a walk of ten seconds under three contact laws.

#include "bench_commands.h"
#include "output_files.h"
#include "text_table.h"

#include <command_line/command_line.h>
#include <stiction/scene/scene.h>
#include <walk/walk_run.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <string>

namespace stiction::bench {
namespace {

constexpr const char* kLocomotionFooter =
    "The robot, its ground and its gait differ from Drumwright's, so that only ratios of\n"
    "times can be compared with his: no-slip to Coulomb with mu = 100 (table II: 416.284 s\n"
    "and 301.796 s, 1.38), modified principal pivoting to Lemke on the viscous law (table\n"
    "III: 2936.36 s and 2139.73 s, 1.37). Times are processor times of whole runs, controller\n"
    "included: the shortest of --repeat. Motors are unbounded, because the methods of table\n"
    "III do not take bounded ones. Steps that another method solved are counted as fallbacks.\n"
    "\n"
    "Exit status: 0 fine; 2 bad usage, or a file that cannot be read or written; 3 the robot\n"
    "fell or a step was not solved.";

struct WalkMethod {
  const char* label;
  const char* model;
  const char* solver;
};
constexpr std::array<WalkMethod, 4> kWalks = {{{"coulomb", "coulomb", ""},
                                               {"no-slip", "no-slip", ""},
                                               {"viscous/lemke", "viscous", "lemke"},
                                               {"viscous/ppm", "viscous", "ppm"}}};

/// Drumwright's Coulomb law has mu = 100.
constexpr double kRoughness = 100;

walk::WalkResult walk_by(const WalkMethod& method, Scene scene, int repeat) {
  scene.contact.model = method.model;
  scene.contact.solver = method.solver;
  if (scene.contact.model == "coulomb") {
    for (Material& material : scene.materials) material.friction = kRoughness;
  }
  const walk::TrotOptions trot{.has_limits = false};
  walk::WalkResult best = walk::run_walk(scene, trot);
  for (int i = 1; i < repeat; ++i) {
    best.seconds = std::min(best.seconds, walk::run_walk(scene, trot).seconds);
  }
  return best;
}

/// Returns whether the robot walked under all laws.
bool report_ground(const Scene& scene, int repeat, std::ostream& csv) {
  std::cout << scene.name << ", " << scene.duration << " s in steps of " << scene.timestep << " s\n"
            << "law                time s   way m  contacts mean  max   residual  fallbacks\n";
  std::array<double, kWalks.size()> seconds{};
  bool all_walked = true;
  for (std::size_t k = 0; k < kWalks.size(); ++k) {
    const walk::WalkResult walk = walk_by(kWalks[k], scene, repeat);
    seconds[k] = walk.seconds;
    const bool walked = walk.solved && !walk.fell;
    all_walked = all_walked && walked;
    std::cout << format_text("%-16s %8.3f %7.3f %14.2f %4zu %10.1e %10zu%s\n", kWalks[k].label,
                             walk.seconds, walk.way.x(), walk.contacts_mean, walk.contacts_max,
                             walk.residual, walk.fallbacks, walked ? "" : "  did not walk")
              << std::flush;
    csv << scene.name << ',' << kWalks[k].label << ',' << walk.seconds << ',' << walk.way.x() << ','
        << walk.contacts_mean << ',' << walk.contacts_max << ',' << walk.residual << ','
        << walk.fallbacks << ',' << walked << '\n';
  }
  std::cout << format_text("coulomb / no-slip            %5.2f   printed 1.38\n",
                           seconds[0] / seconds[1])
            << format_text("viscous: lemke / ppm         %5.2f   printed 1.37\n\n",
                           seconds[2] / seconds[3]);
  return all_walked;
}

int report_locomotion(const std::string& folder, const std::string& csv_path, int duration,
                      int repeat) {
  CsvFile csv(csv_path);
  csv.stream()
      << "scene,law,seconds,way_m,contacts_mean,contacts_max,residual_max,fallbacks,walked\n";
  bool all_walked = true;
  for (const char* name : {"quadruped.xml", "quadruped_hills.xml"}) {
    const SceneReadResult read = read_scene_file(folder + "/" + name);
    for (const SceneError& error : read.errors) std::cerr << error.to_string() << '\n';
    if (!read.scene) return kBadUsage;
    Scene scene = *read.scene;
    scene.duration = duration;
    all_walked = report_ground(scene, repeat, csv.stream()) && all_walked;
  }
  csv.close();
  return all_walked ? kFine : kNotSolved;
}

}  // namespace

int run_locomotion_command(int argc, char** argv) {
  std::string folder = "scenes/robots";
  std::string csv;
  int duration = 10;
  int repeat = 3;
  CommandLine line("stiction-bench locomotion",
                   "Repeat Drumwright's tables II and III with another quadruped");
  line.footer(kLocomotionFooter);
  line.option("--scenes", folder, "Read the quadruped's scenes from DIR")
      .value_name("DIR")
      .show_default();
  line.option("--duration", duration, "Walk for S seconds")
      .value_name("S")
      .range(1, 1000)
      .show_default();
  line.option("--repeat", repeat, "Run each N times").range(1, 100).show_default();
  line.option("--csv", csv, "Write all figures as CSV; - is standard output").value_hint("FILE");
  line.action([&] { return report_locomotion(folder, csv, duration, repeat); });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
