#pragma once

#include <stiction/model/contact_model.h>

#include <filesystem>
#include <stdexcept>
#include <vector>

namespace stiction {

/// The input of a contact model: solving it again repeats the solve to the bit.
struct ProblemReplay {
  /// Only model, solver, directions, alignment and effort are kept.
  ContactModelOptions options;
  ContactProblem problem;
  std::vector<ContactGuess> guesses;  ///< one per contact, or none
};

/// Thrown if a file cannot be written, or read as a `ProblemReplay`; the message names the file,
/// the place in it, what was wrong and what is accepted.
class ReplayError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Name of the file in the folder of a dumped problem.
inline constexpr const char* kReplayFileName = "contact-problem.json";

/// Writes JSON with all digits, with "inf", "-inf" and "nan". Throws ReplayError.
void write_problem_replay(const std::filesystem::path& file, const ProblemReplay& replay);
/// Reads such a file. Throws ReplayError.
ProblemReplay read_problem_replay(const std::filesystem::path& file);

[[gnu::used]] inline constexpr auto kProblemReplayLayouts = abi::layouts_of<ProblemReplay>();

}  // namespace stiction
