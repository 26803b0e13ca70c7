#include "cone_splitting.h"

#include <algorithm>

#include "infinity.h"
#include "rank_revealing_qr.h"

namespace stiction {
namespace {

/// Passes before acceleration begins.
constexpr int kPlainConePasses = 5;
/// Passes without progress after which the splitting counts as stagnated.
constexpr int kConePatience = 60;
/// A change larger than the least one by this factor restarts the acceleration.
constexpr double kSetback = 10;
/// Differences that depend on the others to this tolerance are left out of the combination.
constexpr double kDependent = 1e-10;
/// Combinations with a larger sum of weights follow noise.
constexpr double kLargestWeight = 1e4;

}  // namespace

Eigen::VectorXd AndersonAcceleration::accelerate(const Eigen::VectorXd& x,
                                                 const Eigen::VectorXd& g) {
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

void ConeSplitting::start(const ConeProblem& problem, const Eigen::VectorXd& prior,
                          const Eigen::VectorXd& r) {
  problem_ = &problem;
  friction_->start(problem);
  normals_.clear();
  for (int c = 0; c < problem.num_contacts(); ++c) normals_.push_back(problem.first_row(c));
  prior_ = prior;
  r_ = r;
  estimate_ = r(normals_);
  acceleration_.reset();
  num_passes_ = passes_since_best_ = 0;
  change_ = best_change_ = kInfinity;
}

bool ConeSplitting::pass(SolverWork& work) {
  ++num_passes_;
  const Eigen::VectorXd bearing = estimate_.cwiseMax(0.0);
  const Eigen::VectorXd bounds = problem_->mu.cwiseProduct(bearing + prior_);
  if (!bounds.allFinite()) return false;
  if (!friction_->solve(bearing, bounds, r_, work) || !r_.allFinite()) return false;
  found_ = r_(normals_);
  change_ = 0;
  if (found_.size() == 0) return true;
  const double largest = found_.maxCoeff();
  change_ = (found_ - estimate_).lpNorm<Eigen::Infinity>();
  if (largest > 0) change_ /= largest;
  return true;
}

void ConeSplitting::choose_next() {
  ++passes_since_best_;
  if (num_passes_ < kPlainConePasses || found_.size() == 0) {
    estimate_ = found_;
  } else if (change_ > kSetback * best_change_) {
    acceleration_.reset();
    estimate_ = 0.5 * (estimate_ + found_);
  } else {
    estimate_ = acceleration_.accelerate(estimate_, found_);
  }
  if (change_ < 0.9 * best_change_) {
    best_change_ = change_;
    passes_since_best_ = 0;
  }
}

bool ConeSplitting::has_stagnated() const { return passes_since_best_ >= kConePatience; }

}  // namespace stiction
