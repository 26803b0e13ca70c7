#include "../../src/model/impulse_space.h"

#include <gtest/gtest.h>

#include <Eigen/QR>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "model/column_problems.h"

// Against the dense matrix C and Eigen's complete orthogonal decomposition.

namespace stiction {
namespace {

using Decomposition = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;

Eigen::VectorXd vector_of(const std::vector<double>& numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<int>(numbers.size()));
}

std::vector<double> numbers_of(const Eigen::VectorXd& vector) {
  return {vector.data(), vector.data() + vector.size()};
}

/// Directions at contacts, in the space and as a dense matrix of columns.
struct Directions {
  Effort effort;  // no limit
  ContactColumns columns;
  ImpulseSpace space;
  Eigen::MatrixXd C;

  explicit Directions(const ContactProblem& problem) : columns(columns_of(problem)) {
    space.start(columns);
    C.resize(columns.dimension, 0);
  }
  void add(int c, const std::array<double, 3>& direction) {
    space.add(c, direction);
    const Eigen::MatrixXd rows = dense_rows(columns, true);
    C.conservativeResize(Eigen::NoChange, C.cols() + 1);
    C.rightCols(1).setZero();
    for (int k = 0; k < 3; ++k) C.rightCols(1) += direction[k] * rows.row(3 * c + k).transpose();
  }
  /// n of every contact; n, x and y; or each contact's n and a direction of friction.
  void add_all(int kind) {
    for (int c = 0; c < columns.num_contacts(); ++c) {
      add(c, {1, 0, 0});
      if (kind == 1) add(c, {0, 1, 0});
      if (kind == 1) add(c, {0, 0, 1});
      if (kind == 2) add(c, {-0.3, 0.6, 0.8});
    }
  }
};

Eigen::VectorXd random_vector(std::mt19937& generator, int size) {
  std::normal_distribution<double> normal;
  return Eigen::VectorXd::NullaryExpr(size, [&] { return normal(generator); });
}

/// Everything the space does, against the dense matrix; errors relative to `accuracy`.
void expect_all(Directions& directions, std::mt19937& generator, double accuracy) {
  const Eigen::MatrixXd& C = directions.C;
  const int size = static_cast<int>(C.cols());
  ASSERT_EQ(directions.space.size(), size);
  ASSERT_TRUE(directions.space.factor(directions.effort));
  const Decomposition decomposition(C);
  const Decomposition transposed(C.transpose().eval());

  const Eigen::VectorXd y = random_vector(generator, size);
  std::vector<double> dv = numbers_of(random_vector(generator, static_cast<int>(C.rows())));
  const Eigen::VectorXd applied = vector_of(dv) + C * y;
  directions.space.apply(numbers_of(y), dv);
  EXPECT_LE((vector_of(dv) - applied).norm(), 1e-13 * (applied.norm() + C.norm() * y.norm()));

  std::vector<double> u;
  directions.space.measure(dv, u);
  ASSERT_EQ(u.size(), static_cast<std::size_t>(size));
  const Eigen::VectorXd measured = C.transpose() * vector_of(dv);
  EXPECT_LE((vector_of(u) - measured).norm(), 1e-13 * C.norm() * vector_of(dv).norm());

  // The nearest y with an effect that some y has.
  const Eigen::VectorXd target = C * random_vector(generator, size);
  std::vector<double> moved = numbers_of(y);
  directions.space.move_to(numbers_of(target), moved);
  const Eigen::VectorXd nearest = y + decomposition.solve(target - C * y);
  EXPECT_LE((vector_of(moved) - nearest).norm(), accuracy * (1 + nearest.norm())) << "move_to";
  EXPECT_LE((C * vector_of(moved) - target).norm(), accuracy * (1 + target.norm())) << "effect";

  // The dv of relative velocities that some motion has, and of any: least squares.
  const Eigen::VectorXd wanted[] = {C.transpose() * random_vector(generator, int(C.rows())),
                                    random_vector(generator, size)};
  for (const Eigen::VectorXd& goal : wanted) {
    std::vector<double> found(directions.columns.dimension, 0);
    directions.space.find_velocity(numbers_of(goal), found);
    ASSERT_EQ(found.size(), static_cast<std::size_t>(C.rows()));
    const Eigen::VectorXd reached = C.transpose() * vector_of(found);
    const Eigen::VectorXd best = C.transpose() * transposed.solve(goal);
    EXPECT_LE((reached - best).norm(), accuracy * (1 + goal.norm())) << "find_velocity";
  }
}

TEST(ImpulseSpace, IsTheDenseOneForRandomContacts) {
  std::mt19937 generator(1);
  for (int i = 0; i < 60; ++i) {
    Directions directions(make_rich_problem(generator, 1 + i % 6, 1 + (7 * i) % 20));
    directions.add_all(i % 3);
    SCOPED_TRACE("problem " + std::to_string(i));
    expect_all(directions, generator, 1e-8);
  }
}

TEST(ImpulseSpace, DirectionsAreKeptInTheirOrder) {
  std::mt19937 generator(2);
  Directions directions(make_rich_problem(generator, 2, 5));
  directions.add(3, {1, 0, 0});
  directions.add(0, {0, 0.6, -0.8});
  directions.add(3, {0, 1, 0});
  EXPECT_EQ(directions.space.size(), 3);
  EXPECT_EQ(directions.space.contact(1), 0);
  EXPECT_EQ(directions.space.contact(2), 3);
  EXPECT_EQ(directions.space.direction(1), (std::array<double, 3>{0, 0.6, -0.8}));
  expect_all(directions, generator, 1e-9);
  directions.space.start(directions.columns);
  EXPECT_EQ(directions.space.size(), 0) << "start forgets";
  directions.C.resize(12, 0);
  directions.add(4, {1, 0, 0});
  expect_all(directions, generator, 1e-9);
}

// Towers of boxes: redundant contacts, a chain of bodies.
TEST(ImpulseSpace, ChainsOfBodies) {
  std::mt19937 generator(3);
  for (const int num_boxes : {1, 2, 5, 20}) {
    for (int kind = 0; kind < 3; ++kind) {
      Directions directions(make_stack(generator, num_boxes, 0.5));
      directions.add_all(kind);
      SCOPED_TRACE(std::to_string(num_boxes) + " boxes, kind " + std::to_string(kind));
      expect_all(directions, generator, 1e-8);
    }
  }
}

// Bodies in an order in which the first touches the last: a long envelope.
TEST(ImpulseSpace, RingsOfBodies) {
  std::mt19937 generator(4);
  ContactProblem problem = make_stack(generator, 6, 0.5);
  for (int c = 0; c < 4; ++c) problem.contacts[c].body_b = 5;
  problem.contacts.push_back(problem.contacts[8]);
  problem.contacts.back().body_a = -1;
  std::reverse(problem.contacts.begin(), problem.contacts.end());
  Directions directions(problem);
  directions.add_all(1);
  expect_all(directions, generator, 1e-8);
}

// A body touched at one point only, one touched by nobody: directions in which nothing is wanted.
TEST(ImpulseSpace, BodiesWithFreeDirections) {
  std::mt19937 generator(5);
  ContactProblem problem = make_stack(generator, 3, 0.5);
  problem.contacts.resize(5);  // four under the lowest box, one under the next, none for the last
  for (int kind = 0; kind < 3; ++kind) {
    Directions directions(problem);
    directions.add_all(kind);
    SCOPED_TRACE("kind " + std::to_string(kind));
    expect_all(directions, generator, 1e-8);
    std::vector<double> found(directions.columns.dimension, 0);
    directions.space.find_velocity(std::vector<double>(directions.space.size(), 1), found);
    for (int entry = 12; entry < 18; ++entry) {
      EXPECT_NEAR(found[entry], 0, 1e-9) << "the body that nobody touches";
    }
    for (const double number : found) EXPECT_LE(std::abs(number), 1e3);
  }
}

TEST(ImpulseSpace, NoDirectionsAtAll) {
  std::mt19937 generator(6);
  Directions directions(make_stack(generator, 2, 0.5));
  EXPECT_TRUE(directions.space.factor(directions.effort));
  std::vector<double> y;
  directions.space.move_to(std::vector<double>(12, 0), y);
  EXPECT_TRUE(y.empty());
}

// Effects are measured against |C| |y|: a mass ratio is one of scales, of light bodies' columns to
// heavy bodies', which the solve for the velocities must not lose.
TEST(ImpulseSpace, MassRatios) {
  std::mt19937 generator(7);
  for (const double ratio : {1e-6, 1e-4, 1e4, 1e6}) {
    for (int kind = 0; kind < 3; ++kind) {
      ContactProblem problem = make_stack(generator, 3, 0.5);
      for (int b = 0; b < 3; ++b)
        problem.bodies[b] = make_problem_body(b == 1 ? ratio : 1, Vec6::Zero());
      Directions directions(problem);
      directions.add_all(kind);
      SCOPED_TRACE("ratio " + std::to_string(ratio) + " kind " + std::to_string(kind));
      const Eigen::MatrixXd& C = directions.C;
      ASSERT_TRUE(directions.space.factor(directions.effort));
      const Eigen::VectorXd wished = random_vector(generator, int(C.cols()));
      const Eigen::VectorXd target = C * wished;
      std::vector<double> moved(C.cols(), 0);
      directions.space.move_to(numbers_of(target), moved);
      // Each body by itself, in the units of its own columns.
      const Eigen::VectorXd error = C * vector_of(moved) - target;
      for (int b = 0; b < 3; ++b) {
        EXPECT_LE(error.segment<6>(6 * b).norm(),
                  1e-9 * (1e-12 + C.middleRows<6>(6 * b).norm() * wished.norm()))
            << "body " << b;
      }
      EXPECT_LE(vector_of(moved).norm(), (1 + 1e-6) * wished.norm()) << "no longer than needed";
      const Eigen::VectorXd goal = C.transpose() * random_vector(generator, int(C.rows()));
      std::vector<double> found(C.rows(), 0);
      directions.space.find_velocity(numbers_of(goal), found);
      EXPECT_LE((C.transpose() * vector_of(found) - goal).norm(), 1e-8 * goal.norm());
    }
  }
}

}  // namespace
}  // namespace stiction
