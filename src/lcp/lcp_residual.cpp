#include <stiction/lcp/lcp_residual.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The natural residual with the bounds of row i given by lower(i) <= upper(i).
template <class Lower, class Upper>
double natural_residual(const RowMajorMatrix& M, const Eigen::VectorXd& q,
                        const Eigen::Ref<const Eigen::VectorXd>& z, Lower lower, Upper upper) {
  if (z.size() != M.rows() || q.size() != M.rows() || M.cols() != M.rows()) {
    throw std::invalid_argument("expected z and q with one entry for each row of a square M, got " +
                                std::to_string(z.size()) + " and " + std::to_string(q.size()) +
                                " entries for M of " + std::to_string(M.rows()) + " x " +
                                std::to_string(M.cols()));
  }
  double largest_violation = 0.0;
  double largest_q = 0.0;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double w = M.row(i).dot(z) + q[i];
    if (std::isnan(lower(i)) || std::isnan(upper(i))) return kInfinity;  // min, max would lose it
    const double mid = std::min(std::max(z[i] - w, lower(i)), upper(i));
    const double violation = std::abs(z[i] - mid);
    if (!std::isfinite(w) || !std::isfinite(violation)) return kInfinity;
    largest_violation = std::max(largest_violation, violation);
    largest_q = std::max(largest_q, std::abs(q[i]));
  }
  return largest_violation / (1.0 + largest_q);
}

}  // namespace

double lcp_residual(const Lcp& problem, const Eigen::Ref<const Eigen::VectorXd>& z) {
  return natural_residual(
      problem.M, problem.q, z, [](Eigen::Index) { return 0.0; },
      [](Eigen::Index) { return kInfinity; });
}

double lcp_residual(const BoxLcp& problem, const Eigen::Ref<const Eigen::VectorXd>& z) {
  if (problem.lower.size() != z.size() || problem.upper.size() != z.size()) {
    throw std::invalid_argument(
        "expected " + std::to_string(z.size()) + " lower and upper bounds, got " +
        std::to_string(problem.lower.size()) + " and " + std::to_string(problem.upper.size()));
  }
  return natural_residual(
      problem.M, problem.q, z, [&](Eigen::Index i) { return problem.lower[i]; },
      [&](Eigen::Index i) { return problem.upper[i]; });
}

}  // namespace stiction
