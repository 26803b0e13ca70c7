#include "lcp_scaling.h"

#include "power_of_two_scaling.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr int kNoExponent = std::numeric_limits<int>::max();

}  // namespace

void LcpScaling::compute(const Lcp& problem, std::span<const int> group) {
  const Eigen::Index n = problem.M.rows();
  exponent_.assign(static_cast<std::size_t>(n), 0);
  scale_.setOnes(n);
  const double largest = n > 0 ? problem.M.cwiseAbs().maxCoeff() : 0.0;
  if (largest > 0.0) {
    const int base_exponent = exponent_of_inverse_sqrt(largest);
    scale_by_diagonal(problem.M, group, base_exponent);
    scale_by_coupling(problem.M, group, base_exponent);
  }
  scale_right_hand_side(problem.q);
}

void LcpScaling::scale_by_diagonal(const RowMajorMatrix& M, std::span<const int> group,
                                   int base_exponent) {
  const std::size_t n = group.size();
  group_exponent_.assign(n, kNoExponent);
  for (std::size_t i = 0; i < n; ++i) {
    const double diagonal = M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(i));
    if (!(diagonal > 0.0)) continue;
    const int exponent = exponent_of_inverse_sqrt(diagonal);
    if (exponent > base_exponent + kUsableBits / 2) continue;
    int& of_group = group_exponent_[static_cast<std::size_t>(group[i])];
    of_group = std::min(of_group, exponent);  // the group's largest diagonal entry decides
  }
  without_diagonal_.clear();
  without_diagonal_.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    exponent_[i] = group_exponent_[static_cast<std::size_t>(group[i])];
    if (exponent_[i] == kNoExponent) without_diagonal_.push_back(static_cast<int>(i));
    scale_[static_cast<Eigen::Index>(i)] =
        exponent_[i] == kNoExponent ? 0.0 : std::ldexp(1.0, exponent_[i]);
  }
}

void LcpScaling::scale_by_coupling(const RowMajorMatrix& M, std::span<const int> group,
                                   int base_exponent) {
  if (without_diagonal_.empty()) return;
  coupling_.setZero(M.rows());  // per group; scale_ is 0 for the rows without a diagonal
  for (Eigen::Index j = 0; j < M.rows(); ++j) {
    if (scale_[j] == 0.0) continue;
    for (const int i : without_diagonal_) {
      double& coupling = coupling_[group[static_cast<std::size_t>(i)]];
      coupling = std::max(coupling, std::max(std::abs(M(j, i)), std::abs(M(i, j))) * scale_[j]);
    }
  }
  for (const int i : without_diagonal_) {
    const double coupling = coupling_[group[static_cast<std::size_t>(i)]];
    const int wanted = coupling > 0.0 ? -std::ilogb(coupling) : base_exponent;
    const int exponent =
        std::clamp(wanted, base_exponent - kUsableBits / 2, base_exponent + kUsableBits / 2);
    exponent_[static_cast<std::size_t>(i)] = exponent;
  }
  for (const int i : without_diagonal_) {
    scale_[i] = std::ldexp(1.0, exponent_[static_cast<std::size_t>(i)]);
  }
}

void LcpScaling::scale_right_hand_side(const Eigen::VectorXd& q) {
  int largest = std::numeric_limits<int>::min();
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    if (q[i] == 0.0) continue;
    largest = std::max(largest, std::ilogb(q[i]) + exponent_[static_cast<std::size_t>(i)]);
  }
  s_exponent_ = largest == std::numeric_limits<int>::min() ? 0 : -largest;
}

double LcpScaling::scale_w(double w, Eigen::Index i) const {
  return std::ldexp(w, s_exponent_ + exponent_[static_cast<std::size_t>(i)]);
}

double LcpScaling::scale_z(double z, Eigen::Index i) const {
  return std::ldexp(z, s_exponent_ - exponent_[static_cast<std::size_t>(i)]);
}

double LcpScaling::unscale_z(double z, Eigen::Index i) const {
  return std::ldexp(z, exponent_[static_cast<std::size_t>(i)] - s_exponent_);
}

}  // namespace stiction
