#pragma once

#include "lcp_scaling.h"
#include "pivot_limit.h"
#include "tableau_kernel.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <limits>
#include <new>
#include <utility>
#include <vector>

namespace stiction {

/// Which of the tied rows of the ratio test blocks (z_0 always does if it is among them).
enum class TieRule {
  largest_pivot,  ///< the one with the largest pivot: best for accuracy
  lexicographic,  ///< the lexicographically smallest: never cycles in exact arithmetic
};

/// The part of `LemkeOptions` for one run.
struct LemkeRule {
  TieRule tie_rule;
  double pivot_threshold;
  double tie_width;
  PivotLimit limit;
};

/// Lemke's method on the condensed tableau of w = M z + c z_0 + q: one row for each basic variable,
/// one column for each of the n + 1 non-basic ones,
///
///     basic = m' nonbasic + q'                                         (Lloyd, eqs 11 and 17).
///
/// Variables are numbered 0..n-1 for w, n..2n-1 for z, 2n for z_0; the column of z_0 is the last
/// one at the start. Cottle, Pang and Stone write the same dictionary in section 2.3.
///
/// If z_i must not exceed a range r_i, at which w_i <= 0 (Sargent 1978), a pair that reaches it is
/// reflected,
///
///     z_i = r_i - z^_i,   w_i = -w^_i,
///
/// which changes the signs of its row and column; the rule for z^_i, w^_i >= 0 is then that of the
/// plain problem again. Row n belongs to the driving variable, y_d = y_d, which is blocked there by
/// its own range.
template <class Scalar>
class LemkeTableau {
 public:
  /// Sets up the tableau of the basis w, for the scaled problem and a positive covering vector.
  /// `range` holds n numbers > 0, or is empty if none is finite.
  void reset(const Lcp& problem, const Eigen::VectorXd& range, const LcpScaling& scaling,
             const Eigen::VectorXd& covering);

  /// Runs the method from the basis w; q' must have a negative entry. Adds to `pivots`. Ends when
  /// z_0 leaves the basis (`complementary`), on a `ray` or at the limit.
  LcpStop run(const LemkeRule& rule, int& pivots);

  bool is_z_basic(int i) const { return row_of_[index(n_ + i)] != kNone; }

  /// True if z_i is counted from its range.
  bool is_reflected(int i) const { return sign_[index(i)] < Scalar(0); }

  /// z_i of the scaled problem, from q' of its row; at 0 or at its range when it is not basic.
  Scalar z(int i) const {
    const Scalar value = is_z_basic(i) ? q_[index(row_of_[index(n_ + i)])] : Scalar(0);
    return is_reflected(i) ? range_[index(i)] - value : value;
  }

  /// d z_i / d w_j for basic z_i and non-basic w_j: an element of the inverse of M_aa, a the set of
  /// basic z, once the basis is complementary.
  Scalar dz_dw(int i, int j) const {
    return sign_[index(i)] * sign_[index(j)] * row(row_of_[index(n_ + i)])[column_of_[index(j)]];
  }

 private:
  static constexpr int kNone = -1;
  static constexpr Scalar kInfinity = std::numeric_limits<Scalar>::infinity();
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  int complement(int variable) const { return variable < n_ ? variable + n_ : variable - n_; }
  int z0() const { return 2 * n_; }
  Scalar* row(int i) { return tableau_.data() + index(i) * index(stride_); }
  const Scalar* row(int i) const { return tableau_.data() + index(i) * index(stride_); }

  bool is_z(int variable) const { return variable >= n_ && variable < z0(); }
  /// The distance of a row's basic variable from the bound that it moves towards.
  Scalar room(int i) const {
    return column_[index(i)] < Scalar(0) ? q_[index(i)] : limit_[index(i)] - q_[index(i)];
  }
  bool meets_range(int i) const {
    return column_[index(i)] > Scalar(0) && limit_[index(i)] < kInfinity;
  }

  Scalar limit_of(int variable) const {
    return is_z(variable) ? range_[index(variable - n_)] : kInfinity;
  }

  void set_driving(int column);
  int first_blocking_row() const;
  int blocking_row(const LemkeRule& rule);
  void find_candidates(Scalar pivot_threshold);
  int largest_pivot() const;
  int lexicographic_minimum();
  Scalar inverse_basis_entry(int i, int j) const;
  void pivot(int row, int driving_column, int next_column);
  void reflect(int i);
  void negate_column(int column);

  template <class T>
  struct AlignedAllocator {
    using value_type = T;
    static constexpr std::align_val_t kAlignment{kRowAlignment * sizeof(double)};
    AlignedAllocator() = default;
    template <class U>
    explicit AlignedAllocator(const AlignedAllocator<U>&) {}
    T* allocate(std::size_t n) {
      return static_cast<T*>(::operator new(n * sizeof(T), kAlignment));
    }
    void deallocate(T* p, std::size_t) { ::operator delete(p, kAlignment); }
    bool operator==(const AlignedAllocator&) const = default;
  };
  using Row = std::vector<Scalar, AlignedAllocator<Scalar>>;

  int n_ = 0;
  int stride_ = 0;              ///< entries from one row to the next
  Row tableau_;                 ///< m', n_ rows
  Row pivot_row_;               ///< the row to be added to the others
  std::vector<Scalar> q_;       ///< q', and 0 for row n
  std::vector<Scalar> column_;  ///< m' of the driving variable, and 1 for row n
  std::vector<Scalar> next_column_;
  std::vector<Scalar> range_;    ///< r, infinity if there is none
  std::vector<Scalar> sign_;     ///< of each pair: -1 if it is reflected
  std::vector<Scalar> limit_;    ///< range of each row's variable, infinity for w and z_0
  std::vector<int> basic_;       ///< variable of each row; of row n the driving one
  std::vector<int> nonbasic_;    ///< variable of each column
  std::vector<int> row_of_;      ///< row of each variable, or kNone
  std::vector<int> column_of_;   ///< column of each variable, or kNone
  std::vector<int> candidates_;  ///< rows that may block the driving variable, ascending
};

}  // namespace stiction
