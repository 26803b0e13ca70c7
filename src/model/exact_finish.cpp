#include "exact_finish.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// How these were found: study of large islands, 2.2; 132 problems.
constexpr int kMostFinishRounds = 15;
/// Rounds without a residual of half the best.
constexpr int kFinishPatience = 4;
/// R in units of 1 / compliance. 1e-7 of the velocity that an impulse makes is left to the next
/// round; a stiffer one loses that many digits in the factor.
constexpr double kFinishStiffness = 1e7;
constexpr int kFinishRefinements = 2;
/// Of the groups, or so many at least: what may change its state in a round. Of 729 attempts on
/// heaps of logs, balls and mixed bodies no more did in 117 of 119 that succeeded; it spares half
/// of the rounds of the others.
constexpr double kMostStateChanges = 0.1;
constexpr int kFewStateChanges = 4;

/// The linear model dr = g - D du of one group.
struct GroupModel {
  Mat3 D = Mat3::Zero();
  Vec3 g = Vec3::Zero();
  int state = 0;  ///< different for different states
  bool is_symmetric = true;
};

GroupModel model_of_bounded(const RowGroup& group, const Vec3& r, const Vec3& u,
                            double stiffening) {
  const double R = stiffening * kFinishStiffness / group.compliance;
  const Vec3 yielding = group.yielding_velocity(r, u);
  GroupModel model;
  for (int i = 0; i < group.num_rows; ++i) {
    const double z = r[i] - yielding[i] / (group.compliance + group.softness[i]);
    model.state *= 3;
    if (z <= group.lower[i]) {
      model.g[i] = group.lower[i] - r[i];
    } else if (z >= group.upper[i]) {
      model.g[i] = group.upper[i] - r[i];
      model.state += 1;
    } else {
      // dr = -R (u + du + s (r + dr))
      model.D(i, i) = R / (1 + R * group.softness[i]);
      model.g[i] = -model.D(i, i) * yielding[i];
      model.state += 2;
    }
  }
  return model;
}

GroupModel model_of_contact(const RowGroup& group, const Vec3& r, const Vec3& u,
                            double stiffening) {
  const double d = 1 / group.compliance;
  const double R = stiffening * kFinishStiffness * d;
  const double mu = group.friction;
  const Vec3 z = r - d * u;
  GroupModel model;
  const bool is_open = z.x() <= 0;
  if (is_open) {
    model.g.x() = -r.x();
  } else {
    model.D(0, 0) = R;
    model.g.x() = -R * u.x();
  }
  const double radius = disc_radius(group, z.x());
  const double size = z.tail<2>().norm();
  model.state = is_open ? 0 : 3;
  if (radius <= 0) {
    model.g.tail<2>() = -r.tail<2>();
  } else if (size <= radius) {
    model.state += 1;
    model.D(1, 1) = model.D(2, 2) = R;
    model.g.tail<2>() = -R * u.tail<2>();
  } else {
    // Along tau: r_T follows mu (r_n + prior). Across it, p: the direction of r_T turns with z_T,
    // which for z_T = r_T - d u_T is a viscous resistance D_p.
    model.state += 2;
    model.is_symmetric = false;
    const Vec2 tau = z.tail<2>() / size;
    const Vec2 p(-tau.y(), tau.x());
    const double share = radius / size;
    const double D_p = std::min(share * d / (1 - share), R);
    const double normal = is_open ? 0.0 : r.x() - R * u.x();  // where r_n goes, dv aside
    const double along = mu * (normal + group.prior) - tau.dot(r.tail<2>());
    const double across = -p.dot(r.tail<2>()) * D_p / (share * d);
    model.g.tail<2>() = along * tau + across * p;
    if (!is_open) model.D.block<2, 1>(1, 0) = mu * R * tau;
    model.D.block<2, 2>(1, 1) = D_p * p * p.transpose();
  }
  return model;
}

}  // namespace

bool ExactFinish::run(IslandSystem& system, const Rows& r, double accepted, Effort& effort,
                      BestAnswer& best) {
  const int n = system.num_groups();
  D_.resize(n);
  g_.resize(n);
  states_.assign(n, -1);
  has_factor_ = false;
  r_ = r;
  system.calc_velocities(r_, v_);
  double least = std::numeric_limits<double>::infinity();
  double last = least;
  int rounds_without_progress = 0;
  for (int round = 0;; ++round) {
    // Judge where we are.
    const double residual = best.offer(system, r_);
    rounds_without_progress = residual < 0.5 * least ? 0 : rounds_without_progress + 1;
    least = std::min(least, residual);
    if (residual <= accepted) return true;
    const bool is_hopeless = !std::isfinite(residual) || rounds_without_progress > kFinishPatience;
    if (is_hopeless || round >= kMostFinishRounds) return false;

    // Choose the states, and with them the linear model of each group.
    system.calc_relative(v_, u_);
    bool is_symmetric = true;
    int num_changes = 0;
    for (int c = 0; c < n; ++c) {
      const RowGroup& group = system.group(c);
      const GroupModel model = group.law == RowLaw::bounded
                                   ? model_of_bounded(group, r_[c], u_[c], system.stiffening(c))
                                   : model_of_contact(group, r_[c], u_[c], system.stiffening(c));
      D_[c] = model.D;
      g_[c] = model.g;
      num_changes += model.state != states_[c];
      states_[c] = model.state;
      is_symmetric = is_symmetric && model.is_symmetric;
    }
    // With the same states again the iteration is linear: it has converged if nothing gets better.
    const bool has_ended = num_changes == 0 && residual > 0.5 * last;
    const bool is_astray = num_changes > std::max<double>(kFewStateChanges, kMostStateChanges * n);
    if (round > 0 && (has_ended || is_astray)) return false;
    if (!effort.spend(effort.unit())) return false;
    last = residual;

    // A full Newton step; the momentum that is missing so far goes along.
    has_factor_ = system.factor(D_, is_symmetric);
    if (!has_factor_) return false;
    system.calc_imbalance(r_, v_, b_);
    if (!system.solve(b_, g_, kFinishRefinements, dv_, du_, dr_)) return false;
    for (std::size_t i = 0; i < v_.size(); ++i) v_[i] += dv_[i];
    for (int c = 0; c < n; ++c) r_[c] += dr_[c];
  }
}

bool ExactFinish::respond(IslandSystem& system, const std::vector<Vec6>& momenta, Rows& dr) {
  if (!has_factor_) return false;
  g_.assign(g_.size(), Vec3::Zero());
  return system.solve(momenta, g_, kFinishRefinements, dv_, du_, dr);
}

}  // namespace stiction
