// `stiction-bench stress`: random contact problems, solved by every Lemke.

#include "bench_commands.h"
#include "contact_method.h"
#include "stopwatch.h"
#include "stress_run.h"
#include "text_table.h"

#include <command_line/command_line.h>
#include <stiction/lcp/matrix_market.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

constexpr const char* kStressFooter =
    "Every problem goes through reduced Lemke, every tenth through structural Lemke, every\n"
    "twentieth (small ones) through the dense one, and every tenth through the Coulomb model,\n"
    "which turns facets to the round cone. An answer is right if the independent judge\n"
    "measures at most 1e-9 (for the model 1e-6). If two answers are right but their\n"
    "velocities differ, the problem has several solutions. A failure names the number that\n"
    "--only takes to repeat it, with all solvers.\n"
    "\n"
    "Exit status: 0 fine; 2 bad usage, or a file that cannot be written; 3 an answer was not\n"
    "right.";

struct StressArguments {
  StressOptions options;
  std::string dump;
  std::optional<std::uint64_t> only;
};

/// One row of a table: the problems that `selects` accepts.
template <typename Selects>
void print_share(std::string_view name, std::span<const StressOutcome> outcomes, Selects selects) {
  std::array<int, 4> runs{};
  std::array<int, 4> wrong{};
  int problems = 0;
  int unsettled = 0;
  for (const StressOutcome& outcome : outcomes) {
    if (!selects(outcome)) continue;
    ++problems;
    if (outcome.is_unsettled()) ++unsettled;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (!outcome.runs[i]) continue;
      ++runs[i];
      if (!outcome.runs[i]->is_right(static_cast<StressSolver>(i))) ++wrong[i];
    }
  }
  std::cout << format_text("  %-15s %8d %7d/%-7d %5d/%-6d %5d/%-6d %5d/%-6d %5d/%-6d\n",
                           std::string(name).c_str(), problems, wrong[0], runs[0], wrong[1],
                           runs[1], wrong[2], runs[2], wrong[3], runs[3], unsettled, runs[3]);
}

void print_shares(std::span<const StressOutcome> outcomes) {
  std::cout
      << "answers that are not right / problems tried; unsettled: facets of the model that do "
         "not agree to 1e-6\n"
         "                  problems     reduced     structural    standard      model     "
         "unsettled\n";
  for (std::size_t i = 0; i < kStressFamilies.size(); ++i) {
    print_share(kStressFamilies[i], outcomes, [i](const StressOutcome& outcome) {
      return static_cast<std::size_t>(outcome.family) == i;
    });
  }
  for (const int d : {4, 8, 16}) {
    print_share(std::to_string(d) + " directions", outcomes,
                [d](const StressOutcome& outcome) { return outcome.directions == d; });
  }
  for (std::size_t i = 0; i < kStressFeatures.size(); ++i) {
    print_share(kStressFeatures[i], outcomes,
                [i](const StressOutcome& outcome) { return (outcome.features >> i & 1) != 0; });
  }
  print_share("all", outcomes, [](const StressOutcome&) { return true; });
  std::cout << '\n';
}

/// Prints how far up its ladder each solver went, and the worst residual among its right answers.
void print_stages(std::span<const StressOutcome> outcomes) {
  std::cout << "stages\n";
  for (std::size_t i = 0; i < kStressSolvers.size(); ++i) {
    std::map<std::string_view, int> counts;
    double worst = 0;
    for (const StressOutcome& outcome : outcomes) {
      if (!outcome.runs[i]) continue;
      ++counts[outcome.runs[i]->stage];
      if (outcome.runs[i]->is_right(static_cast<StressSolver>(i))) {
        worst = std::max(worst, outcome.runs[i]->residual.max);
      }
    }
    std::cout << "  " << kStressSolvers[i] << ':';
    for (const auto& [stage, count] : counts) std::cout << ' ' << stage << ' ' << count << ',';
    std::cout << format_text(" largest residual of a right answer %.1e\n", worst);
  }
  std::cout << '\n';
}

void print_agreement(std::span<const StressOutcome> outcomes) {
  std::cout << "velocities against those of reduced, kinetic norm, where both are right\n";
  for (const StressSolver solver : {StressSolver::structural, StressSolver::standard}) {
    const auto at = static_cast<std::size_t>(solver);
    int equal = 0;
    int close = 0;
    int other = 0;
    for (const StressOutcome& outcome : outcomes) {
      if (!outcome.distance[at]) continue;
      const double distance = *outcome.distance[at];
      ++(distance <= 1e-9 ? equal : distance <= 1e-6 ? close : other);
    }
    std::cout << format_text("  %-11s equal to 1e-9: %d, to 1e-6: %d, other solution: %d\n",
                             std::string(kStressSolvers[at]).c_str(), equal, close, other);
  }
  std::cout << '\n';
}

void print_settled(std::span<const StressOutcome> outcomes) {
  constexpr auto kModel = static_cast<std::size_t>(StressSolver::model);
  int runs = 0;
  int unsettled = 0;
  for (const StressOutcome& outcome : outcomes) {
    if (!outcome.runs[kModel]) continue;
    ++runs;
    if (outcome.is_unsettled()) ++unsettled;
  }
  if (runs == 0) return;
  const double share = 100.0 * unsettled / runs;
  std::cout << format_text(
      "facets that do not agree to 1e-6: %d of %d, %.2f %%, target below 1 %%: %s\n\n", unsettled,
      runs, share, share < 1 ? "yes" : "no");
}

