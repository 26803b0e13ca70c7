#include <stiction/lcp/lcp_residual.h>

#include "infinity.h"
#include "problem_checks.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// The natural residual with w of row i given by w(i) and its bounds by lower(i) <= upper(i).
template <class W, class Lower, class Upper>
double natural_residual(W w_of, const Eigen::VectorXd& q,
                        const Eigen::Ref<const Eigen::VectorXd>& z, Lower lower, Upper upper) {
  double largest_violation = 0.0;
  double largest_q = 0.0;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double w = w_of(i);
    if (!(lower(i) <= upper(i))) return kInfinity;  // crossed, or NaN
    // z - mid(l, z - w, u) = mid(z - u, w, z - l), where w is not lost next to a much larger z
    const double violation = std::abs(std::max(std::min(z[i] - lower(i), w), z[i] - upper(i)));
    if (!std::isfinite(w) || !std::isfinite(violation)) return kInfinity;
    largest_violation = std::max(largest_violation, violation);
    largest_q = std::max(largest_q, std::abs(q[i]));
  }
  return largest_violation / (1.0 + largest_q);
}

template <class W>
double plain_residual(W w_of, const Eigen::VectorXd& q,
                      const Eigen::Ref<const Eigen::VectorXd>& z) {
  return natural_residual(
      w_of, q, z, [](Eigen::Index) { return 0.0; }, [](Eigen::Index) { return kInfinity; });
}

/// For a `problem` with bounds.
template <class W, class Problem>
double box_residual(W w_of, const Problem& problem, const Eigen::Ref<const Eigen::VectorXd>& z) {
  require_same_size("lower", problem.lower.size(), z.size());
  require_same_size("upper", problem.upper.size(), z.size());
  return natural_residual(
      w_of, problem.q, z, [&](Eigen::Index i) { return problem.lower[i]; },
      [&](Eigen::Index i) { return problem.upper[i]; });
}

void require_sizes(Eigen::Index rows, Eigen::Index columns, const Eigen::VectorXd& q,
                   const Eigen::Ref<const Eigen::VectorXd>& z) {
  require_square("M", rows, columns);
  require_same_size("q", q.size(), rows);
  require_same_size("z", z.size(), rows);
}

/// Returns a function for row i of M z + q, with a dense or sparse M.
template <class Problem>
auto w_of_rows(const Problem& problem, const Eigen::Ref<const Eigen::VectorXd>& z) {
  require_sizes(problem.M.rows(), problem.M.cols(), problem.q, z);
  return [&](Eigen::Index i) { return problem.M.row(i).dot(z) + problem.q[i]; };
}

}  // namespace

double lcp_residual(const Lcp& problem, const Eigen::Ref<const Eigen::VectorXd>& z) {
  return plain_residual(w_of_rows(problem, z), problem.q, z);
}

double lcp_residual(const BoxLcp& problem, const Eigen::Ref<const Eigen::VectorXd>& z) {
  return box_residual(w_of_rows(problem, z), problem, z);
}

double lcp_residual(const SparseLcp& problem, const Eigen::Ref<const Eigen::VectorXd>& z) {
  return plain_residual(w_of_rows(problem, z), problem.q, z);
}

double lcp_residual(const SparseBoxLcp& problem, const Eigen::Ref<const Eigen::VectorXd>& z) {
  return box_residual(w_of_rows(problem, z), problem, z);
}

double lcp_residual(const FactoredBoxLcp& problem, const Eigen::Ref<const Eigen::VectorXd>& z) {
  require_same_size("q", problem.q.size(), problem.J.rows());
  require_same_size("z", z.size(), problem.J.rows());
  require_square("inverse_mass", problem.inverse_mass.rows(), problem.inverse_mass.cols());
  require_same_size("J's columns", problem.J.cols(), problem.inverse_mass.rows());
  const Eigen::VectorXd impulse = problem.J.transpose() * z;
  const Eigen::VectorXd velocity = problem.inverse_mass * impulse;
  const Eigen::VectorXd w = problem.J * velocity + problem.q;
  return box_residual([&](Eigen::Index i) { return w[i]; }, problem, z);
}

}  // namespace stiction
