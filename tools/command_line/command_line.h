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

/// Thrown by the action of a command line for a value that it cannot take: bad usage, as if the
/// parser had refused it.
class UsageError : public std::runtime_error {
 public:
  UsageError(const std::string& option, const std::string& trouble)
      : std::runtime_error(option + ": " + trouble) {}
};

/// What a program, or one of its commands, accepts as arguments, and what it does with them. A
/// handle: copies stand for the same. It answers -h and --help by itself. Based on CLI11, which
/// only command_line.cpp includes, because its headers are slow to compile.
class CommandLine {
 public:
  /// Does the work with the values that were read; returns the exit status.
  using Action = std::function<int()>;

  /// An option that was added; a handle as well.
  class Option {
   public:
    explicit Option(CLI::Option& option) : option_(&option) {}

    Option required();
    Option range(int least, int most);
    /// One argument may hold several values, with this between them.
    Option separated_by(char separator);
    /// The help shows the value that the variable has at this moment.
    Option show_default();
    /// What stands for the value in help and messages, instead of its type.
    Option value_name(const std::string& name);
    /// All that the help shows of the value; messages name its type.
    Option value_hint(const std::string& text);

    /// For actions: whether it was on the command line.
    bool is_given() const;

   private:
    CLI::Option* option_;
  };

  CommandLine(const std::string& name, const std::string& description);

  /// A name with dashes is an option, one without is an argument by its position. The value stays
  /// as it is unless the option is given; it must outlive `run`.
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
  /// An option that is to come: refused as "not supported yet", and not in the help.
  void planned(const std::string& name);
  /// Takes unknown arguments without complaint.
  void ignore_extras();
  /// The last paragraphs of the help.
  void footer(const std::string& text);
  /// To be set for every command, or for a program without commands.
  void action(Action action);

  /// Adds a command. A program that has some expects exactly one of them.
  CommandLine command(const std::string& name, const std::string& description);
  /// One that is to come: in a list of its own in the help.
  CommandLine planned_command(const std::string& name, const std::string& description);
  /// Of those that are there.
  std::vector<std::string> command_names() const;
  /// Whether there is, or is to come, one of this name.
  bool has_command(const std::string& name) const;

  /// For a program: parses the arguments, performs the action and returns its exit status; 0 if the
  /// answer was help or the version; `bad_usage` if standard error tells what is wrong with the
  /// arguments, and which help says more. Exceptions of the action other than UsageError are passed
  /// on.
  int run(int argc, const char* const* argv, int bad_usage);

 private:
  struct Program;

  CommandLine(std::shared_ptr<Program> program, CLI::App& app);

  std::shared_ptr<Program> program_;
  CLI::App* app_;  ///< the part of the program's parser that this is
};

}  // namespace stiction
