#include "cone_newton.h"

#include <algorithm>
#include <cmath>

#include "infinity.h"

namespace stiction {
namespace {

/// Conditions that hold to this, in units of V, hold to round-off.
constexpr double kConverged = 1e-13;
/// Where round-off is larger (long chains of bodies), progress ends below this; the judge decides.
constexpr double kStalled = 1e-9;
constexpr int kMaxStalled = 2;
/// Stationary above `kStalled` and below this, the pieces contradict each other by a little.
constexpr double kNearby = 1e-3;
/// Pivots of the equilibrated system below this are the rank noise of redundant contacts.
constexpr double kRankThreshold = 1e-11;
/// Impulses below this, in units of m_c V, load nothing: round-off must not decide a state.
constexpr double kLoadNoise = 1e-12;
constexpr int kMaxHalvings = 2;
/// Multiplications of a factorisation of k rows, in units of k^3, about.
constexpr double kFactorWork = 4;

/// What turns a normal velocity into an impulse, kg.
double rho_normal(const Delassus& delassus, int c) { return 1 / delassus.W(3 * c, 3 * c); }

/// The unit of friction, kg: rho_t with a factor of 1.
double tangential_mass(const Delassus& delassus, int c) {
  return 2 / (delassus.W(3 * c + 1, 3 * c + 1) + delassus.W(3 * c + 2, 3 * c + 2));
}

double scale_of(const ContactProblem& problem) {
  return problem.velocity_scale > 0 ? problem.velocity_scale : 1.0;
}

/// The largest t >= 0 for which r + t d is in the cone of a contact: theta >= 0 and, where it
/// `sticks`, |f| <= mu (theta + prior impulse).
double calc_way_to_boundary(const ContactProblem::Contact& contact, const Vec3& r, const Vec3& d,
                            bool sticks) {
  double way = kInfinity;
  if (d.x() < 0) way = std::max(0.0, r.x()) / -d.x();
  if (!sticks) return way;
  // |f + t df|^2 = mu^2 (N + t dn)^2
  const double mu = contact.friction;
  const double N = std::max(0.0, r.x()) + contact.prior_normal_impulse;
  const double a = d.tail<2>().squaredNorm() - mu * mu * d.x() * d.x();
  const double b = r.tail<2>().dot(d.tail<2>()) - mu * mu * N * d.x();
  const double c = std::min(0.0, r.tail<2>().squaredNorm() - mu * mu * N * N);
  const double root = std::sqrt(std::max(0.0, b * b - a * c));
  // The smaller positive root of a t^2 + 2 b t + c = 0, c <= 0, in the form without cancellation.
  const double denominator = b + root;
  if (denominator > 0) way = std::min(way, -c / denominator);
  return way;
}

Vec2 perpendicular(const Vec2& v) { return {-v.y(), v.x()}; }

}  // namespace

bool ConeNewton::solve(const ContactProblem& problem, const Delassus& delassus,
                       const Limits& limits, Effort& effort, std::vector<Vec3>& impulses,
                       ContactStatistics& statistics) {
  rho_factor_ = limits.rho_factor;
  double error = assess(problem, delassus, impulses);
  if (error <= limits.accepted) return true;
  double best_error = error;
  int num_stalled = 0;
  best_ = impulses;
  for (int k = 0; k < limits.iterations && error > kConverged && std::isfinite(error); ++k) {
    linearise(delassus, problem);
    if (!calc_change(delassus, effort, statistics)) break;
    const double last = error;
    error = search_along(problem, delassus, error, impulses);
    if (error < best_error) {
      best_error = error;
      best_ = impulses;
    }
    num_stalled = error > 0.5 * last ? num_stalled + 1 : 0;
    if (best_error <= kStalled && num_stalled == kMaxStalled) break;
    const bool is_stuck = error > 0.9 * last && error < kNearby;
    if (is_stuck && step_to_boundary(problem, delassus, effort, impulses, statistics)) {
      error = assess(problem, delassus, impulses);
    }
  }
  impulses = best_;
  return best_error <= kStalled;
}

/// The pieces that the impulses lie in, and how far they are from solving those; open contacts
/// lose their impulses. Units of V.
double ConeNewton::assess(const ContactProblem& problem, const Delassus& delassus,
                          std::vector<Vec3>& impulses) {
  update_velocities(problem, impulses);
  classify(problem, delassus, impulses);
  update_velocities(problem, impulses);
  return calc_residual(problem, delassus, impulses) / scale_of(problem);
}

void ConeNewton::update_velocities(const ContactProblem& problem,
                                   const std::vector<Vec3>& impulses) {
  velocities_.resize(problem.bodies.size());
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    velocities_[i] = problem.bodies[i].free_velocity;
  }
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    if (impulses[c].isZero(0)) continue;
    apply_contact_impulse(problem, problem.contacts[c], impulses[c], velocities_);
  }
}

