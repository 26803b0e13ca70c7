#pragma once

#include <csignal>

#include <array>

namespace stiction::command {

/// While one of these exists, the first SIGINT, SIGTERM or SIGHUP is only noted, so that a run can
/// end cleanly after its step; a second one ends the program at once. Signals that were ignored
/// when the program started stay ignored. At most one may exist at a time.
class InterruptionGuard {
 public:
  InterruptionGuard();
  ~InterruptionGuard();
  InterruptionGuard(const InterruptionGuard&) = delete;
  InterruptionGuard& operator=(const InterruptionGuard&) = delete;

 private:
  static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

  std::array<struct sigaction, kSignals.size()> previous_;
};

/// The number of the signal that was noted; 0 if there was none.
int noted_signal();

}  // namespace stiction::command
