#include "../../src/model/delassus_system.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include <random>

#include "../../src/model/island_ladder.h"
#include "model/column_problems.h"

namespace stiction {
namespace {

/// W, q and mu of a problem in the bodies' velocities.
struct LocalForm {
  Eigen::SparseMatrix<double> W;
  Eigen::VectorXd q;
  Eigen::VectorXd friction;
};

LocalForm local_form(const ContactProblem& problem) {
  const DenseProblem dense = write_out(columns_of(problem));
  LocalForm form;
  form.W = dense.W.sparseView();
  form.q = dense.free;
  form.friction = Eigen::Map<const Eigen::VectorXd>(dense.friction.data(), dense.num_contacts());
  return form;
}

ContactProblem without_prior(ContactProblem problem) {
  for (ContactProblem::Contact& contact : problem.contacts) contact.prior_normal_impulse = 0;
  return problem;
}

// Dense up to 300 rows, sparse above.
TEST(DelassusSystem, SolvesItsLinearSystem) {
  std::mt19937 generator(2400);
  for (const int num_contacts : {9, 120}) {
    const LocalForm form =
        local_form(without_prior(make_rich_problem(generator, num_contacts / 3, num_contacts)));
    DelassusSystem system;
    system.set_problem(form.W, form.q, form.friction, 3);
    std::vector<Mat3> D(num_contacts);
    std::vector<Vec6> b(num_contacts, Vec6::Zero());
    Rows g(num_contacts);
    for (int c = 0; c < num_contacts; ++c) {
      D[c] = Mat3::Random();
      D[c] = (D[c] * D[c].transpose() / system.group(c).compliance).eval();
      if (system.group(c).num_rows == 1) D[c].bottomRightCorner<2, 2>().setZero();
      if (system.group(c).num_rows == 1) D[c](0, 1) = D[c](0, 2) = D[c](1, 0) = D[c](2, 0) = 0;
      b[c].head<3>().setRandom();
      if (system.group(c).num_rows == 1) b[c].segment<2>(1).setZero();
      g[c].setRandom();
    }
    ASSERT_TRUE(system.factor(D, false));
    std::vector<Vec6> dv;
    Rows du, dr;
    ASSERT_TRUE(system.solve(b, g, 1, dv, du, dr));
    for (int c = 0; c < num_contacts; ++c) {
      EXPECT_LE((dr[c] + D[c] * du[c] - g[c]).norm(), 1e-8) << num_contacts << " contact " << c;
    }
  }
}

TEST(DelassusSystem, TellsTheSignOfTheDeterminant) {
  std::mt19937 generator(2405);
  int num_negative = 0;
  for (int draw = 0; draw < 40; ++draw) {
    const int num_contacts = draw < 30 ? 3 + draw : 120;
    const ContactProblem problem =
        without_prior(make_rich_problem(generator, num_contacts / 3, num_contacts));
    const LocalForm form = local_form(problem);
    DelassusSystem system;
    system.set_problem(form.W, form.q, form.friction, 3);
    std::vector<Mat3> D(num_contacts, Mat3::Zero());
    for (int c = 0; c < num_contacts; ++c) {
      const int rows = system.group(c).num_rows;
      D[c].topLeftCorner(rows, rows) = Mat3::Random().topLeftCorner(rows, rows);
      D[c] /= system.group(c).compliance;
    }
    Eigen::MatrixXd A = form.W;
    for (int c = 0; c < num_contacts; ++c) A.middleRows<3>(3 * c) = D[c] * A.middleRows<3>(3 * c);
    A.diagonal().array() += 1;
    const int expected = A.fullPivLu().determinant() > 0 ? 1 : -1;
    num_negative += expected < 0;
    EXPECT_EQ(system.factor(D, false), expected) << "draw " << draw;
  }
  EXPECT_GT(num_negative, 5);
  EXPECT_LT(num_negative, 35);
}

TEST(DelassusSystem, TheLadderSolvesTheLocalForm) {
  std::mt19937 generator(2410);
  IslandLadder ladder;
  for (int draw = 0; draw < 30; ++draw) {
    const int num_bodies = 1 + draw % 4;
    const ContactProblem problem =
        without_prior(make_rich_problem(generator, num_bodies, 3 * num_bodies));
    const LocalForm form = local_form(problem);
    DelassusSystem system;
    system.set_problem(form.W, form.q, form.friction, 3);
    Effort effort(4000, 1, nullptr);
    EXPECT_LE(ladder.solve(system, nullptr, {}, effort).residual, 1e-10) << "draw " << draw;
  }
}

}  // namespace
}  // namespace stiction
