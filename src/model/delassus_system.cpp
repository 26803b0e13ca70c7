#include "delassus_system.h"

#include <cmath>

namespace stiction {
namespace {

/// Up to this size a dense LU is as fast as a sparse one (measured on the FCLIB files).
constexpr int kMostDenseRows = 300;

}  // namespace

bool DelassusSystem::is_dense() const { return W_.rows() <= kMostDenseRows; }

void DelassusSystem::set_problem(const Eigen::SparseMatrix<double>& W, const Eigen::VectorXd& q,
                                 const Eigen::VectorXd& friction, int dimension) {
  const int n = static_cast<int>(friction.size());
  dimension_ = dimension;
  W_ = W;
  if (is_dense()) dense_W_ = W;
  q_.assign(n, Vec3::Zero());
  groups_storage_.resize(n);
  const Eigen::VectorXd diagonal = W_.diagonal();
  for (int c = 0; c < n; ++c) {
    q_[c].head(dimension) = q.segment(dimension * c, dimension);
    RowGroup& group = groups_storage_[c] = make_contact_group(friction[c], dimension);
    const double mean = diagonal.segment(dimension * c, group.num_rows).mean();
    const double W_nn = diagonal[dimension * c];
    // If nothing moves, or W is not even semidefinite, any positive number will do.
    group.compliance = mean > 0 ? mean : 1.0;
    group.mass = W_nn > 0 ? 1 / W_nn : 1.0;
  }
  set_groups(groups_storage_, q_, q.size() > 0 ? q.lpNorm<Eigen::Infinity>() : 0.0, {});
}

/// u = W r
void DelassusSystem::multiply(const Rows& r, Rows& u) {
  const int n = num_groups();
  x_.resize(W_.rows());
  for (int c = 0; c < n; ++c) x_.segment(dimension_ * c, dimension_) = r[c].head(dimension_);
  if (is_dense()) {
    y_.noalias() = dense_W_ * x_;
  } else {
    y_.noalias() = W_ * x_;
  }
  u.resize(n);
  for (int c = 0; c < n; ++c) {
    u[c].setZero();
    u[c].head(dimension_) = y_.segment(dimension_ * c, dimension_);
    // Rows without a law have no columns in H.
    for (int k = group(c).num_rows; k < 3; ++k) u[c][k] = 0;
  }
}

void DelassusSystem::calc_velocities(const Rows& r, std::vector<Vec6>& v) {
  multiply(r, rest_);
  v.assign(num_groups(), Vec6::Zero());
  for (int c = 0; c < num_groups(); ++c) v[c].head<3>() = rest_[c] + q_[c];
}

void DelassusSystem::calc_relative(const std::vector<Vec6>& v, Rows& u) {
  u.resize(num_groups());
  for (int c = 0; c < num_groups(); ++c) u[c] = v[c].head<3>();
}

void DelassusSystem::calc_imbalance(const Rows& r, const std::vector<Vec6>& v,
                                    std::vector<Vec6>& b) {
  calc_velocities(r, b);
  for (int c = 0; c < num_groups(); ++c) b[c] -= v[c];
}

double DelassusSystem::measure(const std::vector<Vec6>& b) {
  double sum = 0;
  for (const Vec6& x : b) sum += x.squaredNorm();
  return std::sqrt(sum);
}

int DelassusSystem::factor(std::span<const Mat3> D, bool /*is_symmetric*/) {
  D_ = D;
  const int rows = static_cast<int>(W_.rows());
  const int n = num_groups();
  const int d = dimension_;
  row_scales_.setZero(rows);
  if (is_dense()) {
    dense_A_.setIdentity(rows, rows);
    for (int c = 0; c < n; ++c) {
      dense_A_.middleRows(d * c, d).noalias() +=
          D[c].topLeftCorner(d, d) * dense_W_.middleRows(d * c, d);
    }
    row_scales_ = dense_A_.cwiseAbs().rowwise().maxCoeff();
    dense_A_.array().colwise() /= row_scales_.array();
    dense_lu_.compute(dense_A_);
    int sign = dense_lu_.permutationP().determinant();
    for (const double pivot : dense_lu_.matrixLU().diagonal()) sign *= (pivot > 0) - (pivot < 0);
    return sign;
  }
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(3 * W_.nonZeros() + rows);
  for (int j = 0; j < rows; ++j) {
    entries.emplace_back(j, j, 1.0);
    for (Eigen::SparseMatrix<double>::InnerIterator it(W_, j); it; ++it) {
      const int c = static_cast<int>(it.row()) / d;
      const int k = static_cast<int>(it.row()) % d;
      for (int i = 0; i < d; ++i) {
        if (D[c](i, k) != 0) entries.emplace_back(d * c + i, j, D[c](i, k) * it.value());
      }
    }
  }
  sparse_A_.resize(rows, rows);
  sparse_A_.setFromTriplets(entries.begin(), entries.end());
  for (int j = 0; j < rows; ++j) {
    for (Eigen::SparseMatrix<double>::InnerIterator it(sparse_A_, j); it; ++it) {
      row_scales_[it.row()] = std::max(row_scales_[it.row()], std::abs(it.value()));
    }
  }
  for (int j = 0; j < rows; ++j) {
    for (Eigen::SparseMatrix<double>::InnerIterator it(sparse_A_, j); it; ++it) {
      it.valueRef() /= row_scales_[it.row()];
    }
  }
  sparse_lu_.compute(sparse_A_);
  return sparse_lu_.info() == Eigen::Success ? static_cast<int>(sparse_lu_.signDeterminant()) : 0;
}

bool DelassusSystem::solve(const std::vector<Vec6>& b, const Rows& g, int refinements,
                           std::vector<Vec6>& dv, Rows& du, Rows& dr) {
  const int n = num_groups();
  dr.assign(n, Vec3::Zero());
  right_.resize(W_.rows());
  for (int k = 0; k <= refinements; ++k) {
    // (I + D W) x = g - D b - (I + D W) dr
    multiply(dr, du);
    for (int c = 0; c < n; ++c) {
      const Vec3 rest = g[c] - dr[c] - D_[c] * (b[c].head<3>() + du[c]);
      right_.segment(dimension_ * c, dimension_) = rest.head(dimension_);
    }
    right_.array() /= row_scales_.array();
    if (is_dense()) {
      change_ = dense_lu_.solve(right_);
    } else {
      change_ = sparse_lu_.solve(right_);
    }
    if (!change_.allFinite()) return false;
    for (int c = 0; c < n; ++c) {
      dr[c].head(dimension_) += change_.segment(dimension_ * c, dimension_);
    }
  }
  multiply(dr, du);
  dv.assign(n, Vec6::Zero());
  for (int c = 0; c < n; ++c) {
    du[c] += b[c].head<3>();
    dv[c].head<3>() = du[c];
  }
  return true;
}

}  // namespace stiction
