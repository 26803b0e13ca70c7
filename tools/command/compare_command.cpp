#include "command_error.h"
#include "comparison_choices.h"
#include "comparison_output.h"
#include "comparison_plan.h"
#include "exit_status.h"
#include "html_page.h"
#include "interruption.h"
#include "messages.h"
#include "number_format.h"
#include "option_values.h"
#include "output_file.h"
#include "page_recorder.h"
#include "progress_bar.h"
#include "scene_run.h"
#include "scene_source.h"
#include "state_trace.h"
#include "subcommands.h"

#include <command_line/command_line.h>
#include <stiction/scene/run_description.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <span>

namespace stiction::command {
namespace {

constexpr const char* kCompareFooter =
    "Runs every combination that makes sense, one after another. A list that is not given\n"
    "keeps the scene's value; without any list, all contact models are compared. The first\n"
    "row is the reference: the last columns give the distance of the bodies from their places\n"
    "in that run, at the last time at which both runs end a step (apart) and the largest over\n"
    "all such times (most), in metres and radians.\n"
    "\n"
    "A FILE may be - for standard output, which then holds that file and nothing else. SCENE\n"
    "may be - for standard input. The problem of an unsolved step is kept in\n"
    "stiction-unsolved/, for stiction solve. Ctrl-C ends the comparison after the current\n"
    "step and leaves FILE complete; a second Ctrl-C ends it at once.\n"
    "\n"
    "Exit status: 0 fine, even if an <expect> of the scene fails; 2 bad input or usage, or a\n"
    "file that cannot be written; 3 a combination failed; 128 + N ended by signal N.";

/// The command line as typed.
struct CompareArguments {
  std::string scene;
  ComparisonLists lists;
  std::optional<std::string> duration, threads, out, html;
};

/// The command line and the scene as parsed.
struct Comparison {
  std::string path;
  Scene scene;
  ComparisonPlan plan;
  int threads = 1;
  std::optional<std::string> out, html;

  bool uses_standard_output() const { return out == "-" || html == "-"; }
};

/// Collects the messages of exceptions that `parse` throws.
template <typename Parse>
void collect_error(std::vector<std::string>& errors, const Parse& parse) {
  try {
    parse();
  } catch (const CommandError& error) {
    errors.emplace_back(error.what());
  }
}

/// Checks that a run with each of the time steps is possible.
void check_runs(const Comparison& comparison, std::vector<std::string>& errors) {
  std::vector<double> checked;
  for (const ComparisonCase& one : comparison.plan.cases) {
    if (std::ranges::find(checked, one.timestep) != checked.end()) continue;
    checked.push_back(one.timestep);
    collect_error(errors, [&] {
      make_simulation(apply_case(one, comparison.scene), comparison.threads, false);
    });
  }
}

/// Prints all errors in the command line and the scene; returns nothing if there are any.
std::optional<Comparison> prepare(const CompareArguments& arguments) {
  constexpr std::size_t kMostThreads = 1024;
  std::vector<std::string> errors;
  Comparison comparison;
  comparison.path = arguments.scene;
  comparison.out = arguments.out;
  comparison.html = arguments.html;
  collect_error(errors, [&] {
    if (comparison.html) check_page_is_available();
    if (comparison.out && comparison.out == comparison.html) {
      throw CommandError("--out, --html: expected two files, got " + *comparison.out);
    }
  });
  const ComparisonChoices choices = parse_choices(arguments.lists, errors);
  std::optional<double> duration;
  collect_error(errors, [&] {
    if (!arguments.duration) return;
    duration = parse_duration(*arguments.duration);
  });
  collect_error(errors, [&] {
    if (!arguments.threads) return;
    comparison.threads =
        static_cast<int>(parse_count("--threads", *arguments.threads, 1, kMostThreads));
  });
  std::optional<Scene> scene = load_scene(arguments.scene);
  if (scene && errors.empty()) {
    comparison.scene = *std::move(scene);
    comparison.scene.duration = duration.value_or(comparison.scene.duration);
    comparison.plan = plan_comparison(choices, comparison.scene, errors);
    if (errors.empty()) check_runs(comparison, errors);
    if (errors.empty()) return comparison;
  }
  for (const std::string& error : errors) print_error(error);
  return {};
}

/// The runs of a comparison, one after another.
class Comparer {
 public:
  explicit Comparer(const Comparison& comparison)
      : comparison_(comparison), problem_directory_(default_problem_directory(comparison.path)) {
    if (comparison.html) {
      check_is_no_input("--html", *comparison.html, comparison.path, comparison.scene);
      page_file_.emplace("--html", *comparison.html);
    }
    if (!comparison.out) return;
    check_is_no_input("--out", *comparison.out, comparison.path, comparison.scene);
    file_.emplace("--out", *comparison.out);
    write_comparison_header(file_->stream());
  }

