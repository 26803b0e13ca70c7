// `stiction-bench splitting`: how the passes of box friction converge.

#include "bench_commands.h"
#include "splitting_problems.h"

#include <stiction/model/box_friction_options.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

constexpr const char* kFooter =
    "Figure 7 of Lacoursiere 2003: the ratio of tangential to normal impulse of a block on an\n"
    "incline after 1 to 10 plain passes, mu 0.5, from zero and from infinite friction; right is\n"
    "min(tan a, mu). Figure 8: by how much each pass changes normal impulses and axes, on heaps "
    "of\n"
    "40 logs; 'turned' is the model as it solves steps, 'plain' turns the axes once.\n\n"
    "Exit status: 0; 2 bad usage, or a file that cannot be written; 3 an answer was not right.";

constexpr double kFriction = 0.5;
constexpr int kPasses = 10;
constexpr int kHeapPasses = 20;
/// Of the ratio, in figure 7.
constexpr double kRightRatio = 1e-6;

struct Start {
  const char* name;
  BoxFirstEstimate first;
};
constexpr std::array<Start, 2> kStarts = {
    {{"zero", BoxFirstEstimate::frictionless}, {"infinite", BoxFirstEstimate::sticking}}};

/// One number of a figure.
struct Row {
  int figure;
  std::string series;
  double x;  ///< tangent of the incline; time of the heap
  int pass;
  double value;
};

struct HeapRun {
  std::vector<double> changes;  ///< one for each pass
  ContactSolution solution;
};

template <typename... Numbers>
void print(const char* format, Numbers... numbers) {
  std::array<char, 200> text{};
  std::snprintf(text.data(), text.size(), format, numbers...);
  std::cout << text.data();
}

double calc_ratio(double tangent, BoxFirstEstimate first, int passes) {
  ContactSolution solution;
  make_box_friction_model({.first = first, .pass_limit = passes, .has_fixed_passes = true})
      ->solve(make_incline_problem(tangent, kFriction), {}, solution);
  Vec3 sum = Vec3::Zero();
  for (const Vec3& impulse : solution.impulses) sum += impulse;
  return sum.tail<2>().norm() / sum.x();
}

/// Figure 7. True if two passes from zero friction, and ten from infinite friction, are right.
bool run_inclines(std::vector<Row>& rows) {
  bool is_right = true;
  for (const Start& start : kStarts) {
    std::cout << "figure 7, from " << start.name << " friction: tangential over normal impulse\n"
              << "   tan a  right";
    for (int pass = 1; pass <= kPasses; ++pass) print("  pass%2d", pass);
    std::cout << '\n';
    for (int k = 1; k <= 10; ++k) {
      const double tangent = 0.1 * k - 0.02;  // a cube does not tip below 1
      const double right = std::min(tangent, kFriction);
      print("  %6.2f %6.3f", tangent, right);
      for (int pass = 1; pass <= kPasses; ++pass) {
        const double ratio = calc_ratio(tangent, start.first, pass);
        print(" %7.4f", ratio);
        rows.push_back({7, start.name, tangent, pass, ratio});
        const bool must_be_right =
            start.first == BoxFirstEstimate::frictionless ? pass >= 2 : pass == kPasses;
        is_right = is_right && (!must_be_right || std::abs(ratio - right) <= kRightRatio);
      }
      std::cout << '\n';
    }
    std::cout << '\n';
  }
  return is_right;
}

HeapRun run_heap(const ContactProblem& problem, bool has_fixed_passes) {
  HeapRun run;
  BoxFrictionOptions options{.first = BoxFirstEstimate::frictionless,
                             .pass_limit = has_fixed_passes ? kHeapPasses : 100,
                             .has_fixed_passes = has_fixed_passes};
  options.on_pass = [&run](int, double change) { run.changes.push_back(change); };
  make_box_friction_model(options)->solve(problem, {}, run.solution);
  return run;
}

void print_heap(const LogProblem& heap, const char* series, const HeapRun& run) {
  print("  %5.2f %8zu  %-7s", heap.time, heap.problem.contacts.size(), series);
  for (const std::size_t pass : {1, 2, 3, 5, 7, 10, 15, 20, 30, 40}) {
    if (pass <= run.changes.size()) {
      print(" %8.1e", run.changes[pass - 1]);
    } else {
      std::cout << "        -";
    }
  }
  const ContactSolution& solution = run.solution;
  print(" %7zu %9.1e %9.1e%s\n", run.changes.size(), solution.residual.max,
        std::max(solution.residual.cone_force, solution.residual.cone_angle),
        solution.statistics.fallback ? "  fallback" : "");
  std::cout << std::flush;
}

/// Figure 8. True if the model solved every heap.
bool run_heaps(int num_problems, std::vector<Row>& rows) {
  std::cout << "figure 8, from zero friction: change of normal impulses and axes in a pass\n"
               "   time contacts  series   pass 1        2        3        5        7       10 "
               "      15       20       30       40  passes  residual      cone\n";
  bool is_right = true;
  for (const LogProblem& heap : make_log_problems(num_problems)) {
    for (const bool has_fixed_passes : {false, true}) {
      const char* series = has_fixed_passes ? "plain" : "turned";
      const HeapRun run = run_heap(heap.problem, has_fixed_passes);
      print_heap(heap, series, run);
      for (std::size_t k = 0; k < run.changes.size(); ++k) {
        rows.push_back({8, series, heap.time, static_cast<int>(k) + 1, run.changes[k]});
      }
      is_right = is_right && (has_fixed_passes || run.solution.status == ContactStatus::solved);
    }
  }
  return is_right;
}

void write_csv(const std::string& path, const std::vector<Row>& rows) {
  std::ofstream out(path);
  out.precision(17);
  out << "figure,series,x,pass,value\n";
  for (const Row& row : rows) {
    out << row.figure << ',' << row.series << ',' << row.x << ',' << row.pass << ',' << row.value
        << '\n';
  }
  out.close();
  if (!out) throw std::runtime_error("cannot write " + path);
}

int run(const std::string& csv, int num_heaps) {
  std::vector<Row> rows;
  const bool inclines_are_right = run_inclines(rows);
  const bool heaps_are_right = run_heaps(num_heaps, rows);
  if (!csv.empty()) write_csv(csv, rows);
  return inclines_are_right && heaps_are_right ? kFine : kNotSolved;
}

}  // namespace

int run_splitting_command(int argc, char** argv) {
  std::string csv;
  int num_heaps = 4;
  CLI::App app("Convergence of the passes of box friction", "splitting");
  app.add_option("--csv", csv, "Writes all numbers of the figures")->type_name("FILE");
  app.add_option("--heaps", num_heaps, "Problems of the log heap")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  app.footer(kFooter);
  try {
    app.parse(argc, argv);
    return run(csv, num_heaps);
  } catch (const CLI::ParseError& end) {
    return app.exit(end) == 0 ? kFine : kBadUsage;
  } catch (const std::exception& error) {
    std::cerr << "stiction-bench splitting: " << error.what() << '\n';
    return kBadUsage;
  }
}

}  // namespace stiction::bench
