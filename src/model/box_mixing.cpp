#include "box_mixing.h"

#include <algorithm>

#include "rank_revealing_qr.h"

namespace stiction {
namespace {

/// Differences that depend on the others to this are left out.
constexpr double kDependent = 1e-10;
/// Combinations with larger weights follow noise.
constexpr double kLargestWeight = 1e4;

}  // namespace

Eigen::VectorXd BoxMixing::mix(const Eigen::VectorXd& x, const Eigen::VectorXd& g) {
  const Eigen::VectorXd residual = g - x;
  if (num_kept_ == 0) {
    residual_changes_.resize(x.size(), kMemory);
    g_changes_.resize(x.size(), kMemory);
  } else {
    const int column = (num_kept_ - 1) % kMemory;
    residual_changes_.col(column) = residual - last_residual_;
    g_changes_.col(column) = g - last_g_;
  }
  const int num_changes = std::min(num_kept_, kMemory);
  ++num_kept_;
  last_residual_ = residual;
  last_g_ = g;
  if (num_changes == 0) return g;
  const Eigen::VectorXd weights =
      solve_least_squares(residual_changes_.leftCols(num_changes), residual, kDependent);
  if (!(weights.cwiseAbs().sum() <= kLargestWeight)) return g;
  return g - g_changes_.leftCols(num_changes) * weights;
}

}  // namespace stiction
