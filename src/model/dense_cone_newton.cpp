#include "dense_cone_newton.h"

#include <algorithm>
#include <cmath>

#include "infinity.h"

namespace stiction {
namespace {

/// |F| at which the conditions hold to round-off.
constexpr double kDenseConverged = 1e-15;
/// Below this, progress may end in round-off.
constexpr double kDenseStalled = 1e-10;
constexpr int kDenseMaxStalled = 3;
/// Pivots of the equilibrated system below this are the rank noise of redundant contacts.
constexpr double kDenseRankThreshold = 1e-12;
constexpr int kDenseMaxHalvings = 3;

}  // namespace

int DenseConeNewton::improve(const ConeProblem& problem, const Limits& limits, Eigen::VectorXd& r) {
  rho_factor_ = limits.rho_factor;
  double error = assess(problem, r);
  double best_error = error;
  best_ = r;
  int num_stalled = 0;
  int k = 0;
  while (k < limits.iterations && error > kDenseConverged && std::isfinite(error)) {
    linearise(problem, r);
    if (!calc_change(problem)) break;
    ++k;
    const double last = error;
    error = search_along(problem, error, r);
    if (error < best_error) {
      best_error = error;
      best_ = r;
    }
    num_stalled = error > 0.5 * last ? num_stalled + 1 : 0;
    if (best_error <= kDenseStalled && num_stalled == kDenseMaxStalled) break;
  }
  r = best_;
  return k;
}

/// Opens contacts, finds the pieces of the others and F there. Returns the largest |F|.
double DenseConeNewton::assess(const ConeProblem& problem, Eigen::VectorXd& r) {
  update_velocity(problem, r);
  if (!u_.allFinite()) return kInfinity;
  find_pieces(problem, r);
  update_velocity(problem, r);
  values_.resize(static_cast<Eigen::Index>(rows_.size()));
  for (Piece& piece : pieces_) evaluate(problem, r, piece);
  double error = values_.size() > 0 ? values_.lpNorm<Eigen::Infinity>() : 0.0;
  for (int c = 0; c < problem.num_contacts(); ++c) {
    const int n = problem.first_row(c);
    error = std::max({error, -r[n], r[n] == 0 ? -problem.rho_normal(c) * u_[n] : 0.0});
  }
  return std::isfinite(error) ? error : kInfinity;
}

void DenseConeNewton::update_velocity(const ConeProblem& problem, const Eigen::VectorXd& r) {
  u_.noalias() = problem.W * r;
  u_ += problem.q;
}

void DenseConeNewton::find_pieces(const ConeProblem& problem, Eigen::VectorXd& r) {
  pieces_.clear();
  rows_.clear();
  for (int c = 0; c < problem.num_contacts(); ++c) {
    const int n = problem.first_row(c);
    if (!(r[n] - problem.rho_normal(c) * u_[n] > 0)) {
      r.segment(n, problem.dimension).setZero();
      continue;
    }
    Piece piece;
    piece.contact = c;
    piece.first_row = static_cast<int>(rows_.size());
    pieces_.push_back(piece);
    for (int k = 0; k < problem.dimension; ++k) rows_.push_back(n + k);
  }
}

void DenseConeNewton::evaluate(const ConeProblem& problem, const Eigen::VectorXd& r, Piece& piece) {
  const int n = problem.first_row(piece.contact);
  const int tangents = problem.dimension - 1;
  const double rho_t = rho_factor_ * problem.rho_tangential(piece.contact);
  const double b = problem.mu[piece.contact] * std::max(0.0, r[n]);
  const Eigen::VectorXd tau = r.segment(n + 1, tangents) - rho_t * u_.segment(n + 1, tangents);
  const double size = tau.norm();
  piece.slides = size > b || problem.mu[piece.contact] == 0;
  piece.turn_factor = size > 0 ? b / size : 0.0;
  piece.direction = size > 0 ? Eigen::VectorXd(tau / size) : Eigen::VectorXd::Zero(tangents);
  values_[piece.first_row] = problem.rho_normal(piece.contact) * u_[n];
  values_.segment(piece.first_row + 1, tangents) =
      piece.slides ? Eigen::VectorXd(r.segment(n + 1, tangents) - b * piece.direction)
                   : Eigen::VectorXd(rho_t * u_.segment(n + 1, tangents));
}

/// The derivative of F in the rows and columns of the loaded contacts.
void DenseConeNewton::linearise(const ConeProblem& problem, const Eigen::VectorXd& r) {
  system_ = problem.W(rows_, rows_);
  for (const Piece& piece : pieces_) {
    system_.row(piece.first_row) *= problem.rho_normal(piece.contact);
    linearise_friction(problem, r, piece);
  }
}

// Where it slides, with e = tau/|tau|, P = I - e e^T, s = b/|tau|:
//     dF_t = dr_t - mu e dr_n - s P (dr_t - rho_t du_t)
void DenseConeNewton::linearise_friction(const ConeProblem& problem, const Eigen::VectorXd& r,
                                         const Piece& piece) {
  const int tangents = problem.dimension - 1;
  const int t = piece.first_row + 1;
  auto rows = system_.middleRows(t, tangents);
  rows *= rho_factor_ * problem.rho_tangential(piece.contact);
  if (!piece.slides) return;
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(tangents, tangents);
  const Eigen::MatrixXd turning =
      piece.turn_factor * (identity - piece.direction * piece.direction.transpose());
  rows = (turning * rows).eval();
  rows.middleCols(t, tangents) += identity - turning;
  if (r[problem.first_row(piece.contact)] > 0) {
    rows.col(piece.first_row) -= problem.mu[piece.contact] * piece.direction;
  }
}

/// The least solution in units in which W has a diagonal of ones, the rows scaled to 1.
bool DenseConeNewton::calc_change(const ConeProblem& problem) {
  const Eigen::Index k = system_.rows();
  if (k == 0) return false;
  scale_.resize(k);
  for (Eigen::Index i = 0; i < k; ++i) {
    const double W_ii = problem.W(rows_[i], rows_[i]);
    scale_[i] = W_ii > 0 ? 1 / std::sqrt(W_ii) : 1.0;
  }
  system_ = (system_ * scale_.asDiagonal()).eval();
  for (Eigen::Index i = 0; i < k; ++i) {
    const double size = system_.row(i).norm();
    if (!(size > 0)) continue;
    system_.row(i) /= size;
    values_[i] /= size;
  }
  Effort unlimited;
  solver_.factor(system_, kDenseRankThreshold, unlimited);
  change_ = solver_.solve(-values_).cwiseProduct(scale_);
  changed_rows_ = rows_;
  return change_.allFinite();
}

/// Applies the change, or the part of it that makes |F| smaller; if none does, all of it: the way
/// out of a piece may lead uphill.
double DenseConeNewton::search_along(const ConeProblem& problem, double error, Eigen::VectorXd& r) {
  start_ = r;
  const auto try_share = [&](double share) {
    r = start_;
    r(changed_rows_) += share * change_;
    return assess(problem, r);
  };
  double share = 1;
  for (int k = 0; k <= kDenseMaxHalvings; ++k, share *= 0.5) {
    const double reached = try_share(share);
    if (reached < error) return reached;
  }
  return try_share(1);
}

}  // namespace stiction
