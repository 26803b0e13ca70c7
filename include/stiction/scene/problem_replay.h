#pragma once

#include <stiction/model/contact_model.h>

#include <filesystem>
#include <stdexcept>
#include <vector>

namespace stiction {

/// What a contact model was given: solving it again does what was done before, to the bit.
struct ProblemReplay {
  ContactModelOptions options;  ///< model, solver, directions, alignment, effort; no more is kept
  ContactProblem problem;
  std::vector<ContactGuess> guesses;  ///< one a contact, or none
};

/// A file that cannot be written, or read as a `ProblemReplay`; the message names it, the place in
/// it, what was wrong and what is accepted.
class ReplayError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Name of the file in the folder of a dumped problem.
inline constexpr const char* kReplayFileName = "contact-problem.json";

/// Writes JSON with every digit; "inf", "-inf" and "nan" where a number is none. Throws
/// ReplayError.
void write_problem_replay(const std::filesystem::path& file, const ProblemReplay& replay);
/// Reads it. Throws ReplayError.
ProblemReplay read_problem_replay(const std::filesystem::path& file);

[[gnu::used]] inline constexpr auto kProblemReplayLayouts = abi::layouts_of<ProblemReplay>();

}  // namespace stiction
