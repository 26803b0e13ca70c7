#include "command_error.h"
#include "exit_status.h"
#include "number_format.h"
#include "option_values.h"
#include "subcommands.h"

#include <stiction/contact/fclib.h>
#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lemke.h>
#include <stiction/lcp/matrix_market.h>
#include <stiction/model/fclib_solver.h>
#include <stiction/scene/names.h>

#include <CLI/CLI.hpp>

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

constexpr const char* kFooter =
    "PROBLEM is\n"
    "  a folder with M.mtx and q.mtx (Matrix Market): find z >= 0 with w = M z + q >= 0 and\n"
    "  z . w = 0; its residual is max |min(z, w)| / (1 + max |q|); solver: lemke;\n"
    "  or an FCLIB file (.hdf5, local or global form): find the impulses r of frictional contacts\n"
    "  on the true cone; z is r in the file's order; its residual is\n"
    "  max |r - P(r - s (u + mu |u_T| N))| / (s max |q|) with P the projection on the cone of mu,\n"
    "  s = 1 / mean diagonal of W; solvers: reduced-lemke (default), structural-lemke, lemke.\n"
    "The answer is solved only if its residual, computed afterwards from the data as given, is at\n"
    "most the tolerance.\n"
    "\n"
    "Exit status: 0 solved; 2 the input is not a problem, or not supported yet; 3 not solved.";

struct SolveArguments {
  std::string problem;
  std::optional<std::string> solver;
  std::optional<std::string> tolerance;
  std::optional<std::string> directions;
  bool json = false;
};

struct SolveOutcome {
  std::string solver;
  LcpStatus status = LcpStatus::no_solution_found;
  Eigen::VectorXd z;
  double residual = 0;
  int iterations = 0;
  double time_us = 0;
};

/// Runs `solve` and returns how long that took.
template <class Solve>
double time_us_of(const Solve& solve) {
  const auto start = std::chrono::steady_clock::now();
  solve();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
      .count();
}

double read_tolerance(const SolveArguments& arguments, double otherwise) {
  return arguments.tolerance ? parse_positive_number("--tolerance", *arguments.tolerance, "")
                             : otherwise;
}

Lcp read_lcp(const std::string& path) {
  std::variant<Lcp, BoxLcp> problem = read_problem_directory(path);
  if (std::holds_alternative<BoxLcp>(problem)) {
    throw CommandError(path + ": box problems (lower.mtx, upper.mtx) are not supported yet");
  }
  return std::get<Lcp>(std::move(problem));
}

SolveOutcome solve_folder(const SolveArguments& arguments) {
  const std::vector<std::string> contact_only = {"reduced-lemke", "structural-lemke"};
  SolveOutcome outcome;
  outcome.solver = arguments.solver.value_or("lemke");
  if (std::ranges::find(contact_only, outcome.solver) != contact_only.end()) {
    throw CommandError("--solver: \"" + outcome.solver +
                       "\" needs a contact problem, an FCLIB file (.hdf5); supported for folders: "
                       "lemke");
  }
  check_name("--solver", outcome.solver, {"lemke"}, known_contact_solver_names());
  if (arguments.directions) {
    throw CommandError(
        "--directions: applies to contact problems only, that is, to FCLIB files (.hdf5)");
  }
  LemkeOptions options;
  options.tolerance = read_tolerance(arguments, options.tolerance);
  const Lcp problem = read_lcp(arguments.problem);
  LemkeSolver solver;
  LcpSolution solution;
  outcome.time_us = time_us_of([&] { solution = solver.solve(problem, options); });
  outcome.status = solution.status;
  outcome.iterations = solution.statistics.pivots;
  outcome.z = solution.z;
  // The last word has the judge, on the data as they were read.
  outcome.residual = lcp_residual(problem, outcome.z);
  if (outcome.status == LcpStatus::solved && !(outcome.residual <= options.tolerance)) {
    outcome.status = LcpStatus::no_solution_found;
  }
  return outcome;
}

int read_directions(const std::string& text) {
  constexpr std::size_t kLeast = 4;
  constexpr std::size_t kMost = 64;
  const std::size_t directions = parse_count("--directions", text, kLeast, kMost);
  if (directions % 2 != 0) {
    throw CommandError("--directions: expected an even number, got \"" + text + "\"");
  }
  return static_cast<int>(directions);
}

SolveOutcome solve_fclib_file(const SolveArguments& arguments) {
  FclibSolverOptions options;
  if (arguments.solver) options.solver = *arguments.solver;
  check_name("--solver", options.solver, fclib_solver_names(), known_contact_solver_names());
  if (arguments.directions) options.directions = read_directions(*arguments.directions);
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
  outcome.status = answer.status;
  outcome.z = answer.r;
  outcome.residual = answer.residual;
  outcome.iterations = answer.statistics.pivots;
  return outcome;
}

std::string format_vector(const Eigen::VectorXd& z) {
  std::string text;
  for (const double value : z) text += (text.empty() ? "" : ", ") + format_json_number(value);
  return "[" + text + "]";
}

void print_json(const SolveOutcome& outcome) {
  const bool is_solved = outcome.status == LcpStatus::solved;
  std::cout << "{\"solver\": \"" << outcome.solver << "\", \"status\": \""
            << to_string(outcome.status) << "\", \"size\": " << outcome.z.size()
            << ", \"residual\": " << format_json_number(outcome.residual)
            << ", \"iterations\": " << outcome.iterations
            << ", \"time_us\": " << format_json_number(outcome.time_us)
            << ", \"z\": " << (is_solved ? format_vector(outcome.z) : "null") << "}\n";
}

void print_text(const SolveOutcome& outcome) {
  std::cout << "solver      " << outcome.solver << "\nstatus      " << to_string(outcome.status)
            << "\nsize        " << outcome.z.size() << "\nresidual    "
            << format_number(outcome.residual) << "\niterations  " << outcome.iterations
            << "\ntime        " << format_number(outcome.time_us) << " us\n";
  if (outcome.status == LcpStatus::solved) {
    std::cout << "z           " << format_vector(outcome.z) << '\n';
  }
}

int solve(const SolveArguments& arguments) {
  const bool is_fclib = std::filesystem::path(arguments.problem).extension() == ".hdf5";
  const SolveOutcome outcome = is_fclib ? solve_fclib_file(arguments) : solve_folder(arguments);
  if (arguments.json) {
    print_json(outcome);
  } else {
    print_text(outcome);
  }
  return outcome.status == LcpStatus::solved ? kFine : kSimulationFailed;
}

}  // namespace

void add_solve_command(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<SolveArguments>();
  CLI::App* command = app.add_subcommand("solve", "Solves a complementarity problem by itself");
  command->add_option("PROBLEM", arguments->problem, "Folder or FCLIB file of the problem")
      ->required();
  command->add_option("--solver", arguments->solver, "Solver (lemke, of FCLIB files reduced-lemke)")
      ->option_text("S");
  command
      ->add_option("--directions", arguments->directions,
                   "Friction directions of an FCLIB problem's pyramids, even, 4 to 64 (8)")
      ->option_text("D");
  command->add_option("--tolerance", arguments->tolerance, "Largest residual accepted (1e-8)")
      ->option_text("T");
  command->add_flag("--json", arguments->json, "Writes the answer as JSON");
  command->footer(kFooter);
  command->callback([arguments, &action] {
    action = [arguments]() -> int {
      try {
        return solve(*arguments);
      } catch (const MatrixMarketError& error) {
        throw CommandError(error.what());
      } catch (const FclibError& error) {
        throw CommandError(error.what());
      }
    };
  });
}

}  // namespace stiction::command
