#pragma once

#include <stiction/abi.h>

#include <Eigen/Core>
#include <cstdlib>  // defines __GLIBC__ where the C library is glibc

#if !defined(__GNUC__)
#error "Stiction needs the vector types of GCC and Clang"
#endif

// STICTION_VECTOR_CLONES before a function compiles one copy of it per vector width, chosen when
// the program is loaded. It requires GCC, ELF and glibc, and no sanitizers, whose start-up code
// cannot run before the choice. The function's result must not depend on the width: no sums over
// vectors.
#if !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define STICTION_VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define STICTION_VECTOR_CLONES
#endif

namespace stiction {

/// Four numbers, unaligned or aligned, kept in one register or two depending on the clone.
using Packet __attribute__((vector_size(4 * sizeof(double)), aligned(8), may_alias)) = double;
using AlignedPacket __attribute__((vector_size(4 * sizeof(double)), may_alias)) = double;
inline constexpr Eigen::Index kPacketEntries = 4;
using PacketOfTwo __attribute__((vector_size(2 * sizeof(double)), aligned(8), may_alias)) = double;

}  // namespace stiction
