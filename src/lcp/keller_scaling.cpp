#include "keller_scaling.h"

#include "power_of_two_scaling.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// No row is scaled up by more than 2^kMostBitsUp relative to that of the largest diagonal element.
constexpr int kMostBitsUp = 40;

}  // namespace

template <class Scalar>
void KellerScaling<Scalar>::compute(const BoxLcp& problem) {
  const Eigen::Index n = problem.q.size();
  scale.resize(n);
  inverse_scale.resize(n);
  q.resize(n);
  lower.resize(n);
  upper.resize(n);
  M.resize(n, n);
  const double largest = n > 0 ? problem.M.diagonal().maxCoeff() : 0.0;
  const int base = largest > 0.0 ? exponent_of_inverse_sqrt(largest) : 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double diagonal = problem.M(i, i);
    const int exponent =
        diagonal > 0.0 ? std::min(exponent_of_inverse_sqrt(diagonal), base + kMostBitsUp) : base;
    scale[i] = std::ldexp(Scalar(1), exponent);
    inverse_scale[i] = std::ldexp(Scalar(1), -exponent);
    q[i] = scale_w(static_cast<Scalar>(problem.q[i]), i);
    lower[i] = scale_z(problem.lower[i], i);
    upper[i] = scale_z(problem.upper[i], i);
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    const double* const row = problem.M.row(i).data();
    for (Eigen::Index j = 0; j < n; ++j) {
      M(i, j) = (scale[i] * static_cast<Scalar>(row[j])) * scale[j];
    }
  }
}

template <class Scalar>
double KellerScaling<Scalar>::calc_error(const Eigen::VectorXd& z) const {
  Scalar error = 0;
  Scalar size = 0;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const auto row = M.row(i).transpose().cwiseProduct(inverse_scale);
    const Scalar w = row.cwiseProduct(z.template cast<Scalar>()).sum() + q[i];
    const Scalar z_i = scale_z(z[i], i);
    const Scalar mid = std::min(std::max(z_i - w, lower[i]), upper[i]);
    error = std::max(error, std::abs(z_i - mid));
    size = std::max({size, std::abs(q[i]), std::abs(z_i)});
  }
  return size > Scalar(0) ? static_cast<double>(error / size) : 0.0;
}

template struct KellerScaling<double>;
template struct KellerScaling<long double>;

}  // namespace stiction
