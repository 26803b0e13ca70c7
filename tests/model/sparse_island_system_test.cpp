#include "../../src/model/sparse_island_system.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "model/column_problems.h"
#include "model/island_cases.h"

namespace stiction {
namespace {

Rows random_rows(std::mt19937& generator, std::size_t size) {
  std::normal_distribution<double> normal;
  Rows rows(size);
  for (Vec3& row : rows) row = Vec3(normal(generator), normal(generator), normal(generator));
  return rows;
}

TEST(SparseIslandSystem, HasTheVelocitiesOfTheContactProblem) {
  std::mt19937 generator(2200);
  for (int draw = 0; draw < 10; ++draw) {
    const ContactProblem contacts = make_rich_problem(generator, 4, 12);
    PosedIsland island(contacts);
    Rows r = random_rows(generator, 12);
    for (int c = 0; c < 12; ++c) {
      if (island.system.group(c).num_rows == 1) r[c].tail<2>().setZero();
    }
    std::vector<Vec6> expected = free_velocities(contacts);
    for (int c = 0; c < 12; ++c) {
      apply_contact_impulse(contacts, contacts.contacts[c], r[c], expected);
    }
    std::vector<Vec6> v;
    island.system.calc_velocities(r, v);
    EXPECT_LE(distance(v, expected), 1e-10);
    Rows u;
    island.system.calc_relative(v, u);
    for (int c = 0; c < 12; ++c) {
      const Vec3 exact = calc_contact_velocity(contacts.contacts[c], expected);
      const int rows = island.system.group(c).num_rows;
      EXPECT_LE((u[c] - exact).head(rows).norm(), 1e-9);
    }
    std::vector<Vec6> b;
    island.system.calc_imbalance(r, v, b);
    EXPECT_LE(island.system.measure(b), 1e-10);
  }
}

TEST(SparseIslandSystem, JudgesAsTheConeResidualDoes) {
  std::mt19937 generator(2210);
  for (int draw = 0; draw < 20; ++draw) {
    const ContactProblem contacts = make_rich_problem(generator, 3, 9);
    PosedIsland island(contacts);
    BestAnswer best;
    const double residual = best.offer(island.system, random_rows(generator, 9));
    const double expected = calc_cone_residual(contacts, solution_of(best));
    EXPECT_NEAR(residual, expected, 1e-9 * expected);
  }
}

// M dv - H dr = b and dr + D du = g to round-off, for D from the size of M to 1e8 times that.
TEST(SparseIslandSystem, OneRefinementLeavesRoundOff) {
  std::mt19937 generator(2220);
  for (const bool is_symmetric : {false, true}) {
    for (const double stiffness : {1.0, 1e4, 1e8}) {
      const ContactProblem contacts = make_rich_problem(generator, 6, 24);
      PosedIsland island(contacts);
      SparseIslandSystem& system = island.system;
      std::vector<Mat3> D(24);
      for (int c = 0; c < 24; ++c) {
        const Mat3 random = Mat3::Random();
        D[c] = random * random.transpose() + Mat3::Identity();
        if (!is_symmetric) D[c](1, 0) += 0.5;
        D[c] *= stiffness / system.group(c).compliance;
      }
      ASSERT_TRUE(system.factor(D, is_symmetric));
      std::vector<Vec6> b(6), dv;
      for (Vec6& x : b) x.setRandom();
      const Rows g = random_rows(generator, 24);
      Rows du, dr;
      ASSERT_TRUE(system.solve(b, g, 1, dv, du, dr));

      double size = 0;
      double momentum = 0;
      std::vector<Vec6> rest = b;
      for (int i = 0; i < 6; ++i) rest[i] -= island.problem.masses[i] * dv[i];
      for (int c = 0; c < 24; ++c) {
        for (const IslandProblem::Side& side : island.problem.sides_of(c)) {
          rest[side.body] += side.H * dr[c];
          size = std::max(size, (side.H * dr[c]).norm());
        }
      }
      for (const Vec6& x : rest) momentum = std::max(momentum, x.norm());
      EXPECT_LE(momentum, 1e-10 * size) << "stiffness " << stiffness;
    }
  }
}

// A factor stays valid as long as D is the same, changed in place or not, and no longer than the
// problem.
TEST(SparseIslandSystem, KeepsItsFactorForTheSameStatesOnly) {
  std::mt19937 generator(2230);
  const ContactProblem contacts = make_rich_problem(generator, 6, 24);
  const ContactProblem others = make_rich_problem(generator, 6, 24);
  const Rows g = random_rows(generator, 24);
  const std::vector<Vec6> b(6, Vec6::Ones());
  const auto solve = [&](SparseIslandSystem& system, const std::vector<Mat3>& D) {
    std::vector<Vec6> dv;
    Rows du, dr;
    EXPECT_TRUE(system.factor(D, true));
    EXPECT_TRUE(system.solve(b, g, 1, dv, du, dr));
    return dv;
  };
  const auto solve_afresh = [&](const ContactProblem& problem, const std::vector<Mat3>& D) {
    PosedIsland fresh(problem);
    return solve(fresh.system, D);
  };
  PosedIsland island(contacts);
  std::vector<Mat3> D(24, Mat3::Identity());
  const std::vector<Vec6> first = solve(island.system, D);
  EXPECT_EQ(solve(island.system, D), first);
  D[7] *= 2;
  const std::vector<Vec6> second = solve(island.system, D);
  EXPECT_NE(second, first);
  EXPECT_EQ(second, solve_afresh(contacts, D));
  PosedIsland other(others);
  island.system.set_problem(other.problem);
  EXPECT_EQ(solve(island.system, D), solve_afresh(others, D));
}

TEST(SparseIslandSystem, AnAnswerWithANaNIsTheWorst) {
  PosedIsland island(make_particle({0, 0, -1}, 0.5));
  const double residual = island.system.judge({Vec3(std::nan(""), 0, 0)}, {Vec3::Zero()});
  EXPECT_EQ(residual, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace stiction
