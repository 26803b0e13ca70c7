#pragma once

#include "newton_scaling.h"

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/newton_system.h>
#include <stiction/lcp/sparse_lcp.h>

#include <Eigen/Core>
#include <optional>
#include <variant>

namespace stiction {

/// A problem in the form on which the Newton methods work: scaled, with bounds, from any of its
/// forms. Allocates nothing for a dense problem of the same size as the last.
class NewtonProblem {
 public:
  using Source = std::variant<const Lcp*, const BoxLcp*, const SparseLcp*, const SparseBoxLcp*,
                              const FactoredBoxLcp*>;

  /// The linear solver for a problem: the one wanted, else the one that suits its form. Throws
  /// std::invalid_argument if the problem does not support it.
  static NewtonSystem choose_system(const Source& source, std::optional<NewtonSystem> wanted);

  /// Brings M into the form that `system` needs; `gmres` keeps its own. `source` must stay alive.
  void reset(const Source& source, NewtonSystem system, bool has_scaling);

  Eigen::Index size() const { return q_.size(); }
  const Eigen::VectorXd& lower() const { return lower_; }
  const Eigen::VectorXd& upper() const { return upper_; }

  /// In the form for `NewtonSystem::dense`, or for `sparse`.
  const RowMajorMatrix& dense() const { return dense_; }
  const SparseRowMajorMatrix& sparse() const { return sparse_; }

  /// M x, M^T x and M z + q, scaled.
  void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& product);
  void multiply_transposed(const Eigen::VectorXd& x, Eigen::VectorXd& product);
  void calc_w(const Eigen::VectorXd& z, Eigen::VectorXd& w);

  /// The scaled start: the caller's, or the point nearest to zero, within the bounds.
  void start_at(const LcpStart& start, Eigen::VectorXd& z) const;
  /// The caller's z for a scaled one, moved into the bounds if it is finite.
  void unscale(const Eigen::VectorXd& z, Eigen::VectorXd& given) const;
  /// `lcp_residual` of the problem as given.
  double judge(const Eigen::VectorXd& given) const;

 private:
  enum class Form { dense, sparse, factored };

  void take_dense(const RowMajorMatrix& M, NewtonSystem system);
  void take_sparse(const SparseRowMajorMatrix& M, NewtonSystem system);
  void take_factors(const SparseRowMajorMatrix& J, const SparseRowMajorMatrix& inverse_mass);
  void take_plain(const Eigen::VectorXd& q);
  void take_bounds(const Eigen::VectorXd& q, const Eigen::VectorXd& lower,
                   const Eigen::VectorXd& upper);

  Source source_;
  Form form_ = Form::dense;
  bool has_scaling_ = true;
  NewtonScaling scaling_;
  RowMajorMatrix dense_;
  SparseRowMajorMatrix sparse_;
  SparseRowMajorMatrix J_, inverse_mass_;
  Eigen::VectorXd q_, lower_, upper_;  ///< scaled
  Eigen::VectorXd given_lower_, given_upper_;
  Eigen::VectorXd diagonal_;
  Eigen::VectorXd impulse_, velocity_;  ///< J^T x and inverse_mass J^T x
};

}  // namespace stiction
