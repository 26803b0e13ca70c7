#pragma once

// For one source file of a test program: it replaces malloc and its kin for all of it.

#include <atomic>
#include <cstddef>

// Counts the blocks taken from the heap, by whatever function: Eigen calls malloc, the standard
// library operator new, which calls malloc or aligned_alloc.
namespace {
std::atomic<long> allocation_count = 0;
}  // namespace

#if defined(__SANITIZE_ADDRESS__)
// The sanitizer's run-time library declares this in a header that not every compiler ships.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*,
                                                                           std::size_t),
                                                         void (*on_free)(const volatile void*));
namespace {
void count_allocation(const volatile void*, std::size_t) { ++allocation_count; }
void ignore_release(const volatile void*) {}
const int hooks_installed =
    __sanitizer_install_malloc_and_free_hooks(count_allocation, ignore_release);
}  // namespace
#else
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++allocation_count;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocation_count;
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) {
  ++allocation_count;
  return __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocation_count;
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
