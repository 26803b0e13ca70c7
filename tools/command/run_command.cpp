#include "command_error.h"
#include "exit_status.h"
#include "interruption.h"
#include "messages.h"
#include "number_format.h"
#include "option_values.h"
#include "output_file.h"
#include "progress_bar.h"
#include "run_summary.h"
#include "scene_overrides.h"
#include "scene_run.h"
#include "scene_source.h"
#include "subcommands.h"

#include <command_line/command_line.h>
#include <stiction/model/contact_model.h>
#include <stiction/scene/names.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

namespace stiction::command {
namespace {

constexpr const char* kRunFooter =
    "FILE may be - for standard output, which then holds that file and nothing else.\n"
    "SCENE may be - for standard input.\n"
    "\n"
    "An expectation about a time that the run does not reach has failed, also when it is\n"
    "--duration that ends the run before. The problem of a step that is left unsolved is kept in\n"
    "--dump-problems DIR or else in stiction-unsolved/, for stiction solve. With --on-unsolved\n"
    "best a run goes on, and fails at its end unless each such step lies within the time of an\n"
    "<expect quantity=\"residual\" below=\"...\"> that holds.\n"
    "Ctrl-C ends the run before its present step is made, with all files whole; twice, at once.\n"
    "\n"
    "Exit status (of several scenes: the largest): 0 fine; 1 an expectation failed; 2 bad input "
    "or\n"
    "usage, or a file that cannot be written; 3 the simulation failed; 128 + N ended by signal N.";

/// The command line as it was typed.
struct RunArguments {
  std::vector<std::string> scenes;
  std::optional<std::string> duration, timestep, model, solver, directions, on_unsolved, effort,
      threads;
  std::optional<std::string> report, trajectory, every, html, problems;
  bool quiet = false;
  bool strict = false;
};

/// The command line as it was understood.
struct RunSettings {
  SceneOverrides overrides;
  std::optional<std::string> report;
  std::optional<std::string> trajectory;
  std::optional<std::string> problems;
  std::size_t every = 1;
  int threads = 1;
  bool quiet = false;
  bool strict = false;

  bool uses_standard_output() const { return report == "-" || trajectory == "-"; }
};

void check_combination(const RunArguments& arguments) {
  if (arguments.html) throw CommandError("--html: not supported yet");
  if (arguments.every && !arguments.trajectory) {
    throw CommandError("--every: expected together with --trajectory");
  }
  if (arguments.report == "-" && arguments.trajectory == "-") {
    throw CommandError("--report, --trajectory: only one file can be standard output");
  }
  if (arguments.scenes.size() < 2) return;
  const auto refuse_with_several = [](std::string_view option, const auto& value) {
    if (value) throw CommandError(std::string(option) + ": expected a single scene with it");
  };
  refuse_with_several("--report", arguments.report);
  refuse_with_several("--trajectory", arguments.trajectory);
  refuse_with_several("--dump-problems", arguments.problems);
}

SceneOverrides parse_overrides(const RunArguments& arguments) {
  SceneOverrides overrides;
  if (arguments.duration) {
    overrides.duration = parse_positive_number("--duration", *arguments.duration, " of seconds");
  }
  if (arguments.timestep) {
    overrides.timestep = parse_positive_number("--timestep", *arguments.timestep, " of seconds");
  }
  if (arguments.model) {
    const std::vector<std::string> names = ContactModelCatalogue().names();
    check_name("--model", *arguments.model, names, names);
    overrides.model = arguments.model;
  }
  overrides.solver = arguments.solver;
  if (arguments.on_unsolved) {
    const std::vector<std::string> choices = {"stop", "best"};
    check_name("--on-unsolved", *arguments.on_unsolved, choices, choices);
    overrides.on_unsolved = *arguments.on_unsolved == "best" ? OnUnsolved::best : OnUnsolved::stop;
  }
  if (arguments.effort) {
    overrides.effort =
        parse_positive_number("--effort", *arguments.effort, " of units per island and step");
  }
  if (arguments.directions) overrides.directions = parse_direction_count(*arguments.directions);
  return overrides;
}

RunSettings parse_settings(const RunArguments& arguments) {
  check_combination(arguments);
  constexpr std::size_t kMostThreads = 1024;
  RunSettings settings;
  settings.overrides = parse_overrides(arguments);
  settings.report = arguments.report;
  settings.trajectory = arguments.trajectory;
  settings.problems = arguments.problems;
  settings.quiet = arguments.quiet;
  settings.strict = arguments.strict;
  if (arguments.every) {
    settings.every = parse_count("--every", *arguments.every, 1, std::size_t{1} << 53);
  }
  if (arguments.threads) {
    settings.threads =
        static_cast<int>(parse_count("--threads", *arguments.threads, 1, kMostThreads));
  }
  return settings;
}

/// The files that a run writes.
class RunFiles {
 public:
  RunFiles(const RunSettings& settings, const std::string& scene) {
    if (settings.report) check_not_the_scene("--report", *settings.report, scene);
    if (settings.trajectory) check_not_the_scene("--trajectory", *settings.trajectory, scene);
    if (settings.report) report_.emplace("--report", *settings.report);
    if (settings.trajectory) trajectory_.emplace("--trajectory", *settings.trajectory);
    std::error_code ignored;
    if (report_ && trajectory_ && std::filesystem::is_regular_file(*settings.report, ignored) &&
        std::filesystem::equivalent(*settings.report, *settings.trajectory, ignored)) {
      throw CommandError("--report, --trajectory: expected two files, got " + *settings.report);
    }
  }

  OutputFile* trajectory() { return trajectory_ ? &*trajectory_ : nullptr; }

