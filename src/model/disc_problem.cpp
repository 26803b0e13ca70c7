#include "disc_problem.h"

#include <algorithm>
#include <cmath>

#include "facet_angles.h"
#include "infinity.h"

namespace stiction {
namespace {

constexpr double kBoxTolerance = 1e-10;
/// Every n-th solve omits the proximal term, if the layout asks for exact solves.
constexpr int kExactEvery = 4;
/// Most steps in a row that may fail to halve the residual.
constexpr int kMostFailures = 3;
/// Most halvings of a step.
constexpr int kMostHalvings = 4;
/// Residuals below this are round-off, relative to the largest impulse.
constexpr double kRoundOffResidual = 1e-14;

}  // namespace

void DiscProblem::start(const Eigen::MatrixXd& A, const Layout& layout) {
  layout_ = layout;
  A_ = A;
  skew_.resize(0, 0);
  const bool takes_unsymmetric = is_guaranteed(solver_.info(), MatrixClass::positive_definite);
  if (!takes_unsymmetric && A != A.transpose()) skew_ = 0.5 * (A - A.transpose());
  mean_ = A.rows() > 0 ? A.diagonal().mean() : 1.0;
  if (!(mean_ > 0)) mean_ = 1;
  const Eigen::Index n = (A.rows() - layout.lower.size()) / layout.rows();
  bounds_.setZero(n);
  steps_.resize(n);
  for (int c = 0; c < n; ++c) {
    const Eigen::Index t = first_tangent(c);
    const double norm = A.block(t, t, layout.tangents, layout.tangents).norm();
    steps_[c] = norm > 0 ? 1 / norm : 0.0;
  }
  axes_.resize(2, n);
  axes_.row(0).setOnes();
  axes_.row(1).setZero();
  states_.clear();
  num_solves_ = 0;
}

double DiscProblem::solve(const Eigen::VectorXd& b, const Eigen::VectorXd& bounds,
                          Eigen::VectorXd& x, SolverWork& work) {
  b_ = b;
  bounds_ = bounds;
  ++num_solves_;
  x = made_feasible(x);
  double residual = assess(x);
  int failures = 0;
  for (int step = 0; step < layout_.most_steps && failures < kMostFailures && !work.is_over();
       ++step) {
    if (x.size() == 0 || residual <= kRoundOffResidual * x.lpNorm<Eigen::Infinity>()) break;
    const double before = residual;
    residual = step_to(made_feasible(solve_box(x, work)), before, x);
    failures = residual < 0.5 * before ? 0 : failures + 1;
  }
  return residual;
}

/// The projection of x onto the bounds.
Eigen::VectorXd DiscProblem::made_feasible(Eigen::VectorXd x) const {
  for (int c = 0; c < num_contacts(); ++c) {
    if (layout_.has_normals) x[first_row(c)] = std::max(0.0, x[first_row(c)]);
    auto friction = x.segment(first_tangent(c), layout_.tangents);
    const double size = friction.norm();
    if (size > bounds_[c]) friction *= bounds_[c] / size;
  }
  auto others = x.tail(layout_.lower.size());
  others = others.cwiseMax(layout_.lower).cwiseMin(layout_.upper).eval();
  return x;
}

/// Returns max |x - P(x - u / mean)|; sets u_.
double DiscProblem::assess(const Eigen::VectorXd& x) {
  u_ = A_ * x + b_;
  if (!u_.allFinite()) return kInfinity;
  if (x.size() == 0) return 0;
  return (x - made_feasible(x - u_ / mean_)).lpNorm<Eigen::Infinity>();
}

/// Moves to the target, or partway if only that lowers the residual. Returns the new residual.
double DiscProblem::step_to(const Eigen::VectorXd& target, double residual, Eigen::VectorXd& x) {
  const double met = assess(target);
  if (met < residual) {
    x = target;
    return met;
  }
  // The feasible set is convex, so all points in between are feasible.
  const Eigen::VectorXd start = x;
  double share = 1;
  for (int k = 0; k < kMostHalvings; ++k) {
    share *= 0.5;
    x = start + share * (target - start);
    const double here = assess(x);
    if (here < residual) return here;
  }
  x = start;
  return assess(x);
}

/// Turns the first axes to f - rho u_t.
void DiscProblem::turn_axes(const Eigen::VectorXd& x) {
  for (int c = 0; c < num_contacts(); ++c) {
    const Eigen::Index t = first_tangent(c);
    const Eigen::Vector2d along = x.segment<2>(t) - steps_[c] * u_.segment<2>(t);
    const double size = along.norm();
    if (size > 0 && std::isfinite(size)) axes_.col(c) = along / size;
  }
}

/// Poses the box problem near x, in the frames of the contacts.
void DiscProblem::pose_box(const Eigen::VectorXd& x) {
  const bool is_proximal = !layout_.has_exact_solves || num_solves_ % kExactEvery != 0;
  const double shift = is_proximal ? kProximalShift * mean_ : 0.0;
  box_.M = A_;
  box_.M.diagonal().array() += shift;
  box_.q = b_ - shift * x;
  if (skew_.size() > 0) {
    box_.M -= skew_;
    box_.q += skew_ * x;
  }
  box_.lower.setZero(x.size());
  box_.upper.setConstant(x.size(), kInfinity);
  for (int c = 0; c < num_contacts(); ++c) {
    const Eigen::Index t = first_tangent(c);
    box_.lower.segment(t, layout_.tangents).setConstant(-bounds_[c]);
    box_.upper.segment(t, layout_.tangents).setConstant(bounds_[c]);
  }
  box_.lower.tail(layout_.lower.size()) = layout_.lower;
  box_.upper.tail(layout_.upper.size()) = layout_.upper;
}

/// Turns it to the axes and adds the curvature of the rims.
void DiscProblem::rotate_box() {
  for (int c = 0; c < num_contacts(); ++c) {
    const Eigen::Index t = first_tangent(c);
    turn_tangents(axes_along(axes_.col(c)), t, box_);
    const double compliance = std::abs(u_.segment<2>(t).dot(axes_.col(c))) / bounds_[c];
    if (std::isfinite(compliance)) box_.M(t + 1, t + 1) += compliance;
  }
  // Make M exactly symmetric, despite rounding, if it should be.
  const bool is_symmetric = skew_.size() > 0 || A_ == A_.transpose();
  if (is_symmetric) box_.M.triangularView<Eigen::StrictlyLower>() = box_.M.transpose();
}

/// One step from x, whose u is known; returns x itself if numbers go out of range.
Eigen::VectorXd DiscProblem::solve_box(const Eigen::VectorXd& x, SolverWork& work) {
  pose_box(x);
  Eigen::VectorXd z = x;
  if (layout_.tangents == 2) {
    turn_axes(x);
    rotate_box();
    for (int c = 0; c < num_contacts(); ++c) {
      const Eigen::Index t = first_tangent(c);
      z.segment<2>(t) = axes_along(axes_.col(c)).transpose() * x.segment<2>(t);
    }
  }
  is_exact_ = false;
  stop_ = LcpStop::diverged;
  if (!box_.M.allFinite() || !box_.q.allFinite() || !z.allFinite()) return x;
  const auto rows = static_cast<double>(z.size());
  stop_ = LcpStop::iteration_limit;
  if (!work.begin(solver_.info(), rows)) return x;
  const LcpSolverOptions options = {.tolerance = kBoxTolerance,
                                    .iteration_limit = iteration_cap(solver_.info(), rows),
                                    .may_go_on = work.may_go_on()};
  const LcpStart from = {.z = {z.data(), static_cast<std::size_t>(z.size())}, .states = states_};
  const LcpSolution& answer = solver_.solve(box_, options, from);
  work.count(answer.statistics.iterations);
  is_exact_ = answer.status == LcpStatus::solved;
  stop_ = answer.stop;
  states_ = answer.states;
  z = answer.z;
  for (int c = 0; layout_.tangents == 2 && c < num_contacts(); ++c) {
    const Eigen::Index t = first_tangent(c);
    z.segment<2>(t) = (axes_along(axes_.col(c)) * z.segment<2>(t)).eval();
  }
  return z;
}

}  // namespace stiction
