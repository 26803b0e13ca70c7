#include "augmented_lagrangian.h"

#include <algorithm>
#include <cmath>

#include "group_law.h"
#include "infinity.h"

namespace stiction {
namespace {

// Constants of `run`; see the study of large islands, 2.4.
constexpr double kFirstKappa = 10;
constexpr double kGrowth = 2;         ///< of kappa after an easy inner problem
constexpr double kContraction = 0.3;  ///< factor by which |F| must fall to end an inner problem
constexpr int kMostInner = 12;
constexpr int kMostHalvings = 8;
constexpr int kEasyInner = 3;  ///< at most this many factorisations
constexpr int kHardInner = 6;  ///< more than this many
/// Limit on steps to an edge per inner problem. With it 68 of 77 hard problems of the ladder are
/// solved, in place of 64 when the inner problem failed at the edge, and those 64 take 13 % fewer
/// factorisations. 8 or 50 instead of 20 solve as many.
constexpr int kMostEdges = 20;
constexpr double kBeyondEdge = 1e-3;  ///< of the distance to it
/// Limit on kappa. It solves 23 of 23 hard problems of walls of 100 and 200 that are hit and of
/// balls with 1e6, 1e7 and 1e8, but 21 with 1e5, 20 with 1e4 and 11 with 1e3. On 36 such wall
/// problems it takes 20,344 factorisations with 1e6, 19,081 with 1e7 and 18,857 with 1e8.
constexpr double kMostKappa = 1e7;
/// Multiple of the tolerated residual of long runs below which an inner problem is solved fully,
/// and the contraction that counts as fully. On those 36 problems: 20,344 factorisations with 2
/// against 24,227 without this; more than 21,000 with 0.2 and 20.
constexpr double kNearlySolved = 2;
constexpr double kTightContraction = 1e-6;
constexpr double kLeastKappa = 1e-4;
/// Factorisations after which a run counts as long. Found on 131 steps of walls of 150 and 300 that
/// are hit and took more than 250: ten used up their effort between 1e-9 and 5e-9.
constexpr double kLongWalk = 300;
/// Limit on impulses, in units of U0 / mean compliance times the mass ratio. In jams they reach 50,
/// in walls the number of their rows. Impulses that grow beyond this grow forever, since the
/// conditions contradict each other.
constexpr double kMostImpulse = 1e4;
/// Limit on outer steps: more than any effort allows, unless they cost nothing.
constexpr int kMostOuter = 10'000;
/// |F| relative to the size of f: round-off, and the limit that is acceptable if it falls no
/// further.
constexpr double kZeroForce = 1e-13;
constexpr double kSmallForce = 1e-11;

// Constants of `run_convex`.
constexpr double kFirstConvexKappa = 1e3;
/// Growth of kappa after a step in which a row changed its state, and after one in which none did.
constexpr double kConvexGrowth = 2;
constexpr double kSteadyGrowth = 10;
constexpr double kConvexContraction = 1e-4;  ///< of |F| within a step
/// Reached only if round-off makes the steps cycle: islands of 700 held contacts take up to 212.
constexpr int kMostNewtonSteps = 300;
/// |F| in units of its largest value so far at which only round-off is left.
constexpr double kZeroConvexForce = 1e-12;
/// Proximal steps within which the residual must halve. On 120,000 steps of random mechanisms,
/// whose rows may be almost redundant, 77 end above 1e-8 with 4, 6 with 10, and 2 with 20; 2 also
/// with the interior path, which took a third more time.
constexpr int kPatience = 20;

/// The proximal step of one bounded row: r+ = clamp(z / (1 + rho s)), z = r - rho u.
struct ProximalRow {
  ProximalRow(const RowGroup& group, int i, double z, double rho)
      : yielding(1 + rho * group.softness[i]),
        yielded(z / yielding),
        impulse(std::clamp(yielded, group.lower[i], group.upper[i])),
        is_inside(yielded > group.lower[i] && yielded < group.upper[i]),
        stiffness(is_inside ? rho / yielding : 0.0) {}

