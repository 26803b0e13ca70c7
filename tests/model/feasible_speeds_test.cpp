// Speeds that conditions demand, and the part of them that bodies can have.

#include <stiction/model/feasible_speeds.h>

#include <gtest/gtest.h>

#include <vector>

#include "contact/simple_problems.h"

namespace stiction {
namespace {

ContactProblem::Row make_condition(const Vec6& jacobian, double length = 1) {
  ContactProblem::Row row;
  row.sides[0] = {0, jacobian};
  row.length = length;
  return row;
}

// The mean best satisfies the same condition given three times. A condition independent of all
// others stays as it is, and so do the speeds of rows that are not conditions.
TEST(FeasibleSpeeds, AreTheNearestThatOneMotionHas) {
  ContactProblem problem = make_particle(Vec3(0, 0, -1), 0.5);
  for (int i = 0; i < 3; ++i) problem.rows.push_back(make_condition(Vec6::Unit(0)));
  problem.rows.push_back(make_condition(Vec6::Unit(5), 0.1));
  problem.rows.push_back(make_condition(Vec6::Unit(0)));
  problem.rows.back().lower = 0;
  std::vector<double> speeds = {1, 2, 6, 0.7, 5};
  FeasibleSpeeds().make_feasible(problem, speeds);
  for (const std::size_t i : {0, 1, 2}) EXPECT_NEAR(speeds[i], 3, 1e-12);
  EXPECT_NEAR(speeds[3], 0.7, 1e-12);
  EXPECT_EQ(speeds[4], 5);
}

TEST(FeasibleSpeeds, OfAnyMotionStayAsTheyAre) {
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> entry(-1, 1);
  ContactProblem problem = make_random_problem(generator, 3, 4);
  std::vector<Vec6> motion(3);
  for (Vec6& v : motion) {
    for (int k = 0; k < 6; ++k) v[k] = entry(generator);
  }
  std::vector<double> speeds;
  for (int i = 0; i < 24; ++i) {  // of which 18 at most are independent
    ContactProblem::Row row;
    for (int body = 0; body < 2; ++body) {
      row.sides[body].body = (i + body) % 3;
      for (int k = 0; k < 6; ++k) row.sides[body].jacobian[k] = entry(generator);
    }
    row.length = 0.5;
    problem.rows.push_back(row);
    speeds.push_back(calc_row_velocity(row, motion));
  }
  const std::vector<double> before = speeds;
  FeasibleSpeeds().make_feasible(problem, speeds);
  for (std::size_t i = 0; i < speeds.size(); ++i) EXPECT_NEAR(speeds[i], before[i], 1e-11) << i;
}

TEST(FeasibleSpeeds, AreOneForEachRow) {
  ContactProblem problem;
  problem.rows.resize(2);
  std::vector<double> speeds = {1};
  EXPECT_THROW(FeasibleSpeeds().make_feasible(problem, speeds), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
