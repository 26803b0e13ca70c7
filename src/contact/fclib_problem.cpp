#include <stiction/contact/fclib.h>
#include <stiction/math/rejected_number.h>

#include <Eigen/SparseLU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

// The judge recomputes everything from the definition and deliberately calls none of the helpers
// that the solvers use: a mistake in those must not hide itself.

namespace stiction {
namespace {

using SparseMatrix = Eigen::SparseMatrix<double>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

void require_shape(const char* name, const SparseMatrix& matrix, Eigen::Index rows,
                   Eigen::Index columns, const char* why) {
  if (matrix.rows() == rows && matrix.cols() == columns) return;
  throw std::invalid_argument("expected " + std::to_string(rows) + " x " + std::to_string(columns) +
                              " elements in " + name + ", " + why + ", got " +
                              std::to_string(matrix.rows()) + " x " +
                              std::to_string(matrix.cols()));
}

void require_sizes(const FclibProblem& problem) {
  if (problem.dimension != 2 && problem.dimension != 3) {
    throw std::invalid_argument("expected dimension 2 or 3, got " +
                                std::to_string(problem.dimension));
  }
  const Eigen::Index m = problem.dimension * problem.mu.size();
  constexpr const char* kPerContact = "as many as the dimension for each entry of mu";
  if (problem.form == FclibProblem::Form::local) {
    require_size("q", problem.q.size(), m, kPerContact);
    require_shape("W", problem.W, m, m, "a row and a column for each entry of q");
    return;
  }
  const Eigen::Index n = problem.f.size();
  require_size("w", problem.w.size(), m, kPerContact);
  require_shape("M", problem.M, n, n, "a row and a column for each entry of f");
  require_shape("H", problem.H, n, m, "a row for each entry of f, a column for each of w");
}

bool is_finite(const SparseMatrix& matrix) {
  for (Eigen::Index column = 0; column < matrix.outerSize(); ++column) {
    for (SparseMatrix::InnerIterator entry(matrix, column); entry; ++entry) {
      if (!std::isfinite(entry.value())) return false;
    }
  }
  return true;
}

template <class Numbers>
void require_finite(const char* name, const Numbers& numbers) {
  bool finite = false;
  if constexpr (std::is_same_v<Numbers, SparseMatrix>) {
    finite = is_finite(numbers);
  } else {
    finite = numbers.allFinite();
  }
  if (!finite) throw std::invalid_argument(std::string("expected finite numbers in ") + name);
}

/// The linear map r -> u of either form. `is_regular` is false if M is singular.
class VelocityMap {
 public:
  explicit VelocityMap(const FclibProblem& problem) : problem_(problem) {
    // An empty M cannot be factorised and need not be.
    if (is_local() || problem.f.size() == 0) return;
    SparseMatrix M = problem.M;
    M.makeCompressed();
    lu_.compute(M);
    is_regular_ = lu_.info() == Eigen::Success;
  }

  bool is_regular() const { return is_regular_; }

  /// u = W r + q, or u = H^T v + w with M v = H r + f.
  Eigen::VectorXd calc_velocity(const Eigen::VectorXd& r) const {
    if (is_local()) return problem_.W * r + problem_.q;
    return problem_.H.transpose() * solve(problem_.H * r + problem_.f) + problem_.w;
  }

  /// Column j of W, or of H^T M^-1 H.
  Eigen::VectorXd calc_column(Eigen::Index j) const {
    if (is_local()) return problem_.W.col(j);
    return problem_.H.transpose() * solve(problem_.H.col(j));
  }

  double calc_mean_diagonal() const {
    const Eigen::Index size = problem_.dimension * problem_.mu.size();
    if (is_local()) return Eigen::VectorXd(problem_.W.diagonal()).sum() / double(size);
    double sum = 0;
    for (Eigen::Index j = 0; j < size; ++j) {
      sum += problem_.H.col(j).dot(solve(problem_.H.col(j)));
    }
    return sum / double(size);
  }

 private:
  bool is_local() const { return problem_.form == FclibProblem::Form::local; }

  Eigen::VectorXd solve(const Eigen::VectorXd& right) const {
    return right.size() == 0 ? right : Eigen::VectorXd(lu_.solve(right));
  }

