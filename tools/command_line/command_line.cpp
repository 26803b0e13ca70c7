#include "command_line.h"

#include <stiction/scene/names.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <utility>

namespace stiction {

using Option = CommandLine::Option;

namespace {

bool is_flag(const CLI::Option& option) { return option.get_expected_max() == 0; }

/// Formats help as "--limit N  End a run after N seconds (60)": a short name for the value, its
/// default after the description, without the parser's type names.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_positional()) return "";
    if (!option->get_option_text().empty()) return " " + option->get_option_text();
    if (is_flag(*option)) return "";
    // After the colon is the check of the value.
    const std::string type = option->get_type_name().substr(0, option->get_type_name().find(':'));
    return " " + (type == "INT" || type == "UINT" ? "N" : type);
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    std::string text = option->get_default_str();
    std::erase_if(text, [](char c) { return c == '[' || c == ']'; });
    return option->get_description() + (text.empty() ? "" : " (" + text + ")");
  }
};

constexpr const char* kPlanned = "Planned";

std::vector<std::string> names_of_commands(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) {
    if (command->get_group() != kPlanned) names.push_back(command->get_name());
  }
  return names;
}

std::string describe_unknown(const std::string& argument, const CLI::App& part) {
  if (!argument.starts_with('-')) return "unexpected argument \"" + argument + "\"";
  std::vector<std::string> names;
  for (const CLI::Option* option : part.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::string name = argument.substr(0, argument.find('='));
  const std::string nearest = find_nearest_name(name, names);
  if (nearest == name) return "\"" + name + "\" stands behind \"--\", where no options are";
  const std::string hint = nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?";
  return "option: \"" + name + "\" is unknown" + hint;
}

/// Describes an error of the parser in the arguments of a program, or of a `part` of it that is one
/// of its commands.
std::string describe(const CLI::ParseError& error, const CLI::App& program, const CLI::App& part) {
  const std::string text = error.what();
  const std::vector<std::string> extras = program.remaining(true);
  const bool is_command_missing = &part == &program && program.get_require_subcommand_min() > 0 &&
                                  dynamic_cast<const CLI::RequiredError*>(&error);
  // A misspelled option in place of the command is the reason why that is missing.
  if (dynamic_cast<const CLI::ExtrasError*>(&error) || (is_command_missing && !extras.empty())) {
    return describe_unknown(extras.front(), part);
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
    const bool is_missing = text.ends_with(" missing");
    return text.substr(0, text.find(':')) + (is_missing ? ": expected a value" : ": given twice");
  }
  if (dynamic_cast<const CLI::ConversionError*>(&error)) {
    const std::size_t name = text.find("--"), sign = text.find(" = ");
    if (name > sign || sign == std::string::npos) return text;
    const std::string option = text.substr(name, sign - name);
    const CLI::Option* known = part.get_option_no_throw(option);
    const bool takes_none = known && is_flag(*known);
    return option + ": expected " + (takes_none ? "no value" : "a whole number") + ", got \"" +
           text.substr(sign + 3) + "\"";
  }
  if (is_command_missing) {
    return "expected a command: " + CLI::detail::join(names_of_commands(program), ", ");
  }
  return text;
}

}  // namespace

/// The parser of a program with all its commands, and the action requested.
struct CommandLine::Program {
  CLI::App app;
  Action action;
};

Option Option::required() {
  option_->required();
  return *this;
}

Option Option::range(int least, int most) {
  option_->check([least, most](const std::string& text) {
    int value = 0;
    if (CLI::detail::lexical_cast(text, value) && value >= least && value <= most) {
      return std::string();
    }
    return "expected a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
           ", got \"" + text + "\"";
  });
  return *this;
}

Option Option::separated_by(char separator) {
  option_->delimiter(separator);
  return *this;
}

Option Option::show_default() {
  option_->capture_default_str();
  return *this;
}

Option Option::value_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Option Option::value_hint(const std::string& text) {
  option_->option_text(text);
  return *this;
}

bool Option::is_given() const { return option_->count() > 0; }

