#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lemke.h>
#include <stiction/lcp/problem_generators.h>

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "constants.h"

namespace stiction {
namespace {

/// Eigenvalues of the symmetric part, ascending.
Eigen::VectorXd eigenvalues_of(const RowMajorMatrix& M) {
  const Eigen::MatrixXd S = 0.5 * (M + M.transpose());
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(S, Eigen::EigenvaluesOnly).eigenvalues();
}

bool is_exactly_symmetric(const RowMajorMatrix& M) { return M == RowMajorMatrix(M.transpose()); }

RowMajorMatrix principal_submatrix(const RowMajorMatrix& M, unsigned rows) {
  std::vector<Eigen::Index> chosen;
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    if ((rows >> i & 1u) != 0) chosen.push_back(i);
  }
  return M(chosen, chosen);
}

// The law of a spectrum: the matrix has the requested eigenvalues.
TEST(SymmetricMatrix, HasTheEigenvaluesAskedFor) {
  EXPECT_EQ(make_symmetric_matrix(Eigen::VectorXd(0), 7).size(), 0);
  for (const int n : {1, 2, 3, 10, 60}) {
    const Eigen::VectorXd asked = Eigen::VectorXd::LinSpaced(n, -1, 3);
    const RowMajorMatrix M = make_symmetric_matrix(asked, 7);
    ASSERT_EQ(M.rows(), n);
    EXPECT_TRUE(is_exactly_symmetric(M));
    const Eigen::VectorXd difference = eigenvalues_of(M) - asked;
    EXPECT_LE(difference.lpNorm<Eigen::Infinity>(), 1e-13 * n) << n;
    // The eigenvectors are not the axes.
    const RowMajorMatrix diagonal = M.diagonal().asDiagonal();
    EXPECT_TRUE(n < 2 || (M - diagonal).norm() > 0.1) << n;
  }
}

TEST(SemidefiniteMatrix, AttainsItsCondition) {
  for (const double condition : {1.0, 1e2, 1e4, 1e7}) {
    const RowMajorMatrix M = make_semidefinite_matrix({.size = 50, .condition = condition}, 3);
    EXPECT_TRUE(is_exactly_symmetric(M));
    const Eigen::VectorXd eigenvalues = eigenvalues_of(M);
    EXPECT_NEAR(eigenvalues.tail<1>()[0], 1, 1e-12);
    EXPECT_NEAR(eigenvalues[0] * condition, 1, 1e-14 * condition + 1e-10);
  }
}

// Uniform in the logarithm: of 400 eigenvalues over four decades about 100 lie in each.
TEST(SemidefiniteMatrix, SpreadsItsEigenvaluesOverTheDecades) {
  const RowMajorMatrix M = make_semidefinite_matrix({.size = 400, .condition = 1e4}, 11);
  const Eigen::VectorXd eigenvalues = eigenvalues_of(M);
  for (const double decade : {1e-4, 1e-3, 1e-2, 1e-1}) {
    const auto count = ((eigenvalues.array() >= decade) && (eigenvalues.array() < 10 * decade));
    EXPECT_NEAR(static_cast<double>(count.count()), 100, 30) << decade;
  }
}

TEST(SemidefiniteMatrix, HasTheShareOfZeroEigenvalues) {
  for (const double share : {0.0, 0.25, 0.5, 1.0}) {
    const Eigen::VectorXd eigenvalues =
        eigenvalues_of(make_semidefinite_matrix({.size = 40, .zero_share = share}, 5));
    const auto zeros = (eigenvalues.array().abs() < 1e-12).count();
    EXPECT_EQ(zeros, std::lround(40 * share));
    EXPECT_GE(eigenvalues[0], -1e-13);
  }
}

// z . M z >= 0 with any skew part, although that changes M.
TEST(SemidefiniteMatrix, StaysSemidefiniteWithASkewPart) {
  const RowMajorMatrix M =
      make_semidefinite_matrix({.size = 30, .zero_share = 0.5, .skewness = 2}, 9);
  EXPECT_FALSE(is_exactly_symmetric(M));
  EXPECT_GE(eigenvalues_of(M)[0], -1e-13);
  const RowMajorMatrix skew = 0.5 * (M - M.transpose());
  EXPECT_LE(skew.cwiseAbs().maxCoeff(), 2);
  EXPECT_GT(skew.cwiseAbs().maxCoeff(), 1.5);
}

// All 2^n - 1 principal minors, and matrices among them that are not positive definite.
TEST(PMatrix, HasPositivePrincipalMinors) {
  int indefinite = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const int n = 2 + static_cast<int>(seed % 5);
    const RowMajorMatrix M = make_p_matrix({.size = n, .condition = 50, .skewness = 1}, seed);
    for (unsigned rows = 1; rows < 1u << n; ++rows) {
      EXPECT_GT(Eigen::MatrixXd(principal_submatrix(M, rows)).determinant(), 0)
          << "seed " << seed << ", rows " << rows;
    }
    indefinite += eigenvalues_of(M)[0] < -1e-6 ? 1 : 0;
  }
  EXPECT_GT(indefinite, 5);
}

