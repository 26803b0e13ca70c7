#include "murty_pivoting.h"

#include "pivoting_limits.h"

#include <cmath>
#include <optional>

namespace stiction {
namespace {

/// Pivots after which the point is recomputed on the way.
constexpr int kPivotsPerSettling = 50;
/// Off-diagonal pivots must be above this.
constexpr double kLeastOffDiagonalPivot = 1e-11;

/// The state that an infeasible row should take; empty for a feasible one.
std::optional<BoundState> wanted_state(const BoxDictionary& d, Eigen::Index i) {
  if (d.is_basic(i)) {
    if (d.z(i) < d.lower(i) - d.noise()) return BoundState::lower;
    if (d.z(i) > d.upper(i) + d.noise()) return BoundState::upper;
    return std::nullopt;
  }
  if (!d.can_move(i)) return std::nullopt;
  const bool can_rise = d.state(i) != BoundState::upper;
  const bool can_fall = d.state(i) != BoundState::lower;
  if ((d.w(i) < -d.noise() && can_rise) || (d.w(i) > d.noise() && can_fall)) {
    return BoundState::between;
  }
  return std::nullopt;
}

Eigen::Index first_infeasible(const BoxDictionary& d) {
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    if (wanted_state(d, i)) return i;
  }
  return -1;
}

/// The state of row j after u_j moves in the direction of `sign`; empty if it cannot move. Either
/// z_j leaves its bound, or w_j leaves zero and z_j goes to the bound that w_j then requires.
std::optional<BoundState> state_after_motion(const BoxDictionary& d, Eigen::Index j, double sign) {
  if (!d.is_basic(j)) {
    const BoundState stopper = sign > 0.0 ? BoundState::upper : BoundState::lower;
    if (!d.can_move(j) || d.state(j) == stopper) return std::nullopt;
    return BoundState::between;
  }
  const BoundState bound = sign > 0.0 ? BoundState::lower : BoundState::upper;
  if (!std::isfinite(d.target(j, bound))) return std::nullopt;
  return bound;
}

/// Exchanges row r, whose diagonal element is zero, together with the first row that can bring v_r
/// towards its target; false if there is none.
bool change_with_another(BoxDictionary& d, Eigen::Index r, BoundState state) {
  const double wanted_sign = d.target(r, state) > d.v()[r] ? 1.0 : -1.0;
  for (Eigen::Index j = 0; j < d.size(); ++j) {
    const double element = d.tableau().element(r, j);
    if (j == r || !(std::abs(element) > kLeastOffDiagonalPivot)) continue;
    if (!(std::abs(d.tableau().element(j, r)) > kLeastOffDiagonalPivot)) continue;
    const double sign = element > 0.0 ? wanted_sign : -wanted_sign;
    const std::optional<BoundState> state_j = state_after_motion(d, j, sign);
    if (!state_j) continue;
    d.change(r, state, j, *state_j);
    return true;
  }
  return false;
}

/// Moves z_r, on which w_r does not depend, to the bound that w_r requires; false if r is basic or
/// there is no such bound.
bool change_to_other_bound(BoxDictionary& d, Eigen::Index r) {
  if (d.is_basic(r)) return false;
  const BoundState bound = d.w(r) < 0.0 ? BoundState::upper : BoundState::lower;
  if (!std::isfinite(d.target(r, bound))) return false;
  d.move(r, d.target(r, bound) - d.z(r));
  d.rest_at(r, bound);
  return true;
}

}  // namespace

LcpStop MurtyPivoting::run(BoxDictionary& dictionary, const PivotLimit& limit, int& pivots) {
  guard_.restart(dictionary.size());
  int rounds = 0;
  int until_settling = kPivotsPerSettling;
  for (;;) {
    if (!dictionary.is_finite()) return LcpStop::diverged;
    Eigen::Index r = first_infeasible(dictionary);
    if (r < 0 || until_settling == 0) {
      if (r < 0 && rounds++ == kMaxRounds) return LcpStop::cycle;
      until_settling = kPivotsPerSettling;
      dictionary.settle();
      r = first_infeasible(dictionary);
      if (r < 0) return LcpStop::complementary;
    }
    if (limit.is_reached(pivots)) return LcpStop::iteration_limit;
    const auto is_basic = [&](Eigen::Index i) { return dictionary.is_basic(i); };
    if (guard_.has_seen(dictionary.states(), is_basic)) return LcpStop::cycle;
    const BoundState state = *wanted_state(dictionary, r);
    if (!dictionary.is_flat(r)) {
      dictionary.change(r, state);
    } else if (!change_with_another(dictionary, r, state) &&
               !change_to_other_bound(dictionary, r)) {
      return LcpStop::ray;
    }
    ++pivots;
    --until_settling;
  }
}

}  // namespace stiction
