#include "command_error.h"
#include "exit_status.h"
#include "messages.h"
#include "option_values.h"
#include "output_file.h"
#include "subcommands.h"

#include <stiction/version.h>

#include <CLI/CLI.hpp>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

namespace stiction::command {
namespace {

/// Help and version are no errors; whatever else parsing stops at is.
int answer_parse_end(const CLI::App& app, const CLI::ParseError& end) {
  return app.exit(end) == 0 ? kFine : kBadInput;
}

std::string describe_usage_error(const CLI::App*, const CLI::Error& error) {
  return std::string("stiction: ") + error.what() + "\n  stiction --help says more\n";
}

/// A misspelt command deserves a better answer than that one is missing.
void check_command_name(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  check_name("command", argv[1], names, names);
}

int run_command_line(int argc, char** argv) {
  CLI::App app("Rigid bodies whose contacts are solved exactly", "stiction");
  app.set_version_flag("--version", "stiction " + std::string(version()), "Says which version");
  app.set_help_flag("-h,--help", "Says what there is");
  app.require_subcommand(1);
  app.footer("stiction COMMAND --help says more.");
  app.failure_message(describe_usage_error);
  Action action;
  add_run_command(app, action);
  add_test_command(app, action);
  add_check_command(app, action);
  add_solve_command(app, action);
  add_compare_command(app, action);
  add_planned_commands(app, action);
  check_command_name(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& end) {
    return answer_parse_end(app, end);
  }
  return action();
}

/// No exception leaves the program.
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
  std::signal(SIGPIPE, SIG_IGN);  // A reader that goes away is an error of writing like others.
  const int status = run_guarded(argc, argv);
  if (std::cout.flush() || status >= kBadInput) return status;
  print_error(std::string("cannot write standard output: ") + std::strerror(errno));
  return kBadInput;
}