TEST(KnownLcp, IsSolvedByItsAnswer) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const RowMajorMatrix M = make_p_matrix({.size = 40, .skewness = 1}, seed);
    const KnownAnswer<Lcp> known = make_known_lcp(M, {.basic = 0.4, .degenerate = 0.3}, seed);
    EXPECT_EQ(known.problem.M, M);
    EXPECT_LE(lcp_residual(known.problem, known.z), 1e-15);
    EXPECT_GT(lcp_residual(known.problem, Eigen::VectorXd::Zero(40)), 1e-3);
  }
}

// Shares count rows; for n = 2000 within four standard deviations.
TEST(KnownLcp, DrawsItsRowsInTheShares) {
  const Eigen::Index n = 2000;
  const KnownAnswer<Lcp> known =
      make_known_lcp(RowMajorMatrix::Zero(n, n), {.basic = 0.2, .degenerate = 0.3}, 1);
  const auto basic = (known.z.array() > 0).count();
  const auto degenerate = (known.z.array() == 0 && known.problem.q.array() == 0).count();
  EXPECT_NEAR(static_cast<double>(basic), 0.2 * n, 72);
  EXPECT_NEAR(static_cast<double>(degenerate), 0.3 * n, 82);
  EXPECT_LE(known.z.maxCoeff(), 1);
  EXPECT_LE(known.problem.q.maxCoeff(), 1);
}

TEST(RandomBoxLcp, HasConditionRangeAndAnswer) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const KnownAnswer<BoxLcp> known = make_random_box_lcp({}, seed);
    ASSERT_EQ(known.z.size(), 100);
    const Eigen::VectorXd eigenvalues = eigenvalues_of(known.problem.M);
    EXPECT_NEAR(eigenvalues[99] / eigenvalues[0] / 1e4, 1, 1e-8);
    EXPECT_NEAR(known.problem.q.cwiseAbs().maxCoeff(), 1e2, 1e-10);
    EXPECT_LE(lcp_residual(known.problem, known.z), 1e-15);
  }
}

TEST(RandomBoxLcp, HasAThirdOfItsRowsInEachState) {
  const KnownAnswer<BoxLcp> known = make_random_box_lcp({.size = 300}, 4);
  const auto lower = (known.z.array() == known.problem.lower.array()).count();
  const auto upper = (known.z.array() == known.problem.upper.array()).count();
  EXPECT_NEAR(static_cast<double>(lower), 100, 33);
  EXPECT_NEAR(static_cast<double>(upper), 100, 33);
  EXPECT_NEAR(static_cast<double>(300 - lower - upper), 100, 33);
}

// Another method finds the answer that the generator chose.
TEST(RandomBoxLcp, IsSolvedToItsAnswer) {
  const KnownAnswer<BoxLcp> known = make_random_box_lcp({.size = 40, .condition = 100}, 8);
  KellerSolver keller;
  const LcpSolution& solution = keller.solve(known.problem);
  ASSERT_EQ(solution.status, LcpStatus::solved);
  EXPECT_LE((solution.z - known.z).cwiseAbs().maxCoeff(), 1e-9 * known.z.cwiseAbs().maxCoeff());
}

