#include "box_start.h"

#include "infinity.h"

#include <algorithm>
#include <cmath>

namespace stiction {

void BoxStart::set_cold(const BoxLcp& problem) {
  z.resize(problem.q.size());
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    z[i] = std::min(std::max(0.0, problem.lower[i]), problem.upper[i]);
  }
  is_basic.assign(static_cast<std::size_t>(z.size()), false);
}

void BoxStart::set(const BoxLcp& problem, const LcpStart& start) {
  const bool is_warm = !start.z.empty();
  set_cold(problem);
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double lower = problem.lower[i];
    const double upper = problem.upper[i];
    if (is_warm) z[i] = std::min(std::max(start.z[k], lower), upper);
    if (start.states.empty()) {
      is_basic[k] = is_warm && lower < z[i] && z[i] < upper;
      continue;
    }
    const BoundState state = start.states[k];
    is_basic[k] = state == BoundState::between;
    if (state == BoundState::lower && std::isfinite(lower)) z[i] = lower;
    if (state == BoundState::upper && std::isfinite(upper)) z[i] = upper;
  }
}

BoundState state_at(const BoxLcp& problem, const Eigen::VectorXd& z, Eigen::Index i) {
  if (z[i] == problem.lower[i]) return BoundState::lower;
  return z[i] == problem.upper[i] ? BoundState::upper : BoundState::between;
}

void assign_box(const Lcp& problem, BoxLcp& box) {
  box.M = problem.M;
  box.q = problem.q;
  box.lower.setZero(problem.q.size());
  box.upper.setConstant(problem.q.size(), kInfinity);
}

}  // namespace stiction
