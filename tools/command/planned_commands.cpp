#include "command_error.h"
#include "subcommands.h"

#include <command_line/command_line.h>

#include <string>

namespace stiction::command {
namespace {

void add_planned_command(CommandLine& program, const std::string& name,
                         const std::string& description) {
  CommandLine line = program.planned_command(name, description + " (not supported yet)");
  line.ignore_extras();
  line.action([name]() -> int { throw CommandError(name + ": not supported yet"); });
}

}  // namespace

void add_planned_commands(CommandLine& program) {
  add_planned_command(program, "sweep", "Run a scene with each combination of values");
  add_planned_command(program, "watch", "Show a run while it goes on");
}

}  // namespace stiction::command
