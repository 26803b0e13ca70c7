#include "block_pivoting.h"

#include "infinity.h"
#include "pivoting_limits.h"
#include "symmetry.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

void BlockPivoting::reset(const BoxLcp& problem, const KellerScaling<double>& scaled,
                          const BoxStart& start) {
  scaled_ = &scaled;
  const Eigen::Index n = scaled.q.size();
  is_symmetric_ = is_symmetric_to_rounding(scaled.M);
  for (Eigen::VectorXd* v : {&z_, &w_, &step_}) v->resize(n);
  const auto size = static_cast<std::size_t>(n);
  states_.resize(size);
  infeasible_.reserve(size);
  removed_.reserve(size);
  added_.reserve(size);
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    z_[i] = scaled_->scale_z(start.z[i], i);
    const bool is_basic = start.is_basic[static_cast<std::size_t>(i)];
    states_[static_cast<std::size_t>(i)] =
        is_basic && can_move(i) ? BoundState::between : state_at(problem, start.z, i);
  }
  take_states();
}

/// Makes all rows between their bounds basic, as far as they are independent.
void BlockPivoting::take_states() {
  basis_.reset(*scaled_, is_symmetric_);
  added_.clear();
  removed_.clear();
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    if (states_[static_cast<std::size_t>(i)] == BoundState::between) added_.push_back(i);
  }
  basis_.change(removed_, added_);
}

LcpStop BlockPivoting::run(int patience, const PivotLimit& limit, int& pivots) {
  const auto is_basic = [&](Eigen::Index i) { return basis_.is_basic(i); };
  std::size_t fewest = states_.size() + 1;
  int patience_left = patience;
  for (;; ++pivots) {
    calc_point();
    if (!z_.allFinite() || !w_.allFinite()) return LcpStop::diverged;
    find_infeasible();
    if (infeasible_.empty()) {
      return has_unsolved_basis_ ? LcpStop::singular : LcpStop::complementary;
    }
    if (limit.is_reached(pivots)) return LcpStop::iteration_limit;
    if (infeasible_.size() < fewest) {
      fewest = infeasible_.size();
      patience_left = patience;
    }
    if (patience_left > 0) {
      if (--patience_left == 0) guard_.restart(z_.size());
      if (pivot_all()) continue;
    } else if (guard_.has_seen(states_, is_basic)) {
      return LcpStop::cycle;
    }
    if (pivot_least_index()) continue;
    if (!is_symmetric_) return LcpStop::singular;
    if (!pivot_along_null_direction(infeasible_.front().row)) return LcpStop::ray;
  }
}

/// Computes z_B with w_B = 0, and w of the other rows.
void BlockPivoting::calc_point() {
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    const BoundState state = states_[static_cast<std::size_t>(i)];
    if (state == BoundState::lower) z_[i] = scaled_->lower[i];
    if (state == BoundState::upper) z_[i] = scaled_->upper[i];
  }
  calc_z_of_basis();
  calc_w();
}

/// z_B -= M_BB^-1 w_B
void BlockPivoting::calc_z_of_basis() {
  const std::vector<Eigen::Index>& rows = basis_.rows();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Eigen::Index i = rows[k];
    step_[static_cast<Eigen::Index>(k)] = -(scaled_->M.row(i).dot(z_) + scaled_->q[i]);
  }
  basis_.solve(step_);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    z_[rows[k]] += step_[static_cast<Eigen::Index>(k)];
  }
}

/// w = M z + q, zero for basic rows unless their equations have no solution, and a bound on its
/// rounding error: |M_ij| is at most slightly above 1.
void BlockPivoting::calc_w() {
  noise_ = 0;
  has_unsolved_basis_ = false;
  if (z_.size() == 0) return;
  noise_ = 16 * std::numeric_limits<double>::epsilon() *
           (scaled_->q.cwiseAbs().maxCoeff() + z_.cwiseAbs().sum());
  const bool is_regular = basis_.rank() == static_cast<Eigen::Index>(basis_.rows().size());
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    const bool is_solved = is_regular && basis_.is_basic(i);
    w_[i] = is_solved ? 0.0 : scaled_->M.row(i).dot(z_) + scaled_->q[i];
    const bool has_residual = basis_.is_basic(i) && std::abs(w_[i]) > noise_;
    has_unsolved_basis_ = has_unsolved_basis_ || has_residual;
  }
}

