#include <stiction/contact/fclib_conversion.h>

#include <gtest/gtest.h>

#include <Eigen/LU>

#include <random>
#include <stdexcept>
#include <vector>

#include "simple_problems.h"

namespace stiction {
namespace {

// Law: for any impulses both forms give the same velocities of bodies and at contacts.
TEST(FclibConversion, KeepsTheEquations) {
  std::mt19937 generator(5);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 10; ++trial) {
    ContactProblem problem = make_random_problem(generator, 1 + trial % 4, 6);
    turn_principal_axes(generator, problem);
    const FclibProblem fclib = make_fclib_problem(problem);
    validate(fclib);
    EXPECT_EQ(fclib.form, FclibProblem::Form::global);
    EXPECT_EQ(fclib.num_contacts(), 6);
    const Eigen::VectorXd r = Eigen::VectorXd::NullaryExpr(18, [&] { return normal(generator); });
    std::vector<Vec6> velocities = free_velocities(problem);
    for (int c = 0; c < 6; ++c) {
      apply_contact_impulse(problem, problem.contacts[c], r.segment<3>(3 * c), velocities);
    }
    const Eigen::VectorXd v =
        Eigen::MatrixXd(fclib.M).fullPivLu().solve(Eigen::VectorXd(fclib.H * r + fclib.f));
    const Eigen::VectorXd u = fclib.H.transpose() * v + fclib.w;
    for (std::size_t b = 0; b < velocities.size(); ++b) {
      const Vec6 of_body = v.segment<6>(6 * static_cast<Eigen::Index>(b));
      EXPECT_LE((of_body - velocities[b]).norm(), 1e-12 * (1 + velocities[b].norm()));
    }
    for (int c = 0; c < 6; ++c) {
      const Vec3 at_contact = calc_contact_velocity(problem.contacts[c], velocities);
      EXPECT_LE((u.segment<3>(3 * c) - at_contact).norm(), 1e-12 * (1 + at_contact.norm()));
      EXPECT_EQ(fclib.mu[c], problem.contacts[c].friction);
    }
  }
}

TEST(FclibConversion, RefusesFrictionThatLeansOnAnEarlierImpulse) {
  ContactProblem problem = make_particle(Vec3(1, 0, -1), 0.5);
  EXPECT_TRUE(fits_fclib(problem));
  problem.contacts[0].prior_normal_impulse = 1;
  EXPECT_FALSE(fits_fclib(problem));
  EXPECT_THROW(make_fclib_problem(problem), std::invalid_argument);
  problem.contacts[0].friction = 0;
  EXPECT_TRUE(fits_fclib(problem)) << "there is no friction to lean on it";
}

TEST(FclibConversion, TakesAnEmptyProblem) {
  const FclibProblem fclib = make_fclib_problem(ContactProblem());
  validate(fclib);
  EXPECT_EQ(fclib.num_contacts(), 0);
}

TEST(FclibConversion, RefusesContactsOfBodiesThatAreNot) {
  std::mt19937 generator(6);
  ContactProblem problem = make_random_problem(generator, 2, 3);
  problem.contacts[1].body_a = 50;
  EXPECT_THROW(make_fclib_problem(problem), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
