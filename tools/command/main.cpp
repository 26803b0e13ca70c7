#include "command_error.h"
#include "exit_status.h"
#include "messages.h"
#include "option_values.h"
#include "output_file.h"
#include "subcommands.h"

#include <command_line/command_line.h>
#include <stiction/version.h>

#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

namespace stiction::command {
namespace {

/// Reports a misspelt command as such, instead of as a missing one.
void check_command_name(const CommandLine& line, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-' || line.has_command(argv[1])) return;
  const std::vector<std::string> names = line.command_names();
  check_name("command", argv[1], names, names);
}

int run_command_line(int argc, char** argv) {
  CommandLine line("stiction", "Rigid bodies whose contacts are solved exactly");
  line.version("stiction " + std::string(version()));
  line.footer("See `stiction COMMAND --help` for a command's options.");
  add_run_command(line);
  add_test_command(line);
  add_check_command(line);
  add_info_command(line);
  add_solve_command(line);
  add_compare_command(line);
  add_view_command(line);
  add_replay_command(line);
  add_planned_commands(line);
  check_command_name(line, argc, argv);
  return line.run(argc, argv, kBadInput);
}

/// Catches all exceptions.
int run_guarded(int argc, char** argv) {
  try {
    return run_command_line(argc, argv);
  } catch (const CommandError& error) {
    print_error(error.what());
    return kBadInput;
  } catch (const std::bad_alloc&) {
    print_error("out of memory");
  } catch (const std::exception& error) {
    print_error(error.what());
  }
  return kSimulationFailed;
}

}  // namespace
}  // namespace stiction::command

int main(int argc, char** argv) {
  using namespace stiction::command;
  occupy_closed_standard_streams();
  watch_standard_output();
  // A reader that goes away and a file that grows too large are write errors like others.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  const int status = run_guarded(argc, argv);
  if (std::cout.flush() || status >= kBadInput) return status;
  print_error(std::string("cannot write standard output: ") +
              std::strerror(standard_output_error()));
  return kBadInput;
}
