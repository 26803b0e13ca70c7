#pragma once

#include <atomic>
#include <span>

namespace stiction {

/// The processor that the calling thread runs on; -1 if that is unknown.
int current_processor();

/// Moves the calling thread off these processors, if it may run on others. The set of processors
/// that it may run on stays the same. Takes a system call or two; does nothing except on Linux.
void leave_processors(std::span<const std::atomic<int>> occupied);

}  // namespace stiction
