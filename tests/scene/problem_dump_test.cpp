// A step's problems as folders that `read_problem_directory` reads back.

#include <stiction/contact/fclib.h>
#include <stiction/lcp/matrix_market.h>
#include <stiction/model/fclib_solver.h>
#include <stiction/scene/problem_dump.h>
#include <stiction/scene/problem_replay.h>
#include <stiction/world/world.h>

#include <gtest/gtest.h>
#include <stdlib.h>

#include <Eigen/LU>

#include <filesystem>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "constants.h"

namespace stiction {
namespace {

class ProblemDump : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "problem-dump-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

PosedProblem make_problem(double scale, bool is_answered, std::size_t island = 0) {
  PosedProblem problem;
  problem.island = island;
  problem.lcp = Lcp{scale * RowMajorMatrix::Identity(2, 2), Eigen::Vector2d(-scale / 3, 1)};
  if (is_answered) problem.z = Eigen::Vector2d(1.0 / 3, 0);
  return problem;
}

TEST_F(ProblemDump, ReadsBackBitForBit) {
  StepReport report;
  report.problems = {make_problem(0.1, true, 0), make_problem(7, false, 1)};
  const auto folders = write_step_problems(folder_ / "deep" / "down", 123, report);
  ASSERT_EQ(folders.size(), 2u);
  EXPECT_EQ(folders[0], folder_ / "deep" / "down" / "step-000123-island-0");
  EXPECT_EQ(folders[1], folder_ / "deep" / "down" / "step-000123-island-1");
  for (std::size_t i = 0; i < 2; ++i) {
    const auto problem = read_problem_directory(folders[i]);
    ASSERT_TRUE(std::holds_alternative<Lcp>(problem));
    EXPECT_EQ(std::get<Lcp>(problem).M, std::get<Lcp>(report.problems[i].lcp).M);
    EXPECT_EQ(std::get<Lcp>(problem).q, std::get<Lcp>(report.problems[i].lcp).q);
  }
  std::ifstream answer(folders[0] / "z.mtx");
  EXPECT_EQ(read_matrix_market(answer, "z.mtx"), RowMajorMatrix(report.problems[0].z));
  EXPECT_FALSE(std::filesystem::exists(folders[1] / "z.mtx"));
}

// The answer of an unsolved problem may be anything.
TEST_F(ProblemDump, LeavesOutAnAnswerThatIsNone) {
  StepReport report;
  report.problems = {make_problem(1, true)};
  report.problems[0].z[1] = kNaN;
  const auto folders = write_step_problems(folder_, 1, report);
  EXPECT_TRUE(std::filesystem::exists(folders[0] / "M.mtx"));
  EXPECT_FALSE(std::filesystem::exists(folders[0] / "z.mtx"));
}

// A step without kept problems holds only those of unsolved islands: these keep their numbers.
TEST_F(ProblemDump, NamesFoldersByTheIslandsOfTheStep) {
  StepReport report;
  report.problems = {make_problem(1, true, 2), make_problem(1, true, 7)};
  const auto folders = write_step_problems(folder_, 1, report);
  ASSERT_EQ(folders.size(), 2u);
  EXPECT_EQ(folders[0].filename(), "step-000001-island-2");
  EXPECT_EQ(folders[1].filename(), "step-000001-island-7");
}

TEST_F(ProblemDump, LongRunsKeepTheirNumbers) {
  StepReport report;
  report.problems = {make_problem(1, true)};
  EXPECT_EQ(write_step_problems(folder_, 12345678, report)[0].filename(), "step-12345678-island-0");
}

#ifdef STICTION_HAS_HDF5
// A crate slides straight across the floor with another one on it: the problem in the FCLIB file,
// solved by itself, moves them like a first-order step, which is one problem. (However the corners
// share the load, friction has the same sum and no torque about the vertical, so the motion is
// unique.)
TEST_F(ProblemDump, FclibFilesReplayTheStep) {
  World world({.integrator = Integrator::first_order, .keep_problems = true});
  world.add_body({.name = "floor", .kind = BodyKind::fixed, .shapes = {{Plane{}}}});
  const std::vector<BodyId> crates = {world.add_body({.pose = {Quat::Identity(), Vec3(0, 0, 0.5)},
                                                      .linear_velocity = Vec3(2, 1, 0),
                                                      .shapes = {{Box{Vec3(1, 1, 1)}}}}),
                                      world.add_body({.pose = {Quat::Identity(), Vec3(0, 0, 1.5)},
                                                      .shapes = {{Box{Vec3(1, 1, 1)}}}})};
  const StepReport report = world.step(0.01);
  ASSERT_EQ(report.problems.size(), 1u);
  const auto folders = write_step_problems(folder_, 1, report);
  const FclibProblem problem = read_fclib(folders[0] / "problem.hdf5");
  EXPECT_GE(problem.num_contacts(), 8);
  for (const std::string& solver : fclib_solver_names()) {
    const FclibAnswer answer = solve_fclib(problem, {.solver = solver});
    ASSERT_EQ(answer.status, LcpStatus::solved) << solver << ": " << answer.residual;
    const Eigen::VectorXd v = Eigen::MatrixXd(problem.M).fullPivLu().solve(
        Eigen::VectorXd(problem.H * answer.r + problem.f));
    for (std::size_t i = 0; i < crates.size(); ++i) {
      const BodyState state = world.state(crates[i]);
      const Vec3 linear = v.segment<3>(6 * static_cast<Eigen::Index>(i));
      const Vec3 angular = v.segment<3>(6 * static_cast<Eigen::Index>(i) + 3);
      EXPECT_LE((linear - state.linear_velocity).norm(), 1e-8) << solver << ", crate " << i;
      EXPECT_LE((angular - state.angular_velocity).norm(), 1e-8) << solver << ", crate " << i;
    }
  }
}
#endif

// Friction after an impact leans on the earlier impulse, which FCLIB cannot express.
TEST_F(ProblemDump, LeavesOutFclibFilesThatWouldBeAnotherProblem) {
  StepReport report;
  report.problems = {make_problem(1, true)};
  ContactProblem& problem = report.problems[0].contact_problem;
  problem.bodies.resize(1);
  problem.bodies[0].mass = 1;
  problem.contacts.resize(1);
  problem.contacts[0].body_a = 0;
  problem.contacts[0].friction = 0.5;
  const std::filesystem::path file = write_step_problems(folder_, 1, report)[0] / "problem.hdf5";
  EXPECT_EQ(std::filesystem::exists(file), has_fclib_files());
  write_step_problems(folder_, 1, report, {.model = "frictionless"});
  EXPECT_FALSE(std::filesystem::exists(file)) << "FCLIB knows no law but Coulomb's";
  write_step_problems(folder_, 1, report);
  problem.contacts[0].prior_normal_impulse = 1;
  write_step_problems(folder_, 1, report);
  EXPECT_FALSE(std::filesystem::exists(file)) << "the file of before is gone too";
}

// The matrix of a large island is dense; the data that it is made of are not.
TEST_F(ProblemDump, KeepsLargeIslandsAsContactProblems) {
  World world(WorldOptions{.keep_problems = true});
  world.add_body({.name = "floor", .kind = BodyKind::fixed, .shapes = {{Plane{}}}});
  for (int k = 0; k < 80; ++k) {
    world.add_body(
        {.pose = {Quat::Identity(), Vec3(0, 0, 0.5 + k)}, .shapes = {{Box{Vec3::Ones()}}}});
  }
  const StepReport report = world.step(0.01);
  ASSERT_EQ(report.problems.size(), 1u);
  ASSERT_GT(report.problems[0].contact_problem.contacts.size(), kMostPosedContacts);
  const std::filesystem::path stale = folder_ / "step-000001-island-0" / "M.mtx";
  std::filesystem::create_directories(stale.parent_path());
  std::ofstream(stale) << "of another problem";
  const auto folders = write_step_problems(folder_, 1, report);
  EXPECT_FALSE(std::filesystem::exists(stale));
  const ProblemReplay replay = read_problem_replay(folders[0] / kReplayFileName);
  ContactSolution solution;
  make_contact_model(replay.options)->solve(replay.problem, replay.guesses, solution);
  EXPECT_EQ(solution.status, ContactStatus::solved);
  EXPECT_LE(solution.residual.max, 1e-8);
}

TEST_F(ProblemDump, UnwritableFolderThrows) {
  StepReport report;
  report.problems = {make_problem(1, true)};
  std::ofstream(folder_ / "file") << "in the way";
  EXPECT_THROW(write_step_problems(folder_ / "file", 1, report), MatrixMarketError);
}

}  // namespace
}  // namespace stiction
