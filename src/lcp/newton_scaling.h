#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace stiction {

/// A symmetric diagonal scaling of a problem by powers of two, hence exact:
///
///     M' = D M D,   q' = s D q,   l' = s D^-1 l,   u' = s D^-1 u,   z = D z' / s,   w' = s D w,
///
/// with D such that the diagonal of M' is about 1, and s such that the largest element of q' or of
/// the point of the box nearest to zero is about 1. Rows without a usable diagonal element (not
/// positive, or below 2^-60 of the largest one of M) get a scale that makes the largest element
/// that they share with the others about 1. Newton methods compare z_i with w_i, which needs a
/// common scale to make sense.
class NewtonScaling {
 public:
  /// D = s = 1.
  void reset(Eigen::Index n);

  /// Sets D. `for_each_element(visit)` calls visit(i, j, M_ij) for all elements that may be
  /// non-zero.
  template <class ForEachElement>
  void compute_rows(const Eigen::VectorXd& diagonal, ForEachElement for_each_element) {
    double largest = diagonal.size() > 0 ? diagonal.maxCoeff() : 0.0;
    for_each_element([&](Eigen::Index, Eigen::Index, double element) {
      largest = std::max(largest, std::abs(element));
    });
    if (!scale_by_diagonal(diagonal, largest)) return;
    for_each_element([&](Eigen::Index i, Eigen::Index j, double element) {
      add_coupling(i, j, element);
      add_coupling(j, i, element);
    });
    scale_by_coupling();
  }

  /// Sets s, after D.
  void compute_right_hand_side(const Eigen::VectorXd& q, const Eigen::VectorXd& lower,
                               const Eigen::VectorXd& upper);

  double scale_element(double element, Eigen::Index i, Eigen::Index j) const {
    return (scale_[i] * element) * scale_[j];
  }
  double scale_w(double w, Eigen::Index i) const {
    return std::ldexp(w, s_exponent_ + exponent_[i]);
  }
  double scale_z(double z, Eigen::Index i) const {
    return std::ldexp(z, s_exponent_ - exponent_[i]);
  }
  double unscale_z(double z, Eigen::Index i) const {
    return std::ldexp(z, exponent_[i] - s_exponent_);
  }
  /// D_i.
  double scale(Eigen::Index i) const { return scale_[i]; }

 private:
  /// True if some rows have no usable diagonal element.
  bool scale_by_diagonal(const Eigen::VectorXd& diagonal, double largest_element);
  void add_coupling(Eigen::Index i, Eigen::Index j, double element);
  void scale_by_coupling();

  int base_ = 0;              ///< log2 of the scale that suits the largest element
  int s_exponent_ = 0;        ///< log2 of s
  Eigen::VectorXi exponent_;  ///< log2 of D
  Eigen::VectorXd scale_;     ///< D
  /// Largest scaled element that a row without diagonal element shares with the others; -1 for the
  /// other rows.
  Eigen::VectorXd coupling_;
};

}  // namespace stiction
