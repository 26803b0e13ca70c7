#include "disc_friction.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// Of the proximal term, relative to the mean diagonal.
constexpr double kShift = 1e-6;
/// A step's box problem is to be solved this exactly; its natural residual decides in any case.
constexpr double kTolerance = 1e-9;
/// Steps at most, and steps in a row that may fail to halve the residual.
constexpr int kMaxSteps = 40;
constexpr int kPatience = 3;
/// Sweeps before a step, and after one that made matters worse.
constexpr int kSweeps = 1;
constexpr int kRescueSweeps = 10;
/// Residuals below this are round-off, relative to the largest bound.
constexpr double kRoundOff = 1e-14;

}  // namespace

void DiscFriction::start(const Eigen::MatrixXd& A, int tangents) {
  tangents_ = tangents;
  skew_ = 0.5 * (A - A.transpose());
  is_symmetric_ = skew_.isZero(0);
  A_ = A;
  mean_ = A.rows() > 0 ? A.diagonal().mean() : 1.0;
  if (!(mean_ > 0)) mean_ = 1;
  const Eigen::Index n = A.rows() / tangents;
  steps_.resize(n);
  for (Eigen::Index c = 0; c < n; ++c) {
    // Not below the largest eigenvalue.
    const double most = A.block(c * tangents, c * tangents, tangents, tangents).norm();
    steps_[c] = most > 0 ? 1 / most : 0.0;
  }
  axes_ = Eigen::MatrixXd::Zero(2, n);
  axes_.row(0).setOnes();
  states_.clear();
}

double DiscFriction::solve(const Eigen::VectorXd& b, const Eigen::VectorXd& bounds,
                           Eigen::VectorXd& f, int& pivots) {
  b_ = b;
  bounds_ = bounds;
  f = on_discs(f);
  const double enough = kRoundOff * (bounds.size() > 0 ? bounds.maxCoeff() : 0.0);
  double residual = calc_residual(f);
  int failures = 0;
  for (int step = 0; step < kMaxSteps && failures < kPatience && residual > enough; ++step) {
    const double before = residual;
    const Eigen::VectorXd start = f;
    if (tangents_ > 1) sweep(kSweeps, f);
    const Eigen::VectorXd candidate = on_discs(solve_box(f, pivots));
    const double met = calc_residual(candidate);
    if (met < residual) {
      f = candidate;
      residual = met;
    } else {
      sweep(kRescueSweeps, f);
      residual = calc_residual(f);
      if (!(residual < before)) {
        f = start;
        residual = before;
      }
    }
    failures = residual < 0.5 * before ? 0 : failures + 1;
  }
  return residual;
}

/// The nearest point that satisfies the bounds.
Eigen::VectorXd DiscFriction::on_discs(Eigen::VectorXd f) const {
  for (int c = 0; c < num_contacts(); ++c) {
    auto of_contact = f.segment(c * tangents_, tangents_);
    const double size = of_contact.norm();
    if (size > bounds_[c]) of_contact *= bounds_[c] / size;
  }
  return f;
}

/// max |f_c - P_c(f_c - u_c / mean)|; leaves the slip behind.
double DiscFriction::calc_residual(const Eigen::VectorXd& f) {
  slip_ = A_ * f + b_;
  const double residual =
      f.size() > 0 ? (f - on_discs(f - slip_ / mean_)).lpNorm<Eigen::Infinity>() : 0.0;
  return std::isfinite(residual) ? residual : HUGE_VAL;
}

