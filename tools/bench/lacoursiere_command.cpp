// `stiction-bench lacoursiere`: section 7 of Lacoursiere 2003 except the splitting, which is in
// `stiction-bench splitting`.

#include "bench_commands.h"
#include "lacoursiere_findings.h"
#include "lacoursiere_plot.h"
#include "lacoursiere_table.h"
#include "output_files.h"
#include "splitting_problems.h"
#include "text_table.h"

#include <command_line/command_line.h>
#include <stiction/lcp/matrix_market.h>
#include <stiction/lcp/pgs.h>
#include <stiction/lcp/problem_generators.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace stiction::bench {
namespace {

constexpr const char* kLacoursiereFooter =
    "Random problems: symmetric positive definite, condition 1e4, max |q| 1e2, with a third\n"
    "of the rows each at the lower bound, between the bounds and at the upper bound; a tenth\n"
    "as many problems at sizes other than 100. The heap: 40 logs that fall between two posts;\n"
    "its problems are generated, or read from a directory that `stiction run --model\n"
    "box-friction --dump-problems` wrote. Times are wall-clock us of the solve alone: per\n"
    "problem the fastest of several solves after an untimed one, with the solvers taking\n"
    "turns; per row the median. A problem counts as solved, for every solver, if the\n"
    "independent judge measures at most 1e-8. The splitting methods, whose sweeps grow with\n"
    "the condition number, run in figure 3 only.\n"
    "\n"
    "Exit status: 0 fine; 2 bad usage, or a file that cannot be read or written; 3 a solver\n"
    "did not solve all problems of a class for which it is guaranteed (except those that its\n"
    "cap ended).";

constexpr Eigen::Index kPaperSize = 100;
constexpr double kCondition = 1e4;
constexpr double kRangeOfQ = 1e2;
constexpr double kShift = 1e-3;  ///< of the mean diagonal
/// Target for the ratio to the fastest solver of another library.
constexpr double kPeerTarget = 0.9;

struct LacoursiereArguments {
  std::string csv;
  std::string plot;
  std::string heap;
  std::vector<Eigen::Index> sizes = {50, kPaperSize, 200};
  int problems = 500;
  int heap_problems = 24;
  int sweeps = 3000;
  bool quick = false;
};

BoxSet run_set(const std::vector<std::unique_ptr<BoxMethod>>& methods, BoxSet set,
               const std::vector<BoxLcp>& problems, MatrixClass matrix_class,
               const BoxEffort& effort) {
  for (const BoxLcp& problem : problems) set.rows.push_back(problem.q.size());
  set.series = run_box_methods(methods, problems, matrix_class, effort);
  print_box_set(std::cout, set);
  std::cout << std::flush;
  return set;
}

std::vector<BoxLcp> make_random_problems(Eigen::Index size, int count) {
  std::vector<BoxLcp> problems;
  for (int k = 0; k < count; ++k) {
    const RandomBoxLcpOptions options{.size = size, .condition = kCondition, .q_range = kRangeOfQ};
    problems.push_back(make_random_box_lcp(options, static_cast<std::uint64_t>(k)).problem);
  }
  return problems;
}

/// The box problems below a directory, in the order of their names.
std::vector<BoxLcp> read_heap(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.path().filename() == "M.mtx") folders.push_back(entry.path().parent_path());
  }
  std::ranges::sort(folders);
  std::vector<BoxLcp> problems;
  for (const std::filesystem::path& folder : folders) {
    const std::variant<Lcp, BoxLcp> problem = read_problem_directory(folder);
    if (const auto* box = std::get_if<BoxLcp>(&problem)) problems.push_back(*box);
  }
  if (problems.empty()) throw std::runtime_error("--heap: no box problem in " + directory.string());
  return problems;
}

void shift_diagonal(BoxLcp& problem) {
  if (problem.q.size() > 0) problem.M.diagonal().array() += kShift * problem.M.diagonal().mean();
}

/// Figure 3: Gauss-Seidel by single rows, and by the three rows of a contact.
std::vector<SweepSeries> run_sweeps(const BoxLcp& problem, int sweeps) {
  std::vector<int> block(static_cast<std::size_t>(problem.q.size()));
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = static_cast<int>(i / 3);
  std::vector<SweepSeries> all;
  PgsSolver pgs;
  for (const bool has_blocks : {false, true}) {
    SweepSeries series{.method = has_blocks ? "a contact at a time" : "a row at a time",
                       .residuals = {}};
    PgsOptions options;
    options.stop.iteration_limit = sweeps;
    options.stop.on_iteration = [&series](const LcpIteration& iteration) {
      series.residuals.push_back(iteration.residual);
    };
    if (has_blocks) options.block = block;
    pgs.solve(problem, options);
    all.push_back(std::move(series));
  }
  return all;
}

