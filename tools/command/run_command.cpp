#include "command_error.h"
#include "exit_status.h"
#include "html_page.h"
#include "interruption.h"
#include "messages.h"
#include "number_format.h"
#include "option_values.h"
#include "progress_bar.h"
#include "run_files.h"
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
#include <string_view>

namespace stiction::command {
namespace {

constexpr const char* kRunFooter =
    "FILE may be - for standard output, which then holds that file and nothing else.\n"
    "SCENE may be - for standard input.\n"
    "\n"
    "An expectation about a time that the run does not reach counts as failed, even if\n"
    "--duration cut the run short. The problem of an unsolved step is kept in --dump-problems\n"
    "DIR, or else in stiction-unsolved/, for stiction solve. With --on-unsolved best the run\n"
    "goes on, and fails at its end unless each such step lies within the time of an <expect\n"
    "quantity=\"residual\" below=\"...\"> that holds.\n"
    "Ctrl-C ends the run after the last finished step and leaves all files complete; a second\n"
    "Ctrl-C ends it at once.\n"
    "\n"
    "Exit status (of several scenes: the largest): 0 fine; 1 an expectation failed; 2 bad\n"
    "input or usage, or a file that cannot be written; 3 the simulation failed; 128 + N ended\n"
    "by signal N.";

/// The command line as typed.
struct RunArguments {
  std::vector<std::string> scenes;
  std::optional<std::string> duration, timestep, model, solver, directions, on_unsolved, effort,
      threads;
  std::optional<std::string> report, trajectory, contacts, steps, html, record, gltf, every,
      problems;
  bool quiet = false;
  bool strict = false;
};

std::vector<FileChoice> list_files(const RunArguments& arguments) {
  std::vector<FileChoice> files = {
      {"--report", arguments.report},     {"--trajectory", arguments.trajectory},
      {"--contacts", arguments.contacts}, {"--steps", arguments.steps},
      {"--html", arguments.html},         {"--record", arguments.record},
      {"--gltf", arguments.gltf}};
  std::erase_if(files, [](const FileChoice& file) { return !file.path; });
  return files;
}

/// The command line as parsed.
struct RunSettings {
  SceneOverrides overrides;
  std::vector<FileChoice> files;
  std::optional<std::string> problems;
  std::size_t every = 1;
  int threads = 1;
  bool quiet = false;
  bool strict = false;

