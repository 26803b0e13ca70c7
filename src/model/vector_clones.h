#pragma once

#include <cstdlib>  // defines __GLIBC__ where the C library is glibc

// STICTION_VECTOR_CLONES before a function: one copy of it per vector width, chosen when the
// program is loaded. That takes GCC, ELF and glibc; the sanitizers' start-up code cannot run before
// the choice. The function's result must not depend on the width: no sums over vectors.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define STICTION_VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define STICTION_VECTOR_CLONES
#endif

namespace stiction {

/// Four and two numbers of any alignment, which the compiler keeps in one register or two according
/// to the clone.
#if defined(__GNUC__)
using Packet4 __attribute__((vector_size(4 * sizeof(double)), aligned(8), may_alias)) = double;
using Packet2 __attribute__((vector_size(2 * sizeof(double)), aligned(8), may_alias)) = double;
#endif

}  // namespace stiction
