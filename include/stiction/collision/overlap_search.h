#pragma once

#include <stiction/abi.h>

#include <cstdint>

namespace stiction {

/// How often the way out of an overlap of a `SupportShape` was looked for since the program began,
/// by all threads.
struct OverlapSearchCounts {
  std::uint64_t searches = 0;
  /// Of these by libccd; then the search of all directions begins from nothing.
  std::uint64_t refusals = 0;
};
OverlapSearchCounts overlap_search_counts();

}  // namespace stiction
