#pragma once

#include "complete_pivoting_lu.h"
#include "keller_factor.h"
#include "keller_scaling.h"

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// The basic rows B of a block pivoting method, with a factor of M_BB.
///
/// For a symmetric M it is Cholesky's, L L^T = M_BB, recomputed if many rows change and updated row
/// by row if few do; rows that depend on the others are refused, so that M_BB is definite. For
/// other M it comes from elimination with complete pivoting, recomputed by each `change`; all rows
/// are accepted, and `rank` is the number of independent ones.
class BlockBasis {
 public:
  /// Empties the basis, for a scaled problem that must outlive the following calls.
  void reset(const KellerScaling<double>& scaled, bool is_symmetric);

  /// Removes and adds rows. A row is in at most one of the lists; removed rows are basic.
  void change(const std::vector<Eigen::Index>& removed, const std::vector<Eigen::Index>& added);

  const std::vector<Eigen::Index>& rows() const { return rows_; }
  bool is_basic(Eigen::Index i) const { return position_[static_cast<std::size_t>(i)] >= 0; }
  Eigen::Index rank() const;

  /// Overwrites b, in the order of `rows`, by M_BB^-1 b; if M_BB is singular, by some solution if
  /// there is one. Cost O(|B|^2).
  void solve(Eigen::VectorXd& b);

 private:
  void factor();
  void factor_rows_one_by_one();
  void factor_by_elimination();
  void append(Eigen::Index row);
  void erase(Eigen::Index row);

  const KellerScaling<double>* scaled_ = nullptr;
  bool is_symmetric_ = false;
  std::vector<Eigen::Index> rows_;      ///< in the order of the factor
  std::vector<Eigen::Index> position_;  ///< of each row in rows_, or -1
  std::vector<Eigen::Index> wanted_;    ///< rows to be factored one by one
  KellerFactor<double> factor_;
  CompletePivotingLu lu_;
  Eigen::VectorXd forward_;
  std::vector<double> right_hand_side_;
};

}  // namespace stiction
