#include "known_answer.h"

#include "problem_checks.h"

namespace stiction {

void validate(const AnswerShares& shares) {
  require_option(shares.basic >= 0, "a share basic >= 0", shares.basic);
  require_option(shares.degenerate >= 0, "a share degenerate >= 0", shares.degenerate);
  require_option(shares.basic + shares.degenerate <= 1, "shares that add up to at most 1",
                 shares.basic + shares.degenerate);
}

DrawnAnswer draw_answer(Eigen::Index n, const AnswerShares& shares, RandomNumbers& random) {
  DrawnAnswer answer{.z = Eigen::VectorXd::Zero(n), .w = Eigen::VectorXd::Zero(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const double kind = random.uniform(0, 1);
    const double size = random.positive();
    if (kind < shares.basic) {
      answer.z[i] = size;
    } else if (kind >= shares.basic + shares.degenerate) {
      answer.w[i] = size;
    }
  }
  return answer;
}

Eigen::VectorXd multiply_in_order(const RowMajorMatrix& M, const Eigen::VectorXd& z) {
  Eigen::VectorXd product = Eigen::VectorXd::Zero(M.rows());
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (Eigen::Index j = 0; j < M.cols(); ++j) product[i] += M(i, j) * z[j];
  }
  return product;
}

}  // namespace stiction