CommandLine::CommandLine(const std::string& name, const std::string& description)
    : program_(new Program{CLI::App(description, name), {}}), app_(&program_->app) {
  app_->formatter(std::make_shared<HelpFormatter>());
  app_->get_formatter()->label("SUBCOMMAND", "COMMAND");
  app_->set_help_flag("-h,--help", "Print this help and exit");
}

CommandLine::CommandLine(std::shared_ptr<Program> program, CLI::App& app)
    : program_(std::move(program)), app_(&app) {}

Option CommandLine::option(const std::string& name, std::string& value,
                           const std::string& description) {
  return Option(*app_->add_option(name, value, description));
}

Option CommandLine::option(const std::string& name, std::optional<std::string>& value,
                           const std::string& description) {
  return Option(*app_->add_option(name, value, description));
}

Option CommandLine::option(const std::string& name, std::vector<std::string>& value,
                           const std::string& description) {
  return Option(*app_->add_option(name, value, description));
}

Option CommandLine::option(const std::string& name, int& value, const std::string& description) {
  return Option(*app_->add_option(name, value, description));
}

Option CommandLine::option(const std::string& name, std::uint64_t& value,
                           const std::string& description) {
  return Option(*app_->add_option(name, value, description));
}

Option CommandLine::option(const std::string& name, std::optional<std::uint64_t>& value,
                           const std::string& description) {
  return Option(*app_->add_option(name, value, description));
}

Option CommandLine::option(const std::string& name, std::vector<std::ptrdiff_t>& value,
                           const std::string& description) {
  return Option(*app_->add_option(name, value, description));
}

void CommandLine::flag(const std::string& name, bool& value, const std::string& description) {
  app_->add_flag(name, value, description);
}

void CommandLine::planned(const std::string& name) {
  const auto refuse = [name](std::int64_t) {
    throw CLI::ValidationError(name, "not supported yet");
  };
  app_->add_flag_function(name, refuse)->trigger_on_parse()->group("");
}

void CommandLine::version(const std::string& text) {
  app_->set_version_flag("--version", text, "Print the version and exit");
}

void CommandLine::ignore_extras() { app_->allow_extras(); }

void CommandLine::footer(const std::string& text) { app_->footer(text); }

void CommandLine::action(Action action) {
  app_->callback(
      [program = program_.get(), action = std::move(action)] { program->action = action; });
}

CommandLine CommandLine::command(const std::string& name, const std::string& description) {
  app_->require_subcommand(1);
  CLI::App& command = *app_->add_subcommand(name, description);
  command.group("Commands");
  return {program_, command};
}

CommandLine CommandLine::planned_command(const std::string& name, const std::string& description) {
  CommandLine line = command(name, description);
  line.app_->group(kPlanned);
  return line;
}

bool CommandLine::has_command(const std::string& name) const {
  const std::vector<CLI::App*> commands = app_->get_subcommands({});
  return std::ranges::any_of(commands,
                             [&](const CLI::App* command) { return command->get_name() == name; });
}

std::vector<std::string> CommandLine::command_names() const { return names_of_commands(*app_); }

int CommandLine::run(int argc, const char* const* argv, int bad_usage) {
  const auto refuse = [&](const auto& describe_trouble) {
    const std::vector<CLI::App*> commands = app_->get_subcommands();
    const CLI::App& part = commands.empty() ? *app_ : *commands.front();
    const std::string name = app_->get_name();
    std::cerr << name << ": " << describe_trouble(part) << "\n  " << name
              << (commands.empty() ? "" : " " + part.get_name()) << " --help says more\n";
    return bad_usage;
  };
  try {
    app_->parse(argc, argv);
    return program_->action();
  } catch (const CLI::ParseError& end) {
    if (end.get_exit_code() == 0) return app_->exit(end);  // CLI11 ends for help and version so
    return refuse([&](const CLI::App& part) { return describe(end, *app_, part); });
  } catch (const UsageError& error) {
    return refuse([&](const CLI::App&) { return error.what(); });
  }
}

}  // namespace stiction
