// Contact problems in FCLIB's form, solved on the true cone.

#include <stiction/contact/fclib.h>
#include <stiction/model/fclib_solver.h>

#include <gtest/gtest.h>

#include <Eigen/Core>

#include <cmath>
#include <filesystem>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/local_fclib_problem.h"

namespace stiction {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

FclibProblem make_one_contact(const MatrixXd& W, const VectorXd& q, double mu) {
  return make_local_problem(W, q, VectorXd::Constant(1, mu));
}

/// M = 1/weight, H = 1: equivalent to W = weight.
FclibProblem make_global_contact(double weight, const VectorXd& q, double mu) {
  const MatrixXd identity = MatrixXd::Identity(q.size(), q.size());
  FclibProblem problem;
  problem.form = FclibProblem::Form::global;
  problem.dimension = static_cast<int>(q.size());
  problem.M = (identity / weight).sparseView();
  problem.H = identity.sparseView();
  problem.f = 0.25 * q / weight;
  problem.w = 0.75 * q;
  problem.mu = VectorXd::Constant(1, mu);
  return problem;
}

/// True for the ladder, which also backs Lemke's and Lloyd's solvers; the others run alone.
bool is_searching(const std::string& solver) {
  return solver == "coulomb" || solver == "reduced-lemke" || solver == "structural-lemke" ||
         solver == "lemke";
}

/// The answer must be right, or be reported as unsolved, without help from another solver.
void expect_truth(const FclibProblem& problem, const FclibAnswer& answer,
                  const std::string& solver) {
  EXPECT_EQ(answer.residual <= 1e-8, answer.status == LcpStatus::solved);
  EXPECT_EQ(answer.status == LcpStatus::solved, answer.stop == LcpStop::residual);
  EXPECT_EQ(answer.status == LcpStatus::iteration_limit, answer.stop == LcpStop::iteration_limit);
  EXPECT_EQ(answer.residual, calc_fclib_residual(problem, answer.r));
  EXPECT_TRUE(answer.r.allFinite());
  if (is_searching(solver)) return;
  EXPECT_EQ(answer.statistics.factorisations, 0);
  const FclibStage own = solver == "staggered" ? FclibStage::staggering : FclibStage::splitting;
  const FclibStage stage = answer.statistics.stage;
  EXPECT_TRUE(stage == own || stage == FclibStage::trivial) << to_string(stage);
}

void expect_answer(const FclibProblem& problem, const VectorXd& r, const std::string& what) {
  for (const std::string& solver : fclib_solver_names()) {
    SCOPED_TRACE(what + ", " + solver);
    const FclibAnswer answer = solve_fclib(problem, {.solver = solver});
    EXPECT_EQ(answer.status, LcpStatus::solved) << answer.residual;
    expect_truth(problem, answer, solver);
    ASSERT_EQ(answer.r.size(), r.size());
    const double tolerance = is_searching(solver) ? 1e-12 : 1e-7;
    EXPECT_LE((answer.r - r).lpNorm<Eigen::Infinity>(), tolerance * (1 + r.norm()))
        << answer.r.transpose();
  }
}

// W = w: r = 0 if q opens the contact; -q/w if that is in the cone; else u_n = 0 gives r_n = -q_n/w
// and friction mu r_n opposes q_t.
TEST(FclibSolver, OneContactOpensSticksOrSlides) {
  constexpr double kWeight = 4;
  const auto expect_both_forms = [&](const VectorXd& q, double mu, const VectorXd& r,
                                     const std::string& what) {
    const MatrixXd W = kWeight * MatrixXd::Identity(q.size(), q.size());
    expect_answer(make_one_contact(W, q, mu), r, what + ", local");
    expect_answer(make_global_contact(kWeight, q, mu), r, what + ", global");
  };
  expect_both_forms(Vector3d(1, 2, 3), 0.5, Vector3d::Zero(), "open");
  expect_both_forms(Vector3d(-8, 2, -1), 0.5, Vector3d(2, -0.5, 0.25), "stick");
  expect_both_forms(Vector3d(-8, 6, -8), 0.5, Vector3d(2, -0.6, 0.8), "slide");
  expect_both_forms(Vector3d(-8, 6, -8), 0, Vector3d(2, 0, 0), "without friction");
  expect_both_forms(Vector2d(1, -2), 0.5, Vector2d::Zero(), "plane, open");
  expect_both_forms(Vector2d(-8, 2), 0.5, Vector2d(2, -0.5), "plane, stick");
  expect_both_forms(Vector2d(-8, -6), 0.5, Vector2d(2, 1), "plane, slide");
}

// Units are the file's: r scales with q / W over any range.
TEST(FclibSolver, AnswersScaleWithTheUnits) {
  for (const double W_unit : {1e-12, 1e9}) {
    for (const double q_unit : {1e-9, 1e12}) {
      const MatrixXd W = W_unit * MatrixXd::Identity(3, 3);
      const FclibProblem problem = make_one_contact(W, q_unit * Vector3d(-2, 3, 4), 0.5);
      const FclibAnswer answer = solve_fclib(problem);
      EXPECT_EQ(answer.status, LcpStatus::solved);
      const Vector3d expected(2, -0.6, -0.8);
      EXPECT_LE((answer.r * (W_unit / q_unit) - expected).norm(), 1e-12);
    }
  }
}

// u_n = 2 r_n + r_t / 2 - 1 and u_t = r_t + 1: the contact slides along +t, so r_t = -mu r_n and
// r_n = 1 / (2 - mu / 2).
TEST(FclibSolver, TakesAnUnsymmetricW) {
  MatrixXd W = MatrixXd::Identity(3, 3);
  W(0, 0) = 2;
  W(0, 1) = 0.5;
  constexpr double kMu = 0.25;
  const double r_n = 1 / (2 - kMu / 2);
  expect_answer(make_one_contact(W, Vector3d(-1, 1, 0), kMu), Vector3d(r_n, -kMu * r_n, 0),
                "in space");
  expect_answer(make_one_contact(W.topLeftCorner(2, 2), Vector2d(-1, 1), kMu),
                Vector2d(r_n, -kMu * r_n), "in the plane");
}

// Law: every answer is in its cones, and the judge agrees with its residual, whatever the rank of
// W; contacts between few bodies are redundant. A solver reports it if it finds no answer.
TEST(FclibSolver, SolvesRandomProblemsOfAnyRank) {
  std::map<std::string, int> num_unsolved;
  std::mt19937 generator(3);
  std::normal_distribution<double> normal;
  const auto random_matrix = [&](int rows, int columns) {
    return MatrixXd(MatrixXd::NullaryExpr(rows, columns, [&] { return normal(generator); }));
  };
  for (int trial = 0; trial < 60; ++trial) {
    const int dimension = trial % 2 == 0 ? 3 : 2;
    const int contacts = 1 + trial % 9;
    const int unknowns = 3 + trial % 12;
    const MatrixXd H = random_matrix(unknowns, dimension * contacts);
    // q in the range of H^T: the bodies' own velocities.
    const VectorXd q = H.transpose() * random_matrix(unknowns, 1);
    const VectorXd mu = 0.4 * random_matrix(contacts, 1).cwiseAbs();
    const FclibProblem problem = make_local_problem(H.transpose() * H, q, mu);
    for (const std::string& solver : fclib_solver_names()) {
      SCOPED_TRACE(solver + ", trial " + std::to_string(trial));
      const FclibAnswer answer = solve_fclib(problem, {.solver = solver});
      expect_truth(problem, answer, solver);
      if (answer.status != LcpStatus::solved) ++num_unsolved[solver];
      for (int c = 0; c < contacts && answer.status == LcpStatus::solved; ++c) {
        const VectorXd r = answer.r.segment(dimension * c, dimension);
        EXPECT_LE(r.tail(dimension - 1).norm(), mu[c] * r[0] + 1e-6 * answer.r.norm());
      }
    }
  }
  for (const auto& [solver, unsolved] : num_unsolved) {
    EXPECT_LE(unsolved, is_searching(solver) ? 0 : 6) << solver << " of 60";
  }
}

// No impulse changes a velocity, so nothing can stop the contact from closing.
TEST(FclibSolver, SaysThatThereIsNoSolution) {
  for (const std::string& solver : fclib_solver_names()) {
    for (const VectorXd& q : {VectorXd(Vector3d(-1, 0.5, 0)), VectorXd(Vector2d(-1, 0.5))}) {
      const MatrixXd W = MatrixXd::Zero(q.size(), q.size());
      const FclibAnswer answer = solve_fclib(make_one_contact(W, q, 0.5), {.solver = solver});
      SCOPED_TRACE(solver);
      EXPECT_NE(answer.status, LcpStatus::solved);
      EXPECT_TRUE(answer.r.allFinite());
      EXPECT_EQ(answer.r.size(), q.size());
    }
  }
  // W < 0: pushing increases the violation.
  const MatrixXd W = -MatrixXd::Identity(3, 3);
  for (const std::string& solver : fclib_solver_names()) {
    const FclibProblem problem = make_one_contact(W, Vector3d(-1, 0, 0), 0.5);
    EXPECT_NE(solve_fclib(problem, {.solver = solver}).status, LcpStatus::solved) << solver;
  }
}

/// `num_bodies` bodies with 3 (plane) or 6 velocities, each with its own full mass matrix, and
/// twice as many contacts, between two bodies or with the ground.
FclibProblem make_global_problem(std::mt19937& generator, int dimension, int num_bodies) {
  std::normal_distribution<double> normal;
  const int size = dimension == 2 ? 3 : 6;
  const int num_contacts = 2 * num_bodies;
  MatrixXd M = MatrixXd::Zero(size * num_bodies, size * num_bodies);
  MatrixXd H = MatrixXd::Zero(M.rows(), dimension * num_contacts);
  const auto random = [&] { return normal(generator); };
  for (int b = 0; b < num_bodies; ++b) {
    const MatrixXd root = MatrixXd::NullaryExpr(size, size, random);
    M.block(size * b, size * b, size, size) =
        root * root.transpose() + MatrixXd::Identity(size, size);
  }
  for (int c = 0; c < num_contacts; ++c) {
    for (const int b : {c % num_bodies, (c + c / num_bodies) % num_bodies}) {
      H.block(size * b, dimension * c, size, dimension) =
          MatrixXd::NullaryExpr(size, dimension, random);
    }
  }
  FclibProblem problem;
  problem.form = FclibProblem::Form::global;
  problem.dimension = dimension;
  problem.M = M.sparseView();
  problem.H = H.sparseView();
  problem.f = VectorXd::NullaryExpr(M.rows(), random);
  problem.w = VectorXd::Zero(H.cols());
  problem.mu = VectorXd::NullaryExpr(num_contacts, random).cwiseAbs();
  problem.mu[1] = 0;
  return problem;
}

// The ladder solves problems with many contacts, in the space of the bodies' velocities if M has
// blocks of up to six rows, else in the space of the contacts. The first entry that joins two
// bodies makes the latter necessary, and so does one that makes M unsymmetric.
TEST(FclibSolver, ManyContactsAreLeftToTheLadderInEitherForm) {
  std::mt19937 generator(31);
  for (const int dimension : {2, 3}) {
    for (int trial = 0; trial < 5; ++trial) {
      const FclibProblem bodies = make_global_problem(generator, dimension, 35);
      FclibProblem joined = bodies;
      joined.M.coeffRef(0, 6) = joined.M.coeffRef(6, 0) = 0.1;
      FclibProblem unsymmetric = bodies;
      unsymmetric.M.coeffRef(0, 1) += 0.1;
      for (const FclibProblem& problem : {bodies, joined, unsymmetric, make_local(bodies)}) {
        const FclibAnswer answer = solve_fclib(problem);
        EXPECT_EQ(answer.status, LcpStatus::solved) << dimension << ", trial " << trial;
        EXPECT_LE(calc_fclib_residual(problem, answer.r), 1e-10) << dimension << ' ' << trial;
        EXPECT_EQ(answer.statistics.pivots, 0);
        EXPECT_GT(answer.statistics.factorisations, 0);
        expect_truth(problem, answer, "coulomb");
      }
    }
  }
}

// A contact that moves nothing in the global form: if it closes, there is no answer.
TEST(FclibSolver, AContactThatMovesNothingEndsHonestly) {
  std::mt19937 generator(32);
  FclibProblem problem = make_global_problem(generator, 3, 35);
  problem.H.col(0) *= 0;
  problem.H.col(1) *= 0;
  problem.H.col(2) *= 0;
  problem.w[0] = 1;
  EXPECT_EQ(solve_fclib(problem).status, LcpStatus::solved);
  problem.w[0] = -1;
  const FclibAnswer answer = solve_fclib(problem);
  EXPECT_NE(answer.status, LcpStatus::solved);
  EXPECT_TRUE(answer.r.allFinite());
}

TEST(FclibSolver, NothingTouchingIsSolved) {
  FclibProblem problem;
  for (const std::string& solver : fclib_solver_names()) {
    const FclibAnswer answer = solve_fclib(problem, {.solver = solver});
    EXPECT_EQ(answer.status, LcpStatus::solved);
    EXPECT_EQ(answer.r.size(), 0);
    EXPECT_EQ(answer.residual, 0);
  }
}

// Numbers at the ends of double's range end in a status, with every solver.
TEST(FclibSolver, EndsHonestlyOnNumbersOutOfRange) {
  for (const std::string& solver : fclib_solver_names()) {
    SCOPED_TRACE(solver);
    for (const double W_unit : {1e-300, 1e300}) {
      for (const double q_unit : {1e-300, 1e300}) {
        const MatrixXd W = W_unit * MatrixXd::Identity(6, 6);
        VectorXd q(6);
        q << -1, 3, 0, -2, 0.1, 0.2;
        const FclibProblem problem = make_local_problem(W, q_unit * q, Vector2d(0.5, 1e3));
        const FclibAnswer answer = solve_fclib(problem, {.solver = solver});
        EXPECT_TRUE(answer.r.allFinite());
        if (answer.status == LcpStatus::solved) {
          EXPECT_LE(calc_fclib_residual(problem, answer.r), 1e-8);
        }
      }
    }
  }
}

TEST(FclibSolver, EqualInputsGiveEqualBits) {
  std::mt19937 generator(8);
  std::normal_distribution<double> normal;
  const MatrixXd H = MatrixXd::NullaryExpr(9, 15, [&] { return normal(generator); });
  const VectorXd q = VectorXd::NullaryExpr(15, [&] { return normal(generator); });
  const FclibProblem problem = make_local_problem(H.transpose() * H, q, VectorXd::Constant(5, 0.7));
  for (const std::string& solver : fclib_solver_names()) {
    const FclibAnswer first = solve_fclib(problem, {.solver = solver});
    EXPECT_EQ(solve_fclib(problem, {.solver = solver}).r, first.r);
  }
}

TEST(FclibSolver, RefusesWhatIsOutOfRange) {
  const FclibProblem problem = make_one_contact(MatrixXd::Identity(3, 3), Vector3d(-1, 0, 0), 0.5);
  const auto complaint = [](const FclibProblem& given, const FclibSolverOptions& options) {
    try {
      solve_fclib(given, options);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(
      complaint(problem, {.solver = "active-set"}),
      "expected a solver of contact problems, one of coulomb reduced-lemke structural-lemke lemke "
      "dantzig keller murty block-pivot ppm jacobi pgs psor min-map-newton fischer-newton "
      "smoothing-newton staggered, got active-set");
  for (const int directions : {-8, 0, 2, 7, 66}) {
    EXPECT_EQ(
        complaint(problem, {.directions = directions}),
        "expected an even number of directions from 4 to 64, got " + std::to_string(directions));
  }
  for (const double tolerance : {0.0, -1.0, std::nan("")}) {
    EXPECT_NE(complaint(problem, {.tolerance = tolerance}), "none");
  }
  FclibProblem wrong = problem;
  wrong.mu[0] = -1;
  EXPECT_NE(complaint(wrong, {}), "none");
  FclibProblem singular = make_global_contact(1, Vector3d(-1, 0, 0), 0.5);
  singular.M.coeffRef(1, 1) = 0;
  EXPECT_EQ(complaint(singular, {}), "expected a regular M, got a singular one");
}

#ifdef STICTION_FCLIB_COLLECTION
// The external problems that take milliseconds; the slow test has all.
TEST(FclibSolver, SolvesSomeOfTheCollection) {
  const std::filesystem::path folder = STICTION_FCLIB_COLLECTION;
  for (const char* name :
       {"FC2D_SliderCrankLagrangian00000", "FrictionContactProblem00031", "FC3D_Example1",
        "FrictionContact3D_RR_1c", "GFC3D_OneContact", "NESpheres_10_1", "OneObject-i100000-499",
        "Rover1041", "Rover4516", "gfc2d_granularflowonwall_00069_00350"}) {
    const FclibProblem problem = read_fclib(folder / (std::string(name) + ".hdf5"));
    for (const std::string& solver : fclib_solver_names()) {
      SCOPED_TRACE(std::string(name) + ", " + solver);
      const FclibAnswer answer = solve_fclib(problem, {.solver = solver});
      EXPECT_EQ(answer.status, LcpStatus::solved) << answer.residual;
      expect_truth(problem, answer, solver);
    }
  }
}
#endif

}  // namespace
}  // namespace stiction