  bool writes(std::string_view option) const { return is_chosen(files, option); }
  bool uses_standard_output() const {
    return std::ranges::find(files, "-", &FileChoice::path) != files.end();
  }
};

void check_combination(const RunArguments& arguments) {
  if (arguments.html) check_page_is_available();
  if (arguments.every && !arguments.trajectory && !arguments.contacts && !arguments.steps &&
      !arguments.html && !arguments.record && !arguments.gltf) {
    throw CommandError(
        "--every: expected together with --trajectory, --contacts, --steps, --html, --record or "
        "--gltf");
  }
  std::string to_standard_output;
  for (const FileChoice& file : list_files(arguments)) {
    if (file.path != "-") continue;
    if (!to_standard_output.empty()) {
      throw CommandError(to_standard_output + ", " + file.option +
                         ": only one file can be standard output");
    }
    to_standard_output = file.option;
  }
  if (arguments.scenes.size() < 2) return;
  const auto refuse_with_several = [](std::string_view option, const auto& value) {
    if (value) throw CommandError(std::string(option) + ": expected a single scene with it");
  };
  for (const FileChoice& file : list_files(arguments)) refuse_with_several(file.option, file.path);
  refuse_with_several("--dump-problems", arguments.problems);
}

SceneOverrides parse_overrides(const RunArguments& arguments) {
  SceneOverrides overrides;
  if (arguments.duration) {
    overrides.duration = parse_duration(*arguments.duration);
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
  if (arguments.effort) overrides.effort = parse_effort(*arguments.effort);
  if (arguments.directions) overrides.directions = parse_direction_count(*arguments.directions);
  return overrides;
}

RunSettings parse_settings(const RunArguments& arguments) {
  check_combination(arguments);
  constexpr std::size_t kMostThreads = 1024;
  RunSettings settings;
  settings.overrides = parse_overrides(arguments);
  settings.files = list_files(arguments);
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

/// Made before the run, so that a failure is reported at once.
std::filesystem::path make_problem_directory(const std::string& wanted) {
  const std::string option = "--dump-problems: ";
  if (wanted.empty()) throw CommandError(option + "expected the name of a directory, got none");
  std::error_code error;
  if (std::filesystem::exists(wanted, error) && !std::filesystem::is_directory(wanted, error)) {
    throw CommandError(option + wanted + " exists and is not a directory");
  }
  const std::filesystem::path directory = fresh_directory(wanted);
  std::filesystem::create_directories(directory, error);
  if (!error) return directory;
  throw CommandError(option + "cannot make " + directory.string() + ": " + error.message());
}

SceneRunOptions make_run_options(const RunSettings& settings, const std::string& path,
                                 RunFiles& files) {
  SceneRunOptions options;
  options.show_progress = !settings.quiet && can_show_progress(settings.uses_standard_output());
  options.tables = files.tables();
  options.watch_step = [&files](const Simulation& simulation) {
    return files.observe_step(simulation);
  };
  options.dump_all = settings.problems.has_value();
  options.problem_directory = settings.problems ? make_problem_directory(*settings.problems)
                                                : default_problem_directory(path);
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

int run_one(const RunSettings& settings, const std::string& path) {
  std::optional<Scene> loaded = load_scene(path);
  if (!loaded) return kBadInput;
  const Scene scene = apply_overrides(settings.overrides, *std::move(loaded));
  Simulation simulation = make_simulation(scene, settings.threads, settings.problems.has_value());
  if (settings.strict && !simulation.warnings().empty()) {
    print_warnings_as_errors(path, simulation);
    return kBadInput;
  }
  if (settings.writes("--report")) simulation.analyse_last_step();
  RunFiles files(settings.files, settings.every, path, simulation);
  const InterruptionGuard guard;
  const SceneRun run = run_to_end(simulation, make_run_options(settings, path, files));
  const int file_status = files.finish(simulation, run.report);
  for (const std::string& trouble : run.troubles) {
    print_error(display_name(path) + ": " + trouble);
  }
  print_outcome(settings, scene, simulation.warnings(), run.report);
  int strict_status = kFine;
  if (settings.strict && !simulation.warnings().empty()) {
    print_warnings_as_errors(path, simulation);
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
  line.option("--duration", arguments->duration,
              "Simulate S seconds, at least one step, whatever the scene says")
      .value_hint("S");
  line.option("--timestep", arguments->timestep, "Take steps of H seconds, whatever the scene says")
      .value_hint("H");
  line.option("--model", arguments->model, "Use contact model M instead of the scene's")
      .value_hint("M");
  line.option("--solver", arguments->solver, "Use this solver of the model instead of the scene's")
      .value_hint("S");
  line.option("--directions", arguments->directions,
              "Use D friction directions per contact: even, 4 to 64")
      .value_hint("D");
  line.option("--on-unsolved", arguments->on_unsolved,
              "If a step cannot be solved, stop the run or go on with the best answer (stop)")
      .value_hint("stop|best");
  line.option("--effort", arguments->effort,
              "Limit each island solve to N factorisations and passes over its contacts, on any "
              "machine (" +
                  format_number(kDefaultEffort) + ")")
      .value_hint("N");
  line.option("--threads", arguments->threads, "Use N threads; the result is the same (1)")
      .value_hint("N");
  for (const char* name : {"--save", "--save-every", "--resume"}) line.planned(name);
  line.option("--report", arguments->report, "Write a report as JSON").value_hint("FILE.json");
  line.option("--trajectory", arguments->trajectory, "Write the motion of the bodies as CSV")
      .value_hint("FILE.csv");
  line.option("--contacts", arguments->contacts, "Write the contacts and their impulses as CSV")
      .value_hint("FILE.csv");
  line.option("--steps", arguments->steps, "Write energy, exactness and cost per step as CSV")
      .value_hint("FILE.csv");
  line.option("--html", arguments->html, "Write a page that shows the run in a browser")
      .value_hint("FILE.html");
  line.option("--record", arguments->record,
              "Write a recording, for stiction view and stiction replay")
      .value_hint("FILE");
  line.option("--gltf", arguments->gltf,
              "Write the motion as an animation for 3D programs, glTF 2.0 (.glb: binary)")
      .value_hint("FILE.gltf");
  line.option(
          "--every", arguments->every,
          "Write every Nth step to the CSV files, the page, the recording and the animation (1)")
      .value_hint("N");
  line.option("--dump-problems", arguments->problems,
              "Write every step's contact problems and answers, to DIR-2 if DIR is not empty")
      .value_hint("DIR");
  line.flag("--strict", arguments->strict, "Treat warnings about the scene as errors");
  line.flag("--quiet", arguments->quiet, "Print only what went wrong");
  line.footer(kRunFooter);
  line.action([arguments] { return run(*arguments); });
}

}  // namespace stiction::command
