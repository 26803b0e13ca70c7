// `stiction-bench grasp`: Drumwright's grasp (section VII-A), cost against contacts and cubes, and
// how far the cubes slip.

#include "bench_commands.h"
#include "output_files.h"
#include "stopwatch.h"
#include "text_table.h"

#include <command_line/command_line.h>
#include <stiction/model/contact_model.h>
#include <stiction/world/world.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <numbers>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

constexpr const char* kGraspFooter =
    "Cubes of 0.1 m and 1 kg in a row, pressed against a fixed jaw with 100 N per cube; the\n"
    "pushed jaw slides on a rail, driven by the motor of a prismatic joint. First table: one\n"
    "cold solve of two cubes with more and more contacts: time in us, the exponent between\n"
    "the first and the last row, and the ratio of the time of standard Lemke (Coulomb, mu =\n"
    "100, 4 directions) to that of no-slip at 36 contacts. Second table: steps of 2 to 10\n"
    "cubes, and the largest displacement of any body in the whole run.\n"
    "\n"
    "Exit status: 0 fine; 2 bad usage, or a file that cannot be written; 3 a problem was not\n"
    "solved, or a cube slipped by more than 1e-8 m.";

constexpr double kCubeSide = 0.1;
constexpr double kMass = 1;
constexpr double kGravity = 9.81;
constexpr double kStep = 0.01;
constexpr double kGraspFriction = 100;
constexpr double kHeld = 1e-8;

struct GraspMethod {
  const char* label;
  const char* model;
  const char* solver;
};
constexpr std::array<GraspMethod, 5> kMethods = {{{"coulomb/lemke", "coulomb", "lemke"},
                                                  {"coulomb/reduced", "coulomb", "reduced-lemke"},
                                                  {"no-slip/lemke", "no-slip", "lemke"},
                                                  {"no-slip/active-set", "no-slip", "active-set"},
                                                  {"no-slip/ppm", "no-slip", "ppm"}}};

ContactModelOptions options_of(const GraspMethod& method) {
  return {.model = method.model, .solver = method.solver, .directions = 4};
}

/// The lift for the first table, in which a force instead of the rail carries the jaw and half of
/// the cubes.
double lift_force(int cubes) { return (1 + 0.5 * cubes) * kMass * kGravity; }
double push_force(int cubes) { return 100.0 * cubes; }

/// `per_face` points around the rim of a square face.
std::vector<Vec2> rim_points(int per_face) {
  std::vector<Vec2> points;
  for (int i = 0; i < per_face; ++i) {
    const double angle = 2 * std::numbers::pi * (i + 0.5) / per_face;
    const Vec2 d(std::cos(angle), std::sin(angle));
    points.push_back(0.5 * kCubeSide / d.lpNorm<Eigen::Infinity>() * d);
  }
  return points;
}

/// The first step of the grasp, with `per_face` contacts on each face.
ContactProblem make_grasp_problem(int cubes, int per_face) {
  ContactProblem problem;
  problem.time_step = kStep;
  for (int i = 0; i <= cubes; ++i) {
    ContactProblem::Body body;
    body.mass = kMass;
    body.inverse_mass = 1 / kMass;
    body.inertia = Mat3::Identity() * (kMass * kCubeSide * kCubeSide / 6);
    body.inverse_inertia = Mat3::Identity() * (6 / (kMass * kCubeSide * kCubeSide));
    body.free_velocity[2] = -kGravity * kStep;
    if (i == cubes) {
      body.free_velocity[0] = -push_force(cubes) / kMass * kStep;
      body.free_velocity[2] += lift_force(cubes) / kMass * kStep;
    }
    problem.velocity_scale = std::max(problem.velocity_scale, body.free_velocity.norm());
    problem.bodies.push_back(body);
  }
  ContactProblem::Contact contact;
  contact.frame = Mat3::Identity();
  contact.friction = kGraspFriction;
  contact.touching = true;
  for (int i = 0; i <= cubes; ++i) {
    contact.body_a = i;
    contact.body_b = i - 1;  // the fixed jaw is not a body of the problem
    for (const Vec2& p : rim_points(per_face)) {
      contact.arm_a = Vec3(-0.5 * kCubeSide, p.x(), p.y());
      contact.arm_b = Vec3(0.5 * kCubeSide, p.x(), p.y());
      problem.contacts.push_back(contact);
    }
  }
  return problem;
}

