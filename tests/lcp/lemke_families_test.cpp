#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lemke.h>
#include <stiction/lcp/matrix_market.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "textbook_problems.h"

namespace stiction {
namespace {

/// Murty, Linear Complementarity, Linear and Nonlinear Programming, chapter 6: lower triangular,
/// q = -1, solution e_1.
Lcp murty_lower_ones(int n) {
  return {textbook::murty_matrix(n), Eigen::VectorXd::Constant(n, -1.0)};
}

/// The same chapter: upper triangular, q_i = -(2^i + ... + 2^n), solution 2^n e_n.
Lcp murty_upper_exponential(int n) {
  Eigen::VectorXd q(n);
  for (int i = 0; i < n; ++i) q[i] = std::ldexp(1.0, i + 1) - std::ldexp(1.0, n + 1);
  return {textbook::murty_matrix(n).transpose(), q};
}

/// Fathi 1979: L L' of Murty's L, symmetric positive definite; q = -1, solution e_1.
Lcp fathi(int n) {
  return {textbook::murty_matrix(n) * textbook::murty_matrix(n).transpose(),
          Eigen::VectorXd::Constant(n, -1.0)};
}

/// With the covering vector of ones the published count holds exactly, which shows that the
/// measured method is Lemke's, and that scaling by powers of two does not change its path.
TEST(LemkeFamilies, MurtysExponentialFamilyTakes2ToTheNPivotsWithACoveringVectorOfOnes) {
  for (int n = 2; n <= 10; ++n) {
    const LcpSolution solution =
        LemkeSolver().solve(murty_upper_exponential(n),
                            {.covering_spread = 0.0, .pivot_limit = 6 * (1 << n), .restarts = 0});
    EXPECT_EQ(solution.status, LcpStatus::solved) << n;
    EXPECT_EQ(solution.statistics.pivots, 1 << n) << n;
    EXPECT_EQ(solution.statistics.restarts, 0) << n;
  }
}

/// With a generic covering vector the counts collapse. The bound is the one that restarts enforce:
/// some runs of 3 n + 20 pivots.
TEST(LemkeFamilies, ExponentialFamiliesCollapseWithAGenericCoveringVector) {
  for (const int n : {4, 8, 12, 16, 24}) {
    const auto check = [n](const char* name, const Lcp& problem, int row, double value) {
      const LcpSolution solution = LemkeSolver().solve(problem, {.covering_spread = 1.0});
      EXPECT_EQ(solution.status, LcpStatus::solved) << name << n;
      EXPECT_LE(solution.statistics.pivots, 2 * (3 * n + 20)) << name << n;
      Eigen::VectorXd expected = Eigen::VectorXd::Zero(n);
      expected[row] = value;
      EXPECT_LE((solution.z - expected).cwiseAbs().maxCoeff(), 1e-12 * value) << name << n;
    };
    check("murty lower ", murty_lower_ones(n), 0, 1.0);
    check("murty upper ", murty_upper_exponential(n), n - 1, std::ldexp(1.0, n));
    check("fathi ", fathi(n), 0, 1.0);
  }
}

/// Kostreva 1979: first-index ties cycle here with a covering vector of ones. All rows tie.
TEST(LemkeFamilies, CyclingExample) {
  Lcp problem{RowMajorMatrix(3, 3), Eigen::Vector3d(-1, -1, -1)};
  problem.M << 1, 2, 0, 0, 1, 2, 2, 0, 1;
  for (const double spread : {0.0, 0.1}) {
    const LcpSolution solution = LemkeSolver().solve(problem, {.covering_spread = spread});
    EXPECT_EQ(solution.status, LcpStatus::solved) << spread;
    EXPECT_LE((solution.z - Eigen::Vector3d::Constant(1.0 / 3)).norm(), 1e-15) << spread;
  }
}

/// Folders with M.mtx and q.mtx from the collection beside the source tree; none if it is absent.
std::vector<std::filesystem::path> collection() {
  const std::filesystem::path root =
      std::filesystem::path(STICTION_SOURCE_DIR) / ".." / "shared" / "data" / "lcp";
  std::vector<std::filesystem::path> folders;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(root, error)) {
    if (std::filesystem::exists(entry.path() / "M.mtx")) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

TEST(LemkeFamilies, CollectionOfClassicProblems) {
  // {problem, reason}: an honest "no solution found" passes
  const std::set<std::string> may_fail = {
      "bimatrix_4_4_23",  // ends on a ray for any positive covering vector
      "infeasible_1",     // has no solution
  };
  LemkeSolver solver;
  for (const auto& folder : collection()) {
    const std::string name = folder.filename().string();
    const Lcp problem = std::get<Lcp>(read_problem_directory(folder));
    const LcpSolution& solution = solver.solve(problem);
    if (may_fail.contains(name)) {
      EXPECT_EQ(solution.status == LcpStatus::solved, lcp_residual(problem, solution.z) <= 1e-8)
          << name;
      continue;
    }
    EXPECT_EQ(solution.status, LcpStatus::solved) << name;
    EXPECT_LE(solution.residual, 1e-13) << name;
  }
}

}  // namespace
}  // namespace stiction
