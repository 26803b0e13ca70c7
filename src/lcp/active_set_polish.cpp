#include "active_set_polish.h"

#include "polish_limits.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// A scaled z_i or w_i below minus this is a violation, not a rounding error.
constexpr double kViolation = 1e-13;

}  // namespace

void ActiveSetPolish::run(const Lcp& problem, const LcpScaling& scaling,
                          const std::vector<bool>& is_active, const Eigen::VectorXd& z,
                          double target, AnswerKeeper& keeper, LcpStatistics& statistics) {
  is_active_ = is_active;
  z_ = z;
  ++statistics.polishes;
  active_.reserve(is_active_.size());
  step_.reserve(is_active_.size());
  lu_.reserve(static_cast<int>(is_active_.size()));
  for (int principal_pivots = 0;; ++principal_pivots) {
    factor(problem, scaling);
    for (int refinement = 0; refinement < kNumRefinements; ++refinement) refine(problem, scaling);
    offered_ = z_;
    if (keeper.offer(problem, scaling, offered_) <= target) return;
    if (principal_pivots == kMaxPrincipalPivots) return;
    if (!z_.allFinite() || !change_sides_of_worst(problem, scaling)) return;
    ++statistics.polish_pivots;
  }
}

void ActiveSetPolish::factor(const Lcp& problem, const LcpScaling& scaling) {
  active_.clear();
  for (std::size_t i = 0; i < is_active_.size(); ++i) {
    if (is_active_[i]) active_.push_back(static_cast<int>(i));
  }
  const int size = static_cast<int>(active_.size());
  step_.resize(active_.size());
  lu_.resize(size);
  for (int r = 0; r < size; ++r) {
    for (int c = 0; c < size; ++c) {
      lu_.element(r, c) = scaling.scaled_element(problem.M, active_[static_cast<std::size_t>(r)],
                                                 active_[static_cast<std::size_t>(c)]);
    }
  }
  lu_.factor();
}

/// z_a -= M_aa^-1 w_a
void ActiveSetPolish::refine(const Lcp& problem, const LcpScaling& scaling) {
  for (std::size_t k = 0; k < active_.size(); ++k) {
    step_[k] = -scaled_w(problem, scaling, active_[k]);
  }
  lu_.solve(step_);
  for (std::size_t k = 0; k < active_.size(); ++k) {
    z_[active_[k]] += scaling.unscale_z(step_[k], active_[k]);
  }
}

/// s D (M z + q), row i, summed in long double.
double ActiveSetPolish::scaled_w(const Lcp& problem, const LcpScaling& scaling,
                                 Eigen::Index i) const {
  const double* const row = problem.M.row(i).data();
  long double w = problem.q[i];
  for (const int j : active_) w += static_cast<long double>(row[j]) * z_[j];
  return scaling.scale_w(static_cast<double>(w), i);
}

bool ActiveSetPolish::change_sides_of_worst(const Lcp& problem, const LcpScaling& scaling) {
  double worst = -kViolation;
  Eigen::Index worst_row = -1;
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    const bool active = is_active_[static_cast<std::size_t>(i)];
    const double value = active ? scaling.scale_z(z_[i], i) : scaled_w(problem, scaling, i);
    if (value < worst) {
      worst = value;
      worst_row = i;
    }
  }
  if (worst_row < 0) return false;
  is_active_[static_cast<std::size_t>(worst_row)] =
      !is_active_[static_cast<std::size_t>(worst_row)];
  z_[worst_row] = 0.0;
  return true;
}

}  // namespace stiction
