// `stiction-bench splitting`: how the passes of box friction converge.

#include "bench_commands.h"
#include "output_files.h"
#include "splitting_problems.h"
#include "text_table.h"

#include <command_line/command_line.h>
#include <stiction/model/box_friction_options.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

constexpr const char* kSplittingFooter =
    "Figure 7 of Lacoursiere 2003: the ratio of tangential to normal impulse of a block on an\n"
    "incline after 1 to 10 plain passes, mu 0.5, from zero and from infinite friction; the\n"
    "right value is min(tan a, mu). Figure 8: how much each pass changes the normal impulses,\n"
    "on heaps of 40 logs; 'turned' is the model as it solves steps, 'plain' does not\n"
    "accelerate its passes.\n"
    "\n"
    "Exit status: 0 fine; 2 bad usage, or a file that cannot be written; 3 an answer was not\n"
    "right.";

constexpr double kInclineFriction = 0.5;
constexpr int kPasses = 10;
constexpr int kHeapPasses = 20;
/// Tolerance of the ratio, in figure 7.
constexpr double kRightRatio = 1e-6;

struct Start {
  const char* name;
  BoxFirstEstimate first;
};
constexpr std::array<Start, 2> kStarts = {
    {{"zero", BoxFirstEstimate::frictionless}, {"infinite", BoxFirstEstimate::sticking}}};

/// One number of a figure.
struct FigureRow {
  int figure;
  std::string series;
  double x;  ///< tangent of the incline, or time of the heap
  int pass;
  double value;
};

struct HeapRun {
  std::vector<double> changes;  ///< one for each pass
  ContactSolution solution;
};

double calc_ratio(double tangent, BoxFirstEstimate first, int passes) {
  ContactSolution solution;
  make_box_friction_model({.first = first, .pass_limit = passes, .has_fixed_passes = true})
      ->solve(make_incline_problem(tangent, kInclineFriction), {}, solution);
  Vec3 sum = Vec3::Zero();
  for (const Vec3& impulse : solution.impulses) sum += impulse;
  return sum.tail<2>().norm() / sum.x();
}

/// Figure 7. True if two passes from zero friction, and ten from infinite friction, are right.
bool run_inclines(std::vector<FigureRow>& rows) {
  bool is_right = true;
  for (const Start& start : kStarts) {
    std::cout << "figure 7, from " << start.name << " friction: tangential over normal impulse\n"
              << "   tan a  right";
    for (int pass = 1; pass <= kPasses; ++pass) std::cout << format_text("  pass%2d", pass);
    std::cout << '\n';
    for (int k = 1; k <= 10; ++k) {
      const double tangent = 0.1 * k - 0.02;  // a cube does not tip below 1
      const double right = std::min(tangent, kInclineFriction);
      std::cout << format_text("  %6.2f %6.3f", tangent, right);
      for (int pass = 1; pass <= kPasses; ++pass) {
        const double ratio = calc_ratio(tangent, start.first, pass);
        std::cout << format_text(" %7.4f", ratio);
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
  std::cout << format_text("  %5.2f %8zu  %-7s", heap.time, heap.problem.contacts.size(), series);
  for (const std::size_t pass : {1, 2, 3, 5, 7, 10, 15, 20, 30, 40}) {
    std::cout << (pass <= run.changes.size() ? format_text(" %8.1e", run.changes[pass - 1])
                                             : "        -");
  }
  const ContactSolution& solution = run.solution;
  std::cout << format_text(" %7zu %9.1e %9.1e%s\n", run.changes.size(), solution.residual.max,
                           std::max(solution.residual.cone_force, solution.residual.cone_angle),
                           solution.statistics.rung == Rung::fallback ? "  fallback" : "")
            << std::flush;
}

/// Figure 8. True if the model solved every heap.
bool run_heaps(int num_problems, std::vector<FigureRow>& rows) {
  std::cout << "figure 8, from zero friction: change of normal impulses in a pass\n"
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

void write_splitting_csv(std::ostream& out, const std::vector<FigureRow>& rows) {
  out.precision(17);
  out << "figure,series,x,pass,value\n";
  for (const FigureRow& row : rows) {
    out << row.figure << ',' << row.series << ',' << row.x << ',' << row.pass << ',' << row.value
        << '\n';
  }
}

int report_splitting(const std::string& csv_path, int num_heaps) {
  CsvFile csv(csv_path);
  std::vector<FigureRow> rows;
  const bool inclines_are_right = run_inclines(rows);
  const bool heaps_are_right = run_heaps(num_heaps, rows);
  write_splitting_csv(csv.stream(), rows);
  csv.close();
  return inclines_are_right && heaps_are_right ? kFine : kNotSolved;
}

}  // namespace

int run_splitting_command(int argc, char** argv) {
  std::string csv;
  int num_heaps = 4;
  CommandLine line("stiction-bench splitting", "Show how the passes of box friction converge");
  line.option("--csv", csv, "Write all numbers of the figures as CSV; - is standard output")
      .value_name("FILE");
  line.option("--heaps", num_heaps, "Take N problems of the log heap")
      .range(0, 1000)
      .show_default();
  line.footer(kSplittingFooter);
  line.action([&] { return report_splitting(csv, num_heaps); });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
