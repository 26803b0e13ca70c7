#include "box_dictionary.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

/// Pivots smaller than this, relative to the numbers around them, are rounding errors.
constexpr double kLeastPivot = 1e-12;
/// Pivots above this are accepted whatever is around them.
constexpr double kSafePivot = 1e-3;

}  // namespace

void BoxDictionary::reset(const BoxLcp& problem, const KellerScaling<double>& scaled,
                          const BoxStart& start) {
  scaled_ = &scaled;
  const Eigen::Index n = scaled.q.size();
  for (Eigen::VectorXd* x : {&v_, &u_, &z_, &step_}) x->resize(n);
  states_.resize(static_cast<std::size_t>(n));
  is_wanted_.resize(static_cast<std::size_t>(n));
  bool is_any_wanted = false;
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    states_[k] = state_at(problem, start.z, i);
    is_wanted_[k] = start.is_basic[k] && can_move(i);
    if (is_wanted_[k]) states_[k] = BoundState::between;
    is_any_wanted = is_any_wanted || is_wanted_[k];
    z_[i] = scaled.scale_z(start.z[i], i);
  }
  if (is_any_wanted) {
    tableau_.rebuild(scaled.M, is_wanted_, kLeastPivot);
  } else {
    tableau_.reset(scaled.M);
  }
  calc_residual();
  correct();
}

bool BoxDictionary::is_flat(Eigen::Index r) const {
  const double pivot = std::abs(tableau_.element(r, r));
  if (pivot > kSafePivot) return false;
  double largest = 1.0;
  for (Eigen::Index i = 0; i < size(); ++i) {
    if (is_basic(i) || is_basic(r)) largest = std::max(largest, std::abs(tableau_.element(i, r)));
  }
  // For a basic row, an element of M_BB^-1; else the curvature p . M p along p = (T_Br, 1).
  return !(pivot > kLeastPivot * (is_basic(r) ? largest : largest * largest));
}

void BoxDictionary::move(Eigen::Index j, double step) {
  v_ += step * tableau_.column(j);
  u_[j] += step;
}

void BoxDictionary::rest_at(Eigen::Index i, BoundState bound) {
  states_[static_cast<std::size_t>(i)] = bound;
  u_[i] = bound == BoundState::lower ? lower(i) : upper(i);
}

double BoxDictionary::target(Eigen::Index r, BoundState state) const {
  if (state == BoundState::between) return 0.0;
  return state == BoundState::lower ? lower(r) : upper(r);
}

void BoxDictionary::change(Eigen::Index r, BoundState state) {
  move(r, (target(r, state) - v_[r]) / tableau_.element(r, r));
  v_[r] = target(r, state);
  tableau_.pivot(r);
  std::swap(v_[r], u_[r]);
  states_[static_cast<std::size_t>(r)] = state;
}

void BoxDictionary::change(Eigen::Index r, BoundState state_r, Eigen::Index s, BoundState state_s) {
  const auto T = [&](Eigen::Index i, Eigen::Index j) { return tableau_.element(i, j); };
  // T_rr du_r + T_rs du_s = dv_r,   T_sr du_r + T_ss du_s = dv_s, by Cramer's rule
  const double dv_r = target(r, state_r) - v_[r];
  const double dv_s = target(s, state_s) - v_[s];
  const double determinant = T(r, r) * T(s, s) - T(r, s) * T(s, r);
  const double du_r = (dv_r * T(s, s) - T(r, s) * dv_s) / determinant;
  const double du_s = (T(r, r) * dv_s - dv_r * T(s, r)) / determinant;
  move(r, du_r);
  move(s, du_s);
  v_[r] = target(r, state_r);
  exchange(r, state_r, s, state_s);
}

void BoxDictionary::exchange(Eigen::Index r, BoundState state_r, Eigen::Index s,
                             BoundState state_s) {
  v_[s] = target(s, state_s);
  tableau_.pivot(r, s);
  std::swap(v_[r], u_[r]);
  std::swap(v_[s], u_[s]);
  states_[static_cast<std::size_t>(r)] = state_r;
  states_[static_cast<std::size_t>(s)] = state_s;
}

void BoxDictionary::settle() {
  for (int attempt = 0;; ++attempt) {
    for (Eigen::Index i = 0; i < size(); ++i) z_[i] = z(i);
    calc_residual();
    correct();
    for (Eigen::Index i = 0; i < size(); ++i) z_[i] = z(i);
    if (calc_residual() <= noise_ || attempt == 1) break;
    for (Eigen::Index i = 0; i < size(); ++i) {
      is_wanted_[static_cast<std::size_t>(i)] = is_basic(i);
    }
    tableau_.rebuild(scaled_->M, is_wanted_, kLeastPivot);
  }
  correct();
}

/// Sets z = z_ and w = M z_ + q. Returns the largest |w_i| of a basic row.
double BoxDictionary::calc_residual() {
  double residual = 0.0;
  for (Eigen::Index i = 0; i < size(); ++i) {
    const double w = scaled_->M.row(i).dot(z_) + scaled_->q[i];
    if (is_basic(i)) residual = std::max(residual, std::abs(w));
    v_[i] = is_basic(i) ? z_[i] : w;
    u_[i] = is_basic(i) ? w : z_[i];
  }
  noise_ = 0.0;
  if (size() > 0) {
    noise_ = 16 * std::numeric_limits<double>::epsilon() *
             (scaled_->q.cwiseAbs().maxCoeff() + z_.cwiseAbs().sum());
  }
  return residual;
}

/// Makes w_B zero; all else follows by the tableau.
void BoxDictionary::correct() {
  for (Eigen::Index i = 0; i < size(); ++i) step_[i] = is_basic(i) ? -u_[i] : 0.0;
  for (Eigen::Index i = 0; i < size(); ++i) {
    v_[i] += tableau_.row_times(i, step_);
    if (is_basic(i)) u_[i] = 0.0;
  }
}

void BoxDictionary::write_z(Eigen::VectorXd& z) const {
  z.resize(size());
  for (Eigen::Index i = 0; i < size(); ++i) z[i] = scaled_->unscale_z(this->z(i), i);
}

}  // namespace stiction
