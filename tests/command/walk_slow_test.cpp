// The quadruped of scenes/robots trots for ten seconds, on flat ground and on hills, without slip
// and with Coulomb's and viscous friction.

#include "csv_rows.h"
#include "program.h"

namespace stiction {
namespace {

/// The rows that the program prints for a walk over the ground.
std::vector<Row> walk_over(const std::string& ground, std::vector<std::string> options = {}) {
  const TemporaryFolder folder;
  options.push_back(std::string(STICTION_SOURCE_DIR) + "/scenes/robots/" + ground + ".xml");
  const ProgramResult result =
      Program(options, {.folder = folder.path(), .program = STICTION_WALK}).wait();
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  return parse_csv(result.out);
}

class Walk : public testing::TestWithParam<std::string> {};

TEST_P(Walk, KeepsItsSpeedAndDoesNotFall) {
  const std::vector<Row> rows = walk_over(GetParam());
  ASSERT_EQ(rows.size(), 3u);
  for (const Row& row : rows) {
    const std::string& model = row.at("model");
    EXPECT_EQ(number(row, "steps"), 5000) << model;
    EXPECT_EQ(number(row, "solved"), 1) << model;
    EXPECT_EQ(number(row, "fell"), 0) << model;
    // The commanded speed is 0.3 m/s for 9.5 s.
    EXPECT_NEAR(number(row, "distance"), 2.85, 0.285) << model;
    EXPECT_LT(std::abs(number(row, "drift")), 0.1) << model;
    // It stands at 0.331 m.
    EXPECT_GT(number(row, "least_height"), 0.3) << model;
    EXPECT_LT(number(row, "most_lean"), 0.15) << model;
    EXPECT_LE(number(row, "residual"), 1e-8) << model;
    EXPECT_GE(number(row, "contacts_mean"), 2) << model;
    EXPECT_LE(number(row, "contacts_mean"), 4) << model;
  }
}

TEST(WalkInput, IsRefusedInWords) {
  const std::string scenes = std::string(STICTION_SOURCE_DIR) + "/scenes/";
  const auto refuse = [&](const std::vector<std::string>& arguments, const std::string& reason) {
    const TemporaryFolder folder;
    const ProgramResult result =
        Program(arguments, {.folder = folder.path(), .program = STICTION_WALK}).wait();
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_NE(result.err.find(reason), std::string::npos) << result.err;
  };
  const std::string robot = scenes + "robots/quadruped.xml";
  refuse({scenes + "stack.xml"}, "stack.xml: expected a robot");
  refuse({robot, "--models", "columb"}, "quadruped.xml: expected a contact model");
  refuse({robot, "--duration", "0.1"},
         "--duration: expected a whole number from 1 to 1000, got \"0.1\"");
}

TEST(WalkThreads, MakeNoDifferenceToTheBits) {
  const std::vector<std::string> options = {"--models", "coulomb", "--duration", "2"};
  const std::vector<Row> one = walk_over("quadruped_hills", options);
  const std::vector<Row> three =
      walk_over("quadruped_hills", {"--models", "coulomb", "--duration", "2", "--threads", "3"});
  ASSERT_EQ(one.size(), 1u);
  ASSERT_EQ(three.size(), 1u);
  EXPECT_EQ(one[0].at("state_hash"), three[0].at("state_hash"));
}

TEST(LocomotionBench, TellsOfEveryLawOnEveryGround) {
  const TemporaryFolder folder;
  const std::string scenes = std::string(STICTION_SOURCE_DIR) + "/scenes/robots";
  const ProgramResult result = Program({"locomotion", "--scenes", scenes, "--duration", "1",
                                        "--repeat", "1", "--csv", folder.path() / "walks.csv"},
                                       {.folder = folder.path(), .program = STICTION_BENCH})
                                   .wait();
  ASSERT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_NE(result.out.find("printed 1.38"), std::string::npos) << result.out;
  const std::vector<Row> rows = parse_csv(read_text(folder / "walks.csv"));
  ASSERT_EQ(rows.size(), 8u);
  for (const Row& row : rows) {
    EXPECT_EQ(number(row, "walked"), 1) << row.at("law");
    EXPECT_EQ(number(row, "fallbacks"), 0) << row.at("law");
    EXPECT_GT(number(row, "seconds"), 0) << row.at("law");
    EXPECT_LE(number(row, "residual_max"), 1e-8) << row.at("law");
  }
}

INSTANTIATE_TEST_SUITE_P(Ground, Walk, testing::Values("quadruped", "quadruped_hills"),
                         [](const auto& ground) { return ground.param; });

}  // namespace
}  // namespace stiction
