#pragma once

#include <stiction/abi.h>

#include <cstdint>

namespace stiction {

/// How often the way out of an overlap with a `SupportShape` was searched for since the program
/// began, by all threads.
struct OverlapSearchCounts {
  std::uint64_t searches = 0;
  /// Searches in which libccd failed; the search over all directions then starts from scratch.
  std::uint64_t refusals = 0;
};
OverlapSearchCounts overlap_search_counts();

}  // namespace stiction
