#include "splitting_problems.h"

#include <stiction/model/box_friction_options.h>
#include <stiction/world/world.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <variant>

namespace stiction::bench {
namespace {

constexpr int kLayers = 10;
constexpr int kLogsPerLayer = 4;
constexpr double kRadius = 0.1;     // m
constexpr double kLength = 0.8;     // m
constexpr double kTimeStep = 0.01;  // s
constexpr int kStepsPerProblem = 25;
constexpr int kStepsPerBoxProblem = 5;

World make_log_world() {
  World world({.keep_problems = true});
  const MaterialId bark = world.add_material({.name = "bark", .friction = 0.5});
  world.add_body({.name = "ground",
                  .kind = BodyKind::fixed,
                  .shapes = {{.shape = Plane{}},
                             {.shape = Box{Vec3(0.2, 2, 2)}, .pose = {.translation = {-0.7, 0, 1}}},
                             {.shape = Box{Vec3(0.2, 2, 2)}, .pose = {.translation = {0.7, 0, 1}}}},
                  .material = bark});
  const double quarter = std::numbers::sqrt2 / 2;
  for (int layer = 0; layer < kLayers; ++layer) {
    for (int k = 0; k < kLogsPerLayer; ++k) {
      // Every other layer half a log aside, every log a little askew.
      const double x = -0.38 + 0.23 * k + 0.1 * (layer % 2);
      const double y = 0.02 * ((3 * layer + 2 * k) % 5 - 2);
      world.add_body({.name = "log",
                      .pose = {.rotation = Quat(quarter, -quarter, 0, 0),
                               .translation = Vec3(x, y, 0.15 + 0.23 * layer)},
                      .shapes = {{.shape = Cylinder{kRadius, kLength}, .density = 600}},
                      .material = bark});
    }
  }
  return world;
}

/// The largest problem of every so many steps.
std::vector<LogProblem> draw_log_problems(int num_problems, int steps_per_problem) {
  World world = make_log_world();
  std::vector<LogProblem> problems;
  for (int k = 1; static_cast<int>(problems.size()) < num_problems; ++k) {
    StepReport report = world.step(kTimeStep);
    if (k % steps_per_problem != 0 || report.problems.empty()) continue;
    const auto largest = std::ranges::max_element(report.problems, {}, [](const auto& posed) {
      return posed.contact_problem.contacts.size();
    });
    problems.push_back({k * kTimeStep, std::move(largest->contact_problem)});
  }
  return problems;
}

}  // namespace

ContactProblem make_incline_problem(double tangent, double friction) {
  ContactProblem problem;
  problem.bodies.emplace_back();
  problem.bodies[0].mass = problem.bodies[0].inverse_mass = 1;
  problem.bodies[0].inertia = Mat3::Identity() / 6;
  problem.bodies[0].inverse_inertia = Mat3::Identity() * 6;
  problem.bodies[0].free_velocity.head<3>() = Vec3(tangent, 0, -1);
  problem.velocity_scale = 1;
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      ContactProblem::Contact& contact = problem.contacts.emplace_back();
      contact.body_a = 0;
      contact.frame << Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY();
      contact.arm_a = Vec3(x, y, -0.5);
      contact.friction = friction;
    }
  }
  return problem;
}

std::vector<LogProblem> make_log_problems(int num_problems) {
  return draw_log_problems(num_problems, kStepsPerProblem);
}

std::vector<BoxLcp> make_log_box_problems(int num_problems) {
  const auto scaled_box = make_box_friction_model(
      {.first = BoxFirstEstimate::frictionless, .pass_limit = 2, .has_fixed_passes = true});
  // Poses the bounds mu theta of the normal impulses theta that it is given.
  const auto posing = make_box_friction_model({});
  std::vector<BoxLcp> problems;
  ContactSolution solution;
  for (const LogProblem& heap : draw_log_problems(num_problems, kStepsPerBoxProblem)) {
    scaled_box->solve(heap.problem, {}, solution);
    problems.push_back(std::get<BoxLcp>(posing->pose(heap.problem, solution).lcp));
  }
  return problems;
}

}  // namespace stiction::bench
