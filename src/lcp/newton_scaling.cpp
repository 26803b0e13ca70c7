#include "newton_scaling.h"

#include "power_of_two_scaling.h"

#include <limits>

namespace stiction {

void NewtonScaling::reset(Eigen::Index n) {
  s_exponent_ = 0;
  exponent_.setZero(n);
  scale_.setOnes(n);
}

bool NewtonScaling::scale_by_diagonal(const Eigen::VectorXd& diagonal, double largest_element) {
  reset(diagonal.size());
  coupling_.setConstant(diagonal.size(), -1.0);
  if (!(largest_element > 0.0)) return false;
  base_ = exponent_of_inverse_sqrt(largest_element);
  bool is_incomplete = false;
  for (Eigen::Index i = 0; i < diagonal.size(); ++i) {
    exponent_[i] = base_;
    if (diagonal[i] > 0.0) exponent_[i] = exponent_of_inverse_sqrt(diagonal[i]);
    if (!(diagonal[i] > 0.0) || exponent_[i] > base_ + kUsableBits / 2) {
      coupling_[i] = 0.0;
      is_incomplete = true;
    }
    scale_[i] = std::ldexp(1.0, exponent_[i]);
  }
  return is_incomplete;
}

void NewtonScaling::add_coupling(Eigen::Index i, Eigen::Index j, double element) {
  if (coupling_[i] < 0.0 || coupling_[j] >= 0.0) return;
  coupling_[i] = std::max(coupling_[i], std::abs(element) * scale_[j]);
}

void NewtonScaling::scale_by_coupling() {
  for (Eigen::Index i = 0; i < coupling_.size(); ++i) {
    if (coupling_[i] < 0.0) continue;
    const int wanted = coupling_[i] > 0.0 ? -std::ilogb(coupling_[i]) : base_;
    exponent_[i] = std::clamp(wanted, base_ - kUsableBits / 2, base_ + kUsableBits / 2);
    scale_[i] = std::ldexp(1.0, exponent_[i]);
  }
}

void NewtonScaling::compute_right_hand_side(const Eigen::VectorXd& q, const Eigen::VectorXd& lower,
                                            const Eigen::VectorXd& upper) {
  constexpr int kUnset = std::numeric_limits<int>::min();
  int largest = kUnset;
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const double nearest = std::min(std::max(0.0, lower[i]), upper[i]);
    if (q[i] != 0.0) largest = std::max(largest, std::ilogb(q[i]) + exponent_[i]);
    if (nearest != 0.0) largest = std::max(largest, std::ilogb(nearest) - exponent_[i]);
  }
  s_exponent_ = largest == kUnset ? 0 : -largest;
}

}  // namespace stiction