// The eigenvalues of the discrete Laplacian with p = 0 around it, in closed form:
// sum over the axes of 2 - 2 cos(pi k / (cells + 1)), k = 1..cells.
TEST(FluidLcp, HasTheSpectrumOfTheLaplacian) {
  const std::vector<FluidGrid> grids = {{5, 4, 1}, {1, 1, 1}, {4, 3, 2}, {3, 3, 3}};
  for (const FluidGrid& grid : grids) {
    const auto axis = [](Eigen::Index k, Eigen::Index cells) {
      return 2 - 2 * std::cos(std::numbers::pi * static_cast<double>(k + 1) /
                              static_cast<double>(cells + 1));
    };
    std::vector<double> expected;
    for (Eigen::Index x = 0; x < grid.nx; ++x) {
      for (Eigen::Index y = 0; y < grid.ny; ++y) {
        for (Eigen::Index z = 0; z < grid.nz; ++z) {
          const double along_z = grid.nz > 1 ? axis(z, grid.nz) : 0;
          expected.push_back(axis(x, grid.nx) + axis(y, grid.ny) + along_z);
        }
      }
    }
    std::ranges::sort(expected);
    const Lcp problem = make_dense(make_fluid_lcp(grid, 1));
    EXPECT_TRUE(is_exactly_symmetric(problem.M));
    const Eigen::VectorXd eigenvalues = eigenvalues_of(problem.M);
    ASSERT_EQ(eigenvalues.size(), static_cast<Eigen::Index>(expected.size()));
    for (Eigen::Index k = 0; k < eigenvalues.size(); ++k) {
      EXPECT_NEAR(eigenvalues[k], expected[static_cast<std::size_t>(k)], 1e-12);
    }
  }
}

// A cell inside has its 4 or 6 neighbours at the distances 1, nx and nx ny; b is within -1..1.
TEST(FluidLcp, HasTheStencil) {
  const SparseLcp fluid = make_fluid_lcp({4, 5, 6}, 2);
  EXPECT_EQ(fluid.M.nonZeros(), 120 + 2 * (3 * 30 + 4 * 24 + 5 * 20));
  const Eigen::Index inside = 1 + 4 * (2 + 5 * 3);
  EXPECT_EQ(fluid.M.coeff(inside, inside), 6);
  for (const Eigen::Index stride : {1, 4, 20}) {
    EXPECT_EQ(fluid.M.coeff(inside, inside - stride), -1);
    EXPECT_EQ(fluid.M.coeff(inside, inside + stride), -1);
  }
  EXPECT_EQ(fluid.M.coeff(3, 4), 0);  // the end of one row of cells and the beginning of the next
  EXPECT_EQ(make_fluid_lcp({3, 3, 1}, 2).M.coeff(4, 4), 4);
  EXPECT_LE(fluid.q.cwiseAbs().maxCoeff(), 1);
  EXPECT_LT(std::abs(fluid.q.mean()), 0.2);
}

/// The blocks of eq. 27: B symmetric, mu, E and -E^T in their places, nothing else.
void expect_contact_form(const RowMajorMatrix& M, Eigen::Index n, Eigen::Index K) {
  ASSERT_EQ(M.rows(), n * (2 + K));
  const Eigen::Index impulses = n * (1 + K);
  const RowMajorMatrix B = M.topLeftCorner(impulses, impulses);
  EXPECT_TRUE(is_exactly_symmetric(B));
  EXPECT_GE(eigenvalues_of(B)[0], -1e-12 * B.norm());
  EXPECT_EQ(M.bottomRightCorner(n, n).norm(), 0);
  EXPECT_EQ(M.topRightCorner(n, n).norm(), 0);
  const RowMajorMatrix E = M.block(n, impulses, n * K, n);
  EXPECT_EQ(M.block(impulses, n, n, n * K), RowMajorMatrix(-E.transpose()));
  for (Eigen::Index c = 0; c < n; ++c) {
    EXPECT_EQ(E.col(c).sum(), static_cast<double>(K));
    EXPECT_EQ(E.block(c * K, c, K, 1).sum(), static_cast<double>(K));
    EXPECT_GE(M(impulses + c, c), 0);
  }
  const RowMajorMatrix mu = M.bottomLeftCorner(n, n);
  EXPECT_EQ(mu, RowMajorMatrix(mu.diagonal().asDiagonal()));
}

TEST(PrintedContactLcp, HasTheFormOfErlebensMatrix) {
  const KnownAnswer<Lcp> known = make_printed_contact_lcp({}, {}, 1);
  expect_contact_form(known.problem.M, 30, 4);
  EXPECT_EQ(known.problem.M(150, 0), 0.5);
  EXPECT_LE(lcp_residual(known.problem, known.z), 1e-15);
  const auto filled = (known.problem.M.array() != 0).count();
  EXPECT_LT(static_cast<double>(filled), 0.5 * 180 * 180);
  expect_contact_form(make_printed_contact_lcp({.contacts = 5, .directions = 6}, {}, 2).problem.M,
                      5, 6);
}

TEST(ContactLcp, HasTheFormOfErlebensMatrix) {
  expect_contact_form(make_contact_lcp({}, 1).M, 30, 4);
  expect_contact_form(make_contact_lcp({.contacts = 6, .directions = 8}, 2).M, 6, 8);
}

