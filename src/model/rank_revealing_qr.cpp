#include "rank_revealing_qr.h"

#include <Eigen/QR>

#include <numeric>
#include <utility>
#include <vector>

namespace stiction {

/// A P = Q [T 0; 0 0] Z. Below its diagonal `qtz` holds the reflectors of Q, right of T those of Z.
struct LeastNormSolver::Factors {
  Eigen::MatrixXd qtz;
  Eigen::VectorXd q_coefficients, z_coefficients, work;
  Eigen::VectorXd squared_norms;      ///< of what is left of the columns
  std::vector<Eigen::Index> columns;  ///< of A, in the order of P
  Eigen::Index rank = 0;

  bool triangulate(Effort& effort);
  bool clear_right_part(Effort& effort);
};

LeastNormSolver::LeastNormSolver() : factors_(std::make_unique<Factors>()) {}
LeastNormSolver::~LeastNormSolver() = default;

bool LeastNormSolver::factor(const Eigen::MatrixXd& A, double threshold, Effort& effort) {
  Factors& f = *factors_;
  f.qtz = A;
  if (!f.triangulate(effort)) return false;
  const auto pivots = f.qtz.diagonal().cwiseAbs();
  f.rank = A.size() > 0 ? (pivots.array() > threshold * pivots.maxCoeff()).count() : 0;
  return f.clear_right_part(effort);
}

/// Q and R, the columns in the order of what the ones before leave of them, the longest first.
bool LeastNormSolver::Factors::triangulate(Effort& effort) {
  constexpr double kCancelled = 1e-6;  // a squared norm that has shrunk by this is found afresh
  const Eigen::Index n = qtz.cols();
  q_coefficients.resize(n);
  work.resize(n);
  columns.resize(static_cast<std::size_t>(n));
  std::iota(columns.begin(), columns.end(), Eigen::Index{0});
  squared_norms = qtz.colwise().squaredNorm().transpose();
  Eigen::VectorXd fresh_norms = squared_norms;
  for (Eigen::Index k = 0; k < n; ++k) {
    if (!effort.spend(0)) return false;
    Eigen::Index longest = 0;
    squared_norms.tail(n - k).maxCoeff(&longest);
    longest += k;
    if (longest != k) {
      qtz.col(k).swap(qtz.col(longest));
      std::swap(squared_norms[k], squared_norms[longest]);
      std::swap(fresh_norms[k], fresh_norms[longest]);
      std::swap(columns[static_cast<std::size_t>(k)], columns[static_cast<std::size_t>(longest)]);
    }
    double diagonal = 0;
    qtz.col(k).tail(n - k).makeHouseholderInPlace(q_coefficients[k], diagonal);
    qtz(k, k) = diagonal;
    qtz.bottomRightCorner(n - k, n - k - 1)
        .applyHouseholderOnTheLeft(qtz.col(k).tail(n - k - 1), q_coefficients[k], work.data());
    for (Eigen::Index j = k + 1; j < n; ++j) {
      squared_norms[j] -= qtz(k, j) * qtz(k, j);
      if (squared_norms[j] > kCancelled * fresh_norms[j]) continue;
      fresh_norms[j] = squared_norms[j] = qtz.col(j).tail(n - k - 1).squaredNorm();
    }
  }
  return true;
}

/// Z, which takes R's first rows to [T 0].
bool LeastNormSolver::Factors::clear_right_part(Effort& effort) {
  const Eigen::Index n = qtz.cols();
  const Eigen::Index rest = n - rank;
  z_coefficients.resize(rank);
  if (rest == 0) return true;
  Eigen::RowVectorXd row(rest + 1);
  for (Eigen::Index k = rank - 1; k >= 0; --k) {
    if (!effort.spend(0)) return false;
    row << qtz(k, k), qtz.row(k).tail(rest);
    double diagonal = 0;
    row.makeHouseholderInPlace(z_coefficients[k], diagonal);
    qtz(k, k) = diagonal;
    qtz.row(k).tail(rest) = row.tail(rest);
    // The rows above, times 1 - coefficient (1, row)^T (1, row).
    auto above = qtz.topRightCorner(k, rest);
    auto products = work.head(k);
    products.noalias() = above * row.tail(rest).transpose();
    products += qtz.col(k).head(k);
    products *= z_coefficients[k];
    qtz.col(k).head(k) -= products;
    above.noalias() -= products * row.tail(rest);
  }
  return true;
}

Eigen::VectorXd LeastNormSolver::solve(const Eigen::VectorXd& b) const {
  const Factors& f = *factors_;
  const Eigen::Index n = f.qtz.cols();
  const Eigen::Index rest = n - f.rank;
  Eigen::VectorXd c = b;
  double unused = 0;
  for (Eigen::Index k = 0; k < f.rank; ++k) {
    auto part = c.tail(n - k);
    part.applyHouseholderOnTheLeft(f.qtz.col(k).tail(n - k - 1), f.q_coefficients[k], &unused);
  }
  c.tail(rest).setZero();
  auto y = c.head(f.rank);
  f.qtz.topLeftCorner(f.rank, f.rank).triangularView<Eigen::Upper>().solveInPlace(y);
  for (Eigen::Index k = 0; rest > 0 && k < f.rank; ++k) {
    const auto row = f.qtz.row(k).tail(rest);
    const double product = f.z_coefficients[k] * (c[k] + row.dot(c.tail(rest)));
    c[k] -= product;
    c.tail(rest) -= product * row.transpose();
  }
  Eigen::VectorXd x(n);
  for (Eigen::Index k = 0; k < n; ++k) x[f.columns[static_cast<std::size_t>(k)]] = c[k];
  return x;
}

Eigen::VectorXd solve_least_squares(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                    const Eigen::VectorXd& b, double threshold) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(A);
  qr.setThreshold(threshold);
  return qr.solve(b);
}

/// From A P = Q [T 0; 0 0] Z it is the last columns of P Z^T.
Eigen::MatrixXd find_null_space(const Eigen::MatrixXd& A, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(threshold);
  decomposition.compute(A);
  const Eigen::Index nullity = A.cols() - decomposition.rank();
  if (nullity == 0) return Eigen::MatrixXd::Zero(A.cols(), 0);
  const Eigen::MatrixXd Z = decomposition.matrixZ();
  return decomposition.colsPermutation() * Z.bottomRows(nullity).transpose();
}

}  // namespace stiction