  /// Ends early if a signal is noted or the file cannot take more.
  int run() {
    const InterruptionGuard guard;
    for (std::size_t i = 0; i < comparison_.plan.cases.size(); ++i) {
      run_case(i);
      if (noted_signal() != 0 || (file_ && file_->has_failed())) break;
    }
    if (noted_signal() != 0) status_ = std::max(status_, kInterrupted + noted_signal());
    print_outcome();
    if (page_file_ && !page_runs_.empty()) {
      write_html_page(page_file_->stream(), page_runs_.front().recorder, page_start_, page_end_,
                      std::span(page_runs_).subspan(1));
    }
    for (std::optional<OutputFile>* file : {&file_, &page_file_}) {
      if (!*file) continue;
      collect_error(troubles_, [&] { (*file)->close(); });
      if ((*file)->has_failed()) status_ = std::max(status_, kBadInput);
    }
    for (const std::string& trouble : troubles_) {
      print_error(display_name(comparison_.path) + ": " + trouble);
    }
    return status_;
  }

 private:
  void run_case(std::size_t index) {
    const ComparisonCase& choice = comparison_.plan.cases[index];
    Simulation simulation =
        make_simulation(apply_case(choice, comparison_.scene), comparison_.threads, false);
    StateDistanceMeter meter(reference_, comparison_.plan.cases.front().timestep);
    const FrameTaker taker(simulation.world());
    RunFrame frame;
    const auto add_to_page = [&] {
      taker.take(simulation, frame);
      if (index > 0) frame.contacts.clear();  // ghosts show none
      page_runs_.back().recorder.observe(frame);
    };
    if (page_file_) {
      if (index == 0) page_start_ = describe_run_start(simulation);
      page_runs_.push_back({describe(choice), choice.timestep, {choice.timestep, 1}});
      add_to_page();
    }
    SceneRunOptions options;
    options.show_progress = can_show_progress(comparison_.uses_standard_output());
    options.problem_directory = problem_directory_ / ("row-" + std::to_string(index + 1));
    options.watch_step = [&](const Simulation& running) {
      if (index == 0) reference_.observe_step(running);
      meter.observe_step(running);
      if (page_file_) add_to_page();
      return true;
    };
    SceneRun run = run_to_end(simulation, options);
    status_ = std::max(status_, run.status);
    if (page_file_) {
      page_runs_.back().recorder.observe_end();
      if (index == 0) page_end_ = describe_run_end(simulation, run.report);
    }
    for (const std::string& trouble : run.troubles) {
      troubles_.push_back("row " + std::to_string(index + 1) + " (" + describe(choice) +
                          "): " + trouble);
    }
    rows_.push_back({choice, std::move(run.report), meter.distance()});
    if (!file_) return;
    write_comparison_row(file_->stream(), rows_.back());
    file_->stream().flush();
  }

  void print_outcome() const {
    const Scene& scene = comparison_.scene;
    const std::size_t planned = comparison_.plan.cases.size();
    std::ostream& out = comparison_.uses_standard_output() ? std::cerr : std::cout;
    out << scene.name << ": " << format_number(scene.duration) << " s under "
        << count_of(planned, "choice", "choices") << '\n';
    print_comparison(out, rows_);
    if (rows_.size() < planned) {
      out << "  not run   " << planned - rows_.size() << " of them\n";
    }
    for (const std::string& skipped : comparison_.plan.skipped) {
      out << "  skipped   " << skipped << '\n';
    }
    for (const std::string& note : scene.notes) out << "  note      " << note << '\n';
    out.flush();
  }

  const Comparison& comparison_;
  std::filesystem::path problem_directory_;
  std::optional<OutputFile> file_, page_file_;
  std::vector<PageGhost> page_runs_;  ///< the first is the subject of the page
  std::string page_start_, page_end_;
  StateTrace reference_;
  std::vector<ComparisonRow> rows_;
  std::vector<std::string> troubles_;
  int status_ = kFine;
};

int compare(const CompareArguments& arguments) {
  const std::optional<Comparison> comparison = prepare(arguments);
  return comparison ? Comparer(*comparison).run() : kBadInput;
}

}  // namespace

void add_compare_command(CommandLine& program) {
  auto arguments = std::make_shared<CompareArguments>();
  CommandLine line =
      program.command("compare", "Compare a scene under several choices, side by side");
  line.option("SCENE", arguments->scene, "Scene file").required();
  ComparisonLists& lists = arguments->lists;
  line.planned("--plot");
  line.option("--models", lists.models, "Run under these contact models").value_hint("M,M,...");
  line.option("--solvers", lists.solvers, "Use these solvers, each for the models that have it")
      .value_hint("S,S,...");
  line.option("--directions", lists.directions,
              "Use this many friction directions per contact, in models with facets: even, 4 to 64")
      .value_hint("D,D,...");
  line.option("--align", lists.alignments,
              "Align the facets with the slip, the world or both in turn: slip, world")
      .value_hint("A,A");
  line.option("--timesteps", lists.timesteps, "Take steps of these sizes, s").value_hint("H,H,...");
  line.option("--duration", arguments->duration,
              "Simulate S seconds, at least one step, whatever the scene says")
      .value_hint("S");
  line.option("--threads", arguments->threads, "Use N threads; the result is the same (1)")
      .value_hint("N");
  line.option("--out", arguments->out, "Write the rows as CSV, in full").value_hint("FILE.csv");
  line.option("--html", arguments->html,
              "Write a page that shows the first run, with the others as ghosts")
      .value_hint("FILE.html");
  line.footer(kCompareFooter);
  line.action([arguments] { return compare(*arguments); });
}

}  // namespace stiction::command
