#include "command_error.h"
#include "exit_status.h"
#include "number_format.h"
#include "option_values.h"
#include "subcommands.h"

#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lemke.h>
#include <stiction/lcp/matrix_market.h>
#include <stiction/scene/names.h>

#include <CLI/CLI.hpp>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

namespace stiction::command {
namespace {

constexpr const char* kFooter =
    "PROBLEM is a folder with M.mtx and q.mtx (Matrix Market): find z >= 0 with w = M z + q >= 0 "
    "and\nz . w = 0. The answer is solved only if its natural residual, computed afterwards from "
    "the data\nas given, max |min(z, w)| / (1 + max |q|), is at most the tolerance.\n"
    "\n"
    "Exit status: 0 solved; 2 the input is not a problem, or not supported yet; 3 not solved.";

struct SolveArguments {
  std::string problem;
  std::string solver = "lemke";
  std::optional<std::string> tolerance;
  std::optional<std::string> directions;
  bool json = false;
};

struct SolveOutcome {
  LcpSolution solution;
  double time_us = 0;
};

Lcp read_problem(const std::string& path) {
  if (std::filesystem::path(path).extension() == ".hdf5") {
    throw CommandError(path +
                       ": FCLIB files are not supported yet; supported here: a folder with "
                       "M.mtx and q.mtx");
  }
  std::variant<Lcp, BoxLcp> problem = read_problem_directory(path);
  if (std::holds_alternative<BoxLcp>(problem)) {
    throw CommandError(path + ": box problems (lower.mtx, upper.mtx) are not supported yet");
  }
  return std::get<Lcp>(std::move(problem));
}

SolveOutcome solve_lemke(const Lcp& problem, double tolerance) {
  LemkeSolver solver;
  LemkeOptions options;
  options.tolerance = tolerance;
  const auto start = std::chrono::steady_clock::now();
  SolveOutcome outcome = {solver.solve(problem, options)};
  outcome.time_us =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  // The last word has the judge, on the data as they were read.
  outcome.solution.residual = lcp_residual(problem, outcome.solution.z);
  if (outcome.solution.status == LcpStatus::solved && !(outcome.solution.residual <= tolerance)) {
    outcome.solution.status = LcpStatus::no_solution_found;
  }
  return outcome;
}

std::string format_vector(const Eigen::VectorXd& z) {
  std::string text;
  for (const double value : z) text += (text.empty() ? "" : ", ") + format_json_number(value);
  return "[" + text + "]";
}

void print_json(const SolveArguments& arguments, const SolveOutcome& outcome) {
  const LcpSolution& solution = outcome.solution;
  const bool is_solved = solution.status == LcpStatus::solved;
  std::cout << "{\"solver\": \"" << arguments.solver << "\", \"status\": \""
            << to_string(solution.status) << "\", \"size\": " << solution.z.size()
            << ", \"residual\": " << format_json_number(solution.residual)
            << ", \"iterations\": " << solution.statistics.pivots
            << ", \"time_us\": " << format_json_number(outcome.time_us)
            << ", \"z\": " << (is_solved ? format_vector(solution.z) : "null") << "}\n";
}

void print_text(const SolveArguments& arguments, const SolveOutcome& outcome) {
  const LcpSolution& solution = outcome.solution;
  std::cout << "solver      " << arguments.solver << "\nstatus      " << to_string(solution.status)
            << "\nsize        " << solution.z.size() << "\nresidual    "
            << format_number(solution.residual) << "\niterations  " << solution.statistics.pivots
            << "\ntime        " << format_number(outcome.time_us) << " us\n";
  if (solution.status == LcpStatus::solved) {
    std::cout << "z           " << format_vector(solution.z) << '\n';
  }
}

int solve(const SolveArguments& arguments) {
  check_name("--solver", arguments.solver, {"lemke"}, known_contact_solver_names());
  if (arguments.directions) {
    throw CommandError("--directions: applies to FCLIB problems, which are not supported yet");
  }
  const double tolerance = arguments.tolerance
                               ? parse_positive_number("--tolerance", *arguments.tolerance, "")
                               : LemkeOptions().tolerance;
  const SolveOutcome outcome = solve_lemke(read_problem(arguments.problem), tolerance);
  if (arguments.json) {
    print_json(arguments, outcome);
  } else {
    print_text(arguments, outcome);
  }
  return outcome.solution.status == LcpStatus::solved ? kFine : kSimulationFailed;
}

}  // namespace

void add_solve_command(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<SolveArguments>();
  CLI::App* command = app.add_subcommand("solve", "Solves a complementarity problem by itself");
  command->add_option("PROBLEM", arguments->problem, "Folder of the problem")->required();
  command->add_option("--solver", arguments->solver, "Solver (lemke)")->option_text("S");
  command->add_option("--directions", arguments->directions, "Not supported yet")->option_text("D");
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
      }
    };
  });
}

}  // namespace stiction::command
