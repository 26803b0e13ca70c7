#include "splitting_problems.h"

#include <stiction/model/box_friction_options.h>
#include <stiction/world/world.h>

#include <cmath>
#include <numbers>
#include <variant>

namespace stiction::bench {
namespace {

constexpr int kLayers = 10;
constexpr int kLogsPerLayer = 4;
constexpr double kRadius = 0.1;     // m
constexpr double kLength = 0.8;     // m
constexpr double kTimeStep = 0.01;  // s
constexpr int kStepsPerProblem = 25;
constexpr std::size_t kFewestContacts = 10;
constexpr const char* kScaledBox = "scaled-box";

const BoxFrictionOptions kScaledBoxOptions = {
    .first = BoxFirstEstimate::frictionless, .pass_limit = 2, .has_fixed_passes = true};

/// Adds the world's model under a name of its own.
ContactModelCatalogue make_catalogue() {
  ContactModelCatalogue catalogue;
  catalogue.add({.name = kScaledBox, .solvers = {"keller"}, .make = [](const auto&) {
                   return make_box_friction_model(kScaledBoxOptions);
                 }});
  return catalogue;
}

World make_log_world(const ContactModelOptions& contact) {
  World world(
      {.contact = contact,
       .models = make_catalogue(),
       // Scaled boxes do not meet the law of their problems to the accuracy of a solved step.
       .on_unsolved = OnUnsolved::best,
       .keep_problems = true});
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
      // Every other layer is shifted by half a log, every log a little askew.
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

/// The problem of the island with the most contacts.
const ContactProblem* find_largest_island(const StepReport& report) {
  const ContactProblem* largest = nullptr;
  for (const PosedProblem& posed : report.problems) {
    const ContactProblem& problem = posed.contact_problem;
    if (largest == nullptr || problem.contacts.size() > largest->contacts.size()) {
      largest = &problem;
    }
  }
  return largest;
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
  World world = make_log_world({});
  std::vector<LogProblem> problems;
  for (int k = 1; static_cast<int>(problems.size()) < num_problems; ++k) {
    const StepReport report = world.step(kTimeStep);
    if (k % kStepsPerProblem != 0 || report.problems.empty()) continue;
    problems.push_back({k * kTimeStep, *find_largest_island(report)});
  }
  return problems;
}

std::vector<BoxLcp> make_log_box_problems(int num_problems) {
  World world = make_log_world({.model = kScaledBox});
  const auto scaled_box = make_box_friction_model(kScaledBoxOptions);
  // Poses the bounds mu theta for the given normal impulses theta.
  const auto posing = make_box_friction_model({});
  std::vector<BoxLcp> problems;
  ContactSolution solution;
  while (static_cast<int>(problems.size()) < num_problems) {
    const StepReport report = world.step(kTimeStep);
    const ContactProblem* largest = find_largest_island(report);
    if (largest == nullptr || largest->contacts.size() < kFewestContacts) continue;
    scaled_box->solve(*largest, {}, solution);
    problems.push_back(std::get<BoxLcp>(posing->pose(*largest, solution).lcp));
  }
  return problems;
}

}  // namespace stiction::bench
