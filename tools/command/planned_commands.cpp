#include "command_error.h"
#include "subcommands.h"

#include <CLI/CLI.hpp>

#include <string>

namespace stiction::command {
namespace {

void add_planned_command(CLI::App& app, Action& action, const std::string& name,
                         const std::string& description) {
  CLI::App* command = app.add_subcommand(name, description + " (not supported yet)");
  command->allow_extras();
  command->callback([name, &action] {
    action = [name]() -> int { throw CommandError(name + ": not supported yet"); };
  });
}

}  // namespace

void add_planned_commands(CLI::App& app, Action& action) {
  add_planned_command(app, action, "sweep", "A run for each combination of values");
}

}  // namespace stiction::command
