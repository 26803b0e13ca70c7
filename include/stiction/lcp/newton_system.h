#pragma once

namespace stiction {

/// How a Newton method solves its linear systems.
enum class NewtonSystem {
  dense,   ///< LU factorisation of the dense matrix, O(n^3)
  sparse,  ///< sparse LU factorisation
  gmres,   ///< restarted GMRES on products with M; the matrix is never formed
};

}  // namespace stiction
