#include "staggering.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Of the proximal term, relative to the mean diagonal of W_nn.
constexpr double kShift = 1e-6;
constexpr double kTolerance = 1e-9;
/// Every so many passes one is made without it (see `BoxSplitting`).
constexpr int kExactEvery = 4;
/// Passes before the first that is accelerated.
constexpr int kPlainPasses = 5;
constexpr int kPatience = 60;
/// A change so much larger than the least one ends an acceleration.
constexpr double kSetback = 10;

}  // namespace

void Staggering::start(const ConeProblem& problem, const Eigen::VectorXd& prior,
                       const Eigen::VectorXd& r) {
  problem_ = &problem;
  tangents_ = problem.dimension - 1;
  const Eigen::Index n = problem.num_contacts();
  std::vector<Eigen::Index> normals, tangents;
  for (int c = 0; c < n; ++c) {
    normals.push_back(problem.first_row(c));
    for (int k = 1; k <= tangents_; ++k) tangents.push_back(problem.first_row(c) + k);
  }
  W_nn_ = problem.W(normals, normals);
  W_nt_ = problem.W(normals, tangents);
  W_tn_ = problem.W(tangents, normals);
  q_n_ = problem.q(normals);
  q_t_ = problem.q(tangents);
  prior_ = prior;
  friction_.start(problem.W(tangents, tangents), tangents_);
  f_ = r(tangents);
  r_ = r;
  states_.clear();
  mixing_.restart();
  num_passes_ = pivots_ = passes_since_best_ = 0;
  change_ = best_change_ = kInfinity;
  estimate_ = r(normals);
  solve_normal(estimate_);
}

/// Keller's method is given the symmetric part of W_nn; the rest acts on the theta before.
bool Staggering::solve_normal(Eigen::VectorXd& theta) {
  const Eigen::Index n = theta.size();
  const double mean = n > 0 ? W_nn_.diagonal().mean() : 1.0;
  const double shift = num_passes_ % kExactEvery == 0 ? 0.0 : kShift * mean;
  normal_.M = 0.5 * (W_nn_ + W_nn_.transpose());
  normal_.M.diagonal().array() += shift;
  normal_.q = q_n_ + W_nt_ * f_ + (0.5 * (W_nn_ - W_nn_.transpose())) * theta - shift * theta;
  if (!normal_.q.allFinite()) return false;
  normal_.lower = Eigen::VectorXd::Zero(n);
  normal_.upper = Eigen::VectorXd::Constant(n, kInfinity);
  const LcpStart from = {.z = {theta.data(), static_cast<std::size_t>(n)}, .states = states_};
  const LcpSolution& answer = keller_.solve(normal_, {.tolerance = kTolerance}, from);
  pivots_ += answer.statistics.pivots;
  states_ = answer.states;
  theta = answer.z;
  return true;
}

bool Staggering::pass() {
  ++num_passes_;
  const Eigen::VectorXd bearing = estimate_.cwiseMax(0.0);
  const Eigen::VectorXd bounds = problem_->mu.cwiseProduct(bearing + prior_);
  const Eigen::VectorXd b = q_t_ + W_tn_ * bearing;
  if (!bounds.allFinite() || !b.allFinite()) return false;
  friction_.solve(b, bounds, f_, pivots_);
  found_ = bearing;
  if (!solve_normal(found_) || !found_.allFinite()) return false;
  const double largest = found_.size() > 0 ? found_.maxCoeff() : 0.0;
  change_ = found_.size() > 0 ? (found_ - estimate_).lpNorm<Eigen::Infinity>() : 0.0;
  if (largest > 0) change_ /= largest;
  for (int c = 0; c < problem_->num_contacts(); ++c) {
    r_[problem_->first_row(c)] = found_[c];
    r_.segment(problem_->first_row(c) + 1, tangents_) = f_.segment(c * tangents_, tangents_);
  }
  return true;
}

void Staggering::choose_next() {
  ++passes_since_best_;
  if (num_passes_ < kPlainPasses) {
    estimate_ = found_;
  } else if (change_ > kSetback * best_change_) {
    mixing_.restart();
    estimate_ = 0.5 * (estimate_ + found_);
  } else {
    estimate_ = mixing_.mix(estimate_, found_);
  }
  if (change_ < 0.9 * best_change_) {
    best_change_ = change_;
    passes_since_best_ = 0;
  }
}

bool Staggering::has_stagnated() const { return passes_since_best_ >= kPatience; }

}  // namespace stiction