  /// Writes the report and closes the files. Says what could not be written; returns the status.
  int finish(const RunReport& report) {
    int status = kFine;
    const auto try_to = [&status](const auto& write) {
      try {
        write();
      } catch (const CommandError& error) {
        print_error(error.what());
        status = kBadInput;
      }
    };
    if (trajectory_) try_to([&] { trajectory_->close(); });
    if (report_) {
      try_to([&] {
        write_report_json(report_->stream(), report);
        report_->close();
      });
    }
    return status;
  }

 private:
  std::optional<OutputFile> report_;
  std::optional<OutputFile> trajectory_;
};

SceneRunOptions make_run_options(const RunSettings& settings, const std::string& path,
                                 RunFiles& files) {
  SceneRunOptions options;
  options.show_progress = !settings.quiet && can_show_progress(settings.uses_standard_output());
  options.trajectory = files.trajectory();
  options.every = settings.every;
  options.dump_all = settings.problems.has_value();
  options.problem_directory =
      settings.problems ? fresh_directory(*settings.problems) : default_problem_directory(path);
  return options;
}

void print_outcome(const RunSettings& settings, const Scene& scene,
                   const std::vector<std::string>& warnings, const RunReport& report) {
  if (settings.quiet) {
    for (const ExpectationResult& result : report.expectations) {
      if (!result.passed) std::cerr << describe_failure(result) + "\n";
    }
    return;
  }
  std::ostream& out = settings.uses_standard_output() ? std::cerr : std::cout;
  print_summary(out, report);
  if (!settings.strict) {
    for (const std::string& warning : warnings) out << "  warning   " << warning << '\n';
  }
  for (const std::string& note : scene.notes) out << "  note      " << note << '\n';
  out.flush();
}

void print_warnings_as_errors(const std::string& path, const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) {
    print_error(display_name(path) + ": " + warning + " (an error with --strict)");
  }
}

int run_one(const RunSettings& settings, const std::string& path) {
  std::optional<Scene> loaded = load_scene(path);
  if (!loaded) return kBadInput;
  const Scene scene = apply_overrides(settings.overrides, *std::move(loaded));
  Simulation simulation = make_simulation(scene, settings.threads, settings.problems.has_value());
  if (settings.strict && !simulation.warnings().empty()) {
    print_warnings_as_errors(path, simulation.warnings());
    return kBadInput;
  }
  if (settings.report) simulation.analyse_last_step();
  RunFiles files(settings, path);
  const InterruptionGuard guard;
  const SceneRun run = run_to_end(simulation, make_run_options(settings, path, files));
  const int file_status = files.finish(run.report);
  for (const std::string& trouble : run.troubles) {
    print_error(display_name(path) + ": " + trouble);
  }
  print_outcome(settings, scene, simulation.warnings(), run.report);
  int strict_status = kFine;
  if (settings.strict && !simulation.warnings().empty()) {
    print_warnings_as_errors(path, simulation.warnings());
    strict_status = kBadInput;
  }
  const int expectation_status = count_failed(run.report) > 0 ? kExpectationFailed : kFine;
  return std::max({run.status, file_status, expectation_status, strict_status});
}

int run(const RunArguments& arguments) {
  const RunSettings settings = parse_settings(arguments);
  int status = kFine;
  for (const std::string& path : arguments.scenes) {
    try {
      status = std::max(status, run_one(settings, path));
    } catch (const CommandError& error) {
      print_error(display_name(path) + ": " + error.what());
      status = std::max(status, kBadInput);
    }
    if (noted_signal() != 0) return std::max(status, kInterrupted + noted_signal());
  }
  return status;
}

}  // namespace

void add_run_command(CommandLine& program) {
  auto arguments = std::make_shared<RunArguments>();
  CommandLine line = program.command("run", "Run scenes and report how fast and how exactly");
  line.option("SCENE", arguments->scenes, "Scene files").required();
  line.option("--duration", arguments->duration, "Simulated time, instead of the scene's")
      .value_hint("S");
  line.option("--timestep", arguments->timestep, "Time step, instead of the scene's")
      .value_hint("H");
  line.option("--model", arguments->model, "Contact model, instead of the scene's").value_hint("M");
  line.option("--solver", arguments->solver, "Solver of the model, instead of the scene's")
      .value_hint("S");
  line.option("--directions", arguments->directions,
              "Friction directions per contact: even, 4 or more")
      .value_hint("D");
  line.option("--on-unsolved", arguments->on_unsolved,
              "What a step does that no solver delivers: stop the run, or go on with the best "
              "answer (stop)")
      .value_hint("stop|best");
  line.option("--effort", arguments->effort,
              "What the solve of an island may cost in a step: N times one factorisation and one "
              "pass over its contacts, on any machine (" +
                  format_number(kDefaultEffort) + ")")
      .value_hint("N");
  line.option("--threads", arguments->threads, "Threads; the result is the same (1)")
      .value_hint("N");
  line.option("--report", arguments->report, "Write a report as JSON").value_hint("FILE.json");
  line.option("--trajectory", arguments->trajectory, "Write the motion of the bodies as CSV")
      .value_hint("FILE.csv");
  line.option("--every", arguments->every, "Write every Nth step to the trajectory (1)")
      .value_hint("N");
  line.option("--html", arguments->html, "Not supported yet").value_hint("FILE.html");
  line.option("--dump-problems", arguments->problems,
              "Write every step's contact problems and answers")
      .value_hint("DIR");
  line.flag("--strict", arguments->strict, "Take warnings for errors");
  line.flag("--quiet", arguments->quiet, "Print only what went wrong");
  line.footer(kRunFooter);
  line.action([arguments] { return run(*arguments); });
}

}  // namespace stiction::command
