#pragma once

#include "complete_pivoting_lu.h"
#include "keller_factor.h"
#include "keller_scaling.h"

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/row_space.h>
#include <stiction/lcp/sparse_lcp.h>

#include <Eigen/Core>
#include <cmath>
#include <vector>

namespace stiction {

/// The rows of a scaled box problem, w = M z + q, as modified principal pivoting sees them: which
/// of them are basic, with M_BB regular, and the systems that they form. `B` is the basis in the
/// order of its places, N the other rows.
class PpmRows {
 public:
  using Vector = Eigen::VectorXd;
  enum class Entry {
    done,        ///< the row is basic
    dependent,   ///< M_BB would be singular with it
    indefinite,  ///< M is not semidefinite, which the method assumes here
  };

  virtual ~PpmRows() = default;

  virtual const Vector& q() const = 0;
  virtual const Vector& lower() const = 0;
  virtual const Vector& upper() const = 0;

  const std::vector<Eigen::Index>& basis() const { return basis_; }
  bool is_basic(Eigen::Index i) const { return is_basic_[static_cast<std::size_t>(i)]; }

  /// Makes every row non-basic.
  void clear();
  /// Makes row i basic if it can be; else nothing changes.
  Entry enter(Eigen::Index i);
  /// Makes the row at a place non-basic; the rows behind it move up.
  void leave(std::size_t place);

  /// Sets z_B such that w_B = 0 with z_N as given, and w of all rows.
  virtual void solve(Vector& z, Vector& w) = 0;
  /// a = M_BB^-1 M_Bi: if z_i rises by 1, z_B falls by a.
  virtual void lean(Eigen::Index i, Vector& a) = 0;

 protected:
  virtual void clear_factor() = 0;
  virtual Entry append(Eigen::Index i) = 0;
  virtual void remove(std::size_t place) = 0;

  std::vector<Eigen::Index> basis_;
  std::vector<bool> is_basic_;
};

/// Rows of a dense M.
class PpmDenseRows : public PpmRows {
 public:
  /// `scaled` must stay alive and is not copied.
  void reset(const KellerScaling<double>& scaled);
  const Vector& q() const override { return scaled_->q; }
  const Vector& lower() const override { return scaled_->lower; }
  const Vector& upper() const override { return scaled_->upper; }
  void solve(Vector& z, Vector& w) override;

 protected:
  /// b = M_BB^-1 b.
  virtual void solve_basic(Vector& b) = 0;

  const KellerScaling<double>* scaled_ = nullptr;
  Vector basic_;  ///< right-hand side and solution of a system of the basic rows
};

/// For a symmetric positive semidefinite M: the Cholesky factor of M_BB is updated, O(|B|^2).
class PpmCholeskyRows : public PpmDenseRows {
 public:
  void lean(Eigen::Index i, Vector& a) override;

 protected:
  void clear_factor() override;
  Entry append(Eigen::Index i) override;
  void remove(std::size_t place) override { factor_.remove(static_cast<Eigen::Index>(place)); }
  void solve_basic(Vector& b) override;

 private:
  KellerFactor<double> factor_;
  Vector direction_;
};

/// For any M: M_BB is factored afresh when it has changed, O(|B|^3).
class PpmEliminationRows : public PpmDenseRows {
 public:
  void lean(Eigen::Index i, Vector& a) override;

 protected:
  void clear_factor() override;
  Entry append(Eigen::Index i) override;
  void remove(std::size_t place) override;
  void solve_basic(Vector& b) override;

 private:
  void factor();

  CompletePivotingLu lu_;
  bool is_factored_ = false;
  std::vector<Eigen::Index> factored_;  ///< the rows that lu_ holds or is about to hold
  std::vector<double> x_;
};

/// For M = F F^T given by its factor: the basic rows of F are kept as Q R, which is updated,
/// O(columns of F * |B|); M is never formed.
class PpmFactoredRows : public PpmRows {
 public:
  /// F = J C with C C^T = inverse_mass, its rows scaled by powers of two to a length of about 1, as
  /// `KellerScaling` does with the diagonal of M. Returns false if a number went beyond the range
  /// of double.
  bool reset(const FactoredBoxLcp& problem);

  const Vector& q() const override { return q_; }
  const Vector& lower() const override { return lower_; }
  const Vector& upper() const override { return upper_; }
  void solve(Vector& z, Vector& w) override;
  void lean(Eigen::Index i, Vector& a) override;

  double scale_w(double w, Eigen::Index i) const { return std::ldexp(w, exponent_[i]); }
  double scale_z(double z, Eigen::Index i) const { return std::ldexp(z, -exponent_[i]); }
  double unscale_z(double z, Eigen::Index i) const { return std::ldexp(z, exponent_[i]); }
  /// Overwrites b, one entry per place, by M_BB^-1 b.
  void solve_basic(Vector& b) const { space_.solve_normal(b); }

 protected:
  void clear_factor() override;
  Entry append(Eigen::Index i) override;
  void remove(std::size_t place) override { space_.remove(static_cast<int>(place)); }

 private:
  bool scale_rows();
  void write_row(Eigen::Index i);
  void hold(const Vector& z);

  SparseRowMajorMatrix F_;
  Eigen::VectorXi exponent_;  ///< log2 of the scale of each row
  Vector q_, lower_, upper_;
  Vector held_;     ///< z of rows at a bound in the last `solve`; 0 for basic rows
  Vector given_;    ///< F^T held_
  RowSpace space_;  ///< of basic rows, with the motions F_B^T z_B that bring w_B to 0 beside given_
  Vector row_, rest_, motion_, basic_;
};

}  // namespace stiction
