#include <stiction/lcp/row_space.h>

#include <Eigen/Jacobi>

#include <algorithm>

namespace stiction {
namespace {

/// A row depends on a span if its part outside is smaller than this share of the row.
constexpr double kDependent = 1e-7;
/// A projection that leaves more than this share of a row has lost no digits that matter.
constexpr double kWellLeft = 0.7;

}  // namespace

void RowSpace::start(int dimension) {
  if (dimension != dimension_) Q_.resize(0, 0);
  dimension_ = dimension;
  size_ = 0;
  motion_.setZero(dimension);
}

void RowSpace::reserve(int size) {
  const int capacity = static_cast<int>(Q_.cols());
  if (size <= capacity && Q_.rows() == dimension_) return;
  const int wanted = std::min(dimension_, std::max({size, 2 * capacity, 16}));
  Q_.conservativeResize(dimension_, wanted);
  R_.conservativeResize(wanted, wanted);
  values_.conservativeResize(wanted);
  along_.conservativeResize(wanted);
}

/// Sets `shadow_` = Q^T row and `rest_` = row - Q shadow_, the part outside of the span. Projects
/// twice if the rest is much smaller than the row but not zero, since one projection then leaves a
/// part within the span (Daniel, Gragg, Kaufman and Stewart 1976). Returns the size of the rest, or
/// 0 for a dependent row.
double RowSpace::project(const Vector& row) {
  const double length = row.norm();
  double outside = length;
  rest_ = row;
  shadow_.setZero(size_);
  for (int pass = 0; pass < 2 && size_ > 0; ++pass) {
    correction_.noalias() = Q_.leftCols(size_).transpose() * rest_;
    rest_.noalias() -= Q_.leftCols(size_) * correction_;
    shadow_ += correction_;
    outside = rest_.norm();
    if (outside > kWellLeft * length || outside <= kDependent * length) break;
  }
  return outside > kDependent * length ? outside : 0.0;
}

bool RowSpace::append(const Vector& row, double value) {
  if (size_ == dimension_) return false;
  const double outside = project(row);
  if (outside == 0) return false;
  reserve(size_ + 1);
  Q_.col(size_) = rest_ / outside;
  R_.col(size_).head(size_) = shadow_;
  R_(size_, size_) = outside;
  values_[size_] = value;
  along_[size_] = (value - shadow_.dot(along_.head(size_))) / outside;
  motion_ += along_[size_] * Q_.col(size_);
  ++size_;
  return true;
}

void RowSpace::remove(int place) {
  for (int k = place; k + 1 < size_; ++k) {
    R_.col(k).head(k + 2) = R_.col(k + 1).head(k + 2);
    values_[k] = values_[k + 1];
  }
  --size_;
  for (int k = place; k < size_; ++k) {
    Eigen::JacobiRotation<double> turn;
    turn.makeGivens(R_(k, k), R_(k + 1, k));
    R_.block(0, k, size_ + 1, size_ - k).applyOnTheLeft(k, k + 1, turn.adjoint());
    Q_.applyOnTheRight(k, k + 1, turn);
  }
  calc_motion(place);
}

void RowSpace::give(const Vector& row, double amount) {
  project(row);
  const auto R = R_.topLeftCorner(size_, size_).triangularView<Eigen::Upper>();
  shadow_ *= amount;
  values_.head(size_) -= R.transpose() * shadow_;
  along_.head(size_) -= shadow_;
  motion_ -= amount * (row - rest_);
}

/// Solves R^T along = values from an entry on; the entries before it have not changed.
void RowSpace::calc_motion(int from) {
  for (int k = from; k < size_; ++k) {
    along_[k] = (values_[k] - R_.col(k).head(k).dot(along_.head(k))) / R_(k, k);
  }
  motion_.noalias() = Q_.leftCols(size_) * along_.head(size_);
}

void RowSpace::calc_multipliers(Vector& y) const {
  y = along_.head(size_);
  R_.topLeftCorner(size_, size_).triangularView<Eigen::Upper>().solveInPlace(y);
}

void RowSpace::solve_normal(Vector& b) const {
  const auto R = R_.topLeftCorner(size_, size_).triangularView<Eigen::Upper>();
  R.transpose().solveInPlace(b);
  R.solveInPlace(b);
}

double RowSpace::split(const Vector& row, Vector& coefficients, Vector& rest) {
  const double outside = project(row);
  coefficients = shadow_;
  R_.topLeftCorner(size_, size_).triangularView<Eigen::Upper>().solveInPlace(coefficients);
  rest = rest_;
  return outside;
}

/// Projects only once: products of two rests are not affected by rounding errors along Q.
void RowSpace::take_from(Eigen::MatrixXd& rows) const {
  if (size_ == 0) return;
  const Eigen::RowVectorXd lengths = rows.colwise().norm();
  const auto Q = Q_.leftCols(size_);
  const Eigen::MatrixXd shadows = Q.transpose() * rows;
  rows.noalias() -= Q * shadows;
  for (Eigen::Index k = 0; k < rows.cols(); ++k) {
    if (!(rows.col(k).norm() > kDependent * lengths[k])) rows.col(k).setZero();
  }
}

}  // namespace stiction