void ConeNewton::classify(const ContactProblem& problem, const Delassus& delassus,
                          std::vector<Vec3>& impulses) {
  const int n = static_cast<int>(problem.contacts.size());
  const double V = scale_of(problem);
  pieces_.assign(n, {});
  rows_.clear();
  for (int c = 0; c < n; ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const Vec3 u = calc_contact_velocity(contact, velocities_);
    Vec3& r = impulses[c];
    Piece& piece = pieces_[c];
    const double rho_n = rho_normal(delassus, c);
    piece.first_row = static_cast<int>(rows_.size());
    piece.loaded = r.x() - rho_n * u.x() > kLoadNoise * rho_n * V;
    if (piece.loaded) {
      rows_.push_back(3 * c);
    } else {
      r.x() = 0;
    }
    const double lean = std::max(0.0, r.x()) + contact.prior_normal_impulse;
    piece.bound = contact.friction * lean;
    if (contact.friction == 0 || (!piece.loaded && piece.bound == 0)) {
      r.tail<2>().setZero();
      continue;
    }
    const double rho_t = rho_factor_ * tangential_mass(delassus, c);
    const Vec2 tau = r.tail<2>() - rho_t * u.tail<2>();
    const double size = tau.norm();
    piece.friction = size <= piece.bound ? Friction::stick : Friction::slide;
    if (size > 0) piece.direction = tau / size;
    piece.turn_factor = size > 0 ? piece.bound / size : 1.0;
    rows_.push_back(3 * c + 1);
    rows_.push_back(3 * c + 2);
  }
}

double ConeNewton::calc_residual(const ContactProblem& problem, const Delassus& delassus,
                                 const std::vector<Vec3>& impulses) {
  residuals_.clear();
  double largest = 0;
  const auto add = [&](double residual) {
    residuals_.push_back(residual);
    largest = std::max(largest, std::abs(residual));
  };
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const Piece& piece = pieces_[c];
    const Vec3 u = calc_contact_velocity(problem.contacts[c], velocities_);
    if (!u.allFinite()) return kInfinity;
    if (piece.loaded) {
      add(u.x());
    } else {
      largest = std::max(largest, -u.x());
    }
    if (piece.friction == Friction::stick) {
      add(u.y());
      add(u.z());
    } else if (piece.friction == Friction::slide) {
      // Along tau: f.e = b. Across it: f.p = 0, both as velocities.
      const double mass = tangential_mass(delassus, static_cast<int>(c));
      const Vec2 f = impulses[c].tail<2>();
      add((f.dot(piece.direction) - piece.bound) / mass);
      add(f.dot(perpendicular(piece.direction)) / mass);
    }
    // A load that pulls is as wrong as the velocity that it makes.
    if (piece.loaded && impulses[c].x() < 0) {
      largest = std::max(largest, -impulses[c].x() / rho_normal(delassus, static_cast<int>(c)));
    }
  }
  return largest;
}

void ConeNewton::linearise(const Delassus& delassus, const ContactProblem& problem) {
  const int k = static_cast<int>(rows_.size());
  system_.setZero(k, k);
  right_.resize(k);
  for (int i = 0; i < k; ++i) {
    const int c = rows_[i] / 3;
    const int component = rows_[i] % 3;
    right_[i] = -residuals_[i];
    if (component > 0 && pieces_[c].friction == Friction::slide) {
      linearise_sliding(delassus, problem.contacts[c].friction, c, i, component == 1);
      continue;
    }
    for (int j = 0; j < k; ++j) system_(i, j) = delassus.W(rows_[i], rows_[j]);
  }
}