/// Each contact in turn goes against its slip as far as lowers the objective for sure, and back to
/// its disc.
void DiscFriction::sweep(int sweeps, Eigen::VectorXd& f) {
  for (int k = 0; k < sweeps; ++k) {
    slip_ = A_ * f + b_;
    for (int c = 0; c < num_contacts(); ++c) {
      const Eigen::Index i = c * tangents_;
      const Eigen::VectorXd before = f.segment(i, tangents_);
      Eigen::VectorXd after = before - steps_[c] * slip_.segment(i, tangents_);
      const double size = after.norm();
      if (size > bounds_[c]) after *= bounds_[c] / size;
      f.segment(i, tangents_) = after;
      slip_ += A_.middleCols(i, tangents_) * (after - before);
    }
  }
  slip_ = A_ * f + b_;
}

/// The first axes along f - rho u.
void DiscFriction::turn_axes(const Eigen::VectorXd& f) {
  if (tangents_ == 1) return;
  for (int c = 0; c < num_contacts(); ++c) {
    const Eigen::Vector2d along = f.segment<2>(2 * c) - steps_[c] * slip_.segment<2>(2 * c);
    const double size = along.norm();
    if (size > 0 && std::isfinite(size)) axes_.col(c) = along / size;
  }
}

void DiscFriction::pose_box(const Eigen::VectorXd& f) {
  const Eigen::Index size = f.size();
  const double shift = kShift * mean_;
  box_.M = is_symmetric_ ? A_ : Eigen::MatrixXd(A_ - skew_);
  box_.q = b_ - shift * f;
  if (!is_symmetric_) box_.q += skew_ * f;
  box_.M.diagonal().array() += shift;
  box_.lower.resize(size);
  box_.upper.resize(size);
  for (int c = 0; c < num_contacts(); ++c) {
    box_.upper.segment(c * tangents_, tangents_).setConstant(bounds_[c]);
  }
  box_.lower = -box_.upper;
  if (tangents_ == 1) return;
  for (int c = 0; c < num_contacts(); ++c) {
    Eigen::Matrix2d turn;
    turn << axes_(0, c), -axes_(1, c), axes_(1, c), axes_(0, c);
    const Eigen::Index i = 2 * c;
    box_.q.segment<2>(i) = turn.transpose() * Eigen::Vector2d(box_.q.segment<2>(i));
    box_.M.middleRows<2>(i) = turn.transpose() * Eigen::MatrixXd(box_.M.middleRows<2>(i));
    box_.M.middleCols<2>(i) = Eigen::MatrixXd(box_.M.middleCols<2>(i)) * turn;
    const double compliance = std::abs(slip_.segment<2>(i).dot(axes_.col(c))) / bounds_[c];
    if (std::isfinite(compliance)) box_.M(i + 1, i + 1) += compliance;
  }
  // Exactly symmetric, whatever the rounding of the turns.
  box_.M.triangularView<Eigen::StrictlyLower>() = box_.M.transpose();
}

/// One step of sequential quadratic programming from f.
Eigen::VectorXd DiscFriction::solve_box(const Eigen::VectorXd& f, int& pivots) {
  turn_axes(f);
  pose_box(f);
  Eigen::VectorXd z = f;
  for (int c = 0; tangents_ == 2 && c < num_contacts(); ++c) {
    const Eigen::Vector2d along = axes_.col(c);
    z.segment<2>(2 * c) << along.dot(f.segment<2>(2 * c)),
        along.x() * f[2 * c + 1] - along.y() * f[2 * c];
  }
  const LcpStart from = {.z = {z.data(), static_cast<std::size_t>(z.size())}, .states = states_};
  const LcpSolution& answer = keller_.solve(box_, {.tolerance = kTolerance}, from);
  pivots += answer.statistics.pivots;
  states_ = answer.states;
  z = answer.z;
  for (int c = 0; tangents_ == 2 && c < num_contacts(); ++c) {
    const Eigen::Vector2d along = axes_.col(c);
    const Eigen::Vector2d in_axes = z.segment<2>(2 * c);
    z.segment<2>(2 * c) << along.x() * in_axes.x() - along.y() * in_axes.y(),
        along.y() * in_axes.x() + along.x() * in_axes.y();
  }
  return z;
}

}  // namespace stiction
