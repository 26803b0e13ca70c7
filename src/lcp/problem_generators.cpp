#include <stiction/lcp/problem_generators.h>

#include "known_answer.h"
#include "problem_checks.h"
#include "random_numbers.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

void validate(const RandomMatrixOptions& options) {
  require_option(options.size >= 0, "size >= 0", static_cast<double>(options.size));
  require_option(options.condition >= 1 && std::isfinite(options.condition),
                 "a finite condition >= 1", options.condition);
  require_option(options.zero_share >= 0 && options.zero_share <= 1, "zero_share in [0, 1]",
                 options.zero_share);
  require_option(options.skewness >= 0 && std::isfinite(options.skewness), "a finite skewness >= 0",
                 options.skewness);
  require_option(options.scaling >= 1 && std::isfinite(options.scaling), "a finite scaling >= 1",
                 options.scaling);
}

/// 1 and 1 / condition, the eigenvalues between them, then the zeros.
Eigen::VectorXd draw_spectrum(const RandomMatrixOptions& options, RandomNumbers& random) {
  const double share = 1 - options.zero_share;
  const auto rank = std::lround(share * static_cast<double>(options.size));
  Eigen::VectorXd eigenvalues = Eigen::VectorXd::Zero(options.size);
  for (Eigen::Index i = 0; i < rank; ++i) eigenvalues[i] = random.log_uniform(options.condition);
  if (rank > 0) eigenvalues[0] = 1;
  if (rank > 1) eigenvalues[1] = 1 / options.condition;
  return eigenvalues;
}

/// A <- H A H with the reflection H = I - tau v v^T, tau = 2 / (v . v). With p = tau A v and
/// x = p - tau / 2 (p . v) v this is A - v x^T - x v^T, whose entries (i, j) and (j, i) are sums
/// of the same products: A stays symmetric bit for bit. Only rows `first` and later take part.
void reflect(const Eigen::VectorXd& v, Eigen::Index first, RowMajorMatrix& A) {
  const Eigen::Index n = A.rows();
  double square = 0;
  for (Eigen::Index i = first; i < n; ++i) square += v[i] * v[i];
  if (square == 0) return;
  const double tau = 2 / square;
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
  for (Eigen::Index j = first; j < n; ++j) x += (tau * v[j]) * A.row(j).transpose();
  double overlap = 0;
  for (Eigen::Index i = first; i < n; ++i) overlap += x[i] * v[i];
  x.tail(n - first) -= (0.5 * tau * overlap) * v.tail(n - first);
  for (Eigen::Index i = first; i < n; ++i) {
    for (Eigen::Index j = first; j < n; ++j) A(i, j) -= v[i] * x[j] + x[i] * v[j];
  }
}

/// Stewart's product of reflections. The k-th moves the last k + 1 rows in a random direction. They
/// are applied from the smallest to the largest, so each finds the rows before its own still
/// diagonal.
RowMajorMatrix draw_symmetric(const Eigen::VectorXd& eigenvalues, RandomNumbers& random) {
  const Eigen::Index n = eigenvalues.size();
  RowMajorMatrix A = eigenvalues.asDiagonal();
  Eigen::VectorXd v(n);
  for (Eigen::Index first = n - 2; first >= 0; --first) {
    double square = 0;
    for (Eigen::Index i = first; i < n; ++i) {
      v[i] = random.nearly_normal();
      square += v[i] * v[i];
    }
    // The reflection that takes the direction of v to the first axis.
    v[first] += std::copysign(std::sqrt(square), v[first]);
    reflect(v, first, A);
  }
  return A;
}

void add_skew_part(double skewness, RandomNumbers& random, RowMajorMatrix& A) {
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const double entry = random.uniform(-skewness, skewness);
      A(i, j) += entry;
      A(j, i) -= entry;
    }
  }
}

RowMajorMatrix draw_semidefinite(const RandomMatrixOptions& options, RandomNumbers& random) {
  RowMajorMatrix M = draw_symmetric(draw_spectrum(options, random), random);
  if (options.skewness > 0) add_skew_part(options.skewness, random, M);
  return M;
}

