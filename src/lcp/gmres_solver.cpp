#include "gmres_solver.h"

#include <Eigen/SparseCore>
#include <algorithm>
#include <unsupported/Eigen/IterativeSolvers>

namespace stiction {
namespace {

constexpr Eigen::Index kRestart = 100;
constexpr Eigen::Index kMaxCycles = 10;

class ProductOperator;

}  // namespace
}  // namespace stiction

namespace Eigen::internal {

template <>
struct traits<stiction::ProductOperator> : traits<SparseMatrix<double>> {};

}  // namespace Eigen::internal

namespace stiction {
namespace {

/// The matrix type that Eigen's iterative solvers accept.
class ProductOperator : public Eigen::EigenBase<ProductOperator> {
 public:
  using Scalar = double;
  using RealScalar = double;
  using StorageIndex = int;
  static constexpr int ColsAtCompileTime = Eigen::Dynamic;
  static constexpr int MaxColsAtCompileTime = Eigen::Dynamic;
  static constexpr bool IsRowMajor = false;

  ProductOperator(const MatrixProduct& multiply, Eigen::Index size)
      : multiply_(multiply), size_(size) {}

  Eigen::Index rows() const { return size_; }
  Eigen::Index cols() const { return size_; }

  template <class Rhs>
  Eigen::Product<ProductOperator, Rhs, Eigen::AliasFreeProduct> operator*(
      const Eigen::MatrixBase<Rhs>& x) const {
    return {*this, x.derived()};
  }

  template <class Destination, class Rhs>
  void add_product(Destination& destination, const Rhs& x, double factor) const {
    x_ = x;
    multiply_(x_, product_);
    destination += factor * product_;
  }

 private:
  const MatrixProduct& multiply_;
  Eigen::Index size_;
  mutable Eigen::VectorXd x_, product_;
};

}  // namespace
}  // namespace stiction

namespace Eigen::internal {

template <class Rhs>
struct generic_product_impl<stiction::ProductOperator, Rhs, SparseShape, DenseShape, GemvProduct>
    : generic_product_impl_base<stiction::ProductOperator, Rhs,
                                generic_product_impl<stiction::ProductOperator, Rhs>> {
  template <class Destination>
  static void scaleAndAddTo(Destination& destination, const stiction::ProductOperator& A,
                            const Rhs& x, const double& factor) {
    A.add_product(destination, x, factor);
  }
};

}  // namespace Eigen::internal

namespace stiction {

int solve_by_gmres(const MatrixProduct& multiply, const Eigen::VectorXd& b, double tolerance,
                   Eigen::VectorXd& x) {
  const ProductOperator A(multiply, b.size());
  Eigen::GMRES<ProductOperator, Eigen::IdentityPreconditioner> gmres;
  gmres.set_restart(std::min(kRestart, b.size()));
  gmres.setMaxIterations(kMaxCycles * kRestart);
  gmres.setTolerance(tolerance);
  gmres.compute(A);
  x = gmres.solve(b);
  return static_cast<int>(gmres.iterations());
}

}  // namespace stiction
