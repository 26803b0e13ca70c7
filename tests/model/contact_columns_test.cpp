#include <stiction/model/contact_columns.h>
#include <stiction/model/delassus.h>
#include <stiction/model/pyramid.h>

#include <gtest/gtest.h>

#include <Eigen/Core>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <stdexcept>
#include <string>

#include "constants.h"
#include "contact/simple_problems.h"
#include "model/column_problems.h"

namespace stiction {
namespace {

/// Turns (n, t1, t2) to (n, x, y) for every contact.
Eigen::MatrixXd turn_matrix(const std::vector<double>& angles) {
  Eigen::MatrixXd turn = Eigen::MatrixXd::Identity(3 * angles.size(), 3 * angles.size());
  for (std::size_t c = 0; c < angles.size(); ++c) {
    const double cosine = std::cos(angles[c]);
    const double sine = std::sin(angles[c]);
    turn.block<2, 2>(3 * c + 1, 3 * c + 1) << cosine, sine, -sine, cosine;
  }
  return turn;
}

std::vector<double> random_angles(std::mt19937& generator, int count) {
  std::uniform_real_distribution<double> uniform(-4, 4);
  std::vector<double> angles(count);
  for (double& angle : angles) angle = uniform(generator);
  return angles;
}

/// left . right^T = m W and V u~ = u, both in the frames of the turned facets.
void expect_columns_of(const ContactProblem& problem, const ContactColumns& columns,
                       const std::vector<double>& angles) {
  Delassus delassus;
  calc_delassus(problem, delassus);
  const Eigen::MatrixXd turn = turn_matrix(angles);
  const Eigen::MatrixXd W = columns.mass_unit * (turn * delassus.W * turn.transpose());
  const DenseProblem dense = write_out(columns);
  EXPECT_LE((dense.W - W).cwiseAbs().maxCoeff(), 1e-12 * W.cwiseAbs().maxCoeff());
  const Eigen::VectorXd u = turn * delassus.u_free / columns.velocity_unit;
  EXPECT_LE((dense.free - u).cwiseAbs().maxCoeff(), 1e-12 * (1 + u.cwiseAbs().maxCoeff()));
}

// ------------------------------------------------------------------------------- from bodies

TEST(ContactColumns, ProductsAreTheDelassusOperatorInUnitsOfTheMass) {
  std::mt19937 generator(1);
  for (const int num_bodies : {1, 2, 3, 6}) {
    for (const int num_contacts : {1, 2, 7, 20}) {
      const ContactProblem problem = make_rich_problem(generator, num_bodies, num_contacts);
      const ContactColumns columns = columns_of(problem);
      EXPECT_EQ(columns.dimension, 6 * num_bodies);
      EXPECT_EQ(columns.width, 6);
      ASSERT_EQ(columns.num_contacts(), num_contacts);
      EXPECT_EQ(columns.num_directions(), 8);
      EXPECT_TRUE(columns.right.empty());
      EXPECT_EQ(columns.left_of(0), columns.right_of(0));
      EXPECT_EQ(columns.left.size(), static_cast<std::size_t>(num_contacts * columns.stride()));
      expect_columns_of(problem, columns, std::vector<double>(num_contacts, 0));
    }
  }
}

TEST(ContactColumns, NothingButTheSegmentsOfItsBodiesBelongsToAContact) {
  std::mt19937 generator(2);
  const ContactProblem problem = make_rich_problem(generator, 4, 12);
  const ContactColumns columns = columns_of(problem);
  for (int c = 0; c < 12; ++c) {
    std::vector<int> expected;
    for (const int body : {problem.contacts[c].body_a, problem.contacts[c].body_b}) {
      if (body >= 0) expected.push_back(6 * body);
    }
    std::vector<int> found;
    for (const int first : columns.contacts[c].segment) {
      if (first >= 0) found.push_back(first);
    }
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected) << c;
    EXPECT_EQ(columns.contacts[c].friction, problem.contacts[c].friction);
    EXPECT_FALSE(columns.contacts[c].bilateral);
    for (int entry = 0; entry < 2 * columns.width; ++entry) {
      EXPECT_EQ(columns.left_of(c)[4 * entry + 3], 0) << "the fourth number of each entry";
    }
  }
}

TEST(ContactColumns, TurnedFacetsTurnTheTangents) {
  std::mt19937 generator(3);
  for (int i = 0; i < 5; ++i) {
    const ContactProblem problem = make_rich_problem(generator, 3, 9);
    const std::vector<double> angles = random_angles(generator, 9);
    expect_columns_of(problem, columns_of(problem, angles), angles);
  }
}

TEST(ContactColumns, TurningAContactIsPosingItTurned) {
  std::mt19937 generator(4);
  const ContactProblem problem = make_rich_problem(generator, 3, 9);
  std::vector<double> angles = random_angles(generator, 9);
  ContactColumns columns = columns_of(problem, angles);
  for (int c = 0; c < 9; ++c) {
    const double turn = 0.1 * (c - 4);
    columns.turn_facets(c, turn);
    angles[c] += turn;
  }
  expect_columns_of(problem, columns, angles);
  const ContactColumns posed = columns_of(problem, angles);
  EXPECT_LE((dense_rows(columns, false) - dense_rows(posed, false)).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_EQ(columns.mass_unit, posed.mass_unit);
  EXPECT_EQ(columns.velocity_unit, posed.velocity_unit);
}

TEST(ContactColumns, DirectionsAreARegularPolygonWithExactOpposites) {
  std::mt19937 generator(5);
  for (const int d : {4, 6, 8, 16, 64}) {
    const ContactColumns columns = columns_of(make_rich_problem(generator, 1, 1), {}, d);
    ASSERT_EQ(columns.num_directions(), d);
    for (int j = 0; j < d; ++j) {
      const double angle = 2 * std::numbers::pi * j / d;
      EXPECT_NEAR(columns.directions[j][0], std::cos(angle), 1e-15);
      EXPECT_NEAR(columns.directions[j][1], std::sin(angle), 1e-15);
      EXPECT_EQ(columns.directions[j][0], -columns.directions[(j + d / 2) % d][0]);
      EXPECT_EQ(columns.directions[j][1], -columns.directions[(j + d / 2) % d][1]);
    }
    EXPECT_EQ(columns.directions[0][0], 1) << "x is along the first facet";
    EXPECT_EQ(columns.directions[0][1], 0);
  }
}

TEST(ContactColumns, UnitsAreTheMeanMassAndTheScaleOfVelocity) {
  std::mt19937 generator(6);
  ContactProblem problem = make_rich_problem(generator, 3, 8);
  Delassus delassus;
  calc_delassus(problem, delassus);
  double mean = 0;
  for (int c = 0; c < 8; ++c) mean += 1 / delassus.W(3 * c, 3 * c) / 8;
  problem.velocity_scale = 3.5;
  ContactColumns columns = columns_of(problem);
  EXPECT_NEAR(columns.mass_unit, mean, 1e-12 * mean);
  EXPECT_NEAR(columns.mass_unit, natural_units(problem, delassus).mass, 1e-12 * mean);
  EXPECT_EQ(columns.velocity_unit, 3.5);
  for (int c = 0; c < 8; ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const double expected = contact.friction * contact.prior_normal_impulse / (3.5 * mean);
    EXPECT_NEAR(columns.contacts[c].prior_bound, expected, 1e-13 * (1 + expected));
  }
  problem.velocity_scale = 0;
  columns = columns_of(problem);
  // "|u_free|" may refer to an entry or to a contact's vector.
  const double entry = delassus.u_free.cwiseAbs().maxCoeff();
  EXPECT_GE(columns.velocity_unit, 0.999999 * entry);
  EXPECT_LE(columns.velocity_unit, std::sqrt(3.0) * entry);
  expect_columns_of(problem, columns, std::vector<double>(8, 0));
}

TEST(ContactColumns, NothingMovesAndNothingTouchesAreProblemsToo) {
  ContactProblem still = make_particle(Vec3::Zero(), 0.5);
  still.velocity_scale = 0;
  const ContactColumns columns = columns_of(still);
  EXPECT_TRUE(std::isfinite(columns.velocity_unit));
  EXPECT_GT(columns.velocity_unit, 0);
  for (const double u : columns.contacts[0].u_free) EXPECT_EQ(u, 0);

  ContactProblem apart = still;
  apart.contacts.clear();
  const ContactColumns none = columns_of(apart);
  EXPECT_EQ(none.num_contacts(), 0);
  EXPECT_TRUE(std::isfinite(none.mass_unit) && none.mass_unit > 0);
  EXPECT_EQ(columns_of(ContactProblem{}).num_contacts(), 0);
}

TEST(ContactColumns, MemoryOfAnotherProblemLeavesNoTrace) {
  std::mt19937 generator(7);
  const ContactProblem problem = make_rich_problem(generator, 2, 5);
  ContactColumns used;
  make_contact_columns(make_rich_problem(generator, 6, 20), {}, 16, used);
  used.right = used.left;
  for (ContactColumns::Contact& contact : used.contacts) contact.bilateral = true;
  make_contact_columns(problem, {}, 8, used);
  const ContactColumns fresh = columns_of(problem);
  EXPECT_EQ(used.left, fresh.left);
  EXPECT_EQ(used.right, fresh.right);
  EXPECT_EQ(used.directions, fresh.directions);
  EXPECT_EQ(used.dimension, fresh.dimension);
  ASSERT_EQ(used.num_contacts(), fresh.num_contacts());
  for (int c = 0; c < fresh.num_contacts(); ++c) {
    EXPECT_EQ(used.contacts[c].segment, fresh.contacts[c].segment);
    EXPECT_EQ(used.contacts[c].u_free, fresh.contacts[c].u_free);
    EXPECT_EQ(used.contacts[c].prior_bound, fresh.contacts[c].prior_bound);
    EXPECT_FALSE(used.contacts[c].bilateral);
  }
}

TEST(ContactColumns, RefusesWhatIsNoContactProblem) {
  std::mt19937 generator(8);
  const ContactProblem good = make_rich_problem(generator, 2, 3);
  using Damage = std::function<void(ContactProblem&)>;
  const std::vector<std::pair<std::string, Damage>> damages = {
      {"NaN mass", [](auto& p) { p.bodies[0].mass = p.bodies[0].inverse_mass = kNaN; }},
      {"no mass",
       [](auto& p) {
         p.bodies[0].mass = 0;
         p.bodies[0].inverse_mass = kInf;
       }},
      {"negative mass", [](auto& p) { p.bodies[1].mass = p.bodies[1].inverse_mass = -1; }},
      {"NaN inertia", [](auto& p) { p.bodies[0].inverse_inertia(1, 1) = kNaN; }},
      {"negative inertia",
       [](auto& p) {
         p.bodies[0].inertia *= -1;
         p.bodies[0].inverse_inertia *= -1;
       }},
      {"infinite inverse inertia", [](auto& p) { p.bodies[0].inverse_inertia *= kInf; }},
      {"NaN velocity", [](auto& p) { p.bodies[0].free_velocity(4) = kNaN; }},
      {"infinite velocity", [](auto& p) { p.bodies[0].free_velocity(0) = kInf; }},
      {"NaN frame", [](auto& p) { p.contacts[0].frame(1, 2) = kNaN; }},
      {"NaN arm", [](auto& p) { p.contacts[0].arm_a.y() = kNaN; }},
      {"NaN offset", [](auto& p) { p.contacts[2].offset.x() = kNaN; }},
      {"infinite offset", [](auto& p) { p.contacts[2].offset.x() = kInf; }},
      {"NaN mu", [](auto& p) { p.contacts[1].friction = kNaN; }},
      {"negative mu", [](auto& p) { p.contacts[1].friction = -0.1; }},
      {"infinite mu", [](auto& p) { p.contacts[1].friction = kInf; }},
      {"NaN prior", [](auto& p) { p.contacts[1].prior_normal_impulse = kNaN; }},
      {"negative prior", [](auto& p) { p.contacts[1].prior_normal_impulse = -1; }},
      {"body too large", [](auto& p) { p.contacts[0].body_a = 2; }},
      {"body below -1", [](auto& p) { p.contacts[0].body_a = -2; }},
      {"other body too large", [](auto& p) { p.contacts[0].body_b = 7; }},
      {"NaN scale", [](auto& p) { p.velocity_scale = kNaN; }},
      {"negative scale", [](auto& p) { p.velocity_scale = -1; }},
  };
  EXPECT_NO_THROW(columns_of(good));
  for (const auto& [name, damage] : damages) {
    ContactProblem bad = good;
    damage(bad);
    EXPECT_THROW(columns_of(bad), std::invalid_argument) << name;
  }
  for (const int directions : {7, 2, 0, 66}) {
    EXPECT_THROW(columns_of(good, {}, directions), std::invalid_argument) << directions;
  }
  EXPECT_THROW(columns_of(good, {0, 0}), std::invalid_argument) << "too few angles";
  EXPECT_THROW(columns_of(good, {0, 0, 0, 0}), std::invalid_argument) << "too many angles";
  EXPECT_THROW(columns_of(good, {0, kNaN, 0}), std::invalid_argument) << "NaN angle";
}

// -------------------------------------------------------------------------------- from W alone

Eigen::MatrixXd random_matrix(std::mt19937& generator, int rows, int cols) {
  std::normal_distribution<double> normal;
  return Eigen::MatrixXd::NullaryExpr(rows, cols, [&] { return normal(generator); });
}

/// The rows of W that make_contact_columns keeps: all of a spatial problem; of a plane one, n and x
/// of each contact.
void expect_same_operator(const ContactColumns& columns, const Eigen::MatrixXd& W,
                          const Eigen::VectorXd& q, int rows_per_contact) {
  const DenseProblem dense = write_out(columns);
  const double size = W.cwiseAbs().maxCoeff();
  for (int i = 0; i < W.rows(); ++i) {
    const int row = 3 * (i / rows_per_contact) + i % rows_per_contact;
    EXPECT_NEAR(columns.velocity_unit * dense.free(row), q(i), 1e-12 * (1 + std::abs(q(i))));
    for (int j = 0; j < W.cols(); ++j) {
      const int col = 3 * (j / rows_per_contact) + j % rows_per_contact;
      EXPECT_NEAR(dense.W(row, col) / columns.mass_unit, W(i, j), 1e-11 * size) << i << ' ' << j;
    }
  }
}

TEST(ContactColumnsOfW, SemidefiniteOnesAreFactoredToTheirRank) {
  std::mt19937 generator(11);
  for (const auto& [contacts, rank] :
       {std::pair(4, 12), {4, 6}, {10, 6}, {1, 3}, {1, 1}, {8, 20}}) {
    const int rows = 3 * contacts;
    const Eigen::MatrixXd A = random_matrix(generator, rows, rank);
    const Eigen::MatrixXd W = A * A.transpose();
    const Eigen::VectorXd q = random_matrix(generator, rows, 1);
    const Eigen::VectorXd mu = Eigen::VectorXd::Constant(contacts, 0.7);
    const ContactColumns columns = make_contact_columns(W, q, mu, 3, 8);
    EXPECT_EQ(columns.dimension, rank);
    EXPECT_EQ(columns.width, rank) << "one segment as long as L has columns";
    EXPECT_TRUE(columns.right.empty());
    ASSERT_EQ(columns.num_contacts(), contacts);
    EXPECT_EQ(columns.num_directions(), 8);
    for (const ContactColumns::Contact& contact : columns.contacts) {
      EXPECT_EQ(contact.segment, (std::array<int, 2>{0, -1}));
      EXPECT_EQ(contact.friction, 0.7);
      EXPECT_EQ(contact.prior_bound, 0);
    }
    expect_same_operator(columns, W, q, 3);
  }
}

TEST(ContactColumnsOfW, OthersAreTakenAsTheyAre) {
  std::mt19937 generator(12);
  const int contacts = 5;
  const Eigen::MatrixXd A = random_matrix(generator, 15, 15);
  const Eigen::VectorXd q = random_matrix(generator, 15, 1);
  const Eigen::VectorXd mu = Eigen::VectorXd::Constant(contacts, 0.5);
  const Eigen::MatrixXd unsymmetric = A * A.transpose() + 0.1 * random_matrix(generator, 15, 15);
  const Eigen::MatrixXd indefinite = A + A.transpose() + 4 * Eigen::MatrixXd::Identity(15, 15);
  for (const Eigen::MatrixXd& W : {unsymmetric, indefinite}) {
    ContactColumns columns = make_contact_columns(W, q, mu, 3, 8);
    EXPECT_EQ(columns.dimension, 15);
    EXPECT_FALSE(columns.right.empty());
    expect_same_operator(columns, W, q, 3);

    const std::vector<double> angles = random_angles(generator, contacts);
    for (int c = 0; c < contacts; ++c) columns.turn_facets(c, angles[c]);
    const Eigen::MatrixXd turn = turn_matrix(angles);
    expect_same_operator(columns, turn * W * turn.transpose(), turn * q, 3);
  }
}

TEST(ContactColumnsOfW, PlaneProblemsHaveTwoDirections) {
  std::mt19937 generator(13);
  const int contacts = 6;
  const Eigen::VectorXd mu = Eigen::VectorXd::LinSpaced(contacts, 0, 1);
  const Eigen::VectorXd q = random_matrix(generator, 2 * contacts, 1);
  const Eigen::MatrixXd A = random_matrix(generator, 2 * contacts, 3);
  for (const Eigen::MatrixXd& W :
       {Eigen::MatrixXd(A * A.transpose()), random_matrix(generator, 12, 12)}) {
    const ContactColumns columns = make_contact_columns(W, q, mu, 2, 8);
    ASSERT_EQ(columns.num_directions(), 2);
    EXPECT_EQ(columns.directions[0], (std::array<double, 2>{1, 0}));
    EXPECT_EQ(columns.directions[1][0], -1);
    EXPECT_EQ(columns.directions[1][1], 0);
    expect_same_operator(columns, W, q, 2);
    const DenseProblem dense = write_out(columns);
    for (int c = 0; c < contacts; ++c) {
      EXPECT_EQ(columns.contacts[c].friction, mu(c));
      EXPECT_EQ(dense.free(3 * c + 2), 0);
      EXPECT_EQ(dense.W.row(3 * c + 2).norm() * dense.W.col(3 * c + 2).norm(), 0);
    }
  }
}

TEST(ContactColumnsOfW, UnitsMakeTheProblemSizeOne) {
  std::mt19937 generator(14);
  const Eigen::MatrixXd A = random_matrix(generator, 12, 6);
  const Eigen::VectorXd q = random_matrix(generator, 12, 1);
  const Eigen::VectorXd mu = Eigen::VectorXd::Constant(4, 0.5);
  for (const double scale : {1e-8, 1.0, 1e8}) {
    const ContactColumns columns = make_contact_columns(scale * A * A.transpose(), q, mu, 3, 8);
    const DenseProblem dense = write_out(columns);
    double mean = 0;
    for (int c = 0; c < 4; ++c) mean += 1 / dense.W(3 * c, 3 * c) / 4;
    EXPECT_NEAR(mean, 1, 1e-10);
    EXPECT_LE(dense.free.cwiseAbs().maxCoeff(), 1 + 1e-12);
    EXPECT_EQ(columns.dimension, 6);
  }
}

TEST(ContactColumnsOfW, RefusesWhatDoesNotFit) {
  std::mt19937 generator(15);
  const Eigen::MatrixXd W = Eigen::MatrixXd::Identity(6, 6);
  const Eigen::VectorXd q = Eigen::VectorXd::Ones(6);
  const Eigen::VectorXd mu = Eigen::VectorXd::Ones(2);
  EXPECT_NO_THROW(make_contact_columns(W, q, mu, 3, 8));
  EXPECT_THROW(make_contact_columns(W, q, mu, 2, 8), std::invalid_argument);
  EXPECT_THROW(make_contact_columns(W, q, mu, 1, 8), std::invalid_argument);
  EXPECT_THROW(make_contact_columns(W, q, mu, 4, 8), std::invalid_argument);
  EXPECT_THROW(make_contact_columns(W, q, mu, 3, 7), std::invalid_argument);
  EXPECT_THROW(make_contact_columns(W, q, mu, 3, 2), std::invalid_argument);
  EXPECT_THROW(make_contact_columns(W, q, mu, 3, 66), std::invalid_argument);
  EXPECT_THROW(make_contact_columns(W, q.head(5), mu, 3, 8), std::invalid_argument);
  EXPECT_THROW(make_contact_columns(W.leftCols(5), q, mu, 3, 8), std::invalid_argument);
  EXPECT_THROW(make_contact_columns(W, q, Eigen::VectorXd::Ones(3), 3, 8), std::invalid_argument);
  EXPECT_THROW(make_contact_columns(W, q, -mu, 3, 8), std::invalid_argument);
  EXPECT_THROW(make_contact_columns(kNaN * W, q, mu, 3, 8), std::invalid_argument);
  EXPECT_THROW(make_contact_columns(W, kNaN * q, mu, 3, 8), std::invalid_argument);
  EXPECT_THROW(make_contact_columns(W, kInf * q, mu, 3, 8), std::invalid_argument);
  EXPECT_THROW(make_contact_columns(W, q, kNaN * mu, 3, 8), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
