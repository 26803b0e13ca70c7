#pragma once

#include <atomic>
#include <span>

namespace stiction {

/// The processor that the calling thread runs on; -1 where that is not known.
int current_processor();

/// Moves the calling thread off these processors, if it may run on others. Where it may run is as
/// before: it is only somewhere else. A system call or two; does nothing but on Linux.
void leave_processors(std::span<const std::atomic<int>> occupied);

}  // namespace stiction
