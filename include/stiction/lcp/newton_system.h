#pragma once

#include <stiction/abi.h>

namespace stiction {

/// How a Newton method solves its linear systems.
enum class NewtonSystem {
  dense,   ///< LU factorisation of the dense matrix, O(n^3)
  sparse,  ///< sparse LU factorisation
  gmres,   ///< restarted GMRES on products with M; the matrix is never formed
};

/// How often a Newton method needed a remedy during the last solve.
struct NewtonReport {
  int singular_systems = 0;  ///< systems that were singular or could not be solved
  int gradient_steps = 0;    ///< steps along -grad theta instead of the Newton direction
  int sweeps = 0;            ///< projected Gauss-Seidel sweeps before the first Newton step
};

}  // namespace stiction
