#include <stiction/lcp/lcp.h>
#include <stiction/math/rejected_number.h>

#include "infinity.h"
#include "problem_checks.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace stiction {
namespace {

void require_square_and_finite(const RowMajorMatrix& M, const Eigen::VectorXd& q) {
  require_square("M", M.rows(), M.cols());
  require_same_size("q", q.size(), M.rows());
  // 0 x is 0 for finite x and NaN otherwise; such a sum vectorises, a test per element does not.
  if (!((M.array() * 0.0).sum() == 0.0)) {
    for (Eigen::Index i = 0; i < M.rows(); ++i) {
      for (Eigen::Index j = 0; j < M.cols(); ++j) {
        if (std::isfinite(M(i, j))) continue;
        throw std::invalid_argument("expected finite numbers in M, got " +
                                    describe_entry("M[" + std::to_string(i) + "]", j, M(i, j)));
      }
    }
  }
  require_finite("q", q);
}

}  // namespace

void validate(const Lcp& problem) { require_square_and_finite(problem.M, problem.q); }

void validate(const BoxLcp& problem) {
  require_square_and_finite(problem.M, problem.q);
  require_bounds(problem.lower, problem.upper, problem.M.rows());
}

void validate(const LcpStart& start, std::size_t n) {
  const auto require_size = [n](const char* what, std::size_t given) {
    if (given == 0 || given == n) return;
    throw std::invalid_argument("expected a start with no " + std::string(what) +
                                " or one for each of " + std::to_string(n) + " rows, got " +
                                std::to_string(given));
  };
  require_size("z", start.z.size());
  require_size("states", start.states.size());
  for (const double z : start.z) {
    if (!std::isfinite(z)) reject_number("finite numbers in the start", z);
  }
}

BoxLcp make_box_lcp(const Lcp& problem) {
  const Eigen::Index n = problem.q.size();
  return {.M = problem.M,
          .q = problem.q,
          .lower = Eigen::VectorXd::Zero(n),
          .upper = Eigen::VectorXd::Constant(n, kInfinity)};
}

std::string_view to_string(LcpStatus status) {
  switch (status) {
    case LcpStatus::solved:
      return "solved";
    case LcpStatus::no_solution_found:
      return "no-solution-found";
    case LcpStatus::iteration_limit:
      return "iteration-limit";
  }
  return "";
}

std::string_view to_string(LcpStop stop) {
  switch (stop) {
    case LcpStop::residual:
      return "residual";
    case LcpStop::absolute:
      return "absolute";
    case LcpStop::relative:
      return "relative";
    case LcpStop::stagnation:
      return "stagnation";
    case LcpStop::non_descent:
      return "non-descent";
    case LcpStop::local_minimum:
      return "local-minimum";
    case LcpStop::iteration_limit:
      return "iteration-limit";
    case LcpStop::ray:
      return "ray";
    case LcpStop::cycle:
      return "cycle";
    case LcpStop::singular:
      return "singular";
    case LcpStop::diverged:
      return "diverged";
    case LcpStop::complementary:
      return "complementary";
    case LcpStop::not_applicable:
      return "not-applicable";
  }
  return "";
}

std::string_view to_string(LcpStage stage) {
  switch (stage) {
    case LcpStage::trivial:
      return "trivial";
    case LcpStage::largest_pivot:
      return "largest-pivot";
    case LcpStage::lexicographic:
      return "lexicographic";
    case LcpStage::extended_precision:
      return "extended-precision";
  }
  return "";
}

}  // namespace stiction
