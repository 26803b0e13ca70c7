#pragma once

#include <algorithm>
#include <cstdint>

namespace stiction {

/// Decides after which sweeps the residual is judged, which costs as much as a sweep. A sweep gives
/// an estimate of it for free. If the iterates converge linearly the ratio of the two settles, so
/// the residual can be predicted. Whatever the prediction, it is judged at growing intervals, so
/// that an answer is found at most 4 sweeps late, or one part in 32 of the sweeps made.
class JudgingSchedule {
 public:
  void start(double tolerance) {
    tolerance_ = tolerance;
    ratio_ = 1.0;
    next_ = 1;
  }

  bool is_due(int sweep, double estimate) const {
    return sweep >= next_ || ratio_ * estimate <= kMargin * tolerance_;
  }

  void judged(int sweep, double estimate, double residual) {
    ratio_ = estimate > 0.0 ? residual / estimate : 1.0;
    next_ = std::int64_t{sweep} + std::max({1, std::min(sweep, 4), sweep / 32});
  }

 private:
  static constexpr double kMargin = 1.5;

  double tolerance_ = 0.0;
  double ratio_ = 1.0;  ///< residual / estimate when last judged
  std::int64_t next_ = 1;
};

}  // namespace stiction
