#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// Tells when a method whose next step depends on basis and states alone has come back to earlier
/// ones: they are compared with remembered ones, which are taken anew after 1, 2, 4, ... steps
/// (Brent, An improved Monte Carlo factorization algorithm, BIT 20, 1980). A cycle of length c that
/// begins after m steps is found within 3 max(m, c) steps or so. Cost O(n) per step.
class CycleGuard {
 public:
  /// Forgets what was remembered and takes the memory for n states.
  void restart(Eigen::Index n) {
    num_steps_ = period_ = 0;
    current_.reserve(static_cast<std::size_t>(n));
    remembered_.reserve(static_cast<std::size_t>(n));
  }

  /// True if the states and the basis, told by `is_basic(i)`, are those remembered.
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
  long period_ = 0;     ///< steps after which they are remembered anew
};

}  // namespace stiction
