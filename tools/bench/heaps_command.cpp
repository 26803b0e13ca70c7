// `stiction-bench heaps`: random heaps, thrown into a bin, and the answers to their contacts.

#include "bench_commands.h"
#include "cone_run.h"
#include "engine_scenes.h"
#include "stopwatch.h"
#include "text_table.h"

#include <command_line/command_line.h>

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

/// Solves of up to this many contacts are timed.
constexpr std::size_t kTimedContacts = 60;

struct HeapArguments {
  std::uint64_t seed = 1;
  std::uint64_t first = 0;
  int heaps = 1000;
  int effort = static_cast<int>(kDefaultEffort);
  int longest = 1000;  ///< ms
  std::string dump;
};

struct HeapFindings {
  ConeTally tally;
  double longest = 0;  ///< s: longest solve of a step with up to `kTimedContacts`
  std::uint64_t slowest = 0;
};

void run_heap(std::uint64_t index, const HeapArguments& arguments, HeapFindings& findings) {
  EngineScene scene = make_random_heap(
      arguments.seed, index,
      {.on_unsolved = OnUnsolved::best, .effort = static_cast<double>(arguments.effort)});
  ConeRun run(scene.name, arguments.dump);
  for (int k = 0; k < scene.steps; ++k) {
    const StepReport report = scene.world.step(scene.timestep);
    run.observe(report, scene.world);
    if (report.contacts > kTimedContacts || report.solve_seconds <= findings.longest) continue;
    findings.longest = report.solve_seconds;
    findings.slowest = index;
  }
  findings.tally.add(run.tally());
}

int report_heaps(const HeapArguments& arguments) {
  const Clock::time_point start = Clock::now();
  HeapFindings findings;
  for (int k = 0; k < arguments.heaps; ++k) {
    run_heap(arguments.first + static_cast<std::uint64_t>(k), arguments, findings);
  }
  // An effort that does not let the whole ladder run promises no answers.
  const bool is_whole = arguments.effort >= kDefaultEffort;
  const ConeBounds bounds = is_whole ? ConeBounds{} : ConeBounds{.off = 1, .unsolved = 1};
  const std::string name = "heaps of seed " + std::to_string(arguments.seed);
  print_aligned(std::cout, {tally_head(), tally_line(name, findings.tally, bounds)}, 2);
  std::cout << format_text(
      "\n%d heaps; longest solve of a step with up to %zu contacts %.1f ms (heap-%llu); %.0f s\n",
      arguments.heaps, kTimedContacts, 1e3 * findings.longest,
      static_cast<unsigned long long>(findings.slowest), seconds_since(start));
  const bool is_in_time = 1e3 * findings.longest <= arguments.longest;
  return is_in_time && bounds.hold(findings.tally) ? kFine : kNotSolved;
}

}  // namespace

int run_heaps_command(int argc, char** argv) {
  HeapArguments arguments;
  CommandLine line("stiction-bench heaps",
                   "Throw random heaps into a bin: exactness and rungs of their contacts");
  line.option("--heaps", arguments.heaps, "Throw N heaps").range(1, 1'000'000).show_default();
  line.option("--seed", arguments.seed, "Start the sequence of heaps from this seed")
      .show_default();
  line.option("--first", arguments.first, "Begin with this heap of the sequence, counted from 0")
      .show_default();
  line.option("--effort", arguments.effort, "Let a solve cost at most N")
      .range(1, 1'000'000'000)
      .show_default();
  line.option("--longest", arguments.longest, "Let a solve of 60 contacts take at most N ms")
      .range(1, 1'000'000)
      .show_default();
  line.option("--dump", arguments.dump, "Write the problems that are left unsolved")
      .value_name("DIR");
  line.footer(
      "Each heap has 5 to 20 balls, boxes, capsules and cylinders and runs for 5 s, in which\n"
      "all motion but rolling ends. Counts and bounds are those of `stiction-bench rungs`; with\n"
      "less than the default effort, only the time of a solve is bounded.\n"
      "\n"
      "Exit status: 0 fine; 2 bad usage; 3 beyond the bounds, or a solve took too long.");
  line.action([&] { return report_heaps(arguments); });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
