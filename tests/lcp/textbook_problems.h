#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/lcp_solvers.h>

#include <Eigen/Core>
#include <initializer_list>
#include <string>
#include <vector>

#include "small_problems.h"

namespace stiction {

/// A small problem whose answer is known.
struct TextbookProblem {
  std::string name;
  std::string source;
  BoxLcp problem;
  bool is_plain = true;  ///< l = 0 and u = infinity throughout
  /// The narrowest classes of M, which belongs to no class that these do not imply.
  std::vector<MatrixClass> classes;
  bool is_solvable = true;
  /// The solutions of all regular complementary bases. There may be others between them or along
  /// rays from them.
  std::vector<Eigen::VectorXd> basic_solutions;
};

namespace textbook {

using enum MatrixClass;
using Numbers = std::initializer_list<double>;

inline std::vector<Eigen::VectorXd> to_vectors(std::initializer_list<Numbers> solutions) {
  std::vector<Eigen::VectorXd> vectors;
  for (const Numbers& z : solutions) vectors.push_back(make_vector(z));
  return vectors;
}

inline TextbookProblem plain(const char* name, const char* source, const RowMajorMatrix& M,
                             const Eigen::VectorXd& q, std::vector<MatrixClass> classes,
                             std::vector<Eigen::VectorXd> solutions) {
  const bool is_solvable = !solutions.empty();
  return {name,
          source,
          make_box_lcp({M, q}),
          true,
          std::move(classes),
          is_solvable,
          std::move(solutions)};
}

inline TextbookProblem plain(const char* name, const char* source, Numbers M, Numbers q,
                             std::vector<MatrixClass> classes,
                             std::initializer_list<Numbers> solutions) {
  const Lcp problem = make_lcp(M, q);
  return plain(name, source, problem.M, problem.q, std::move(classes), to_vectors(solutions));
}

inline TextbookProblem box(const char* name, Numbers M, Numbers q, Numbers lower, Numbers upper,
                           std::vector<MatrixClass> classes,
                           std::initializer_list<Numbers> solutions) {
  return {name,
          "worked out by hand",
          make_box(M, q, lower, upper),
          false,
          std::move(classes),
          solutions.size() > 0,
          to_vectors(solutions)};
}

inline RowMajorMatrix tridiagonal(int n, double below, double diagonal, double above) {
  RowMajorMatrix M = RowMajorMatrix::Zero(n, n);
  M.diagonal().setConstant(diagonal);
  M.diagonal<1>().setConstant(above);
  M.diagonal<-1>().setConstant(below);
  return M;
}

/// Ones on the diagonal and twos below it.
inline RowMajorMatrix murty_matrix(int n) {
  RowMajorMatrix L = RowMajorMatrix::Identity(n, n);
  L.triangularView<Eigen::StrictlyLower>().setConstant(2);
  return L;
}

}  // namespace textbook

/// Defined in textbook_plain_problems.h and textbook_box_problems.h.
std::vector<TextbookProblem> plain_textbook_problems();
std::vector<TextbookProblem> box_textbook_problems();

}  // namespace stiction
