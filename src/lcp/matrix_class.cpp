#include <stiction/lcp/lcp_solvers.h>

namespace stiction {

std::string_view to_string(MatrixClass matrix_class) {
  switch (matrix_class) {
    case MatrixClass::diagonally_dominant:
      return "strictly diagonally dominant";
    case MatrixClass::symmetric_positive_definite:
      return "symmetric positive definite";
    case MatrixClass::symmetric_positive_semidefinite:
      return "symmetric positive semidefinite";
    case MatrixClass::positive_definite:
      return "positive definite";
    case MatrixClass::positive_semidefinite:
      return "positive semidefinite";
    case MatrixClass::p_matrix:
      return "P";
    case MatrixClass::copositive_plus:
      return "copositive-plus";
  }
  return "";
}

bool is_subclass(MatrixClass inner, MatrixClass outer) {
  using enum MatrixClass;
  if (inner == outer) return true;
  switch (outer) {
    case diagonally_dominant:
    case symmetric_positive_definite:
      return false;
    case symmetric_positive_semidefinite:
    case positive_definite:
      return inner == symmetric_positive_definite;
    case positive_semidefinite:
      return inner == symmetric_positive_definite || inner == symmetric_positive_semidefinite ||
             inner == positive_definite;
    case p_matrix:
      return inner == diagonally_dominant || inner == symmetric_positive_definite ||
             inner == positive_definite;
    case copositive_plus:
      return is_subclass(inner, positive_semidefinite);
  }
  return false;
}

}  // namespace stiction
