#include "thread_placement.h"

#ifdef __linux__
#include <sched.h>
#endif

namespace stiction {

#ifdef __linux__

int current_processor() { return sched_getcpu(); }

void leave_processors(std::span<const std::atomic<int>> occupied) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  cpu_set_t others = allowed;
  for (const int processor : occupied) {
    if (processor >= 0) CPU_CLR(static_cast<std::size_t>(processor), &others);
  }
  if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof others, &others) != 0) return;
  sched_setaffinity(0, sizeof allowed, &allowed);
}

#else

int current_processor() { return -1; }
void leave_processors(std::span<const std::atomic<int>>) {}

#endif

}  // namespace stiction
