// The quadruped of scenes/robots trots for ten seconds, on flat ground and on hills, without slip
// and with Coulomb's and viscous friction.

#include "csv_rows.h"
#include "program.h"

namespace stiction {
namespace {

class Walk : public testing::TestWithParam<std::string> {};

TEST_P(Walk, DoesNotFall) {
  const TemporaryFolder folder;
  const std::string scene =
      std::string(STICTION_SOURCE_DIR) + "/scenes/robots/" + GetParam() + ".xml";
  const ProgramResult result =
      Program({scene}, {.folder = folder.path(), .program = STICTION_WALK}).wait();
  ASSERT_EQ(result.status, 0) << result.out << result.err;
  const std::vector<Row> rows = parse_csv(result.out);
  ASSERT_EQ(rows.size(), 3u);
  for (const Row& row : rows) {
    const std::string& model = row.at("model");
    EXPECT_EQ(number(row, "steps"), 5000) << model;
    EXPECT_EQ(number(row, "solved"), 1) << model;
    EXPECT_EQ(number(row, "fell"), 0) << model;
    // Half of the 2.85 m that it is asked for: legs that yield lag behind.
    EXPECT_GT(number(row, "distance"), 1.2) << model;
    EXPECT_LT(std::abs(number(row, "drift")), 0.4) << model;
    // It stands at 0.331 m.
    EXPECT_GT(number(row, "least_height"), 0.3) << model;
    EXPECT_LT(number(row, "most_lean"), 0.15) << model;
    EXPECT_LE(number(row, "residual"), 1e-8) << model;
    EXPECT_GE(number(row, "contacts_mean"), 2) << model;
    EXPECT_LE(number(row, "contacts_mean"), 4) << model;
  }
}

INSTANTIATE_TEST_SUITE_P(Ground, Walk, testing::Values("quadruped", "quadruped_hills"),
                         [](const auto& ground) { return ground.param; });

}  // namespace
}  // namespace stiction
