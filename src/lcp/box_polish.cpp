#include "box_polish.h"

#include "polish_limits.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

/// A block counts as safely definite if every squared element of its factor's diagonal is at least
/// this share of the largest one.
constexpr double kSafelyDefinite = 1e-8;

}  // namespace

void BoxPolish::run(const BoxLcp& problem, const KellerScaling<double>& scaling,
                    const std::vector<BoundState>& states, const Eigen::VectorXd& z,
                    BoxAnswer& answer, LcpStatistics& statistics) {
  if (answer.error() <= kGoodEnough || !z.allFinite()) return;
  states_ = states;
  z_ = z;
  ++statistics.polishes;
  for (int principal_pivots = 0;; ++principal_pivots) {
    take_states(problem);
    factor(scaling);
    for (int refinement = 0; refinement < kNumRefinements; ++refinement) {
      const double before = answer.error();
      refine(problem, scaling);
      offered_ = z_;
      answer.offer(problem, scaling, offered_, states_);
      if (answer.error() <= kGoodEnough) return;
      if (refinement > 0 && !(answer.error() < before)) break;
    }
    if (principal_pivots == kMaxPrincipalPivots) return;
    if (!z_.allFinite() || !change_state_of_worst(problem, scaling)) return;
    ++statistics.polish_pivots;
  }
}

/// Collects the basis, and sets z of the other rows to their bounds.
void BoxPolish::take_states(const BoxLcp& problem) {
  basis_.clear();
  basis_.reserve(states_.size());
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    BoundState& state = states_[static_cast<std::size_t>(i)];
    const bool can_move = problem.lower[i] < problem.upper[i];
    if (!can_move && state == BoundState::between) state = BoundState::lower;
    if (state == BoundState::between) {
      basis_.push_back(i);
    } else {
      z_[i] = state == BoundState::lower ? problem.lower[i] : problem.upper[i];
    }
  }
}

void BoxPolish::factor(const KellerScaling<double>& scaling) {
  step_.reserve(states_.size());
  step_.resize(basis_.size());
  is_definite_ = factor_definite(scaling);
  if (is_definite_) return;
  const int size = static_cast<int>(basis_.size());
  lu_.reserve(static_cast<int>(states_.size()));
  lu_.resize(size);
  for (int r = 0; r < size; ++r) {
    for (int c = 0; c < size; ++c) {
      lu_.element(r, c) =
          scaling.M(basis_[static_cast<std::size_t>(r)], basis_[static_cast<std::size_t>(c)]);
    }
  }
  lu_.factor();
}

/// L L^T = M_BB; false if M_BB is not symmetric or not safely definite.
bool BoxPolish::factor_definite(const KellerScaling<double>& scaling) {
  const auto size = static_cast<Eigen::Index>(basis_.size());
  cholesky_.reserve(states_.size() * states_.size());
  cholesky_.resize(basis_.size() * basis_.size());
  Block L(cholesky_.data(), size, size);
  for (Eigen::Index c = 0; c < size; ++c) {
    const Eigen::Index column = basis_[static_cast<std::size_t>(c)];
    for (Eigen::Index r = c; r < size; ++r) {
      const Eigen::Index row = basis_[static_cast<std::size_t>(r)];
      L(r, c) = scaling.M(row, column);
      if (L(r, c) != scaling.M(column, row)) return false;
    }
  }
  if (size == 0) return true;
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> llt(L);
  if (llt.info() != Eigen::Success) return false;
  const double smallest = L.diagonal().minCoeff();
  const double largest = L.diagonal().maxCoeff();
  return smallest * smallest > kSafelyDefinite * (largest * largest);
}

/// step_ = M_BB^-1 step_.
void BoxPolish::solve() {
  if (!is_definite_) return lu_.solve(step_);
  const auto size = static_cast<Eigen::Index>(basis_.size());
  const Block L(cholesky_.data(), size, size);
  Eigen::Map<Eigen::VectorXd> x(step_.data(), size);
  L.triangularView<Eigen::Lower>().solveInPlace(x);
  L.triangularView<Eigen::Lower>().transpose().solveInPlace(x);
}

/// z_B -= M_BB^-1 w_B
void BoxPolish::refine(const BoxLcp& problem, const KellerScaling<double>& scaling) {
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    step_[k] = -scaled_w(problem, scaling, basis_[k]);
  }
  solve();
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    z_[basis_[k]] += scaling.unscale_z(step_[k], basis_[k]);
  }
}

/// D (M z + q), row i, summed in long double.
double BoxPolish::scaled_w(const BoxLcp& problem, const KellerScaling<double>& scaling,
                           Eigen::Index i) const {
  const double* const row = problem.M.row(i).data();
  long double w = problem.q[i];
  for (Eigen::Index j = 0; j < z_.size(); ++j) w += static_cast<long double>(row[j]) * z_[j];
  return scaling.scale_w(static_cast<double>(w), i);
}

/// Moves a basic row outside its bounds to the bound that it exceeds; makes a row at a bound with w
/// of the wrong sign basic.
bool BoxPolish::change_state_of_worst(const BoxLcp& problem, const KellerScaling<double>& scaling) {
  double size = 0.0;
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    size = std::max({size, std::abs(scaling.scale_z(z_[i], i)), std::abs(scaling.q[i])});
  }
  double worst = 64 * std::numeric_limits<double>::epsilon() * size;
  Eigen::Index worst_row = -1;
  BoundState new_state = BoundState::between;
  const auto consider = [&](double violation, Eigen::Index i, BoundState state) {
    if (!(violation > worst)) return;
    worst = violation;
    worst_row = i;
    new_state = state;
  };
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    const BoundState state = states_[static_cast<std::size_t>(i)];
    if (state == BoundState::between) {
      const double z = scaling.scale_z(z_[i], i);
      consider(scaling.lower[i] - z, i, BoundState::lower);
      consider(z - scaling.upper[i], i, BoundState::upper);
    } else if (problem.lower[i] < problem.upper[i]) {
      const double w = scaled_w(problem, scaling, i);
      consider(state == BoundState::lower ? -w : w, i, BoundState::between);
    }
  }
  if (worst_row < 0) return false;
  states_[static_cast<std::size_t>(worst_row)] = new_state;
  return true;
}

}  // namespace stiction
