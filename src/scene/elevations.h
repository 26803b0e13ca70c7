#pragma once

#include <cstddef>
#include <vector>

namespace stiction {

/// A table of heights as a file lists them, in the file's unit.
struct Elevations {
  /// This many numbers fit in half a GiB.
  static constexpr std::size_t kMaxCount = std::size_t{1} << 26;

  int rows = 0;
  int columns = 0;
  std::vector<double> values;  ///< finite, row by row
};

}  // namespace stiction
