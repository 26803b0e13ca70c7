#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace stiction::exact {

/// Wide enough for the minors of the integer matrices of these tests and for products of two
/// minors. Overflow throws, so that every answer is exact.
__extension__ typedef __int128 Integer;

inline Integer multiply(Integer a, Integer b) {
  Integer product;
  if (__builtin_mul_overflow(a, b, &product)) throw std::overflow_error("exact product");
  return product;
}

inline Integer add(Integer a, Integer b) {
  Integer sum;
  if (__builtin_add_overflow(a, b, &sum)) throw std::overflow_error("exact sum");
  return sum;
}

inline Integer subtract(Integer a, Integer b) {
  Integer difference;
  if (__builtin_sub_overflow(a, b, &difference)) throw std::overflow_error("exact difference");
  return difference;
}

/// a / b, where `b` divides `a`.
inline Integer divide(Integer a, Integer b) {
  constexpr auto is_short = [](Integer c) {
    return c >= std::numeric_limits<std::int64_t>::min() / 2 &&
           c <= std::numeric_limits<std::int64_t>::max();
  };
  if (is_short(a) && is_short(b)) {
    return static_cast<std::int64_t>(a) / static_cast<std::int64_t>(b);
  }
  return a / b;
}

inline int sign(Integer a) { return a > 0 ? 1 : a < 0 ? -1 : 0; }

/// A rational matrix with one common denominator, so that Gauss-Jordan elimination stays within the
/// integers (Edmonds; Bareiss, Sylvester's Identity and Multistep Integer-Preserving Gaussian
/// Elimination, Mathematics of Computation 22 (1968)): all entries are minors of the first matrix.
class Tableau {
 public:
  Tableau(int rows, int columns)
      : rows_(rows), columns_(columns), entries_(static_cast<std::size_t>(rows) * columns) {}

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  Integer& operator()(int i, int j) { return entries_[offset(i, j)]; }
  Integer operator()(int i, int j) const { return entries_[offset(i, j)]; }
  /// The true entry is (i, j) / denominator(), which may be negative but never zero.
  Integer denominator() const { return denominator_; }

  /// Makes column s the unit vector of row r by row operations; (r, s) must not be zero.
  ///
  ///     t_ij' = (t_ij t_rs - t_is t_rj) / d,   d' = t_rs   for i != r.
  void pivot(int r, int s) {
    const Integer t_rs = (*this)(r, s);
    for (int i = 0; i < rows_; ++i) {
      if (i == r) continue;
      const Integer t_is = (*this)(i, s);
      for (int j = 0; j < columns_; ++j) {
        Integer& t_ij = (*this)(i, j);
        t_ij = divide(subtract(multiply(t_ij, t_rs), multiply(t_is, (*this)(r, j))), denominator_);
      }
    }
    denominator_ = t_rs;
  }

  void swap_rows(int i, int k) {
    for (int j = 0; j < columns_; ++j) std::swap((*this)(i, j), (*this)(k, j));
  }

 private:
  std::size_t offset(int i, int j) const {
    return static_cast<std::size_t>(i) * columns_ + static_cast<std::size_t>(j);
  }

  int rows_;
  int columns_;
  std::vector<Integer> entries_;
  Integer denominator_ = 1;
};

/// Makes the first `count` columns those of the identity, exchanging rows as needed. Returns the
/// number of exchanges, or nothing if the square block of these columns is singular.
inline std::optional<int> eliminate(Tableau& tableau, int count) {
  int exchanges = 0;
  for (int k = 0; k < count; ++k) {
    int r = k;
    while (r < count && tableau(r, k) == 0) ++r;
    if (r == count) return std::nullopt;
    if (r != k) {
      tableau.swap_rows(r, k);
      ++exchanges;
    }
    tableau.pivot(k, k);
  }
  return exchanges;
}

/// True if some x >= 0 has A x = b, where `system` = [A b]: the first phase of the simplex method
/// with Bland's rule, which terminates even on degenerate systems.
inline bool has_nonnegative_solution(Tableau system) {
  const int rows = system.rows();
  const int unknowns = system.columns() - 1;
  // Columns x_1..x_n, then the right-hand side; the last row is the sum of the others, hence the
  // reduced cost of the artificial variables, which are basic at first and never come back.
  Tableau tableau(rows + 1, unknowns + 1);
  for (int i = 0; i < rows; ++i) {
    const int flip = system(i, unknowns) < 0 ? -1 : 1;
    for (int j = 0; j <= unknowns; ++j) {
      tableau(i, j) = flip * system(i, j);
      tableau(rows, j) = add(tableau(rows, j), tableau(i, j));
    }
  }
  // Artificial variables are numbered from `unknowns`, so that Bland's rule drops them last.
  std::vector<int> basic(static_cast<std::size_t>(rows));
  for (int i = 0; i < rows; ++i) basic[static_cast<std::size_t>(i)] = unknowns + i;
  while (true) {
    int driving = 0;
    while (driving < unknowns && tableau(rows, driving) <= 0) ++driving;
    if (driving == unknowns) return tableau(rows, unknowns) == 0;
    int blocking = -1;
    for (int i = 0; i < rows; ++i) {
      if (tableau(i, driving) <= 0) continue;
      if (blocking >= 0) {
        const int order =
            sign(subtract(multiply(tableau(i, unknowns), tableau(blocking, driving)),
                          multiply(tableau(blocking, unknowns), tableau(i, driving))));
        const bool is_less =
            basic[static_cast<std::size_t>(i)] < basic[static_cast<std::size_t>(blocking)];
        if (order > 0 || (order == 0 && !is_less)) continue;
      }
      blocking = i;
    }
    // The sum of the artificial variables is bounded below by 0, so that some row blocks.
    tableau.pivot(blocking, driving);
    basic[static_cast<std::size_t>(blocking)] = driving;
  }
}

}  // namespace stiction::exact
