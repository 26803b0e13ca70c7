#include "command_line.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <utility>

namespace stiction {

using Option = CommandLine::Option;

namespace {

/// Help as "--limit N  End a run after N seconds (60)": a short name for the value, its default
/// behind the description, no words for the parser's types.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_positional()) return "";
    if (!option->get_option_text().empty()) return " " + option->get_option_text();
    if (option->get_type_size() == 0) return "";  // a flag
    // Behind the colon stands what the value is checked for.
    const std::string type = option->get_type_name().substr(0, option->get_type_name().find(':'));
    return " " + (type == "INT" || type == "UINT" ? "N" : type);
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    std::string text = option->get_default_str();
    std::erase_if(text, [](char c) { return c == '[' || c == ']'; });
    return option->get_description() + (text.empty() ? "" : " (" + text + ")");
  }
};

}  // namespace

/// The parser of a program with all its commands, and the action of what was asked for.
struct CommandLine::Program {
  CLI::App app;
  Action action;
};

Option Option::required() {
  option_->required();
  return *this;
}

Option Option::range(int least, int most) {
  option_->check(CLI::Range(least, most));
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
  return {program_, *app_->add_subcommand(name, description)};
}

std::vector<std::string> CommandLine::command_names() const {
  std::vector<std::string> names;
  for (const CLI::App* command : app_->get_subcommands({})) names.push_back(command->get_name());
  return names;
}

void CommandLine::explain_bad_usage(std::function<std::string(const std::string&)> explain) {
  app_->failure_message([explain = std::move(explain)](const CLI::App*, const CLI::Error& error) {
    return explain(error.what());
  });
}

int CommandLine::run(int argc, const char* const* argv, int bad_usage) {
  try {
    app_->parse(argc, argv);
    return program_->action();
  } catch (const CLI::ParseError& end) {
    return app_->exit(end) == 0 ? 0 : bad_usage;  // CLI11 ends for help and version likewise
  } catch (const UsageError& error) {
    app_->exit(CLI::ValidationError(error.what()));
    return bad_usage;
  }
}

}  // namespace stiction