void print_outcome(const StressOutcome& outcome, std::uint64_t seed) {
  std::cout << "  --seed " << seed << " --only " << outcome.index << ": "
            << kStressFamilies[static_cast<std::size_t>(outcome.family)];
  for (std::size_t i = 0; i < kStressFeatures.size(); ++i) {
    if (outcome.features >> i & 1) std::cout << ", " << kStressFeatures[i];
  }
  std::cout << "; bodies " << outcome.bodies << ", contacts " << outcome.contacts << ", directions "
            << outcome.directions << '\n';
  for (std::size_t i = 0; i < outcome.runs.size(); ++i) {
    if (!outcome.runs[i]) continue;
    const StressRun& run = *outcome.runs[i];
    const bool is_right = run.is_right(static_cast<StressSolver>(i));
    std::cout << format_text(
        "    %-11s %-9s %s: normal %.1e, friction %.1e, momentum %.1e; cone %.1e\n",
        std::string(kStressSolvers[i]).c_str(), is_right ? "right" : "NOT RIGHT",
        std::string(run.stage).c_str(), run.residual.normal, run.residual.friction,
        run.residual.momentum, run.cone_error());
    if (outcome.distance[i]) {
      std::cout << format_text("                velocities %.1e from those of reduced\n",
                               *outcome.distance[i]);
    }
  }
}

/// Writes the LCP of the failed problem, for `stiction solve`.
void dump(const StressOutcome& outcome, std::uint64_t seed, const std::string& directory) {
  PosedPyramid posed;
  const StressProblem made = make_stress_problem(seed, outcome.index);
  posed.pose(made.problem, made.directions);
  const auto folder = std::filesystem::path(directory) /
                      ("seed-" + std::to_string(seed) + "-" + std::to_string(outcome.index));
  write_problem_directory(folder, posed.lcp);
  std::cout << "    wrote " << folder.string() << '\n';
}

/// At most this many of each kind are listed.
constexpr int kMostNamed = 50;

int print_failures(std::span<const StressOutcome> outcomes, const StressArguments& arguments) {
  int failures = 0;
  for (const StressOutcome& outcome : outcomes) {
    if (!outcome.has_failed()) continue;
    if (failures == 0) std::cout << "not right\n";
    ++failures;
    if (failures <= kMostNamed) print_outcome(outcome, arguments.options.seed);
    if (!arguments.dump.empty()) dump(outcome, arguments.options.seed, arguments.dump);
  }
  if (failures > kMostNamed) std::cout << "  and " << failures - kMostNamed << " more\n";
  return failures;
}

void print_unsettled(std::span<const StressOutcome> outcomes, std::uint64_t seed) {
  int named = 0;
  for (const StressOutcome& outcome : outcomes) {
    if (!outcome.is_unsettled()) continue;
    if (named++ == 0) std::cout << "facets that do not agree\n";
    if (named <= kMostNamed) print_outcome(outcome, seed);
  }
  if (named > kMostNamed) std::cout << "  and " << named - kMostNamed << " more\n";
}

int report_stress(const StressArguments& arguments) {
  const Clock::time_point start = Clock::now();
  const std::vector<StressOutcome> outcomes = run_stress(arguments.options);
  const double seconds = seconds_since(start);
  if (arguments.only) {
    print_outcome(outcomes.front(), arguments.options.seed);
    if (!arguments.dump.empty()) dump(outcomes.front(), arguments.options.seed, arguments.dump);
    return outcomes.front().has_failed() ? kNotSolved : kFine;
  }
  print_shares(outcomes);
  print_stages(outcomes);
  print_agreement(outcomes);
  print_settled(outcomes);
  print_unsettled(outcomes, arguments.options.seed);
  const int failures = print_failures(outcomes, arguments);
  std::cout << format_text("%zu problems of seed %llu, %d failed, %.1f s\n", outcomes.size(),
                           static_cast<unsigned long long>(arguments.options.seed), failures,
                           seconds);
  return failures == 0 ? kFine : kNotSolved;
}

}  // namespace

int run_stress_command(int argc, char** argv) {
  StressArguments arguments;
  StressOptions& options = arguments.options;
  CommandLine line("stiction-bench stress",
                   "Put random contact problems through every Lemke and judge the answers");
  line.option("--problems", options.problems, "Draw N problems")
      .range(1, 100'000'000)
      .show_default();
  line.option("--seed", options.seed, "Start the sequence of problems from this seed")
      .show_default();
  line.flag("--all-solvers", options.all_solvers, "Put each problem through all solvers");
  line.option("--only", arguments.only, "Solve this problem of the sequence alone, by all solvers")
      .value_name("INDEX");
  line.option("--dump", arguments.dump, "Write the LCPs of failed problems").value_name("DIR");
  line.footer(kStressFooter);
  line.action([&] {
    if (arguments.only) {
      options.first = *arguments.only;
      options.problems = 1;
      options.all_solvers = true;
      options.dense_rows = std::numeric_limits<int>::max();
    }
    return report_stress(arguments);
  });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
