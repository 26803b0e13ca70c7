#include "dense_cone_sweep.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace stiction {
namespace {

constexpr int kBrackets = 24;
constexpr int kBisections = 60;

/// One contact of kSize rows, u = W r + q, and the answers that were found for it.
template <int kSize>
class LocalContact {
 public:
  using Matrix = Eigen::Matrix<double, kSize, kSize>;
  using Vector = Eigen::Matrix<double, kSize, 1>;
  using Tangents = Eigen::Matrix<double, kSize - 1, 1>;

  LocalContact(const Matrix& W, const Vector& q, double mu, const Vector& before)
      : W_(W), q_(q), mu_(mu), before_(before) {}

  /// The answer nearest to the impulse before; none if there is no answer.
  std::optional<Vector> solve() {
    if (q_[0] >= 0) consider(Vector::Zero());
    find_stick();
    if constexpr (kSize == 2) {
      for (const double e : {1.0, -1.0}) find_slip_along(Tangents::Constant(e));
    } else {
      find_slips();
    }
    return nearest_;
  }

 private:
  void consider(const Vector& r) {
    if (!r.allFinite()) return;
    if (!nearest_ || (r - before_).norm() < (*nearest_ - before_).norm()) nearest_ = r;
  }

  void find_stick() {
    if (mu_ == 0) return;
    const Vector r = Eigen::FullPivLU<Matrix>(W_).solve(-q_);
    if (!((W_ * r + q_).norm() <= 1e-9 * q_.norm())) return;
    if (r[0] >= 0 && tangential(r).norm() <= mu_ * r[0]) consider(r);
  }

  static Tangents tangential(const Vector& v) { return v.template tail<kSize - 1>(); }

  /// r = r_n (1, mu e) with u_n = 0; NaN if the contact cannot close so.
  Vector slip_impulse(const Tangents& e) const {
    Vector shape;
    shape << 1.0, mu_ * e;
    const double response = W_.row(0).dot(shape);
    const double r_n = -q_[0] / response;
    const bool closes = response > 0 && r_n >= 0 && std::isfinite(r_n);
    return (closes ? r_n : std::numeric_limits<double>::quiet_NaN()) * shape;
  }

  /// Takes it if the slip is opposite to e; comparisons with NaN are false.
  void find_slip_along(const Tangents& e) {
    const Vector r = slip_impulse(e);
    if (tangential(W_ * r + q_).dot(e) <= 0) consider(r);
  }

  static Tangents direction_at(double angle) { return {std::cos(angle), std::sin(angle)}; }

  /// e x u_t: zero where slip lies along e. NaN if the contact cannot close.
  double miss(double angle) const {
    const Tangents e = direction_at(angle);
    const Vector u = W_ * slip_impulse(e) + q_;
    return e[0] * u[2] - e[1] * u[1];
  }

  void find_slips() {
    constexpr double kStep = 2 * std::numbers::pi / kBrackets;
    double low_miss = miss(0);
    for (int k = 0; k < kBrackets; ++k) {
      const double high_miss = miss((k + 1) * kStep);
      if (low_miss * high_miss <= 0) bisect(k * kStep, low_miss, (k + 1) * kStep);
      low_miss = high_miss;
    }
  }

  void bisect(double low, double low_miss, double high) {
    for (int k = 0; k < kBisections; ++k) {
      const double middle = 0.5 * (low + high);
      const double middle_miss = miss(middle);
      if (low_miss * middle_miss <= 0) {
        high = middle;
      } else {
        low = middle;
        low_miss = middle_miss;
      }
    }
    find_slip_along(direction_at(0.5 * (low + high)));
  }

  const Matrix W_;
  const Vector q_;
  const double mu_;
  const Vector before_;
  std::optional<Vector> nearest_;
};

/// A step along -u, back to the cone.
template <class Vector>
Vector project_step(const ConeProblem& problem, int c, const Vector& u, const Vector& before) {
  constexpr int kTangents = Vector::RowsAtCompileTime - 1;
  Vector r = before;
  r[0] = std::max(0.0, r[0] - problem.rho_normal(c) * u[0]);
  auto friction = r.template tail<kTangents>();
  friction -= problem.rho_tangential(c) * u.template tail<kTangents>();
  const double size = friction.norm();
  if (size > problem.mu[c] * r[0]) friction *= problem.mu[c] * r[0] / size;
  return r;
}

template <int kSize>
void sweep(const ConeProblem& problem, int sweeps, Eigen::VectorXd& r) {
  using Vector = typename LocalContact<kSize>::Vector;
  using Matrix = typename LocalContact<kSize>::Matrix;
  Eigen::VectorXd u;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    u = problem.W * r + problem.q;  // afresh: the changes below add up round-off
    for (int c = 0; c < problem.num_contacts(); ++c) {
      const int n = problem.first_row(c);
      const Matrix W = problem.W.block<kSize, kSize>(n, n);
      const Vector before = r.segment<kSize>(n);
      const Vector velocity = u.segment<kSize>(n);
      const Vector q = velocity - W * before;
      const std::optional<Vector> answer = LocalContact<kSize>(W, q, problem.mu[c], before).solve();
      const Vector after = answer ? *answer : project_step(problem, c, velocity, before);
      if (after == before) continue;
      r.segment<kSize>(n) = after;
      u.noalias() += problem.W.middleCols<kSize>(n) * (after - before);
    }
  }
}

}  // namespace

void sweep_cone_exactly(const ConeProblem& problem, int sweeps, Eigen::VectorXd& r) {
  if (problem.dimension == 2) {
    sweep<2>(problem, sweeps, r);
  } else {
    sweep<3>(problem, sweeps, r);
  }
}

}  // namespace stiction