// Opposite directions have opposite rows, so that the pyramid is not sheared. The second of eight
// directions is half-way between two of four.
TEST(ContactLcp, HasOpposedDirections) {
  for (const Eigen::Index K : {4, 8}) {
    const Lcp problem = make_contact_lcp({.contacts = 10, .directions = K}, 3);
    for (Eigen::Index c = 0; c < 10; ++c) {
      for (Eigen::Index k = 0; k < K / 2; ++k) {
        const Eigen::Index row = 10 + c * K + k;
        EXPECT_LE((problem.M.row(row) + problem.M.row(row + K / 2)).head(10 * (1 + K)).norm(),
                  1e-12 * problem.M.row(row).norm());
        EXPECT_NEAR(problem.q[row], -problem.q[row + K / 2], 1e-14);
      }
    }
  }
  const Lcp eight = make_contact_lcp({.contacts = 4, .directions = 8}, 3);
  const Lcp four = make_contact_lcp({.contacts = 4, .directions = 4}, 3);
  EXPECT_NEAR(eight.q[4 + 1], std::sqrt(0.5) * (four.q[4] + four.q[5]), 1e-14);
}

// Lemke's method is guaranteed to find an answer.
TEST(ContactLcp, HasAnAnswer) {
  LemkeSolver lemke;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Lcp problem = make_contact_lcp({.contacts = 12, .bodies = 4}, seed);
    EXPECT_EQ(lemke.solve(problem).status, LcpStatus::solved) << "seed " << seed;
  }
}

// Both forms describe the same contacts: the entries of normals and of the two tangents agree.
TEST(ContactBoxLcp, IsOfTheSameContacts) {
  const Lcp pyramid = make_contact_lcp({}, 6);
  const BoxLcp box = make_dense(make_contact_box_lcp({}, 6));
  const auto row_of = [](Eigen::Index row) {
    const Eigen::Index c = row / 3;
    return row % 3 == 0 ? c : 30 + 4 * c + row % 3 - 1;
  };
  for (Eigen::Index i = 0; i < 90; ++i) {
    EXPECT_NEAR(box.q[i], pyramid.q[row_of(i)], 1e-13);
    for (Eigen::Index j = 0; j < 90; ++j) {
      EXPECT_NEAR(box.M(i, j), pyramid.M(row_of(i), row_of(j)), 1e-11);
    }
  }
}

TEST(ContactBoxLcp, IsSemidefiniteWithAnAnswer) {
  KellerSolver keller;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const BoxLcp problem = make_dense(make_contact_box_lcp({}, seed));
    EXPECT_GE(eigenvalues_of(problem.M)[0], -1e-12 * problem.M.norm());
    EXPECT_LT(eigenvalues_of(problem.M)[0], 1e-10);  // 90 rows of 72 velocities
    EXPECT_EQ(keller.solve(problem).status, LcpStatus::solved) << "seed " << seed;
    for (Eigen::Index row = 0; row < 90; ++row) {
      EXPECT_EQ(problem.upper[row] == kInf, row % 3 == 0);
      EXPECT_EQ(problem.lower[row], row % 3 == 0 ? 0 : -problem.upper[row]);
    }
  }
}

std::uint64_t hash_of(const double* values, Eigen::Index count, std::uint64_t hash) {
  for (Eigen::Index k = 0; k < count; ++k) {
    // FNV-1a over 64-bit words.
    hash = (hash ^ std::bit_cast<std::uint64_t>(values[k])) * 0x100000001b3u;
  }
  return hash;
}

std::uint64_t hash_of(const RowMajorMatrix& M, const Eigen::VectorXd& q) {
  return hash_of(q.data(), q.size(), hash_of(M.data(), M.size(), 0xcbf29ce484222325u));
}

TEST(ProblemGenerators, EqualSeedsGiveEqualBits) {
  const auto p = [](std::uint64_t seed) {
    const Lcp lcp =
        make_known_lcp(make_p_matrix({.size = 20, .skewness = 1}, seed), {}, seed).problem;
    return hash_of(lcp.M, lcp.q);
  };
  const auto box = [](std::uint64_t seed) {
    const BoxLcp lcp = make_random_box_lcp({.size = 50}, seed).problem;
    return hash_of(lcp.M, lcp.q);
  };
  const auto fluid = [](std::uint64_t seed) {
    const Lcp lcp = make_dense(make_fluid_lcp({4, 4, 4}, seed));
    return hash_of(lcp.M, lcp.q);
  };
  const auto printed = [](std::uint64_t seed) {
    const Lcp lcp = make_printed_contact_lcp({}, {}, seed).problem;
    return hash_of(lcp.M, lcp.q);
  };
  const auto contact = [](std::uint64_t seed) {
    const Lcp lcp = make_contact_lcp({}, seed);
    return hash_of(lcp.M, lcp.q);
  };
  // For seed 1, on every platform; other compilers or vector widths must not change them.
  struct Generator {
    std::uint64_t (*hash)(std::uint64_t seed);
    std::uint64_t expected;
  };
  for (const Generator& generator : std::vector<Generator>{{p, 6390228396077158019u},
                                                           {box, 4508665583068439590u},
                                                           {fluid, 16382085421264900191u},
                                                           {printed, 8055739224109875332u},
                                                           {contact, 9345073000155049021u}}) {
    EXPECT_EQ(generator.hash(1), generator.expected);
    EXPECT_NE(generator.hash(2), generator.expected);
  }
}

