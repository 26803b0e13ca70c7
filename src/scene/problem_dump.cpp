#include <stiction/contact/fclib.h>
#include <stiction/contact/fclib_conversion.h>
#include <stiction/lcp/matrix_market.h>
#include <stiction/scene/problem_dump.h>
#include <stiction/scene/problem_replay.h>

#include <optional>
#include <string>
#include <system_error>

namespace stiction {
namespace {

/// "step-000123-island-0".
std::string folder_name(std::size_t step, std::size_t island) {
  constexpr std::size_t kStepDigits = 6;
  std::string number = std::to_string(step);
  if (number.size() < kStepDigits) number.insert(0, kStepDigits - number.size(), '0');
  return "step-" + number + "-island-" + std::to_string(island);
}

/// Writes M.mtx, q.mtx and so on; for a problem without matrices removes old files instead.
void write_matrices(const std::filesystem::path& folder, const PosedProblem& problem) {
  const Eigen::Index size = std::visit([](const auto& lcp) { return lcp.q.size(); }, problem.lcp);
  if (size > 0 || problem.contact_problem.contacts.empty()) {
    const bool has_answer = problem.z.size() == size && !problem.z.hasNaN();
    write_problem_directory(folder, problem.lcp,
                            has_answer ? std::optional(problem.z) : std::nullopt);
    return;
  }
  std::error_code ignored;  // the functions that write there will report it
  std::filesystem::create_directories(folder, ignored);
  for (const char* name : {"M.mtx", "q.mtx", "lower.mtx", "upper.mtx", "z.mtx"}) {
    std::filesystem::remove(folder / name, ignored);
  }
}

/// Writes `problem.hdf5`, or removes an old one if there is none now: it would not be this problem.
/// The format supports Coulomb's law only.
void write_fclib_file(const std::filesystem::path& folder, const ContactProblem& problem,
                      bool has_coulombs_law) {
  const std::filesystem::path file = folder / "problem.hdf5";
  if (has_fclib_files() && has_coulombs_law && !problem.contacts.empty() && fits_fclib(problem)) {
    write_fclib(make_fclib_problem(problem), file);
  } else {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  }
}

}  // namespace

std::vector<std::filesystem::path> write_step_problems(const std::filesystem::path& directory,
                                                       std::size_t step, const StepReport& report,
                                                       const ContactModelOptions& contact) {
  std::vector<std::filesystem::path> folders;
  for (const PosedProblem& problem : report.problems) {
    folders.push_back(directory / folder_name(step, problem.island));
    write_matrices(folders.back(), problem);
    write_fclib_file(folders.back(), problem.contact_problem, contact.model == "coulomb");
    if (problem.solved && problem.contact_problem.contacts.size() <= kMostPosedContacts) continue;
    write_problem_replay(folders.back() / kReplayFileName,
                         {contact, problem.contact_problem, problem.guesses});
  }
  return folders;
}

}  // namespace stiction
