#include <stiction/lcp/matrix_market.h>
#include <stiction/scene/problem_dump.h>

#include <optional>
#include <string>

namespace stiction {
namespace {

/// "step-000123-island-0".
std::string folder_name(std::size_t step, std::size_t island) {
  constexpr std::size_t kStepDigits = 6;
  std::string number = std::to_string(step);
  if (number.size() < kStepDigits) number.insert(0, kStepDigits - number.size(), '0');
  return "step-" + number + "-island-" + std::to_string(island);
}

}  // namespace

std::vector<std::filesystem::path> write_step_problems(const std::filesystem::path& directory,
                                                       std::size_t step, const StepReport& report) {
  std::vector<std::filesystem::path> folders;
  for (const PosedProblem& problem : report.problems) {
    folders.push_back(directory / folder_name(step, problem.island));
    const bool has_answer = problem.z.size() == problem.lcp.q.size() && !problem.z.hasNaN();
    write_problem_directory(folders.back(), problem.lcp,
                            has_answer ? std::optional(problem.z) : std::nullopt);
  }
  return folders;
}

}  // namespace stiction
