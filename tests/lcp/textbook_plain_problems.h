#pragma once

#include "textbook_problems.h"

#include <cmath>
#include <string>
#include <vector>

namespace stiction {

/// Examples, cited by their numbers, from Cottle, Pang and Stone, The Linear Complementarity
/// Problem (1992), and Murty, Linear Complementarity, Linear and Nonlinear Programming (1988).
namespace textbook {

inline std::vector<TextbookProblem> cottle_pang_stone() {
  return {
      plain("cps_4_4_7", "Cottle, Pang and Stone, Example 4.4.7; z as printed",
            {0, -1, 2, 2, 0, -2, -1, 1, 0}, {-3, 6, -1}, {}, {{0, 1, 3}}),
      // All of (0, 1) + t (1, 1) are solutions; z_0 must win a tie or Lemke's method ends on a ray.
      plain("cps_4_4_16", "Cottle, Pang and Stone, Example 4.4.16", {1, -1, -1, 1}, {1, -1},
            {symmetric_positive_semidefinite}, {{0, 1}}),
      // Lemke's method with a covering vector of ones ends on a ray.
      plain(
          "cps_4_4_23_bimatrix", "Cottle, Pang and Stone, Example 4.4.23",
          {0, 0, 10, 20, 0, 0, 30, 15, 10, 20, 0, 0, 30, 15, 0, 0}, {-1, -1, -1, -1}, {},
          {{0.1, 0, 0.1, 0}, {0, 1.0 / 15, 0, 1.0 / 15}, {1.0 / 90, 2.0 / 45, 1.0 / 90, 2.0 / 45}}),
  };
}

inline std::vector<TextbookProblem> murty() {
  return {
      plain("murty_1_1", "Murty, section 1.1", {2, 1, 1, 2}, {-5, -6},
            {symmetric_positive_definite, diagonally_dominant}, {{4.0 / 3, 7.0 / 3}}),
      plain("murty_2_8", "Murty, Example 2.8: a convex quadratic program",
            {1, -1, -1, -1, -1, 1, -1, -1, 1, 1, 2, 0, 1, 1, 0, 2}, {3, 5, -9, -5},
            {positive_semidefinite}, {{2, 1, 3, 1}}),
      plain("murty_2_9", "Murty, Example 2.9: ends on a ray; w_1 < 0 for all z >= 0",
            {-1, 0, -3, 1, -2, -5, -2, -1, -2}, {-3, -2, -1}, {}, {}),
      plain("murty_2_11", "Murty, Example 2.11: on a ray or not by the covering vector",
            {-1.5, 2, -4, 4}, {-5, 17}, {}, {{27, 22.75}}),
      plain("kostreva_1", "Kostreva, Cycling in linear complementarity problems (1979), Example 1",
            {1, 2, 0, 0, 1, 2, 2, 0, 1}, {-1, -1, -1}, {p_matrix, positive_semidefinite},
            {{1.0 / 3, 1.0 / 3, 1.0 / 3}}),
      plain("kostreva_2", "Kostreva, Cycling in linear complementarity problems (1979), Example 2",
            {1, -1, 3, 2, -1, 3, -1, -2, 0}, {-1, -1, -1}, {}, {}),
  };
}

/// Problems of n rows on which Lemke's and Murty's methods take 2^n pivots (Murty, chapter 6).
inline std::vector<TextbookProblem> exponential(int n) {
  const RowMajorMatrix L = murty_matrix(n);
  Eigen::VectorXd powers(n);
  for (int i = 0; i < n; ++i) powers[i] = (2 << i) - (2 << n);
  const std::string rows = "_" + std::to_string(n);
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(n);
  return {
      plain(("murty_lower_twos" + rows).c_str(), "Murty, chapter 6", L, -ones,
            {p_matrix, positive_semidefinite}, {Eigen::VectorXd::Unit(n, 0)}),
      plain(("murty_upper_twos" + rows).c_str(), "Murty, chapter 6", L.transpose(), -ones,
            {p_matrix, positive_semidefinite}, {Eigen::VectorXd::Unit(n, n - 1)}),
      plain(("murty_exponential" + rows).c_str(), "Murty, chapter 6", L.transpose(), powers,
            {p_matrix, positive_semidefinite},
            {std::ldexp(1.0, n) * Eigen::VectorXd::Unit(n, n - 1)}),
      plain(("fathi" + rows).c_str(),
            "Fathi, Computational complexity of LCPs associated with positive definite symmetric "
            "matrices (1979)",
            L * L.transpose(), -ones, {symmetric_positive_definite}, {Eigen::VectorXd::Unit(n, 0)}),
  };
}

/// The optimality conditions of minimising 5.5 x_1^2 + ... over x >= 0 with x_1 + x_2 + x_3 >= 6.
inline TextbookProblem handbook(const char* name, double l, Numbers z) {
  return plain(name, "Floudas and Pardalos, Handbook of Test Problems, 10.2.9",
               {11, 0, 10, -1, 0, 11, 10, -1, 10, 10, 21, -1, 1, 1, 1, 0}, {50, 50, l, -6},
               {positive_semidefinite}, {z});
}

inline std::vector<TextbookProblem> papers() {
  return {
      plain("ahn_8",
            "Ahn, Solution of nonsymmetric LCPs by iterative methods (1981), as used since",
            tridiagonal(8, 1, 4, -2), Eigen::VectorXd::Constant(8, -1),
            {positive_definite, diagonally_dominant},
            to_vectors({{395.0 / 969, 611.0 / 1938, 108.0 / 323, 1265.0 / 3876, 310.0 / 969,
                         783.0 / 2584, 1031.0 / 3876, 2845.0 / 15504}})),
      plain("geiger_kanzow_8", "Geiger and Kanzow, On the resolution of monotone problems (1996)",
            tridiagonal(8, -1, 4, -1), Eigen::VectorXd::Constant(8, -1),
            {symmetric_positive_definite, diagonally_dominant},
            to_vectors({{56.0 / 153, 71.0 / 153, 25.0 / 51, 76.0 / 153, 76.0 / 153, 25.0 / 51,
                         71.0 / 153, 56.0 / 153}})),
      handbook("handbook_10_2_9_at_10", 10, {2, 2, 2, 92}),
      handbook("handbook_10_2_9_at_23", 23, {3, 3, 0, 83}),  // degenerate: w_3 = 0 as well
      handbook("handbook_10_2_9_at_100", 100, {3, 3, 0, 83}),
      // A particle of mass 1 that falls at 1 and moves sideways, mu = 1/2 (Stewart and Trinkle's
      // form with two directions): it slides on, or it sticks, in which case lambda is not unique.
      plain("slide", "Stewart and Trinkle (1996), one contact; numbers worked out by hand",
            {1, 0, 0, 0, 0, 1, -1, 1, 0, -1, 1, 1, 0.5, -1, -1, 0}, {-1, 2, -2, 0}, {},
            {{1, 0, 0.5, 1.5}}),
      plain("stick", "Stewart and Trinkle (1996), one contact; numbers worked out by hand",
            {1, 0, 0, 0, 0, 1, -1, 1, 0, -1, 1, 1, 0.5, -1, -1, 0}, {-1, 0.25, -0.25, 0}, {},
            {{1, 0, 0.25, 0}, {1, 0.125, 0.375, 0}}),
  };
}

inline std::vector<TextbookProblem> by_hand() {
  const char* const source = "worked out by hand";
  return {
      plain("empty", source, {}, {}, {symmetric_positive_definite, diagonally_dominant}, {{}}),
      plain("one_zero_row", source, {0}, {0}, {symmetric_positive_semidefinite}, {{0}}),
      plain("one_infeasible_row", source, {0}, {-1}, {symmetric_positive_semidefinite}, {}),
      plain("one_concave_row", source, {-1}, {1}, {}, {{0}, {1}}),
      plain("already_solved", source, {-1, 5, 7, -1}, {0, 2}, {}, {{0, 0}, {0, 2}}),
      // Three equal supports share a load of 3; the shares are not determined.
      plain("three_supports", source, {1, 1, 1, 1, 1, 1, 1, 1, 1}, {-3, -3, -3},
            {symmetric_positive_semidefinite}, {{3, 0, 0}, {0, 3, 0}, {0, 0, 3}}),
      // A plate on its corners (+-1, +-1) under unit load, M = J diag(1, 3, 3) J^T.
      plain("four_corners", source, {7, 1, 1, -5, 1, 7, -5, 1, 1, -5, 7, 1, -5, 1, 1, 7},
            {-1, -1, -1, -1}, {symmetric_positive_semidefinite},
            {{0, 0.5, 0.5, 0}, {0.5, 0, 0, 0.5}}),
      // The rows add up to w_1 + w_2 = -1 for every z.
      plain("infeasible_pair", source, {1, -1, -1, 1}, {-2, 1}, {symmetric_positive_semidefinite},
            {}),
      // Equal rows of M, different entries of q.
      plain("equal_rows", source, {4, 2, 2, 1}, {-4, -1}, {symmetric_positive_semidefinite},
            {{1, 0}}),
      plain("skew", source, {0, 1, -1, 0}, {-1, 2}, {positive_semidefinite}, {{2, 1}}),
      plain("skew_infeasible", source, {0, 1, -1, 0}, {1, -1}, {positive_semidefinite}, {}),
      plain("three_solutions", source, {1, 2, 2, 1}, {-1, -1}, {copositive_plus},
            {{1, 0}, {0, 1}, {1.0 / 3, 1.0 / 3}}),
      // Far from positive semidefinite: the symmetric part has determinant 1 - 25.
      plain("lower_triangular", source, {1, 0, -10, 1}, {-1, 3}, {p_matrix}, {{1, 7}}),
      plain("degenerate_origin", source, {2, 1, 1, 2}, {0, 0},
            {symmetric_positive_definite, diagonally_dominant}, {{0, 0}}),
      // Pascal's matrix: determinant 1, condition 692; z = (0, 1, 2, 0), w = (0, 0, 0, 1).
      plain("pascal_4", source, {1, 1, 1, 1, 1, 2, 3, 4, 1, 3, 6, 10, 1, 4, 10, 20},
            {-3, -8, -15, -23}, {symmetric_positive_definite}, {{0, 1, 2, 0}}),
      plain("obstacle_6", source, tridiagonal(6, -1, 2, -1), make_vector({-1, -1, 2, 3, -1, -1}),
            {symmetric_positive_definite}, to_vectors({{1, 1, 0, 0, 1, 1}})),
      // Feasible but not solvable: w = (z_2 - 1, 0), and z_2 >= 1 needs w_2 = 0.
      plain("feasible_unsolvable", source, {0, 1, 0, 0}, {-1, 1}, {}, {}),
  };
}

}  // namespace textbook

inline std::vector<TextbookProblem> plain_textbook_problems() {
  std::vector<TextbookProblem> problems;
  for (const auto& group :
       {textbook::cottle_pang_stone(), textbook::murty(), textbook::exponential(4),
        textbook::exponential(8), textbook::papers(), textbook::by_hand()}) {
    problems.insert(problems.end(), group.begin(), group.end());
  }
  return problems;
}

}  // namespace stiction
