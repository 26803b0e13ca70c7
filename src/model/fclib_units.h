#pragma once

#include <stiction/contact/fclib.h>

namespace stiction {

/// What the dimensionless W, q and r are given in.
struct FclibUnits {
  double W = 1;
  double q = 1;
  double impulse() const { return q / W; }
};

/// Divides W of a problem in local form by its mean diagonal and q by its largest entry, where they
/// are positive: numbers may be anywhere in double's range.
inline FclibUnits make_dimensionless(FclibProblem& local) {
  FclibUnits units;
  if (local.q.size() == 0) return units;
  const double mean = Eigen::VectorXd(local.W.diagonal()).mean();
  const double largest = local.q.lpNorm<Eigen::Infinity>();
  if (mean > 0) units.W = mean;
  if (largest > 0) units.q = largest;
  local.W /= units.W;
  local.q /= units.q;
  return units;
}

}  // namespace stiction