const BoxLcp& find_largest(const std::vector<BoxLcp>& problems) {
  return *std::ranges::max_element(problems, {},
                                   [](const auto& problem) { return problem.q.size(); });
}

void print_peer_ratio(const PeerRatio& ratio) {
  if (ratio.peer.empty()) return;
  std::cout << "fastest of ours over fastest of another library, n = " << kPaperSize << ": "
            << ratio.ours << " / " << ratio.peer << " = " << format_text("%.2f", ratio.ratio)
            << " (target at most " << format_text("%.1f", kPeerTarget) << ")\n\n";
}

int report_lacoursiere(const LacoursiereArguments& arguments) {
  CsvFile csv(arguments.csv);
  const auto methods = make_box_methods();
  std::vector<BoxSet> sets;
  for (const Eigen::Index size : arguments.sizes) {
    const int count =
        size == kPaperSize ? arguments.problems : std::max(1, arguments.problems / 10);
    sets.push_back(run_set(methods, {.figures = "1, 2", .name = "random", .size = size},
                           make_random_problems(size, count),
                           MatrixClass::symmetric_positive_definite, {}));
  }
  std::vector<BoxLcp> heap = arguments.heap.empty() ? make_log_box_problems(arguments.heap_problems)
                                                    : read_heap(arguments.heap);
  const std::vector<SweepSeries> sweeps = run_sweeps(find_largest(heap), arguments.sweeps);
  std::cout << "figure 3: residual of Gauss-Seidel on a problem of the heap, "
            << find_largest(heap).q.size() << " rows\n";
  print_sweeps(std::cout, sweeps);
  const BoxEffort once{.most_solves = 1};
  sets.push_back(run_set(methods, {.figures = "5, 6", .name = "heap"}, heap,
                         MatrixClass::symmetric_positive_semidefinite, once));
  for (BoxLcp& problem : heap) shift_diagonal(problem);
  sets.push_back(run_set(methods, {.figures = "5, 6", .name = "heap-shifted"}, heap,
                         MatrixClass::symmetric_positive_definite, once));
  print_paragraphs(std::cout, make_lacoursiere_findings(sets, sweeps));
  print_peer_ratio(calc_peer_ratio(sets));
  write_lacoursiere_csv(csv.stream(), sets, sweeps);
  csv.close();
  if (!arguments.plot.empty()) {
    for (const auto& file : write_lacoursiere_figures(sets, sweeps, arguments.plot)) {
      std::cout << "wrote " << file.string() << '\n';
    }
  }
  return print_broken_guarantees(std::cout, sets) == 0 ? kFine : kNotSolved;
}

}  // namespace

int run_lacoursiere_command(int argc, char** argv) {
  LacoursiereArguments arguments;
  CommandLine line("stiction-bench lacoursiere",
                   "Solvers of box problems compared as in Lacoursiere 2003, section 7");
  line.option("--csv", arguments.csv, "Write every solve as CSV; - is standard output")
      .value_name("FILE");
  line.option("--plot", arguments.plot, "Draw the figures as SVG").value_name("DIR");
  const CommandLine::Option problems =
      line.option("--problems", arguments.problems, "Draw N random problems of size 100")
          .range(1, 100000)
          .show_default();
  const CommandLine::Option sizes =
      line.option("--sizes", arguments.sizes, "Draw random problems of these sizes")
          .separated_by(',')
          .range(1, 5000)
          .show_default();
  line.option("--heap", arguments.heap, "Read the problems of the heap from DIR").value_name("DIR");
  const CommandLine::Option heap_problems = line.option("--heap-problems", arguments.heap_problems,
                                                        "Take N problems of the generated heap")
                                                .range(1, 1000)
                                                .show_default();
  line.flag("--quick", arguments.quick, "Take fewer problems: some 10 s");
  line.footer(kLacoursiereFooter);
  line.action([&] {
    if (arguments.quick) {
      if (!problems.is_given()) arguments.problems = 20;
      if (!sizes.is_given()) arguments.sizes = {kPaperSize};
      if (!heap_problems.is_given()) arguments.heap_problems = 6;
      arguments.sweeps = 300;
    }
    return report_lacoursiere(arguments);
  });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
