#include "scene_run.h"

#include "command_error.h"
#include "exit_status.h"
#include "interruption.h"
#include "number_format.h"
#include "progress_bar.h"

#include <stiction/contact/fclib.h>
#include <stiction/lcp/matrix_market.h>
#include <stiction/scene/problem_dump.h>
#include <stiction/scene/problem_replay.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace stiction::command {
namespace {

/// Quotes a word so that a shell reads it back unchanged.
std::string quote_for_shell(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
  if (word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// One run: the simulation and its observers.
class Runner {
 public:
  Runner(Simulation& simulation, const SceneRunOptions& options)
      : options_(options),
        simulation_(simulation),
        recorder_(simulation_.world()),
        progress_(options.show_progress) {}

  SceneRun run() {
    while (!simulation_.is_finished() && noted_signal() == 0 && result_.status == kFine) {
      if (!make_step()) break;
      const StepReport& report = simulation_.last_report();
      ++steps_tried_;
      recorder_.observe_step(report, simulation_.world());
      const bool is_first_approximate =
          report.status == StepStatus::approximate && simulation_.approximate_steps().size() == 1;
      if (options_.dump_all || simulation_.has_failed() || is_first_approximate) {
        dump_problems(report);
      }
      if (!simulation_.has_failed()) write_tables();
      if (options_.watch_step && !simulation_.has_failed() && !options_.watch_step(simulation_)) {
        result_.status = kBadInput;
      }
      progress_.update(simulation_);
    }
    progress_.clear();
    for (const TableOutput& output : options_.tables) output.table->flush();
    if (simulation_.has_failed()) explain_failure();
    if (!simulation_.tolerates_approximations()) explain_approximations();
    if (noted_signal() != 0 && !simulation_.is_finished()) explain_interruption();
    result_.report = recorder_.report(simulation_);
    return std::move(result_);
  }

 private:
  /// Returns false if the step was cancelled or cannot be made at all.
  bool make_step() {
    try {
      return simulation_.step().status != StepStatus::cancelled;
    } catch (const std::invalid_argument& error) {
      add_trouble(kSimulationFailed,
                  "step " + std::to_string(steps_tried_ + 1) + ": " + error.what());
      return false;
    }
  }

  void dump_problems(const StepReport& report) {
    try {
      const WorldOptions& world = simulation_.world().options();
      ContactModelOptions contact = world.contact;
      contact.effort = world.effort;
      folders_ = write_step_problems(options_.problem_directory, steps_tried_, report, contact);
    } catch (const MatrixMarketError& error) {
      folders_.clear();
      add_trouble(kBadInput, error.what());
    } catch (const FclibError& error) {
      folders_.clear();
      add_trouble(kBadInput, error.what());
    } catch (const ReplayError& error) {
      folders_.clear();
      add_trouble(kBadInput, error.what());
    } catch (const std::invalid_argument& error) {
      folders_.clear();
      add_trouble(kSimulationFailed,
                  std::string("a contact problem cannot be kept: ") + error.what());
    }
  }

  /// Failures at the end are reported when the file is closed.
  void write_tables() {
    for (const TableOutput& output : options_.tables) {
      output.table->observe_step(simulation_);
      if (output.file->has_failed()) result_.status = kBadInput;
    }
  }

  void explain_failure() {
    const std::string step = "step " + std::to_string(steps_tried_) +
                             ", from t = " + format_number(simulation_.time()) + " s: ";
    const StepReport& report = simulation_.last_report();
    if (report.status == StepStatus::not_finite) {
      add_trouble(kSimulationFailed, step + "a position or velocity is no longer finite");
      return;
    }
    std::string message = step + "left unsolved", separator = ": ";
    for (const UnsolvedIsland& island : report.unsolved_islands) {
      message += separator + describe(island, simulation_.world());
      separator = "; ";
    }
    for (std::size_t i = 0; i < folders_.size(); ++i) {
      if (report.problems[i].solved) continue;
      const std::string folder = folders_[i].string();
      message +=
          "\n  saved in " + folder + "; replay it with: stiction solve " + quote_for_shell(folder);
    }
    add_trouble(kSimulationFailed, message);
  }

  void explain_approximations() {
    const std::size_t count = simulation_.approximate_steps().size();
    add_trouble(kSimulationFailed,
                count_of(count, "step was", "steps were") + " approximate, the first step " +
                    std::to_string(simulation_.approximate_steps().front()) +
                    "; accepted are those within the time of an <expect quantity=\"residual\" "
                    "below=\"...\"> that holds");
  }

  void explain_interruption() {
    add_trouble(kInterrupted + noted_signal(),
                "interrupted at t = " + format_number(simulation_.time()) + " s of " +
                    format_number(simulation_.scene().duration) + " s");
  }

  void add_trouble(int status, const std::string& message) {
    result_.status = std::max(result_.status, status);
    result_.troubles.push_back(message);
  }

  const SceneRunOptions& options_;
  Simulation& simulation_;
  RunRecorder recorder_;
  ProgressBar progress_;
  std::size_t steps_tried_ = 0;
  /// One per problem of the last report; empty if they were not dumped.
  std::vector<std::filesystem::path> folders_;
  SceneRun result_;
};

}  // namespace

Simulation make_simulation(const Scene& scene, int threads, bool keep_problems) {
  try {
    return Simulation(scene, threads, keep_problems, [] { return noted_signal() != 0; });
  } catch (const std::invalid_argument& error) {
    throw CommandError(error.what());
  }
}

SceneRun run_to_end(Simulation& simulation, const SceneRunOptions& options) {
  return Runner(simulation, options).run();
}

std::filesystem::path default_problem_directory(const std::string& scene_path) {
  const std::filesystem::path folder = "stiction-unsolved";
  return fresh_directory(folder /
                         (scene_path == "-" ? "stdin" : std::filesystem::path(scene_path).stem()));
}

std::filesystem::path fresh_directory(const std::filesystem::path& wanted) {
  std::filesystem::path directory = wanted;
  std::error_code ignored;
  for (int k = 2; std::filesystem::exists(directory, ignored) &&
                  !std::filesystem::is_empty(directory, ignored);
       ++k) {
    directory = wanted;
    directory += "-" + std::to_string(k);
  }
  return directory;
}

}  // namespace stiction::command
