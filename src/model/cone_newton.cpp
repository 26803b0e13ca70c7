#include "cone_newton.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

/// Conditions that hold to this, in units of V, hold to round-off.
constexpr double kConverged = 1e-12;
/// Where round-off is larger (long chains of bodies), progress ends below this; the judge decides.
constexpr double kStalled = 1e-9;
/// Pivots of the equilibrated system below this are the rank noise of redundant contacts.
constexpr double kRankThreshold = 1e-11;

/// What turns a normal velocity into an impulse, kg.
double rho_normal(const Delassus& delassus, int c) { return 1 / delassus.W(3 * c, 3 * c); }

double rho_tangential(const Delassus& delassus, int c) {
  return 2 / (delassus.W(3 * c + 1, 3 * c + 1) + delassus.W(3 * c + 2, 3 * c + 2));
}

double friction_bound(const ContactProblem::Contact& contact, const Vec3& r) {
  return contact.friction * (std::max(0.0, r.x()) + contact.prior_normal_impulse);
}

Vec2 perpendicular(const Vec2& v) { return {-v.y(), v.x()}; }

}  // namespace

bool ConeNewton::solve(const ContactProblem& problem, const Delassus& delassus, int max_iterations,
                       std::vector<Vec3>& impulses, int& iterations) {
  const double V = problem.velocity_scale > 0 ? problem.velocity_scale : 1.0;
  double last_error = std::numeric_limits<double>::infinity();
  for (int k = 0; k <= max_iterations; ++k) {
    update_velocities(problem, impulses);
    classify(problem, delassus, impulses);
    update_velocities(problem, impulses);
    const double error = calc_residual(problem, delassus, impulses) / V;
    if (error <= kConverged) return true;
    if (error <= kStalled && error > 0.5 * last_error) return true;
    if (!std::isfinite(error) || k == max_iterations) return false;
    last_error = error;
    linearise(problem, delassus, impulses);
    if (!step(delassus, impulses)) return false;
    ++iterations;
  }
  return false;
}

void ConeNewton::update_velocities(const ContactProblem& problem,
                                   const std::vector<Vec3>& impulses) {
  velocities_.resize(problem.bodies.size());
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    velocities_[i] = problem.bodies[i].free_velocity;
  }
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    apply_contact_impulse(problem, problem.contacts[c], impulses[c], velocities_);
  }
}

void ConeNewton::classify(const ContactProblem& problem, const Delassus& delassus,
                          std::vector<Vec3>& impulses) {
  const int n = static_cast<int>(problem.contacts.size());
  states_.resize(n);
  slip_directions_.resize(n);
  turn_factors_.resize(n);
  rows_.clear();
  for (int c = 0; c < n; ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const Vec3 u = calc_contact_velocity(contact, velocities_);
    Vec3& r = impulses[c];
    const bool loaded = r.x() - rho_normal(delassus, c) * u.x() > 0;
    const double bound = friction_bound(contact, r);
    if (!loaded && contact.prior_normal_impulse == 0) {
      states_[c] = State::open;
      r.setZero();
      continue;
    }
    if (contact.friction == 0) r.tail<2>().setZero();
    const Vec2 tau = r.tail<2>() - rho_tangential(delassus, c) * u.tail<2>();
    states_[c] = tau.norm() <= bound ? State::stick : State::slide;
    slip_directions_[c] = tau.norm() > 0 ? Vec2(tau.normalized()) : Vec2(1, 0);
    turn_factors_[c] = tau.norm() > 0 ? bound / tau.norm() : 1.0;
    const int num_rows = contact.friction == 0 ? 1 : 3;
    for (int k = 0; k < num_rows; ++k) rows_.push_back(3 * c + k);
  }
}