  const FclibProblem& problem_;
  Eigen::SparseLU<SparseMatrix> lu_;
  bool is_regular_ = true;
};

/// The point of the cone |x_T| <= mu x_N nearest to x.
Eigen::VectorXd project_on_cone(Eigen::VectorXd x, double mu) {
  const double normal = x[0];
  const double tangential = x.tail(x.size() - 1).stableNorm();
  if (tangential <= mu * normal) return x;
  // In the polar cone: the apex is nearest.
  if (mu * tangential <= -normal) return Eigen::VectorXd::Zero(x.size());
  // On the ray through (1, mu) in the plane of x and the axis; here tangential > 0.
  const double projected_normal = (normal + mu * tangential) / (1 + mu * mu);
  x[0] = projected_normal;
  x.tail(x.size() - 1) *= mu * projected_normal / tangential;
  return x;
}

/// |r - P(r - s (u + mu |u_T| N))| of one contact.
double calc_contact_residual(const Eigen::VectorXd& r, Eigen::VectorXd u, double mu, double s) {
  u[0] += mu * u.tail(u.size() - 1).stableNorm();
  return (r - project_on_cone(r - s * u, mu)).stableNorm();
}

bool is_finite(const FclibProblem& problem) {
  if (!problem.mu.allFinite()) return false;
  if (problem.form == FclibProblem::Form::local) {
    return is_finite(problem.W) && problem.q.allFinite();
  }
  return is_finite(problem.M) && is_finite(problem.H) && problem.f.allFinite() &&
         problem.w.allFinite();
}

}  // namespace

void validate(const FclibProblem& problem) {
  require_sizes(problem);
  if (problem.form == FclibProblem::Form::local) {
    require_finite("W", problem.W);
    require_finite("q", problem.q);
  } else {
    require_finite("M", problem.M);
    require_finite("H", problem.H);
    require_finite("f", problem.f);
    require_finite("w", problem.w);
  }
  for (Eigen::Index c = 0; c < problem.mu.size(); ++c) {
    if (std::isfinite(problem.mu[c]) && problem.mu[c] >= 0) continue;
    throw std::invalid_argument("expected finite numbers >= 0 in mu, got mu[" + std::to_string(c) +
                                "] = " + format_number(problem.mu[c]));
  }
}

double calc_fclib_residual(const FclibProblem& problem, const Eigen::VectorXd& r) {
  require_sizes(problem);
  require_size("r", r.size(), problem.dimension * problem.mu.size(),
               "as many as the dimension for each entry of mu");
  if (!is_finite(problem) || !r.allFinite()) return kInfinity;
  if (r.size() == 0) return 0;

  const VelocityMap map(problem);
  if (!map.is_regular()) return kInfinity;
  const Eigen::VectorXd q = map.calc_velocity(Eigen::VectorXd::Zero(r.size()));
  const Eigen::VectorXd u = map.calc_velocity(r);
  if (!q.allFinite() || !u.allFinite()) return kInfinity;
  if (q.isZero(0)) return 0;
  const double s = 1 / map.calc_mean_diagonal();
  if (!std::isfinite(s) || s <= 0) return kInfinity;

  double largest = 0;
  for (Eigen::Index c = 0; c < problem.mu.size(); ++c) {
    const Eigen::Index at = c * problem.dimension;
    const double violation = calc_contact_residual(
        r.segment(at, problem.dimension), u.segment(at, problem.dimension), problem.mu[c], s);
    if (!(violation <= std::numeric_limits<double>::max())) return kInfinity;
    largest = std::max(largest, violation);
  }
  return largest / (s * q.lpNorm<Eigen::Infinity>());
}

FclibProblem make_local(const FclibProblem& problem) {
  validate(problem);
  if (problem.form == FclibProblem::Form::local) return problem;
  const VelocityMap map(problem);
  if (!map.is_regular()) throw std::invalid_argument("expected a regular M, got a singular one");

  FclibProblem local;
  local.form = FclibProblem::Form::local;
  local.dimension = problem.dimension;
  local.mu = problem.mu;
  local.title = problem.title;
  local.description = problem.description;
  const Eigen::Index size = problem.w.size();
  local.q = map.calc_velocity(Eigen::VectorXd::Zero(size));
  local.W.resize(size, size);
  local.W.reserve(Eigen::VectorXi::Constant(size, static_cast<int>(size)));
  for (Eigen::Index j = 0; j < size; ++j) {
    const Eigen::VectorXd column = map.calc_column(j);
    for (Eigen::Index i = 0; i < size; ++i) local.W.insert(i, j) = column[i];
  }
  local.W.makeCompressed();
  validate(local);
  return local;
}

}  // namespace stiction
