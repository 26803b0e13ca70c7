#include "tableau_kernel.h"

#include <cstdlib>  // defines __GLIBC__ where the C library is glibc

// One copy of the function per vector width, chosen when the program is loaded. That takes GCC, ELF
// and glibc; the sanitizers' start-up code cannot run before the choice.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define STICTION_VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define STICTION_VECTOR_CLONES
#endif

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
