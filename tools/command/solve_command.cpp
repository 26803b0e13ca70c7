#include "command_error.h"
#include "exit_status.h"
#include "messages.h"
#include "number_format.h"
#include "option_values.h"
#include "subcommands.h"

#include <command_line/command_line.h>
#include <stiction/contact/fclib.h>
#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lcp_solvers.h>
#include <stiction/lcp/matrix_market.h>
#include <stiction/model/fclib_solver.h>
#include <stiction/scene/names.h>
#include <stiction/scene/problem_replay.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <variant>

namespace stiction::command {
namespace {

constexpr const char* kSolveFooter =
    "PROBLEM is one of\n"
    "  a folder with M.mtx, q.mtx and, for a box problem, lower.mtx and upper.mtx (Matrix Market;\n"
    "  bounds may be inf or -inf): find l <= z <= u with w = M z + q such that z = l and w >= 0,\n"
    "  or z = u and w <= 0, or w = 0; without bounds l = 0, u = inf. Its residual is\n"
    "  max |z - mid(l, z - w, u)| / (1 + max |q|);\n"
    "  a contact-problem.json, or a folder with one, of a step that was left unsolved or of a\n"
    "  problem of more than 300 contacts: the contact model repeats what it did in that step,\n"
    "  with the limit of --effort, if given, unless --solver names a solver for M and q; its\n"
    "  residual is that of the model's judge;\n"
    "  an FCLIB file (.hdf5, local or global form): find the impulses r of frictional contacts\n"
    "  on the true cone; z is r in the file's order; its residual is\n"
    "  max |r - P(r - s (u + mu |u_T| N))| / (s max |q|), where P projects on the cone of mu and\n"
    "  s = 1 / mean diagonal of W.\n"
    "The answer is solved only if its residual, computed afterwards from the given data, is\n"
    "at most the tolerance. \"stop\" is the reason why the solver ended.\n"
    "\n"
    "Solvers: lemke (default for folders), dantzig, keller, murty, block-pivot, ppm, jacobi,\n"
    "pgs, psor, min-map-newton, fischer-newton, smoothing-newton; for FCLIB files also\n"
    "coulomb (default), reduced-lemke (default with --directions), structural-lemke,\n"
    "staggered. coulomb is Newton's method on the cone, with interior paths as a fallback;\n"
    "lemke, reduced-lemke and structural-lemke solve a pyramid with D directions, from which\n"
    "Newton's method goes on; staggered solves the normal and the friction problem in turn;\n"
    "the others solve box problems until bounds and axes agree. No other method runs after\n"
    "staggered and the box problems.\n"
    "\n"
    "Exit status: 0 solved; 2 the input is not a problem; 3 not solved.";

/// The most numbers of an answer that are printed for people.
constexpr Eigen::Index kMostShown = 24;

struct SolveArguments {
  std::string problem;
  std::optional<std::string> solver;
  std::optional<std::string> tolerance;
  std::optional<std::string> directions;
  std::optional<std::string> effort;
  bool json = false;
};

struct SolveOutcome {
  std::string solver;
  bool is_solved = false;
  std::string status;
  std::string stop;
  Eigen::VectorXd z;
  double residual = 0;
  int iterations = 0;
  double time_us = 0;
};

/// Runs `solve` and returns the time it took.
template <class Solve>
double time_us_of(const Solve& solve) {
  const auto start = std::chrono::steady_clock::now();
  solve();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
      .count();
}

void take_end(LcpStatus status, LcpStop stop, SolveOutcome& outcome) {
  outcome.is_solved = status == LcpStatus::solved;
  outcome.status = to_string(status);
  outcome.stop = to_string(stop);
}

double read_tolerance(const SolveArguments& arguments, double otherwise) {
  return arguments.tolerance ? parse_positive_number("--tolerance", *arguments.tolerance, "")
                             : otherwise;
}

std::vector<std::string> folder_solver_names() {
  std::vector<std::string> names;
  for (const LcpSolverInfo& info : lcp_solvers()) names.emplace_back(info.name);
  return names;
}

/// Only contact models have an effort.
void refuse_effort(const SolveArguments& arguments) {
  if (!arguments.effort) return;
  throw CommandError(
      "--effort: applies only where a contact model repeats a step, that is, to "
      "contact-problem.json without --solver and --directions");
}

std::string choose_folder_solver(const SolveArguments& arguments) {
  const std::string name = arguments.solver.value_or("lemke");
  const std::vector<std::string> supported = folder_solver_names();
  const std::vector<std::string> of_contacts = fclib_solver_names();
  const bool needs_contacts = std::ranges::find(supported, name) == supported.end() &&
                              std::ranges::find(of_contacts, name) != of_contacts.end();
  if (needs_contacts) {
    throw CommandError(
        "--solver: \"" + name +
        "\" needs a contact problem, an FCLIB file (.hdf5); supported for folders: " +
        join(supported));
  }
  check_name("--solver", name, supported, known_contact_solver_names());
  return name;
}

/// A folder without `M.mtx` is treated as missing.
void require_problem_folder(const std::filesystem::path& problem) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::file_status status = fs::status(problem, error);
  std::string absent = "no such file or folder";
  if (fs::is_directory(status)) {
    status = fs::status(problem / "M.mtx", error);
    if (fs::exists(status)) return;
    absent = "has no M.mtx";
  }
  const bool is_absent = status.type() == fs::file_type::not_found;
  const std::string trouble = is_absent ? absent : error.message();
  throw CommandError(problem.string() + ": " + (is_absent || error ? trouble + ", " : "") +
                     "expected a folder with M.mtx and q.mtx or with " + kReplayFileName +
                     ", or a .hdf5 or .json file");
}

SolveOutcome solve_folder(const SolveArguments& arguments) {
  SolveOutcome outcome;
  outcome.solver = choose_folder_solver(arguments);
  if (arguments.directions) {
    throw CommandError(
        "--directions: applies to contact problems only, that is, to FCLIB files (.hdf5)");
  }
  refuse_effort(arguments);
  LcpSolverOptions options;
  options.tolerance = read_tolerance(arguments, options.tolerance);
  require_problem_folder(arguments.problem);
  const std::variant<Lcp, BoxLcp> given = read_problem_directory(arguments.problem);
  NamedLcpSolver solver(outcome.solver);
  LcpStatus status = LcpStatus::no_solution_found;
  LcpStop stop = LcpStop::not_applicable;
  std::visit(
      [&](const auto& problem) {
        LcpSolution solution;
        outcome.time_us = time_us_of([&] { solution = solver.solve(problem, options); });
        status = solution.status;
        stop = solution.stop;
        outcome.iterations = solution.statistics.iterations;
        outcome.z = solution.z;
        // The judge decides, on the data as read.
        outcome.residual = lcp_residual(problem, outcome.z);
      },
      given);
  if (status == LcpStatus::solved && !(outcome.residual <= options.tolerance)) {
    status = LcpStatus::no_solution_found;
    stop = LcpStop::complementary;
  }
  take_end(status, stop, outcome);
  return outcome;
}

/// The file of a step that was left unsolved: the given one, or the one in the folder; empty if it
/// is not to be replayed.
std::filesystem::path find_replay(const SolveArguments& arguments) {
  std::filesystem::path file = arguments.problem;
  std::error_code ignored;
  if (file.extension() == ".json" && !std::filesystem::is_directory(file, ignored)) return file;
  file /= kReplayFileName;
  const bool is_asked = !arguments.solver && !arguments.directions;
  return is_asked && std::filesystem::exists(file, ignored) ? file : std::filesystem::path();
}

SolveOutcome solve_replay(const std::filesystem::path& file, const SolveArguments& arguments) {
  if (arguments.solver || arguments.directions) {
    throw CommandError(file.string() +
                       ": is solved as it was in its step; --solver applies to the folder's "
                       "M.mtx and q.mtx, --directions to FCLIB files");
  }
  constexpr double kStepTolerance = 1e-6;  // the one with which a step accepts answers
  const double tolerance = read_tolerance(arguments, kStepTolerance);
  ProblemReplay replay = read_problem_replay(file);
  if (arguments.effort) replay.options.effort = parse_effort(*arguments.effort);
  SolveOutcome outcome;
  ContactSolution solution;
  std::unique_ptr<ContactModel> model;
  try {
    model = make_contact_model(replay.options);
    outcome.time_us = time_us_of([&] { model->solve(replay.problem, replay.guesses, solution); });
  } catch (const std::invalid_argument& error) {
    throw CommandError(file.string() + ": " + error.what());
  }
  outcome.solver = replay.options.model + "/" + std::string(model->solver_name());
  outcome.residual = model->judge(replay.problem, solution).max;
  outcome.iterations = solution.statistics.pivots + solution.statistics.factorisations;
  outcome.is_solved = outcome.residual <= tolerance;
  const bool is_limited = solution.statistics.is_out_of_effort;
  outcome.stop = outcome.is_solved ? "residual" : is_limited ? "effort" : "not-found";
  outcome.status = to_string(outcome.is_solved ? LcpStatus::solved
                             : is_limited      ? LcpStatus::iteration_limit
                                               : LcpStatus::no_solution_found);
  outcome.z.resize(3 * static_cast<Eigen::Index>(solution.impulses.size()));
  for (std::size_t c = 0; c < solution.impulses.size(); ++c) {
    outcome.z.segment<3>(3 * static_cast<Eigen::Index>(c)) = solution.impulses[c];
  }
  return outcome;
}

SolveOutcome solve_fclib_file(const SolveArguments& arguments) {
  refuse_effort(arguments);
  FclibSolverOptions options;
  if (arguments.directions) options.solver = "reduced-lemke";
  if (arguments.solver) options.solver = *arguments.solver;
  check_name("--solver", options.solver, fclib_solver_names(), known_contact_solver_names());
  if (arguments.directions) {
    options.directions = parse_direction_count(*arguments.directions);
    if (!poses_fclib_pyramid(options.solver)) {
      print_error("warning: --directions has no effect: " + options.solver + " poses no pyramid");
    }
  }
  options.tolerance = read_tolerance(arguments, options.tolerance);
  const FclibProblem problem = read_fclib(arguments.problem);
  SolveOutcome outcome;
  outcome.solver = options.solver;
  FclibAnswer answer;
  try {
    outcome.time_us = time_us_of([&] { answer = solve_fclib(problem, options); });
  } catch (const std::invalid_argument& error) {
    throw CommandError(arguments.problem + ": " + error.what());
  }
  take_end(answer.status, answer.stop, outcome);
  outcome.z = answer.r;
  outcome.residual = answer.residual;
  outcome.iterations = answer.statistics.pivots + answer.statistics.factorisations;
  return outcome;
}

std::string list_numbers(const Eigen::VectorXd& z) {
  std::string text;
  for (const double value : z) text += (text.empty() ? "" : ", ") + format_json_number(value);
  return text;
}

void print_json(const SolveOutcome& outcome) {
  std::cout << "{\"solver\": \"" << outcome.solver << "\", \"status\": \"" << outcome.status
            << "\", \"stop\": \"" << outcome.stop << "\", \"size\": " << outcome.z.size()
            << ", \"residual\": " << format_json_number(outcome.residual)
            << ", \"iterations\": " << outcome.iterations
            << ", \"time_us\": " << format_json_number(outcome.time_us)
            << ", \"z\": " << (outcome.is_solved ? "[" + list_numbers(outcome.z) + "]" : "null")
            << "}\n";
}

void print_text(const SolveOutcome& outcome) {
  std::cout << "solver      " << outcome.solver << "\nstatus      " << outcome.status
            << "\nstop        " << outcome.stop << "\nsize        " << outcome.z.size()
            << "\nresidual    " << format_number(outcome.residual) << "\niterations  "
            << outcome.iterations << "\ntime        " << format_time(outcome.time_us) << '\n';
  if (!outcome.is_solved) return;
  const Eigen::Index size = outcome.z.size();
  if (size <= kMostShown) {
    std::cout << "z           [" << list_numbers(outcome.z) << "]\n";
  } else {
    std::cout << "z           [" << list_numbers(outcome.z.head(kMostShown))
              << ", ...]\n            "
              << "(the first " << kMostShown << " of " << size << " numbers; --json has all)\n";
  }
}

int solve(const SolveArguments& arguments) {
  const bool is_fclib = std::filesystem::path(arguments.problem).extension() == ".hdf5";
  const std::filesystem::path replay = find_replay(arguments);
  const SolveOutcome outcome = is_fclib          ? solve_fclib_file(arguments)
                               : !replay.empty() ? solve_replay(replay, arguments)
                                                 : solve_folder(arguments);
  if (arguments.json) {
    print_json(outcome);
  } else {
    print_text(outcome);
  }
  return outcome.is_solved ? kFine : kSimulationFailed;
}

}  // namespace