double ConeNewton::calc_residual(const ContactProblem& problem, const Delassus& delassus,
                                 const std::vector<Vec3>& impulses) {
  residuals_.assign(rows_.size(), 0.0);
  double largest = 0;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    if (states_[c] != State::open) continue;
    const Vec3 u = calc_contact_velocity(problem.contacts[c], velocities_);
    largest = std::max(largest, -u.x());
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const int c = rows_[i] / 3;
    const int component = rows_[i] % 3;
    const Vec3 u = calc_contact_velocity(problem.contacts[c], velocities_);
    residuals_[i] = u[component];
    if (component > 0 && states_[c] == State::slide) {
      const Vec2 e = component == 1 ? slip_directions_[c] : perpendicular(slip_directions_[c]);
      const double bound =
          component == 1 ? friction_bound(problem.contacts[c], impulses[c]) : 0.0;
      // Along tau: f.e = b. Across it: f.p = 0, both as velocities.
      residuals_[i] = (impulses[c].tail<2>().dot(e) - bound) / rho_tangential(delassus, c);
    }
    largest = std::max(largest, std::abs(residuals_[i]));
  }
  return largest;
}

void ConeNewton::linearise(const ContactProblem& problem, const Delassus& delassus,
                           const std::vector<Vec3>& impulses) {
  const int k = static_cast<int>(rows_.size());
  system_.setZero(k, k);
  right_.resize(k);
  for (int i = 0; i < k; ++i) {
    const int c = rows_[i] / 3;
    right_[i] = -residuals_[i];
    if (rows_[i] % 3 > 0 && states_[c] == State::slide) {
      linearise_sliding(i, c, problem.contacts[c], delassus, impulses[c]);
      continue;
    }
    for (int j = 0; j < k; ++j) system_(i, j) = delassus.W(rows_[i], rows_[j]);
  }
}

// With e = tau/|tau|, p across it, and s = b/|tau| < 1, the derivative of f - b e is
//     along  e:  e.df - mu dtheta
//     across p:  p.df - s p.(df - rho_t du_t) = (1 - s) p.df + s rho_t p.W_t dr
// both divided by rho_t to be velocities like the other rows.
void ConeNewton::linearise_sliding(int row, int c, const ContactProblem::Contact& contact,
                                   const Delassus& delassus, const Vec3& r) {
  const bool along = rows_[row] % 3 == 1;
  const Vec2 e = along ? slip_directions_[c] : perpendicular(slip_directions_[c]);
  const double rho = rho_tangential(delassus, c);
  const double s = along ? 0.0 : turn_factors_[c];
  const int first = row - rows_[row] % 3;  // position of this contact's normal row
  for (int j = 0; s > 0 && j < static_cast<int>(rows_.size()); ++j) {
    system_(row, j) = s * (e.x() * delassus.W(3 * c + 1, rows_[j]) +
                           e.y() * delassus.W(3 * c + 2, rows_[j]));
  }
  system_(row, first + 1) += (1 - s) * e.x() / rho;
  system_(row, first + 2) += (1 - s) * e.y() / rho;
  if (along && r.x() >= 0) system_(row, first) -= contact.friction / rho;
}

bool ConeNewton::step(const Delassus& delassus, std::vector<Vec3>& impulses) {
  // Equilibrate: unknowns and rows in units in which W has a diagonal of ones.
  const int k = static_cast<int>(rows_.size());
  Eigen::VectorXd scale(k);
  for (int i = 0; i < k; ++i) scale[i] = 1 / std::sqrt(delassus.W(rows_[i], rows_[i]));
  system_ = scale.asDiagonal() * system_ * scale.asDiagonal();
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  factors.setThreshold(kRankThreshold);
  factors.compute(system_);
  const Eigen::VectorXd change = scale.cwiseProduct(factors.solve(scale.cwiseProduct(right_)));
  if (!change.allFinite()) return false;
  for (int i = 0; i < k; ++i) impulses[rows_[i] / 3][rows_[i] % 3] += change[i];
  return true;
}

}  // namespace stiction
