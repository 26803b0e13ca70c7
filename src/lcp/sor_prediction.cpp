#include "sor_prediction.h"

#include <stiction/math/vector_clones.h>

#include <algorithm>

#include "symmetry.h"

namespace stiction {
namespace {

constexpr double kRelaxation = 1.5;
/// Sweeps without a change of state after which the prediction counts as settled.
constexpr int kSettledSweeps = 4;

struct Sweep {
  const double* M;  ///< n rows of n entries; by symmetry also the columns
  Eigen::Index n;
  const double* lower;
  const double* upper;
  const double* step_per_w;  ///< omega / M_ii
  double* z;
  double* w;
};

/// One sweep; returns the number of rows that arrived at a bound or left one.
STICTION_VECTOR_CLONES int sweep(const Sweep& s) {
  int num_changed = 0;
  for (Eigen::Index i = 0; i < s.n; ++i) {
    const double* const row = s.M + i * s.n;
    const double before = s.z[i];
    const double free = before - s.step_per_w[i] * s.w[i];
    const double after = std::min(std::max(free, s.lower[i]), s.upper[i]);
    const double step = after - before;
    if (step == 0.0) continue;
    const bool was_inside = s.lower[i] < before && before < s.upper[i];
    const bool is_inside = s.lower[i] < after && after < s.upper[i];
    num_changed += was_inside == is_inside ? 0 : 1;
    s.z[i] = after;
    Eigen::Index j = 0;
    for (; j + kPacketEntries <= s.n; j += kPacketEntries) {  // w += step * (column i of M)
      *reinterpret_cast<Packet*>(s.w + j) += step * *reinterpret_cast<const Packet*>(row + j);
    }
    for (; j < s.n; ++j) s.w[j] += step * row[j];
  }
  return num_changed;
}

}  // namespace

void SorPrediction::improve(const BoxLcp& problem, const KellerScaling<double>& scaled,
                            int num_sweeps, BoxStart& start) {
  const Eigen::Index n = scaled.q.size();
  if (num_sweeps == 0 || n == 0 || !(scaled.M.diagonal().minCoeff() > 0.0)) return;
  if (!is_symmetric_to_rounding(scaled.M)) return;
  z_ = start.z.cwiseProduct(scaled.inverse_scale);
  w_ = scaled.q;
  w_.noalias() += scaled.M * z_;
  step_per_w_ = kRelaxation * scaled.M.diagonal().cwiseInverse();
  const Sweep s = {.M = scaled.M.data(),
                   .n = n,
                   .lower = scaled.lower.data(),
                   .upper = scaled.upper.data(),
                   .step_per_w = step_per_w_.data(),
                   .z = z_.data(),
                   .w = w_.data()};
  int num_settled = 0;
  for (int k = 0; k < num_sweeps && num_settled < kSettledSweeps; ++k) {
    num_settled = sweep(s) == 0 ? num_settled + 1 : 0;
  }
  const Eigen::VectorXd& scale = scaled.scale;
  if (!(z_.array() * scale.array()).allFinite()) return;
  for (Eigen::Index i = 0; i < n; ++i) {
    start.z[i] = std::min(std::max(z_[i] * scale[i], problem.lower[i]), problem.upper[i]);
    start.is_basic[static_cast<std::size_t>(i)] =
        problem.lower[i] < start.z[i] && start.z[i] < problem.upper[i];
  }
}

}  // namespace stiction
