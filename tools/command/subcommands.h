#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace stiction::command {

/// What the command line asks for; returns the exit status. Throws CommandError for bad input.
using Action = std::function<int()>;

/// Each adds its subcommand to `app`; parsing it sets `action`. `action` must outlive the parsing.
void add_run_command(CLI::App& app, Action& action);
void add_test_command(CLI::App& app, Action& action);
void add_check_command(CLI::App& app, Action& action);
void add_solve_command(CLI::App& app, Action& action);
void add_compare_command(CLI::App& app, Action& action);
/// `sweep`, which is refused.
void add_planned_commands(CLI::App& app, Action& action);

}  // namespace stiction::command