/// Finds the rows whose z is beyond a bound or whose w has the wrong sign, and the states that they
/// should take: a row below l_i goes to l_i, a row above u_i to u_i; the others become basic, as do
/// rows at rest between their bounds whose w is no longer zero.
void BlockPivoting::find_infeasible() {
  infeasible_.clear();
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    switch (states_[static_cast<std::size_t>(i)]) {
      case BoundState::between:
        if (z_[i] < scaled_->lower[i] - noise_) {
          infeasible_.push_back({i, BoundState::lower});
        } else if (z_[i] > scaled_->upper[i] + noise_) {
          infeasible_.push_back({i, BoundState::upper});
        } else if (!basis_.is_basic(i) && std::abs(w_[i]) > noise_) {
          infeasible_.push_back({i, BoundState::between});
        }
        break;
      case BoundState::lower:
        if (w_[i] < -noise_ && can_move(i)) infeasible_.push_back({i, BoundState::between});
        break;
      case BoundState::upper:
        if (w_[i] > noise_ && can_move(i)) infeasible_.push_back({i, BoundState::between});
        break;
    }
  }
}

/// True if the row has the state that the change requires and, if that is `between`, is basic.
bool BlockPivoting::has_changed(const Change& change) const {
  if (change.state == BoundState::between) return basis_.is_basic(change.row);
  return states_[static_cast<std::size_t>(change.row)] == change.state;
}

/// Changes all infeasible rows; false if none can change because all depend on the basis.
bool BlockPivoting::pivot_all() {
  apply(infeasible_.data(), infeasible_.data() + infeasible_.size());
  return std::any_of(infeasible_.begin(), infeasible_.end(),
                     [&](const Change& change) { return has_changed(change); });
}

/// Changes the first row that can change (Murty's rule); false if there is none.
bool BlockPivoting::pivot_least_index() {
  for (const Change& change : infeasible_) {
    apply(&change, &change + 1);
    if (has_changed(change)) return true;
  }
  return false;
}

/// For a row r that depends on the basis, w_r does not change along
///
///     dz_B = -M_BB^-1 M_Br dz_r,
///
/// so z_r moves against w_r until it or a basic row meets a bound; that basic row leaves and r
/// takes its place. False if there is no such bound: z could run forever.
bool BlockPivoting::pivot_along_null_direction(Eigen::Index r) {
  const std::vector<Eigen::Index>& rows = basis_.rows();
  const double sign = w_[r] < 0.0 ? 1.0 : -1.0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    step_[static_cast<Eigen::Index>(k)] = -sign * scaled_->M(rows[k], r);
  }
  basis_.solve(step_);
  double to_bound = sign > 0.0 ? scaled_->upper[r] - z_[r] : z_[r] - scaled_->lower[r];
  const auto size = static_cast<Eigen::Index>(rows.size());
  const double fastest = size > 0 ? step_.head(size).cwiseAbs().maxCoeff() : 0.0;
  const double least_motion = kLeastMotion * fastest;
  Eigen::Index blocking = -1;
  for (Eigen::Index k = 0; k < size; ++k) {
    const Eigen::Index i = rows[static_cast<std::size_t>(k)];
    if (!(std::abs(step_[k]) > least_motion)) continue;
    const double room = step_[k] > 0.0 ? scaled_->upper[i] - z_[i] : z_[i] - scaled_->lower[i];
    const double to_block = std::max(room, 0.0) / std::abs(step_[k]);
    if (!(to_block < to_bound)) continue;
    to_bound = to_block;
    blocking = k;
  }
  if (!(to_bound < kInfinity)) return false;
  z_[r] += sign * to_bound;
  removed_.clear();
  added_.clear();
  if (blocking < 0) {
    states_[static_cast<std::size_t>(r)] = sign > 0.0 ? BoundState::upper : BoundState::lower;
    return true;
  }
  const Eigen::Index leaving = rows[static_cast<std::size_t>(blocking)];
  states_[static_cast<std::size_t>(leaving)] =
      step_[blocking] > 0.0 ? BoundState::upper : BoundState::lower;
  states_[static_cast<std::size_t>(r)] = BoundState::between;
  removed_.push_back(leaving);
  added_.push_back(r);
  basis_.change(removed_, added_);
  return true;
}

void BlockPivoting::apply(const Change* first, const Change* last) {
  removed_.clear();
  added_.clear();
  for (const Change* change = first; change != last; ++change) {
    if (change->state == BoundState::between) {
      added_.push_back(change->row);
    } else if (basis_.is_basic(change->row)) {
      removed_.push_back(change->row);
    }
  }
  basis_.change(removed_, added_);
  for (const Change* change = first; change != last; ++change) {
    if (change->state == BoundState::between && !basis_.is_basic(change->row)) continue;
    states_[static_cast<std::size_t>(change->row)] = change->state;
  }
}

}  // namespace stiction
