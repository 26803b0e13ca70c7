#include "tableau_kernel.h"

#include "vector_clones.h"

namespace stiction {
namespace {

#if defined(__GNUC__)
/// Four numbers, which the compiler keeps in one register or two according to the clone.
using Packet __attribute__((vector_size(4 * sizeof(double)), may_alias)) = double;
inline constexpr Eigen::Index kPacketEntries = 4;
#else
using Packet = double;
inline constexpr Eigen::Index kPacketEntries = 1;
#endif

}  // namespace

STICTION_VECTOR_CLONES void update_rows(const RankOneUpdate<double>& update) {
  const Eigen::Index num_packets = update.stride / kPacketEntries;
  const Packet* const pivot_row = reinterpret_cast<const Packet*>(update.pivot_row);
  double* row = update.tableau;
  for (Eigen::Index i = 0; i < update.num_rows; ++i, row += update.stride) {
    const double multiplier = update.multiplier[i];
    if (multiplier != 0.0) {
      row[update.pivot_column] = 0.0;
      Packet* const target = reinterpret_cast<Packet*>(row);
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
