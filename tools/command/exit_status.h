#pragma once

namespace stiction::command {

/// Exit statuses. The largest counts, of several scenes and of several errors in one. A run that a
/// signal ended exits with `kInterrupted` plus the signal's number, as shells expect.
inline constexpr int kFine = 0;
inline constexpr int kExpectationFailed = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kSimulationFailed = 3;
inline constexpr int kInterrupted = 128;

}  // namespace stiction::command
