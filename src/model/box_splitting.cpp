#include "box_splitting.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "facet_angles.h"
#include "infinity.h"

namespace stiction {
namespace {

/// Passes before the first that is accelerated.
constexpr int kPlainBoxPasses = 20;
/// Passes without progress after which splitting has stagnated.
constexpr int kBoxPatience = 25;
/// Every so many passes one is made without the proximal term. Where the equations of redundant
/// contacts disagree by round-off, the term would let loads creep from pass to pass.
constexpr int kExactEvery = 4;
/// Axes that are this near to where they should be stay, rad.
constexpr double kAligned = 1e-11;
/// Friction this near to its bound, relative, is at it; smaller bounds are none, in units of the
/// largest normal impulse.
constexpr double kAtBound = 1e-9;
constexpr double kNoBound = 1e-12;
/// Of rho: 1 is safe for all contacts of a body turning together; larger follows the slip more than
/// the tangential impulse.
constexpr double kStepFactor = 3;

/// From a direction with this angle to another one, rad.
double turn_between(double angle, const Vec2& direction) {
  return std::abs(std::remainder(angle_of(direction) - angle, 2 * std::numbers::pi));
}

}  // namespace

double friction_bound(const ContactProblem::Contact& contact, double normal_impulse) {
  if (contact.friction == 0) return 0;
  return contact.friction * (std::max(0.0, normal_impulse) + contact.prior_normal_impulse);
}

bool BoxSplitting::start(const ContactProblem& problem, const BoxFrictionOptions& options,
                         const std::vector<Vec3>& impulses, const std::vector<double>& angles,
                         Effort& effort) {
  const std::size_t n = problem.contacts.size();
  options_ = options;
  angles_ = angles;
  bounds_.assign(n, 0.0);
  compliances_.assign(n, 0.0);
  slips_.assign(n, Vec2::Zero());
  num_passes_ = 0;
  change_ = best_change_ = kInfinity;
  passes_since_best_ = 0;
  mixing_.restart();
  if (!pass_.start(problem, impulses, effort)) return false;
  calc_steps();
  estimate_first(impulses);
  return true;
}

/// rho of each contact.
void BoxSplitting::calc_steps() {
  const Eigen::MatrixXd& W = pass_.delassus().W;
  steps_.assign(angles_.size(), 0.0);
  for (Eigen::Index i = 0; i < W.rows(); i += 3) {
    double sum = 0;
    for (Eigen::Index j = 0; j < W.rows(); j += 3) sum += W.block<2, 2>(i + 1, j + 1).norm();
    const double mean = pass_.units().mass * sum / std::sqrt(2.0);
    if (mean > 0) steps_[static_cast<std::size_t>(i / 3)] = kStepFactor / mean;
  }
}

void BoxSplitting::estimate_first(const std::vector<Vec3>& impulses) {
  estimate_.setZero(3 * static_cast<Eigen::Index>(impulses.size()));
  if (options_.first == BoxFirstEstimate::frictionless) return;
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    const double load = options_.first == BoxFirstEstimate::sticking
                            ? kInfinity
                            : impulses[c].x() / pass_.impulse_unit();
    // The length of the direction does not matter.
    estimate_.segment<3>(3 * static_cast<Eigen::Index>(c)) << load, std::cos(angles_[c]),
        std::sin(angles_[c]);
  }
}

bool BoxSplitting::pass(const ContactProblem& problem, SolverWork& work) {
  ++num_passes_;
  take_estimate(problem);
  // The proximal term is gone to round-off after three solves, for what is taken as it is.
  const int solves = options_.has_fixed_passes ? 3 : 2;
  for (int k = 0; k < solves; ++k) {
    const bool is_proximal = num_passes_ % kExactEvery != 0;
    if (!pass_.solve(angles_, bounds_, compliances_, is_proximal, work)) return false;
  }
  calc_found();
  if (!found_.allFinite()) return false;
  change_ = calc_change(problem);
  return true;
}

