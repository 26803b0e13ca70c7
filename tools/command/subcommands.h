#pragma once

#include <command_line/command_line.h>

namespace stiction::command {

/// Each adds its subcommand, whose action throws CommandError for bad input.
void add_run_command(CommandLine& program);
void add_test_command(CommandLine& program);
void add_check_command(CommandLine& program);
void add_info_command(CommandLine& program);
void add_solve_command(CommandLine& program);
void add_compare_command(CommandLine& program);
void add_view_command(CommandLine& program);
void add_replay_command(CommandLine& program);
/// `sweep` and `watch`, which are refused.
void add_planned_commands(CommandLine& program);

}  // namespace stiction::command
