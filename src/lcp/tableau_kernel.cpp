#include "tableau_kernel.h"

#include <stiction/math/vector_clones.h>

namespace stiction {

STICTION_VECTOR_CLONES void update_rows(const RankOneUpdate<double>& update) {
  const Eigen::Index num_packets = update.stride / kPacketEntries;
  const AlignedPacket* const pivot_row = reinterpret_cast<const AlignedPacket*>(update.pivot_row);
  double* row = update.tableau;
  for (Eigen::Index i = 0; i < update.num_rows; ++i, row += update.stride) {
    const double multiplier = update.multiplier[i];
    if (multiplier != 0.0) {
      row[update.pivot_column] = 0.0;
      AlignedPacket* const target = reinterpret_cast<AlignedPacket*>(row);
      for (Eigen::Index k = 0; k < num_packets; k += 2) {
        target[k] += multiplier * pivot_row[k];
        target[k + 1] += multiplier * pivot_row[k + 1];
      }
    }
    update.next_entries[i] = row[update.next_column];
  }
}

void update_rows(const RankOneUpdate<long double>& update) {
  long double* row = update.tableau;
  for (Eigen::Index i = 0; i < update.num_rows; ++i, row += update.stride) {
    const long double multiplier = update.multiplier[i];
    if (multiplier != 0.0L) {
      row[update.pivot_column] = 0.0L;
      for (Eigen::Index k = 0; k < update.stride; ++k) row[k] += multiplier * update.pivot_row[k];
    }
    update.next_entries[i] = row[update.next_column];
  }
}

}  // namespace stiction