  double yielding;   ///< 1 + rho s
  double yielded;    ///< z / (1 + rho s), the impulse within the bounds
  double impulse;    ///< r+
  bool is_inside;    ///< off its bounds
  double stiffness;  ///< -d r+ / d u
};

/// psi of one group at z = r - rho u. Bounded rows with softness s: r = clamp(z - rho s r).
Vec3 multiplier(const RowGroup& group, const Vec3& z, double rho) {
  if (group.law == RowLaw::bounded) {
    Vec3 r = Vec3::Zero();
    for (int i = 0; i < group.num_rows; ++i) r[i] = ProximalRow(group, i, z[i], rho).impulse;
    return r;
  }
  return within_contact_law(group, z);
}

/// D = -d psi / d u of one group at z.
Mat3 stiffness(const RowGroup& group, const Vec3& z, double rho) {
  Mat3 D = Mat3::Zero();
  if (group.law == RowLaw::bounded) {
    for (int i = 0; i < group.num_rows; ++i) {
      D(i, i) = ProximalRow(group, i, z[i], rho).stiffness;
    }
    return D;
  }
  const bool is_closed = z.x() > 0;
  if (is_closed) D(0, 0) = rho;
  const double radius = disc_radius(group, z.x());
  if (radius <= 0) return D;
  const double size = tangential_size(z);
  if (size <= radius) {
    D(1, 1) = D(2, 2) = rho;
    return D;
  }
  const Vec2 tau(z.y() / size, z.z() / size);
  const Vec2 p(-tau.y(), tau.x());
  if (is_closed) D.block<2, 1>(1, 0) = group.friction * rho * tau;
  D.block<2, 2>(1, 1) = radius / size * rho * p * p.transpose();
  return D;
}

}  // namespace

void AugmentedLagrangian::start(IslandSystem& system, const Rows& r, double kappa) {
  kappa_ = kappa;
  centre_ = r;
  no_push_.assign(r.size(), Vec3::Zero());
  r_.resize(r.size());
  D_.resize(r.size());
  system.calc_velocities(centre_, v_);
  system.calc_relative(v_, u_);
  drift_.forget();
}

/// Returns |F| at a point; puts -F into b_ and psi into r_.
double AugmentedLagrangian::evaluate(IslandSystem& system, const std::vector<Vec6>& v,
                                     const Rows& u) {
  for (int c = 0; c < system.num_groups(); ++c) {
    const double rho = system.proximal_mass(c, kappa_);
    r_[c] = multiplier(system.group(c), centre_[c] - rho * u[c], rho);
  }
  system.calc_imbalance(r_, v, b_);
  return system.measure(b_);
}

/// Newton's step from v_ and u_, which were evaluated last. False if effort runs out or the
/// factorisation or solution fails.
bool AugmentedLagrangian::find_step(IslandSystem& system, bool is_symmetric, Effort& effort) {
  if (!effort.spend(effort.unit())) return false;
  for (int c = 0; c < system.num_groups(); ++c) {
    const double rho = system.proximal_mass(c, kappa_);
    D_[c] = stiffness(system.group(c), centre_[c] - rho * u_[c], rho);
  }
  return system.factor(D_, is_symmetric) && system.solve(b_, no_push_, 1, dv_, du_, dr_);
}

bool AugmentedLagrangian::run(IslandSystem& system, const Rows& r, const Options& options,
                              Effort& effort, BestAnswer& best) {
  start(system, r, kFirstKappa);
  // |f| in the norm of M^-1: the imbalance of r = 0, v = 0.
  trial_v_.assign(v_.size(), Vec6::Zero());
  system.calc_imbalance(no_push_, trial_v_, b_);
  scale_ = system.measure(b_);

  is_contradiction_ = false;
  const double before = effort.spent_units();
  const double most_impulse =
      kMostImpulse * std::max(largest_component(r),
                              system.mass_ratio() * system.free_speed() / system.mean_compliance());
  const auto spent = [&] { return effort.spent_units() - before; };
  for (int outer = 0; outer < kMostOuter && spent() < options.most; ++outer) {
    start_v_ = v_;
    start_u_ = u_;
    const Inner inner = solve_inner(system, kContraction, effort);
    if (!inner.converged) {
      if (effort.left() < effort.unit()) break;
      if (kappa_ <= kLeastKappa) break;  // It would fail again.
      v_ = start_v_;
      u_ = start_u_;
      kappa_ = std::max(kappa_ / 4, kLeastKappa);
      drift_.forget();
      continue;
    }
    // The judge sees the step of the multipliers divided by rho, and F. Once F alone is in the way,
    // the inner problem is solved fully.
    if (measure_step(system) <= kNearlySolved * options.tolerated) {
      if (!solve_inner(system, kTightContraction, effort).converged) evaluate(system, v_, u_);
    }
    centre_.swap(r_);
    is_contradiction_ = largest_component(centre_) > most_impulse;
    if (is_contradiction_) break;
    const bool is_long = spent() > kLongWalk;
    best.offer(system, centre_);
    if (best.residual() <= (is_long ? options.tolerated : options.sufficient)) break;
    // One step solved it: no state changed.
    const bool keeps_states = inner.newton_steps + inner.edges <= 1;
    if (!keeps_states) drift_.forget();
    if (keeps_states && drift_.leap(system, kappa_, r_, centre_)) continue;
    if (inner.newton_steps <= kEasyInner) {
      kappa_ = std::min(kappa_ * kGrowth, kMostKappa);
    } else if (inner.newton_steps > kHardInner) {
      kappa_ /= 2;
    }
  }
  return finish_.run(system, centre_, options.accepted, effort, best);
}

/// The largest |r+ - r| / rho, in units of V: about what the judge sees of r+ if F is 0.
double AugmentedLagrangian::measure_step(const IslandSystem& system) const {
  double most = 0;
  for (int c = 0; c < system.num_groups(); ++c) {
    const double rho = system.proximal_mass(c, kappa_);
    most = std::max(most, (r_[c] - centre_[c]).lpNorm<Eigen::Infinity>() / rho);
  }
  return most / system.velocity_scale();
}

/// Solves F(v) = 0 for the present centre and kappa, from v_ and u_.
AugmentedLagrangian::Inner AugmentedLagrangian::solve_inner(IslandSystem& system,
                                                            double contraction, Effort& effort) {
  Inner inner = {.converged = false, .newton_steps = 0, .edges = 0};
  double size = evaluate(system, v_, u_);
  const double start_size = size;
  int last_edge = -1;  // the group at whose edge the last step ended, if at one
  const auto is_done = [&] {
    return size <= kZeroForce * scale_ ||
           (inner.newton_steps > 0 && size <= contraction * start_size);
  };
  while (inner.newton_steps < kMostInner && !is_done()) {
    if (!find_step(system, false, effort)) return inner;

    // Halve the step until |F| falls, or take the best step tried.
    double least = kInfinity;
    double best_step = 0;
    double trial_step = 0;
    double trial_size = size;
    const auto take_step = [&](double a) {
      trial_v_.resize(v_.size());
      trial_u_.resize(u_.size());
      for (std::size_t i = 0; i < v_.size(); ++i) trial_v_[i] = v_[i] + a * dv_[i];
      for (std::size_t c = 0; c < u_.size(); ++c) trial_u_[c] = u_[c] + a * du_[c];
      trial_step = a;
      trial_size = evaluate(system, trial_v_, trial_u_);
    };
    double a = 1;
    for (int halving = 0; halving < kMostHalvings; ++halving, a /= 2) {
      take_step(a);
      if (trial_size < least) {
        least = trial_size;
        best_step = a;
      }
      if (trial_size <= (1 - 0.1 * a) * size) break;
    }
    const bool falls = least < (1 - 1e-4) * size || size <= kSmallForce * scale_;
    if (falls) {
      last_edge = -1;
      ++inner.newton_steps;
    } else {
      // |F| falls only up to the next change of a state. Newton's method continues from beyond it,
      // unless it turns back there: that is a fold.
      const Edge edge = find_edge(system);
      const bool is_fold = edge.group == last_edge;
      if (is_fold || inner.edges >= kMostEdges || edge.step >= 1) return inner;
      best_step = (1 + kBeyondEdge) * edge.step;
      last_edge = edge.group;
      ++inner.edges;
    }
    const double before = size;
    if (trial_step != best_step) take_step(best_step);
    size = trial_size;
    v_.swap(trial_v_);
    u_.swap(trial_u_);
    // |F| falls no further.
    if (falls && size <= kSmallForce * scale_ && size > 0.3 * before) {
      inner.converged = true;
      return inner;
    }
  }
  inner.converged = is_done();
  return inner;
}

AugmentedLagrangian::Edge AugmentedLagrangian::find_edge(const IslandSystem& system) const {
  Edge edge = {kInfinity, -1};
  for (int c = 0; c < system.num_groups(); ++c) {
    const RowGroup& group = system.group(c);
    const double rho = system.proximal_mass(c, kappa_);
    Vec3 z = centre_[c] - rho * u_[c];
    Vec3 d = -rho * du_[c];
    if (group.law == RowLaw::bounded) {
      z.array() /= 1 + rho * group.softness.array();
      d.array() /= 1 + rho * group.softness.array();
    }
    const double step = calc_steps_to_change(group, z, d);
    if (step < edge.step) edge = {step, c};
  }
  return edge;
}

bool AugmentedLagrangian::run_convex(IslandSystem& system, const Rows& r, const Options& options,
                                     Effort& effort, BestAnswer& best) {
  start(system, r, kFirstConvexKappa);
  y_ = r;
  scale_ = 0;
  double least = kInfinity;
  const double until = effort.spent_units() + options.most;
  for (int steps_without_progress = 0; steps_without_progress < kPatience;) {
    const Minimum minimum = minimise(system, until, effort);
    centre_.swap(r_);
    const double residual = best.offer(system, centre_);
    if (residual <= options.accepted) return true;
    if (minimum == Minimum::none) break;
    steps_without_progress = residual < 0.5 * least ? 0 : steps_without_progress + 1;
    least = std::min(least, residual);
    const bool keeps_states = minimum == Minimum::with_the_same_states;
    if (!keeps_states) drift_.forget();
    if (keeps_states && drift_.leap(system, kappa_, r_, centre_)) continue;
    kappa_ = std::min((keeps_states ? kSteadyGrowth : kConvexGrowth) * kappa_, kMostKappa);
  }
  return finish_.run(system, centre_, options.accepted, effort, best);
}

/// Minimises the proximal step, F(v) = M v - f - H r+ = 0, approximately; `none` if effort or
/// digits run out.
AugmentedLagrangian::Minimum AugmentedLagrangian::minimise(IslandSystem& system, double until,
                                                           Effort& effort) {
  Minimum minimum = Minimum::with_the_same_states;
  double enough = 0;
  for (int k = 0; k < kMostNewtonSteps; ++k) {
    const double size = evaluate(system, v_, u_);
    scale_ = std::max(scale_, size);
    if (size <= std::max(enough, kZeroConvexForce * scale_)) return minimum;
    if (k == 0) enough = kConvexContraction * size;
    const bool may_go_on = effort.spent_units() < until;
    if (!may_go_on || !find_step(system, true, effort)) return Minimum::none;
    bool changes_state = false;
    const double a = search_line(system, changes_state);
    for (std::size_t i = 0; i < v_.size(); ++i) v_[i] += a * dv_[i];
    for (std::size_t c = 0; c < u_.size(); ++c) {
      u_[c] += a * du_[c];
      y_[c] += a * (r_[c] - y_[c] + dr_[c]);
    }
    if (changes_state) {
      minimum = Minimum::with_new_states;
      continue;
    }
    evaluate(system, v_, u_);
    return minimum;
  }
  return Minimum::none;
}

/// The a >= 0 at which F(v + a dv) . dv is 0. It begins at -du . (r+ - y), rises by as much up to
/// a = 1, unless rows come to their bounds or away from them: there the rise bends.
double AugmentedLagrangian::search_line(const IslandSystem& system, bool& changes_state) {
  bends_.clear();
  double work = 0;
  for (int c = 0; c < system.num_groups(); ++c) {
    const RowGroup& group = system.group(c);
    const double rho = system.proximal_mass(c, kappa_);
    work += du_[c].dot(r_[c] - y_[c]);
    for (int i = 0; i < group.num_rows; ++i) {
      const ProximalRow at(group, i, centre_[c][i] - rho * u_[c][i], rho);
      const double speed = -rho / at.yielding * du_[c][i];
      if (speed == 0) continue;
      const double bend = -speed * du_[c][i];
      const auto [enters, leaves] = std::minmax(
          {(group.lower[i] - at.yielded) / speed, (group.upper[i] - at.yielded) / speed});
      if (!at.is_inside && leaves > 0) bends_.emplace_back(std::max(0.0, enters), bend);
      if (leaves > 0 && std::isfinite(leaves)) bends_.emplace_back(leaves, -bend);
    }
  }
  std::ranges::sort(bends_);
  double a = 0;
  double value = -work;
  double slope = work;
  changes_state = false;
  if (!(work > 0)) return 1;  // Round-off.
  for (const auto& [next, bend] : bends_) {
    if (value + slope * (next - a) >= 0) break;
    value += slope * (next - a);
    slope += bend;
    a = next;
    changes_state = true;
  }
  return slope > 0 ? a - value / slope : a;
}

}  // namespace stiction
