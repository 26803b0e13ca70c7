// `stiction-bench simbenchmark`: the error measures of SimBenchmark, beside the figures that it
// published for other engines.

#include "bench_commands.h"
#include "engine_scenes.h"
#include "output_files.h"
#include "stopwatch.h"
#include "text_table.h"

#include <command_line/command_line.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

constexpr const char* kSimBenchmarkFooter =
    "Means over all steps. bouncing: 49 balls dropped from 5 m, e = 1, 20 s: (E - E0)^2, J^2.\n"
    "666: 6 x 6 x 6 balls without friction, 10 s: the sum of the squared overlaps of pairs,\n"
    "m^2.\n"
    "rolling: a box with 25 balls on it, pushed with 150 N for 4 s: |v - a t|^2 of the box\n"
    "plus its mean over the balls, m^2/s^2, in the worst direction; in closed form, a =\n"
    "0.7385 m/s^2 for the box and 2/7 of that for the balls. Published: Hwangbo and Kang\n"
    "2018, at a step of 1 ms.\n"
    "\n"
    "Exit status: 0 fine; 2 bad usage, or a file that cannot be written; 3 a step was not\n"
    "solved, or a target is not met.";

constexpr double kBouncingTarget = 1e-6;     ///< J^2
constexpr double kRollingTarget = 1e-20;     ///< m^2/s^2
constexpr double kPenetrationTarget = 1e-9;  ///< m^2

struct ErrorRun {
  double error = 0;  ///< mean over the steps
  double step_us = 0;
  bool is_solved = true;
};

/// Runs the scene with another time step, and returns the mean of `error(world, time)`.
template <typename Error>
ErrorRun run_with_error(EngineScene scene, double timestep, Error error) {
  const auto steps = static_cast<int>(std::lround(scene.steps * scene.timestep / timestep));
  ErrorRun run;
  double seconds = 0;
  for (int k = 0; k < steps && run.is_solved; ++k) {
    apply_pushes(scene.pushes, k, scene.world);
    const Clock::time_point start = Clock::now();
    run.is_solved = scene.world.step(timestep).status == StepStatus::solved;
    seconds += seconds_since(start);
    run.error += error(scene.world, (k + 1) * timestep) / steps;
  }
  run.step_us = 1e6 * seconds / steps;
  return run;
}

ErrorRun run_bouncing(double timestep) {
  EngineScene scene = make_engine_scene("bouncing-49");
  const double before = scene.world.energy().total();
  return run_with_error(std::move(scene), timestep, [&](const World& world, double) {
    return std::pow(world.energy().total() - before, 2);
  });
}

/// Uses only the positions of the balls.
ErrorRun run_666(double timestep) {
  return run_with_error(make_engine_scene("666"), timestep, [](const World& world, double) {
    constexpr double kRadius = 0.1;
    std::vector<Vec3> centers;
    for (const BodyId body : world.bodies()) {
      if (world.definition(body).kind == BodyKind::dynamic) {
        centers.push_back(world.state(body).pose.translation);
      }
    }
    double sum = 0;
    for (std::size_t i = 0; i < centers.size(); ++i) {
      sum += std::pow(std::max(0.0, kRadius - centers[i].z()), 2);
      for (std::size_t j = 0; j < i; ++j) {
        sum += std::pow(std::max(0.0, 2 * kRadius - (centers[i] - centers[j]).norm()), 2);
      }
    }
    return sum;
  });
}

ErrorRun run_rolling(double timestep, double degrees) {
  EngineScene scene = make_engine_scene("rolling-25");
  const double angle = degrees * std::numbers::pi / 180;
  const Vec3 direction(std::cos(angle), std::sin(angle), 0);
  EnginePush& push = scene.pushes.front();
  push.force = 150 * direction;
  const BodyId box = push.body;
  constexpr double kBalls = 25;
  const double friction = 0.4 * (10 + kBalls) * 9.81;
  const Vec3 a = (150 - friction) / (10 + kBalls * 2 / 7) * direction;
  return run_with_error(std::move(scene), timestep, [=](const World& world, double time) {
    double balls = 0;
    for (const BodyId body : world.bodies()) {
      if (body == box || world.definition(body).kind != BodyKind::dynamic) continue;
      balls += (world.state(body).linear_velocity - 2.0 / 7 * time * a).squaredNorm();
    }
    return (world.state(box).linear_velocity - time * a).squaredNorm() + balls / kBalls;
  });
}

struct Experiment {
  std::string name;
  double target;
  const char* published;
  ErrorRun (*run)(double timestep, int directions);
};

const std::vector<Experiment> kExperiments = {
    {"bouncing", kBouncingTarget, "RaiSim 0.0186, ODE 185",
     [](double timestep, int) { return run_bouncing(timestep); }},
    {"666", kPenetrationTarget, "RaiSim 1.35e-4",
     [](double timestep, int) { return run_666(timestep); }},
    {"rolling", kRollingTarget, "Bullet 6e-9, RaiSim 4e-7, MuJoCo 2e-3, ODE, DART 3.14",
     [](double timestep, int directions) {
       ErrorRun worst;
       for (int k = 0; k < directions; ++k) {
         const ErrorRun run = run_rolling(timestep, 360.0 * k / directions);
         worst.error = std::max(worst.error, run.error);
         worst.step_us += run.step_us / directions;
         worst.is_solved = worst.is_solved && run.is_solved;
       }
       return worst;
     }},
};

int report_simbenchmark(const std::vector<double>& timesteps, int directions,
                        const std::string& csv_path) {
  CsvFile csv(csv_path);
  csv.stream() << "experiment,timestep,error,step_us,solved\n";
  bool is_met = true;
  std::vector<Cells> lines = {
      {"experiment", "step s", "error", "target", "met", "step us", "published"}};
  for (const Experiment& experiment : kExperiments) {
    for (const double timestep : timesteps) {
      const ErrorRun run = experiment.run(timestep, directions);
      const bool met = run.is_solved && run.error <= experiment.target;
      is_met = is_met && met;
      lines.push_back({experiment.name, format_text("%g", timestep), format_text("%.1e", run.error),
                       format_text("%.0e", experiment.target), met ? "yes" : "NO",
                       time_text(run.step_us), experiment.published});
      csv.stream() << experiment.name << ',' << timestep << ',' << run.error << ',' << run.step_us
                   << ',' << run.is_solved << '\n';
    }
  }
  print_aligned(std::cout, lines, 1);
  csv.close();
  return is_met ? kFine : kNotSolved;
}

}  // namespace

int run_simbenchmark_command(int argc, char** argv) {
  std::string csv;
  std::vector<double> timesteps = {1e-3, 1e-2};
  int directions = 12;
  CommandLine line("stiction-bench simbenchmark",
                   "SimBenchmark's errors of bouncing, piled and rolling balls");
  line.footer(kSimBenchmarkFooter);
  line.option("--directions", directions, "Push the box in N directions")
      .range(1, 3600)
      .show_default();
  line.option("--csv", csv, "Write all figures as CSV; - is standard output").value_hint("FILE");
  line.action([&] { return report_simbenchmark(timesteps, directions, csv); });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
