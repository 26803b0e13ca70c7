// A problem that was left unsolved, written and read back, gives the same bits when solved again.

#include <stiction/scene/problem_replay.h>

#include <gtest/gtest.h>
#include <stdlib.h>

#include <bit>
#include <cstdint>
#include <fstream>
#include <limits>
#include <random>
#include <string>

#include "contact/simple_problems.h"

namespace stiction {
namespace {

class ReplayFile : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "problem-replay-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string error_of(const std::string& text) {
    std::ofstream(folder_ / "given.json") << text;
    try {
      read_problem_replay(folder_ / "given.json");
    } catch (const ReplayError& error) {
      return error.what();
    }
    return "";
  }

  std::string written_text(const ProblemReplay& replay) {
    write_problem_replay(folder_ / "written.json", replay);
    std::ifstream stream(folder_ / "written.json");
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  std::filesystem::path folder_;
};

ProblemReplay make_replay() {
  std::mt19937 generator(4);
  ProblemReplay replay;
  replay.options = {.solver = "lemke", .directions = 6, .effort = 12};
  replay.problem = make_random_problem(generator, 4, 9);
  replay.problem.time_step = 0.01;
  replay.problem.contacts[2].prior_normal_impulse = 1.0 / 3;
  replay.problem.contacts[3].touching = replay.problem.contacts[3].closing = true;
  for (std::size_t c = 0; c < replay.problem.contacts.size(); ++c) {
    ContactGuess guess;
    guess.known = c % 2 == 0;
    guess.near = c % 4 == 0;
    guess.impulse = Vec3(0.1 * static_cast<double>(c), 1e-3, -1.0 / 7);
    guess.state = ContactState::sliding;
    guess.memory = {std::bit_cast<std::uint64_t>(0.3), 3, ~std::uint64_t{0} - c};
    replay.guesses.push_back(guess);
  }
  return replay;
}

ContactSolution solve_again(const ProblemReplay& replay) {
  ContactSolution solution;
  make_contact_model(replay.options)->solve(replay.problem, replay.guesses, solution);
  return solution;
}

/// A limit between two bodies, and gears of three.
ProblemReplay make_replay_with_rows() {
  ProblemReplay replay = make_replay();
  replay.options = {};
  ContactProblem::Row limit;
  limit.sides[0] = {0, (Vec6() << 0, 0, 1, 0, 0.5, 0).finished()};
  limit.sides[1] = {2, (Vec6() << 0, 0, -1, 0, 0, 0).finished()};
  limit.offset = 1.0 / 3;
  limit.lower = 0;
  limit.start_impulse = 0.01;
  ContactProblem::Row gears;
  for (int i = 0; i < 3; ++i) gears.sides[i] = {i + 1, (i + 1) * Vec6::Unit(3 + i)};
  gears.softness = 0.125;
  gears.length = 0.25;
  gears.upper = 12;
  replay.problem.rows = {limit, gears};
  return replay;
}

TEST_F(ReplayFile, DoesAgainWhatWasDone) {
  for (const ProblemReplay& replay : {make_replay(), make_replay_with_rows()}) {
    const std::string text = written_text(replay);
    const ProblemReplay read = read_problem_replay(folder_ / "written.json");
    const ContactSolution before = solve_again(replay);
    const ContactSolution after = solve_again(read);
    EXPECT_TRUE(replay.problem.rows.empty() || before.status == ContactStatus::solved);
    EXPECT_EQ(after.impulses, before.impulses);
    EXPECT_EQ(after.row_impulses.size(), replay.problem.rows.size());
    EXPECT_EQ(after.row_impulses, before.row_impulses);
    EXPECT_EQ(after.residual.max, before.residual.max);
    EXPECT_EQ(after.statistics.effort, before.statistics.effort);
    EXPECT_EQ(written_text(read), text);
  }
}

TEST_F(ReplayFile, ReadsFilesOfBeforeThereWereNearAnswers) {
  std::string text = written_text(make_replay());
  EXPECT_TRUE(read_problem_replay(folder_ / "written.json").guesses[0].near);
  for (const std::string value : {"true", "false"}) {
    const std::string entry = "\"near\": " + value;
    for (std::size_t at = 0; (at = text.find(entry, at)) != std::string::npos;) {
      const std::size_t comma = text.find(',', at);
      ASSERT_NE(comma, std::string::npos);
      text.erase(at, comma + 1 - at);
    }
  }
  ASSERT_EQ(error_of(text), "");
  for (const ContactGuess& guess : read_problem_replay(folder_ / "given.json").guesses) {
    EXPECT_FALSE(guess.near);
  }
}

TEST_F(ReplayFile, KeepsNumbersThatAreNone) {
  ProblemReplay replay = make_replay();
  replay.problem.contacts[0].friction = std::numeric_limits<double>::infinity();
  replay.problem.contacts[1].offset.x() = std::numeric_limits<double>::quiet_NaN();
  replay.problem.bodies[0].free_velocity[2] = -std::numeric_limits<double>::infinity();
  written_text(replay);
  const ProblemReplay read = read_problem_replay(folder_ / "written.json");
  EXPECT_EQ(read.problem.contacts[0].friction, std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(read.problem.contacts[1].offset.x()));
  EXPECT_EQ(read.problem.bodies[0].free_velocity[2], -std::numeric_limits<double>::infinity());
  EXPECT_EQ(solve_again(read).status, ContactStatus::unsolved);
}

TEST_F(ReplayFile, NamesWhatIsWrongAndWhere) {
  const std::string text = written_text(make_replay_with_rows());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return changed.replace(at, from.size(), to);
  };
  const auto expect_error = [&](const std::string& given, const std::string& expected) {
    EXPECT_NE(error_of(given).find(expected), std::string::npos) << error_of(given);
    EXPECT_NE(error_of(given).find("given.json: "), std::string::npos);
  };
  expect_error("", "is not JSON");
  expect_error("[1]", "expected an object");
  expect_error(with("problem 2", "problem 9"),
               "\"format\": expected \"stiction contact problem 2\"");
  expect_error(with("\"mass\": ", "\"mess\": "), "\"bodies[0].mass\" is missing");
  expect_error(with("\"directions\": 8", "\"directions\": 6.5"), "from 4 to 64");
  expect_error(with("\"body_b\": ", "\"body_b\": 77, \"was\": "),
               "\"contacts[0].body_b\": expected a whole number from -1 to 3");
  expect_error(with("\"body_b\": ", "\"body_b\": 18446744073709551615, \"was\": "),
               "\"contacts[0].body_b\": expected a whole number from -1 to 3");
  expect_error(with("\"inverse_mass\": ", "\"inverse_mass\": 0, \"was\": "),
               "\"bodies[0].inverse_mass\": expected a number above 0");
  expect_error(with("\"velocity_scale\": ", "\"velocity_scale\": -1, \"was\": "),
               "\"velocity_scale\": expected a number of at least 0");
  expect_error(with("\"friction\": ", "\"friction\": -0.1, \"was\": "),
               "\"contacts[0].friction\": expected a number of at least 0");
  expect_error(with("\"touching\": false", "\"touching\": 0"), "expected true or false");
  expect_error(with("\"friction\": ", "\"friction\": \"much\", \"was\": "), "expected a number");
  expect_error(with("\"arm_a\": [", "\"arm_a\": [1,"), "expected 3 numbers");
  expect_error(with("\"memory\": [", "\"memory\": [1,"),
               "\"guesses[0].memory\": expected a list of 3");
  expect_error(with("\"lower\": 0", "\"lower\": \"nan\", \"was\": 0"),
               "\"rows[0].upper\": expected a number not below \"lower\"");
  expect_error(with("\"softness\": 0.125", "\"softness\": -1"),
               "\"rows[1].softness\": expected a number of at least 0");
  expect_error(with("\"length\": 0.25", "\"length\": 0"),
               "\"rows[1].length\": expected a number above 0");
  expect_error(with("\"body\": 2,", "\"body\": 4,"),
               "\"rows[0].sides[1].body\": expected a whole number from -1 to 3");
  expect_error(with("\"body\": 2,", "\"body\": 0,"),
               "\"rows[0].sides[1].body\": expected a body not among");
  expect_error(with("\"jacobian\": [", "\"jacobian\": [1,"),
               "\"rows[0].sides[0].jacobian\": expected 6 numbers");
  EXPECT_THROW(read_problem_replay(folder_ / "absent.json"), ReplayError);
  EXPECT_THROW(write_problem_replay(folder_ / "absent" / "x.json", make_replay()), ReplayError);
}

// Cut off anywhere, or with any byte changed, it gives an error or a problem, never a crash.
TEST_F(ReplayFile, TakesAnyBytes) {
  const std::string text = written_text(make_replay_with_rows());
  std::mt19937 generator(1);
  for (int k = 0; k < 300; ++k) {
    std::string changed = text;
    changed[generator() % changed.size()] = static_cast<char>(generator() % 256);
    if (k % 3 == 0) changed.resize(generator() % changed.size());
    std::ofstream(folder_ / "given.json") << changed;
    try {
      solve_again(read_problem_replay(folder_ / "given.json"));
    } catch (const ReplayError&) {
    } catch (const std::invalid_argument&) {  // an unknown model, an effort of none
    }
  }
}

}  // namespace
}  // namespace stiction
