#include <stiction/model/delassus.h>

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "contact/simple_problems.h"

namespace stiction {
namespace {

// Column j of W is the change of the relative velocities by a unit impulse j, computed by applying
// it.
TEST(Delassus, IsTheResponseOfTheRelativeVelocitiesToImpulses) {
  std::mt19937 generator(3);
  for (int draw = 0; draw < 20; ++draw) {
    const ContactProblem problem = make_random_problem(generator, 1 + draw % 4, 6);
    const int n = static_cast<int>(problem.contacts.size());
    Delassus delassus;
    calc_delassus(problem, delassus);
    const std::vector<Vec6> free = free_velocities(problem);
    for (int j = 0; j < 3 * n; ++j) {
      std::vector<Vec6> pushed = free;
      apply_contact_impulse(problem, problem.contacts[j / 3], Vec3::Unit(j % 3), pushed);
      for (int c = 0; c < n; ++c) {
        const Vec3 before = calc_contact_velocity(problem.contacts[c], free);
        const Vec3 change = calc_contact_velocity(problem.contacts[c], pushed) - before;
        EXPECT_LE((delassus.W.block<3, 1>(3 * c, j) - change).norm(), 1e-11);
        EXPECT_LE((delassus.u_free.segment<3>(3 * c) - before).norm(), 1e-15);
      }
    }
  }
}

TEST(Delassus, IsSymmetricAndPositiveSemidefinite) {
  std::mt19937 generator(4);
  const ContactProblem problem = make_random_problem(generator, 3, 12);
  Delassus delassus;
  calc_delassus(problem, delassus);
  EXPECT_TRUE(delassus.W.isApprox(delassus.W.transpose(), 0));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(delassus.W);
  EXPECT_GE(eigen.eigenvalues().minCoeff(), -1e-12 * eigen.eigenvalues().maxCoeff());
}

TEST(Delassus, ForgetsTheProblemBefore) {
  std::mt19937 generator(5);
  Delassus used;
  calc_delassus(make_random_problem(generator, 3, 9), used);
  const ContactProblem problem = make_random_problem(generator, 2, 4);
  Delassus fresh;
  calc_delassus(problem, fresh);
  calc_delassus(problem, used);
  EXPECT_EQ(used.W, fresh.W);
  EXPECT_EQ(used.u_free, fresh.u_free);
}

}  // namespace
}  // namespace stiction