void BoxSplitting::take_estimate(const ContactProblem& problem) {
  const bool is_turning = !options_.has_fixed_passes || num_passes_ <= 2;
  for (std::size_t c = 0; c < bounds_.size(); ++c) {
    const Vec3 of_contact = estimate_.segment<3>(3 * static_cast<Eigen::Index>(c));
    bounds_[c] = friction_bound(problem.contacts[c], of_contact.x() * pass_.impulse_unit());
    const Vec2 direction = of_contact.tail<2>();
    if (is_turning && turn_between(angles_[c], direction) > kAligned && !direction.isZero(0)) {
      angles_[c] = angle_of(direction);
    }
    if (!options_.has_fixed_passes) compliances_[c] = calc_compliance(c);
  }
}

/// Slip along the first axis over the bound of friction.
double BoxSplitting::calc_compliance(std::size_t c) const {
  const Vec2 axis(std::cos(angles_[c]), std::sin(angles_[c]));
  const double bound = bounds_[c] / pass_.impulse_unit();
  const double compliance = std::abs(slips_[c].dot(axis)) / bound;
  return std::isfinite(compliance) ? compliance : 0.0;
}

/// (theta, f - rho u_t) of the last pass; notes its slips.
void BoxSplitting::calc_found() {
  found_.resize(estimate_.size());
  for (std::size_t c = 0; c < angles_.size(); ++c) {
    found_.segment<3>(3 * static_cast<Eigen::Index>(c)) =
        pass_.impulses()[c] / pass_.impulse_unit();
  }
  const Delassus& delassus = pass_.delassus();
  const Eigen::VectorXd u =
      pass_.units().mass * (delassus.W * found_) + delassus.u_free / pass_.units().velocity;
  for (std::size_t c = 0; c < angles_.size(); ++c) {
    const Eigen::Index i = 3 * static_cast<Eigen::Index>(c) + 1;
    slips_[c] = u.segment<2>(i);
    found_.segment<2>(i) -= steps_[c] * slips_[c];
  }
}

/// Where friction is at its bound the axes matter, and the normal impulses in any case.
double BoxSplitting::calc_change(const ContactProblem& problem) const {
  double largest = 0;
  for (Eigen::Index i = 0; i < found_.size(); i += 3) largest = std::max(largest, found_[i]);
  if (!(largest > 0)) return 0;
  double change = 0;
  for (std::size_t c = 0; c < angles_.size(); ++c) {
    if (problem.contacts[c].friction == 0) continue;
    const Eigen::Index i = 3 * static_cast<Eigen::Index>(c);
    change = std::max(change, std::abs(found_[i] - estimate_[i]) / largest);
    const double unit = largest * pass_.impulse_unit();
    if (bounds_[c] > kNoBound * unit) {
      change = std::max(change, calc_turn(c));
    }
  }
  return change;
}

/// How far the axes of a contact are from the direction that they should have, rad; 0 where its
/// friction is inside the bound.
double BoxSplitting::calc_turn(std::size_t c) const {
  const Vec2 f = pass_.impulses()[c].tail<2>();
  if (f.norm() < (1 - kAtBound) * bounds_[c]) return 0;
  const Vec2 direction = found_.segment<2>(3 * static_cast<Eigen::Index>(c) + 1);
  return turn_between(angles_[c], direction);
}

void BoxSplitting::choose_next() {
  if (options_.has_fixed_passes || num_passes_ < kPlainBoxPasses) {
    estimate_ = found_;
    return;
  }
  if (change_ > kSetback * best_change_) {
    mixing_.restart();
    estimate_ = 0.5 * (estimate_ + found_);
  } else {
    estimate_ = mixing_.mix(estimate_, found_);
  }
  ++passes_since_best_;
  if (change_ < 0.9 * best_change_) {
    best_change_ = change_;
    passes_since_best_ = 0;
  }
}

bool BoxSplitting::has_stagnated() const { return passes_since_best_ >= kBoxPatience; }

}  // namespace stiction