/// Median time of a solve without guesses, us; negative if it was not solved.
double time_solve(const ContactProblem& problem, const GraspMethod& method) {
  const std::unique_ptr<ContactModel> model = make_contact_model(options_of(method));
  ContactSolution solution;
  std::vector<double> times;
  double total = 0;
  while (times.size() < 5 || (times.size() < 101 && total < 2e5)) {
    const Clock::time_point start = Clock::now();
    model->solve(problem, {}, solution);
    times.push_back(us_since(start));
    total += times.back();
    if (solution.status != ContactStatus::solved) return -1;
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

bool run_contacts(std::ostream& csv) {
  constexpr std::array kPerFace = {4, 12, 24, 48, 96};
  std::cout << "contacts";
  for (const GraspMethod& method : kMethods) std::cout << format_text(" %18s", method.label);
  std::cout << '\n';
  std::array<std::array<double, kMethods.size()>, kPerFace.size()> times{};
  bool is_solved = true;
  for (std::size_t row = 0; row < kPerFace.size(); ++row) {
    const ContactProblem problem = make_grasp_problem(2, kPerFace[row]);
    std::cout << format_text("%8zu", problem.contacts.size()) << std::flush;
    for (std::size_t k = 0; k < kMethods.size(); ++k) {
      const bool is_too_long = row > 0 && times[row - 1][k] > 1e5;
      const double time = is_too_long ? 0 : time_solve(problem, kMethods[k]);
      times[row][k] = time;
      is_solved = is_solved && time >= 0;
      csv << "contacts," << kMethods[k].label << ',' << problem.contacts.size() << ',' << time
          << ",\n";
      std::cout << (is_too_long ? format_text(" %18s", "-") : format_text(" %18.1f", time))
                << std::flush;
    }
    std::cout << '\n';
  }
  std::cout << "exponent";
  for (std::size_t k = 0; k < kMethods.size(); ++k) {
    std::size_t last = kPerFace.size() - 1;
    while (last > 0 && times[last][k] == 0) --last;
    const double exponent = std::log(times[last][k] / times[0][k]) /
                            std::log(static_cast<double>(kPerFace[last]) / kPerFace[0]);
    std::cout << format_text(" %18.2f", exponent);
  }
  std::cout << format_text("\nstandard Lemke / no-slip by ppm at 36 contacts: %.1f\n\n",
                           times[1][0] / times[1][4]);
  return is_solved;
}

World make_grasp_world(int cubes, const GraspMethod& method) {
  World world({.contact = options_of(method)});
  const MaterialId rough = world.add_material({.name = "rough", .friction = kGraspFriction});
  const ShapeDefinition cube{.shape = Box{Vec3(kCubeSide, kCubeSide, kCubeSide)}};
  world.add_body({.name = "fixed", .kind = BodyKind::fixed, .shapes = {cube}, .material = rough});
  BodyId jaw;
  for (int i = 1; i <= cubes + 1; ++i) {
    jaw = world.add_body({.name = "cube",
                          .pose = {.translation = Vec3(i * kCubeSide, 0, 0)},
                          .shapes = {cube},
                          .mass = kMass,
                          .material = rough});
  }
  world.add_joint({.name = "gripper",
                   .kind = JointKind::prismatic,
                   .child = jaw,
                   .anchor = JointAnchor::child,
                   .axis = -Vec3::UnitX(),
                   .motor = JointMotor{.mode = MotorMode::effort, .target = push_force(cubes)}});
  return world;
}

struct GraspRun {
  double slip = 0;     ///< largest distance moved by a body, m
  double step_us = 0;  ///< median
  bool solved = true;
};

GraspRun run_grasp(int cubes, const GraspMethod& method, int steps) {
  World world = make_grasp_world(cubes, method);
  std::vector<Vec3> starts;
  for (const BodyId body : world.bodies()) starts.push_back(world.state(body).pose.translation);
  GraspRun run;
  std::vector<double> times;
  for (int k = 0; k < steps && run.solved; ++k) {
    const StepReport report = world.step(kStep);
    run.solved = report.status == StepStatus::solved;
    times.push_back(1e6 * report.total_seconds);
    const std::vector<BodyId> bodies = world.bodies();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const double way = (world.state(bodies[i]).pose.translation - starts[i]).norm();
      run.slip = std::max(run.slip, way);
    }
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  run.step_us = times[times.size() / 2];
  return run;
}

bool run_cubes(int steps, std::ostream& csv) {
  std::cout << "cubes";
  for (const GraspMethod& method : kMethods) std::cout << format_text(" %19s", method.label);
  std::cout << "   (us a step, slip in m)\n";
  bool holds = true;
  for (int cubes = 2; cubes <= 10; ++cubes) {
    std::cout << format_text("%5d", cubes) << std::flush;
    for (const GraspMethod& method : kMethods) {
      const GraspRun run = run_grasp(cubes, method, steps);
      std::cout << format_text(" %10.1f %8.1e", run.step_us, run.slip) << std::flush;
      csv << "cubes," << method.label << ',' << cubes << ',' << run.step_us << ',' << run.slip
          << '\n';
      holds = holds && run.solved && run.slip <= kHeld;
    }
    std::cout << '\n';
  }
  return holds;
}

int report_grasp(const std::string& csv_path, int steps) {
  CsvFile csv(csv_path);
  csv.stream() << "table,method,size,us,slip_m\n";
  const bool is_solved = run_contacts(csv.stream());
  const bool holds = run_cubes(steps, csv.stream());
  csv.close();
  return is_solved && holds ? kFine : kNotSolved;
}

}  // namespace

int run_grasp_command(int argc, char** argv) {
  std::string csv;
  int steps = 10000;
  CommandLine line("stiction-bench grasp",
                   "Drumwright's grasp: cost and slip under Coulomb's law and the no-slip law");
  line.footer(kGraspFooter);
  line.option("--steps", steps, "Take N steps in each run of the second table").range(1, 1000000);
  line.option("--csv", csv, "Write all figures as CSV; - is standard output").value_hint("FILE");
  line.action([&] { return report_grasp(csv, steps); });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
