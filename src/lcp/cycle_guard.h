#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// Detects when a method whose next step depends only on basis and states has returned to earlier
/// ones. They are compared with remembered ones, which are replaced after 1, 2, 4, ... steps
/// (Brent, An improved Monte Carlo factorization algorithm, BIT 20, 1980). A cycle of length c that
/// begins after m steps is found within about 3 max(m, c) steps. Cost O(n) per step.
class CycleGuard {
 public:
  /// Forgets the remembered states and reserves memory for n states.
  void restart(Eigen::Index n) {
    num_steps_ = period_ = 0;
    current_.reserve(static_cast<std::size_t>(n));
    remembered_.reserve(static_cast<std::size_t>(n));
  }

  /// True if the states and the basis, given by `is_basic(i)`, equal the remembered ones.
  template <class IsBasic>
  bool has_seen(const std::vector<BoundState>& states, IsBasic is_basic) {
    current_.resize(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      const bool basic = is_basic(static_cast<Eigen::Index>(i));
      current_[i] = basic ? kBasic : static_cast<unsigned char>(states[i]);
    }
    if (period_ > 0 && current_ == remembered_) return true;
    if (num_steps_++ < period_) return false;
    num_steps_ = 0;
    period_ = period_ == 0 ? 1 : 2 * period_;
    remembered_ = current_;
    return false;
  }

 private:
  static constexpr unsigned char kBasic = 255;

  std::vector<unsigned char> current_, remembered_;
  long num_steps_ = 0;  ///< since the states were remembered
  long period_ = 0;     ///< steps after which they are replaced
};

}  // namespace stiction