TEST(ProblemGenerators, RefuseOptionsOutOfRange) {
  EXPECT_THROW(make_symmetric_matrix(Eigen::Vector2d(1, kNaN), 1), std::invalid_argument);
  for (const RandomMatrixOptions& options : std::vector<RandomMatrixOptions>{{.size = -1},
                                                                             {.condition = 0.5},
                                                                             {.condition = kNaN},
                                                                             {.condition = kInf},
                                                                             {.zero_share = -0.1},
                                                                             {.zero_share = 1.1},
                                                                             {.skewness = -1},
                                                                             {.scaling = 0.5}}) {
    EXPECT_THROW(make_semidefinite_matrix(options, 1), std::invalid_argument);
    EXPECT_THROW(make_p_matrix(options, 1), std::invalid_argument);
  }
  EXPECT_THROW(make_p_matrix({.zero_share = 0.5}, 1), std::invalid_argument);
  const RowMajorMatrix M = RowMajorMatrix::Identity(3, 3);
  for (const AnswerShares& shares : std::vector<AnswerShares>{
           {.basic = -0.1}, {.degenerate = -0.1}, {.basic = 0.6, .degenerate = 0.6}, {kNaN, 0}}) {
    EXPECT_THROW(make_known_lcp(M, shares, 1), std::invalid_argument);
    EXPECT_THROW(make_printed_contact_lcp({}, shares, 1), std::invalid_argument);
  }
  EXPECT_THROW(make_known_lcp(RowMajorMatrix::Zero(2, 3), {}, 1), std::invalid_argument);
  EXPECT_THROW(make_known_lcp(RowMajorMatrix::Constant(1, 1, kNaN), {}, 1), std::invalid_argument);
  EXPECT_THROW(make_random_box_lcp({.q_range = 0}, 1), std::invalid_argument);
  constexpr Eigen::Index kMany = Eigen::Index{1} << 40;  // 2^82 cells
  EXPECT_THROW(make_fluid_lcp({kMany, kMany, 4}, 1), std::invalid_argument);
  EXPECT_THROW(make_random_box_lcp({.condition = 0}, 1), std::invalid_argument);
  EXPECT_THROW(make_fluid_lcp({0, 1, 1}, 1), std::invalid_argument);
  EXPECT_THROW(make_printed_contact_lcp({.contacts = -1}, {}, 1), std::invalid_argument);
  EXPECT_THROW(make_printed_contact_lcp({.bodies = 0}, {}, 1), std::invalid_argument);
  EXPECT_THROW(make_contact_lcp({.directions = 5}, 1), std::invalid_argument);
  EXPECT_THROW(make_contact_lcp({.largest_friction = -1}, 1), std::invalid_argument);
  EXPECT_THROW(make_contact_box_lcp({.mass_ratio = 0}, 1), std::invalid_argument);
}

TEST(ProblemGenerators, MakeEmptyAndSmallestProblems) {
  EXPECT_EQ(make_known_lcp(RowMajorMatrix(0, 0), {}, 1).z.size(), 0);
  EXPECT_EQ(make_random_box_lcp({.size = 0}, 1).z.size(), 0);
  const KnownAnswer<BoxLcp> one = make_random_box_lcp({.size = 1}, 1);
  EXPECT_EQ(one.problem.M(0, 0), 1);
  EXPECT_LE(lcp_residual(one.problem, one.z), 1e-15);
  EXPECT_EQ(make_printed_contact_lcp({.contacts = 0}, {}, 1).z.size(), 0);
  EXPECT_EQ(make_contact_lcp({.contacts = 0}, 1).q.size(), 0);
  EXPECT_EQ(make_contact_box_lcp({.contacts = 1, .bodies = 1}, 1).q.size(), 3);
}

}  // namespace
}  // namespace stiction