void add_solve_command(CommandLine& program) {
  auto arguments = std::make_shared<SolveArguments>();
  CommandLine line = program.command("solve", "Solve a complementarity problem read from files");
  line.option("PROBLEM", arguments->problem, "Folder or file of the problem").required();
  line.option("--solver", arguments->solver, "Use this solver (lemke; for FCLIB files coulomb)")
      .value_hint("S");
  line.option("--directions", arguments->directions,
              "Use D friction directions for the pyramid of an FCLIB problem: even, 4 to 64 (8)")
      .value_hint("D");
  line.option("--tolerance", arguments->tolerance,
              "Accept residuals up to T (1e-8; for the problem of a step 1e-6)")
      .value_hint("T");
  for (const char* name : {"--history", "--all", "--limit"}) line.planned(name);
  line.option("--effort", arguments->effort,
              "Limit the problem of a step to N factorisations and passes over its contacts (the "
              "run's limit)")
      .value_hint("N");
  line.flag("--json", arguments->json, "Write the answer as JSON");
  line.footer(kSolveFooter);
  line.action([arguments] {
    try {
      return solve(*arguments);
    } catch (const MatrixMarketError& error) {
      throw CommandError(error.what());
    } catch (const FclibError& error) {
      throw CommandError(error.what());
    } catch (const ReplayError& error) {
      throw CommandError(error.what());
    }
  });
}

}  // namespace stiction::command
