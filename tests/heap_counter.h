#pragma once

// Replaces malloc and its relatives in a whole test program. The definitions are weak, so that
// several of its source files may include this header.

#include <atomic>
#include <cstddef>

// Counts heap allocations by any function: Eigen calls malloc; the standard library calls operator
// new, which calls malloc or aligned_alloc.
namespace stiction {
inline std::atomic<long> allocation_count = 0;
}  // namespace stiction

#if defined(__SANITIZE_ADDRESS__)
// The sanitizer's run-time library declares this in a header that not every compiler ships.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*,
                                                                           std::size_t),
                                                         void (*on_free)(const volatile void*));
namespace stiction {
inline void count_allocation(const volatile void*, std::size_t) { ++allocation_count; }
inline void ignore_release(const volatile void*) {}
inline const int hooks_installed =
    __sanitizer_install_malloc_and_free_hooks(count_allocation, ignore_release);
}  // namespace stiction
#else
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

[[gnu::weak]] void* malloc(std::size_t size) {
  ++stiction::allocation_count;
  return __libc_malloc(size);
}
[[gnu::weak]] void* calloc(std::size_t count, std::size_t size) {
  ++stiction::allocation_count;
  return __libc_calloc(count, size);
}
[[gnu::weak]] void* realloc(void* block, std::size_t size) {
  ++stiction::allocation_count;
  return __libc_realloc(block, size);
}
[[gnu::weak]] void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++stiction::allocation_count;
  return __libc_memalign(alignment, size);
}
}
#endif

namespace stiction {

template <class Action>
long allocations_of(Action action) {
  const long before = allocation_count;
  action();
  return allocation_count - before;
}

}  // namespace stiction
