#pragma once

#include <stiction/math/vector_clones.h>

#include <cstddef>

namespace stiction {

// Products of the small blocks that make up an island's matrix, with columns of 6 in two registers.
// Inlined into functions with `STICTION_VECTOR_CLONES`; the vector width does not change results.

#define STICTION_INLINED inline __attribute__((always_inline))

STICTION_INLINED Packet& four_at(double* at) { return *reinterpret_cast<Packet*>(at); }
STICTION_INLINED const Packet& four_at(const double* at) {
  return *reinterpret_cast<const Packet*>(at);
}
STICTION_INLINED PacketOfTwo& two_at(double* at) { return *reinterpret_cast<PacketOfTwo*>(at); }
STICTION_INLINED const PacketOfTwo& two_at(const double* at) {
  return *reinterpret_cast<const PacketOfTwo*>(at);
}

/// x -= y a, both of 6 numbers.
STICTION_INLINED void subtract_scaled(double* x, const double* y, double a) {
  four_at(x) -= four_at(y) * a;
  two_at(x + 4) -= two_at(y + 4) * a;
}

/// y = -x, both of 6 numbers.
STICTION_INLINED void negate(double* y, const double* x) {
  four_at(y) = -four_at(x);
  two_at(y + 4) = -two_at(x + 4);
}

/// x += H r, H 6 x 3.
STICTION_INLINED void add_product(double* x, const double* H, const double* r) {
  Packet upper = four_at(x);
  PacketOfTwo lower = two_at(x + 4);
  for (int k = 0; k < 3; ++k) {
    upper += four_at(H + 6 * k) * r[k];
    lower += two_at(H + 6 * k + 4) * r[k];
  }
  four_at(x) = upper;
  two_at(x + 4) = lower;
}

/// r += H^T x, H 6 x 3. The order of the sums is the same for every vector width.
STICTION_INLINED void add_transposed_product(double* r, const double* H, const double* x) {
  const Packet upper = four_at(x);
  const PacketOfTwo lower = two_at(x + 4);
  for (int k = 0; k < 3; ++k) {
    const Packet p = four_at(H + 6 * k) * upper;
    PacketOfTwo sum = two_at(H + 6 * k + 4) * lower;
    sum += PacketOfTwo{p[0], p[1]};
    sum += PacketOfTwo{p[2], p[3]};
    r[k] += sum[0] + sum[1];
  }
}

/// C -= sum_j A_j B_j over `count` pairs of 6 x 6 blocks, with three columns of C at a time in
/// registers; without `goes_on` C starts from zero.
template <bool goes_on = true>
STICTION_INLINED void subtract_products(double* C, const double* const* A, const double* const* B,
                                        int count) {
  for (double* column = C; column < C + 36; column += 18) {
    const std::ptrdiff_t first = column - C;
    Packet c0 = {}, c1 = {}, c2 = {};
    PacketOfTwo d0 = {}, d1 = {}, d2 = {};
    if constexpr (goes_on) {
      c0 = four_at(column), c1 = four_at(column + 6), c2 = four_at(column + 12);
      d0 = two_at(column + 4), d1 = two_at(column + 10), d2 = two_at(column + 16);
    }
    for (int j = 0; j < count; ++j) {
      const double* a = A[j];
      const double* b = B[j] + first;
      for (int k = 0; k < 6; ++k, a += 6, ++b) {
        const Packet upper = four_at(a);
        const PacketOfTwo lower = two_at(a + 4);
        c0 -= upper * b[0];
        d0 -= lower * b[0];
        c1 -= upper * b[6];
        d1 -= lower * b[6];
        c2 -= upper * b[12];
        d2 -= lower * b[12];
      }
    }
    four_at(column) = c0;
    four_at(column + 6) = c1;
    four_at(column + 12) = c2;
    two_at(column + 4) = d0;
    two_at(column + 10) = d1;
    two_at(column + 16) = d2;
  }
}

/// C += A B^T, A and B 6 x 3.
STICTION_INLINED void add_outer_product(double* C, const double* A, const double* B) {
  for (int j = 0; j < 6; ++j) {
    const double row[3] = {B[j], B[j + 6], B[j + 12]};
    add_product(C + 6 * j, A, row);
  }
}

}  // namespace stiction
