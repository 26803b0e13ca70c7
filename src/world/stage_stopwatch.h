#pragma once

#include <chrono>

namespace stiction {

/// Adds its lifetime to a sum of seconds.
class StageStopwatch {
 public:
  explicit StageStopwatch(double& sum) : sum_(sum) {}
  ~StageStopwatch() {
    sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  StageStopwatch(const StageStopwatch&) = delete;
  StageStopwatch& operator=(const StageStopwatch&) = delete;

 private:
  double& sum_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace stiction
