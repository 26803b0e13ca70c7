#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace stiction {

/// Thrown by the action of a command line for a value that it does not accept: bad usage, as if the
/// parser had refused it.
class UsageError : public std::runtime_error {
 public:
  UsageError(const std::string& option, const std::string& trouble)
      : std::runtime_error(option + ": " + trouble) {}
};

/// The arguments that a program or one of its commands accepts, and its action. A handle: copies
/// refer to the same object. Answers -h and --help by itself. Based on CLI11, which only
/// command_line.cpp includes, because its headers are slow to compile.
class CommandLine {
 public:
  /// Does the work with the values read; returns the exit status.
  using Action = std::function<int()>;

  /// An option that was added; also a handle.
  class Option {
   public:
    explicit Option(CLI::Option& option) : option_(&option) {}

    Option required();
    Option range(int least, int most);
    /// One argument may hold several values, separated by this.
    Option separated_by(char separator);
    /// The help shows the current value of the variable as the default.
    Option show_default();
    /// The name of the value in help and messages, instead of its type.
    Option value_name(const std::string& name);
    /// All that the help shows of the value; messages name its type.
    Option value_hint(const std::string& text);

    /// For actions: whether it was given on the command line.
    bool is_given() const;

   private:
    CLI::Option* option_;
  };

  CommandLine(const std::string& name, const std::string& description);

  /// A name with dashes is an option, one without is a positional argument. The variable keeps its
  /// value unless the option is given; it must outlive `run`.
  Option option(const std::string& name, std::string& value, const std::string& description);
  Option option(const std::string& name, std::optional<std::string>& value,
                const std::string& description);
  Option option(const std::string& name, std::vector<std::string>& value,
                const std::string& description);
  Option option(const std::string& name, int& value, const std::string& description);
  Option option(const std::string& name, std::uint64_t& value, const std::string& description);
  Option option(const std::string& name, std::optional<std::uint64_t>& value,
                const std::string& description);
  Option option(const std::string& name, std::vector<std::ptrdiff_t>& value,
                const std::string& description);
  void flag(const std::string& name, bool& value, const std::string& description);
  /// Adds --version, which prints the text.
  void version(const std::string& text);
  /// An option reserved for the future: refused as "not supported yet", and not in the help.
  void planned(const std::string& name);
  /// Accepts and ignores unknown arguments.
  void ignore_extras();
  /// The last paragraphs of the help.
  void footer(const std::string& text);
  /// Must be set for every command, or for a program without commands.
  void action(Action action);

  /// Adds a command. A program that has some expects exactly one of them.
  CommandLine command(const std::string& name, const std::string& description);
  /// A command reserved for the future: in a separate list in the help.
  CommandLine planned_command(const std::string& name, const std::string& description);
  /// Names of the available commands.
  std::vector<std::string> command_names() const;
  /// Whether a command of this name exists or is planned.
  bool has_command(const std::string& name) const;

  /// For a program: parses the arguments, performs the action and returns its exit status; 0 if the
  /// answer was help or the version; `bad_usage` after an error message about the arguments, which
  /// names the help to read. Passes on exceptions of the action other than UsageError.
  int run(int argc, const char* const* argv, int bad_usage);

 private:
  struct Program;

  CommandLine(std::shared_ptr<Program> program, CLI::App& app);

  std::shared_ptr<Program> program_;
  CLI::App* app_;  ///< the part of the program's parser that this is
};

}  // namespace stiction
