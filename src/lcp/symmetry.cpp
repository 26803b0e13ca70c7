#include "symmetry.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

bool is_symmetric_to_rounding(const RowMajorMatrix& M) {
  constexpr double kRounding = 32 * std::numeric_limits<double>::epsilon();
  constexpr Eigen::Index kTile = 32;  // columns of a tile stay in the cache during the comparison
  const Eigen::Index n = M.rows();
  for (Eigen::Index first_row = 0; first_row < n; first_row += kTile) {
    const Eigen::Index last_row = std::min(first_row + kTile, n);
    for (Eigen::Index first = 0; first <= first_row; first += kTile) {
      double difference = 0.0;
      for (Eigen::Index i = first_row; i < last_row; ++i) {
        const Eigen::Index last = std::min(first + kTile, i);
        for (Eigen::Index j = first; j < last; ++j) {
          difference = std::max(difference, std::abs(M(i, j) - M(j, i)));
        }
      }
      if (!(difference <= kRounding)) return false;
    }
  }
  return true;
}

}  // namespace stiction
