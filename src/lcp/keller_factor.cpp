#include "keller_factor.h"

#include <Eigen/Cholesky>
#include <cmath>

namespace stiction {

template <class Scalar>
void KellerFactor<Scalar>::reset(Eigen::Index capacity) {
  L_.resize(capacity, capacity);
  diagonal_.resize(capacity);
  size_ = 0;
}

template <class Scalar>
bool KellerFactor<Scalar>::factor(Eigen::Index size, Scalar least_part) {
  size_ = 0;
  if (size == 0) return true;
  diagonal_.head(size) = L_.diagonal().head(size);
  Eigen::Ref<Matrix, 0, Eigen::OuterStride<>> A(L_.topLeftCorner(size, size));
  const Eigen::LLT<Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>> llt(A);
  if (llt.info() != Eigen::Success) return false;
  for (Eigen::Index i = 0; i < size; ++i) {
    if (!(L_(i, i) * L_(i, i) > least_part * diagonal_[i])) return false;
  }
  size_ = size;
  return true;
}

template <class Scalar>
void KellerFactor<Scalar>::solve_lower(Vector& b) const {
  for (Eigen::Index i = 0; i < size_; ++i) {
    b[i] = (b[i] - L_.row(i).head(i).dot(b.head(i))) / L_(i, i);
  }
}

template <class Scalar>
void KellerFactor<Scalar>::solve_upper(Vector& b) const {
  for (Eigen::Index i = size_ - 1; i >= 0; --i) {
    b[i] /= L_(i, i);
    b.head(i) -= b[i] * L_.row(i).head(i).transpose();
  }
}

template <class Scalar>
void KellerFactor<Scalar>::append(const Vector& y, Scalar schur_complement) {
  L_.row(size_).head(size_) = y.head(size_).transpose();
  L_(size_, size_) = std::sqrt(schur_complement);
  ++size_;
}

/// Without its row k, L has one element beyond the diagonal in each later row. Rotations of
/// neighbouring columns, which leave L L^T unchanged, bring them to zero one after another.
template <class Scalar>
void KellerFactor<Scalar>::remove(Eigen::Index k) {
  --size_;
  for (Eigen::Index i = k; i < size_; ++i) L_.row(i).head(i + 2) = L_.row(i + 1).head(i + 2);
  for (Eigen::Index j = k; j < size_; ++j) rotate_columns(j);
}

/// Rotates columns j and j + 1 so that element (j, j + 1) becomes zero and the diagonal positive.
template <class Scalar>
void KellerFactor<Scalar>::rotate_columns(Eigen::Index j) {
  const Scalar length = std::sqrt(L_(j, j) * L_(j, j) + L_(j, j + 1) * L_(j, j + 1));
  const Scalar c = L_(j, j) / length;
  const Scalar s = L_(j, j + 1) / length;
  L_(j, j) = length;
  for (Eigen::Index i = j + 1; i < size_; ++i) {
    const Scalar left = L_(i, j);
    const Scalar right = L_(i, j + 1);
    L_(i, j) = c * left + s * right;
    L_(i, j + 1) = c * right - s * left;
  }
}

template class KellerFactor<double>;
template class KellerFactor<long double>;

}  // namespace stiction
