#pragma once

#include "textbook_problems.h"

#include <vector>

namespace stiction {

/// Problems with bounds of all kinds: none, one-sided in either direction, two-sided, equal.
inline std::vector<TextbookProblem> box_textbook_problems() {
  using namespace textbook;
  return {
      // z_i = mid(l_i, -q_i / M_ii, u_i).
      box("box_uncoupled",
          {2, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 3},
          {3, -8, -5, 10, -6}, {-1, 0, -kInf, -kInf, 2}, {4, 1, kInf, -3, 2},
          {symmetric_positive_definite, diagonally_dominant}, {{-1, 1, 5, -3, 2}}),
      box("box_springs", {2, -1, -1, 2}, {-3, 0}, {0, 0}, {1, kInf},
          {symmetric_positive_definite, diagonally_dominant}, {{1, 0.5}}),
      // Murty's section 1.1 upside down.
      box("box_below_zero", {2, 1, 1, 2}, {5, 6}, {-kInf, -kInf}, {0, 0},
          {symmetric_positive_definite, diagonally_dominant}, {{-4.0 / 3, -7.0 / 3}}),
      // A load of 30 against friction of at most 5; the other axis stays between its bounds.
      box("box_friction", {2, 1, 1, 2}, {-30, 3}, {-5, -5}, {5, 5},
          {symmetric_positive_definite, diagonally_dominant}, {{5, -4}}),
      box("box_rotation", {1, -2, 2, 1}, {-4, 0}, {-1, -1}, {1, 1}, {positive_definite}, {{1, -1}}),
      box("box_saddle", {0, 1, -1, 0}, {0, 0}, {-1, -1}, {1, 1}, {positive_semidefinite}, {{0, 0}}),
      // The sign of q decides which bound; where it is zero, every z is a solution.
      box("box_zero_matrix", {0, 0, 0, 0, 0, 0, 0, 0, 0}, {-1, 1, 0}, {-2, -2, -2}, {3, 3, 3},
          {symmetric_positive_semidefinite}, {{3, -2, -2}, {3, -2, 3}}),
      box("box_concave", {-1}, {0}, {-1}, {1}, {}, {{-1}, {0}, {1}}),
      box("box_fixed_row", {2, 1, 1, 2}, {0, 0}, {3, -kInf}, {3, kInf},
          {symmetric_positive_definite, diagonally_dominant}, {{3, -1.5}}),
      // Minimise |x|^2 / 2 over x_1 + x_2 = 4, with the multiplier as third row.
      box("box_equality", {1, 0, -1, 0, 1, -1, 1, 1, 0}, {0, 0, -4}, {-kInf, -kInf, -kInf},
          {kInf, kInf, kInf}, {positive_semidefinite}, {{2, 2, 2}}),
      box("box_equality_and_signs", {1, 0, -1, 0, 1, -1, 1, 1, 0}, {0, 6, -4}, {0, 0, -kInf},
          {kInf, kInf, kInf}, {positive_semidefinite}, {{4, 0, 4}}),
      box("box_free_infeasible", {1, 1, 1, 1}, {0, 1}, {-kInf, -kInf}, {kInf, kInf},
          {symmetric_positive_semidefinite}, {}),
      box("box_upper_infeasible", {0}, {1}, {-kInf}, {0}, {symmetric_positive_semidefinite}, {}),
      // At the upper bound with w = 0; the second row is also fixed.
      box("box_degenerate", {2, -1, -1, 2}, {-1, -1}, {-3, 1}, {1, 1},
          {symmetric_positive_definite, diagonally_dominant}, {{1, 1}}),
      box("box_kostreva_degenerate", {1, 2, 0, 0, 1, 2, 2, 0, 1}, {-3, -3, -3}, {-1, -1, -1},
          {1, 1, 1}, {p_matrix, positive_semidefinite}, {{1, 1, 1}}),
      box("box_kostreva", {1, 2, 0, 0, 1, 2, 2, 0, 1}, {-3, -3, -3}, {-5, -5, -5}, {0, 5, 5},
          {p_matrix, positive_semidefinite}, {{0, -3, 3}}),
      box("box_lower_triangular", {1, 0, 5, 1}, {-2, -3}, {-1, -4}, {1, 4},
          {p_matrix, copositive_plus}, {{1, -2}}),
      // A string of five links over a floor at -3, which z_2 and z_4 touch without a force.
      box("box_string_over_floor",
          {2, -1, 0, 0, 0, -1, 2, -1, 0, 0, 0, -1, 2, -1, 0, 0, 0, -1, 2, -1, 0, 0, 0, -1, 2},
          {1, 1, 1, 1, 1}, {-3, -3, -3, -3, -3}, {kInf, kInf, kInf, kInf, kInf},
          {symmetric_positive_definite}, {{-2, -3, -3, -3, -2}}),
      box("box_two_corners", {0, 1, 1, 0}, {-1, 0}, {0, 0}, {1, 1}, {}, {{1, 0}, {0, 1}}),
      // z_1 + z_2 = 3 with z_1 <= 1: one edge of solutions between two bases.
      box("box_null_direction", {1, 1, 1, 1}, {-3, -3}, {0, 0}, {1, kInf},
          {symmetric_positive_semidefinite}, {{0, 3}, {1, 2}}),
  };
}

}  // namespace stiction
