#pragma once

#include "output_file.h"

#include <stiction/scene/report.h>
#include <stiction/scene/run_table.h>
#include <stiction/scene/scene.h>
#include <stiction/scene/simulation.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace stiction::command {

/// A table of a run and the file that it goes to.
struct TableOutput {
  RunTable* table = nullptr;
  OutputFile* file = nullptr;
};

struct SceneRunOptions {
  bool show_progress = false;
  std::vector<TableOutput> tables = {};
  /// Called after each step that succeeded; its time is not part of the step's. The run ends if it
  /// returns false because a file cannot take more.
  std::function<bool(const Simulation&)> watch_step = {};
  /// Where problems are dumped: those of every step with `dump_all`, else those of an unsolved
  /// step.
  std::filesystem::path problem_directory;
  bool dump_all = false;  ///< needs a simulation that keeps its problems
};

/// How a run went.
struct SceneRun {
  RunReport report;
  int status = 0;                     ///< failed expectations are not included
  std::vector<std::string> troubles;  ///< for the user: why it ended early, what was not written
};

/// The scene, ready to run. Throws CommandError if such a world or run is impossible.
Simulation make_simulation(const Scene& scene, int threads, bool keep_problems);

/// Runs to the end, or until a step fails, a signal is noted or a file cannot take more.
SceneRun run_to_end(Simulation& simulation, const SceneRunOptions& options);

/// Returns the directory if it is empty or does not exist, else DIRECTORY-2, DIRECTORY-3, ...: the
/// dumps of different runs are never mixed.
std::filesystem::path fresh_directory(const std::filesystem::path& wanted);

/// Where the problem of an unsolved step goes if the user named no folder: a fresh one, named after
/// the scene file, in `stiction-unsolved/` in the current directory.
std::filesystem::path default_problem_directory(const std::string& scene_path);

}  // namespace stiction::command
