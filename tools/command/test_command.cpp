#include "command_error.h"
#include "exit_status.h"
#include "interruption.h"
#include "messages.h"
#include "progress_bar.h"
#include "run_summary.h"
#include "scene_run.h"
#include "scene_source.h"
#include "subcommands.h"

#include <command_line/command_line.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

namespace stiction::command {
namespace {

constexpr const char* kTestFooter =
    "A DIRECTORY stands for its own *.xml files, sorted by name, without those of subfolders.\n"
    "The last line counts expectations. A scene that cannot be read or simulated to its end\n"
    "counts as at least one failure.\n"
    "\n"
    "Exit status: 0 all passed; 1 an expectation failed; 2 bad input; 3 a simulation failed;\n"
    "128 + N ended by signal N.";

struct Tally {
  std::size_t passed = 0;
  std::size_t failed = 0;
  int status = kFine;

  void add(const Tally& other) {
    passed += other.passed;
    failed += other.failed;
    status = std::max(status, other.status);
  }
};

/// The scenes that an argument stands for. Throws CommandError for a directory without any.
std::vector<std::string> list_scenes(const std::string& argument) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(argument, error)) return {argument};
  std::vector<std::string> scenes;
  for (fs::directory_iterator entry(argument, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == ".xml" && !entry->is_directory(error)) {
      scenes.push_back(entry->path().string());
    }
  }
  if (error) throw CommandError("cannot be read: " + error.message());
  if (scenes.empty()) throw CommandError("expected *.xml scene files in it");
  std::ranges::sort(scenes);
  return scenes;
}

Tally judge(const std::string& name, const SceneRun& run) {
  const std::size_t failed = count_failed(run.report);
  Tally tally = {run.report.expectations.size() - failed, failed, run.status};
  if (failed > 0) tally.status = std::max(tally.status, kExpectationFailed);
  if (run.status != kFine) tally.failed = std::max<std::size_t>(tally.failed, 1);

  for (const ExpectationResult& result : run.report.expectations) {
    if (!result.passed) std::cout << describe_failure(result) << '\n';
  }
  std::cout << name << ": ";
  if (run.report.expectations.empty()) {
    std::cout << "no <expect>, " << (run.status == kFine ? "ran to its end" : "ended early")
              << '\n';
  } else {
    std::cout << tally.passed << " passed, " << failed << " failed\n";
  }
  std::cout.flush();
  return tally;
}

Tally test_scene(const std::string& path) {
  const std::optional<Scene> scene = load_scene(path);
  if (!scene) {
    std::cout << display_name(path) << ": cannot be read\n" << std::flush;
    return {0, 1, kBadInput};
  }
  Simulation simulation = make_simulation(*scene, 1, false);
  const InterruptionGuard guard;
  SceneRunOptions options;
  options.show_progress = can_show_progress(false);
  options.problem_directory = default_problem_directory(path);
  const SceneRun run = run_to_end(simulation, options);
  for (const std::string& trouble : run.troubles) {
    print_error(display_name(path) + ": " + trouble);
  }
  return judge(display_name(path), run);
}

/// Runs `work`; an exception is reported and counts as one failure.
template <typename Work>
Tally guarded(const std::string& name, const Work& work) {
  try {
    return work();
  } catch (const CommandError& error) {
    print_error(name + ": " + error.what());
    return {0, 1, kBadInput};
  }
}

Tally test_argument(const std::string& argument) {
  return guarded(display_name(argument), [&argument] {
    Tally tally;
    for (const std::string& scene : list_scenes(argument)) {
      tally.add(guarded(display_name(scene), [&scene] { return test_scene(scene); }));
      if (noted_signal() != 0) break;
    }
    return tally;
  });
}

int test(const std::vector<std::string>& arguments) {
  Tally tally;
  for (const std::string& argument : arguments) {
    tally.add(test_argument(argument));
    if (noted_signal() == 0) continue;
    tally.status = std::max(tally.status, kInterrupted + noted_signal());
    break;
  }
  std::cout << tally.passed << " passed, " << tally.failed << " failed\n";
  return tally.status;
}

}  // namespace

void add_test_command(CommandLine& program) {
  auto arguments = std::make_shared<std::vector<std::string>>();
  CommandLine line = program.command("test", "Run scenes and report whether each <expect> holds");
  line.option("SCENE|DIRECTORY", *arguments, "Scene files, or folders of them").required();
  line.footer(kTestFooter);
  line.action([arguments] { return test(*arguments); });
}

}  // namespace stiction::command
