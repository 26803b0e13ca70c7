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

/// `problem.hdf5`, or none from before if it cannot be written now: it would not be this problem.
void write_fclib_file(const std::filesystem::path& folder, const ContactProblem& problem) {
  const std::filesystem::path file = folder / "problem.hdf5";
  if (has_fclib_files() && !problem.contacts.empty() && fits_fclib(problem)) {
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
    const Eigen::Index size = std::visit([](const auto& lcp) { return lcp.q.size(); }, problem.lcp);
    const bool has_answer = problem.z.size() == size && !problem.z.hasNaN();
    write_problem_directory(folders.back(), problem.lcp,
                            has_answer ? std::optional(problem.z) : std::nullopt);
    write_fclib_file(folders.back(), problem.contact_problem);
    if (problem.solved) continue;
    write_problem_replay(folders.back() / kReplayFileName,
                         {contact, problem.contact_problem, problem.guesses});
  }
  return folders;
}

}  // namespace stiction