// With e = tau/|tau|, p across it, and s = b/|tau| < 1, the derivative of f - b e is
//     along  e:  e.df - mu dtheta
//     across p:  p.df - s p.(df - rho_t du_t) = (1 - s) p.df + s rho_t p.W_t dr
// both divided by a mass to be velocities like the other rows.
void ConeNewton::linearise_sliding(const Delassus& delassus, double friction, int c, int row,
                                   bool along) {
  const Piece& piece = pieces_[c];
  const Vec2 e = along ? piece.direction : perpendicular(piece.direction);
  const double mass = tangential_mass(delassus, c);
  const double s = along ? 0.0 : piece.turn_factor;
  for (int j = 0; s > 0 && j < static_cast<int>(rows_.size()); ++j) {
    const double Wt =
        e.x() * delassus.W(3 * c + 1, rows_[j]) + e.y() * delassus.W(3 * c + 2, rows_[j]);
    system_(row, j) = s * rho_factor_ * Wt;
  }
  const int tangential = piece.first_row + (piece.loaded ? 1 : 0);
  system_(row, tangential) += (1 - s) * e.x() / mass;
  system_(row, tangential + 1) += (1 - s) * e.y() / mass;
  if (along && piece.loaded) system_(row, piece.first_row) -= friction / mass;
}

/// The minimum-norm solution in units in which W has a diagonal of ones, the rows scaled to 1.
/// False if it costs more effort than is left, or goes out of range.
bool ConeNewton::calc_change(const Delassus& delassus, Effort& effort,
                             ContactStatistics& statistics) {
  const int k = static_cast<int>(rows_.size());
  if (k == 0 || !effort.spend(kFactorWork * k * k * k)) return false;
  ++statistics.factorisations;
  scale_.resize(k);
  for (int i = 0; i < k; ++i) scale_[i] = 1 / std::sqrt(delassus.W(rows_[i], rows_[i]));
  system_ = system_ * scale_.asDiagonal();
  for (int i = 0; i < k; ++i) {
    const double size = system_.row(i).norm();
    if (size == 0) continue;
    system_.row(i) /= size;
    right_[i] /= size;
  }
  if (!solver_.factor(system_, kRankThreshold, effort)) return false;
  change_ = solver_.solve(right_).cwiseProduct(scale_);
  changed_rows_ = rows_;
  return change_.allFinite();
}

/// Where contacts are redundant, gaps of the size of round-off can make the conditions of the
/// pieces contradict each other: all contacts of a jammed body cannot close exactly. The answer
/// then lies where one of them is at the border of its cone, a long way off along impulses that
/// move nothing. This goes there: along the violated velocities, projected on the null space of the
/// system, up to the first border. False if there is no such way.
bool ConeNewton::step_to_boundary(const ContactProblem& problem, const Delassus& delassus,
                                  Effort& effort, std::vector<Vec3>& impulses,
                                  ContactStatistics& statistics) {
  linearise(delassus, problem);
  if (!calc_change(delassus, effort, statistics)) return false;
  const int k = static_cast<int>(rows_.size());
  Eigen::VectorXd push(k);
  for (int i = 0; i < k; ++i) {
    const bool is_bound = rows_[i] % 3 > 0 && pieces_[rows_[i] / 3].friction == Friction::slide;
    push[i] = is_bound ? 0.0 : -scale_[i] * residuals_[i];
  }
  const Eigen::VectorXd still = push - solver_.solve(system_ * push);
  if (!(still.norm() > 0.1 * push.norm())) return false;
  std::vector<Vec3> direction(impulses.size(), Vec3::Zero());
  for (int i = 0; i < k; ++i) direction[rows_[i] / 3][rows_[i] % 3] = scale_[i] * still[i];
  double way = kInfinity;
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    if (!pieces_[c].loaded) continue;
    way = std::min(way, calc_way_to_boundary(problem.contacts[c], impulses[c], direction[c],
                                             pieces_[c].friction == Friction::stick));
  }
  if (!std::isfinite(way) || way == 0) return false;
  for (std::size_t c = 0; c < impulses.size(); ++c) impulses[c] += way * direction[c];
  return true;
}

/// Applies the change, or the part of it that makes the error smaller; if none does, all of it: the
/// way out of a piece may lead uphill.
double ConeNewton::search_along(const ContactProblem& problem, const Delassus& delassus,
                                double error, std::vector<Vec3>& impulses) {
  start_ = impulses;
  const auto try_share = [&](double share) {
    impulses = start_;
    for (std::size_t i = 0; i < changed_rows_.size(); ++i) {
      impulses[changed_rows_[i] / 3][changed_rows_[i] % 3] += share * change_[static_cast<int>(i)];
    }
    return assess(problem, delassus, impulses);
  };
  double share = 1;
  for (int k = 0; k <= kMaxHalvings; ++k, share *= 0.5) {
    const double reached = try_share(share);
    if (reached < error) return reached;
  }
  return try_share(1);
}

}  // namespace stiction
