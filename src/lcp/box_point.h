#pragma once

#include "infinity.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <algorithm>

namespace stiction {

/// A point z and its bounds.
struct BoxPoint {
  /// Takes the bounds of a problem of any form and the start of a solve: the guess moved into the
  /// bounds, else the point nearest to zero.
  template <class Problem>
  void start(const Problem& problem, const LcpStart& guess) {
    const Eigen::Index n = problem.q.size();
    if constexpr (requires { problem.lower; }) {
      lower = problem.lower;
      upper = problem.upper;
    } else {
      lower.setZero(n);
      upper.setConstant(n, kInfinity);
    }
    z.resize(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      z[i] = clamp(i, guess.z.empty() ? 0.0 : guess.z[static_cast<std::size_t>(i)]);
    }
  }

  /// The number nearest to x within the bounds of row i; NaN remains NaN.
  double clamp(Eigen::Index i, double x) const { return std::min(std::max(x, lower[i]), upper[i]); }

  Eigen::VectorXd z;
  Eigen::VectorXd lower;
  Eigen::VectorXd upper;
};

}  // namespace stiction