/// A box problem before scaling by s, and its w.
struct DrawnBox {
  KnownAnswer<BoxLcp> known;
  Eigen::VectorXd w;
};

DrawnBox draw_box(const RandomBoxLcpOptions& options, RandomNumbers& random) {
  const Eigen::Index n = options.size;
  DrawnBox drawn;
  drawn.known.problem.M = draw_semidefinite({.size = n, .condition = options.condition}, random);
  BoxLcp& problem = drawn.known.problem;
  for (Eigen::VectorXd* v : {&problem.lower, &problem.upper, &drawn.known.z, &drawn.w}) {
    v->setZero(n);
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    problem.lower[i] = -random.uniform(0.05, 1);
    problem.upper[i] = random.uniform(0.05, 1);
    const Eigen::Index kind = random.below(3);
    const double inside = random.uniform(problem.lower[i], problem.upper[i]);
    const double slack = random.positive();
    drawn.known.z[i] = kind == 0 ? problem.lower[i] : kind == 1 ? inside : problem.upper[i];
    drawn.w[i] = kind == 0 ? slack : kind == 1 ? 0 : -slack;
  }
  return drawn;
}

}  // namespace

RowMajorMatrix make_symmetric_matrix(const Eigen::VectorXd& eigenvalues, std::uint64_t seed) {
  require_finite("eigenvalues", eigenvalues);
  RandomNumbers random(seed);
  return draw_symmetric(eigenvalues, random);
}

RowMajorMatrix make_semidefinite_matrix(const RandomMatrixOptions& options, std::uint64_t seed) {
  validate(options);
  RandomNumbers random(seed);
  return draw_semidefinite(options, random);
}

RowMajorMatrix make_p_matrix(const RandomMatrixOptions& options, std::uint64_t seed) {
  validate(options);
  require_option(options.zero_share == 0, "zero_share 0 for a P matrix", options.zero_share);
  RandomNumbers random(seed);
  RowMajorMatrix M = draw_semidefinite(options, random);
  for (Eigen::Index i = 0; i < options.size; ++i) {
    M.row(i) *= random.log_uniform(options.scaling);
    M.col(i) *= random.log_uniform(options.scaling);
  }
  return M;
}

KnownAnswer<Lcp> make_known_lcp(const RowMajorMatrix& M, const AnswerShares& shares,
                                std::uint64_t seed) {
  require_square("M", M.rows(), M.cols());
  validate(shares);
  RandomNumbers random(seed);
  DrawnAnswer answer = draw_answer(M.rows(), shares, random);
  KnownAnswer<Lcp> known{.problem = {.M = M, .q = answer.w - multiply_in_order(M, answer.z)},
                         .z = std::move(answer.z)};
  validate(known.problem);
  return known;
}

KnownAnswer<BoxLcp> make_random_box_lcp(const RandomBoxLcpOptions& options, std::uint64_t seed) {
  validate(RandomMatrixOptions{.size = options.size, .condition = options.condition});
  require_option(options.q_range > 0 && std::isfinite(options.q_range), "a finite q_range > 0",
                 options.q_range);
  RandomNumbers random(seed);
  DrawnBox drawn = draw_box(options, random);
  BoxLcp& problem = drawn.known.problem;
  problem.q = drawn.w - multiply_in_order(problem.M, drawn.known.z);
  // The answer of (M, s q, s l, s u) is s times that of (M, q, l, u).
  const double largest = problem.q.size() > 0 ? problem.q.cwiseAbs().maxCoeff() : 0;
  const double scale = largest > 0 ? options.q_range / largest : 1;
  for (Eigen::VectorXd* v : {&problem.lower, &problem.upper, &drawn.known.z, &drawn.w}) {
    *v *= scale;
  }
  problem.q = drawn.w - multiply_in_order(problem.M, drawn.known.z);
  return std::move(drawn.known);
}

}  // namespace stiction
