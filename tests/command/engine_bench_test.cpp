// `stiction-bench engine`, `scaling`, `targets`, `rungs`, `heaps` and `lacoursiere`: their columns,
// that they end, and what they refuse.

#include "csv_rows.h"
#include "program.h"

namespace stiction {
namespace {

ProgramResult run_bench(const std::vector<std::string>& arguments) {
  const TemporaryFolder folder;
  return Program(arguments, {.folder = folder.path(), .program = STICTION_BENCH}).wait();
}

TEST(EngineBench, TellsOfASceneWhatTheContractNamesAndWhichWaysLedToAnswers) {
  const ProgramResult result = run_bench(
      {"engine", "--scenes", "stack-10,bouncing-49", "--engines", "stiction", "--csv", "-"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.find("scene,engine,step_us_median,step_us_p99,residual_max,penetration_max,"
                            "energy_gain,memory_mib,"),
            0u);
  const std::vector<Row> rows = parse_csv(result.out);
  ASSERT_EQ(rows.size(), 2u);
  for (const Row& row : rows) {
    EXPECT_EQ(row.at("engine"), "stiction");
    EXPECT_EQ(number(row, "steps"), number(row, "steps_asked"));
    EXPECT_LE(number(row, "residual_max"), 1e-8);
    EXPECT_LE(number(row, "cone_residual_max"), 1e-8);
    EXPECT_EQ(number(row, "off_cone"), 0);
    EXPECT_GT(number(row, "step_us_median"), 0);
    EXPECT_GE(number(row, "step_us_p99"), number(row, "step_us_median"));
    EXPECT_GE(number(row, "step_us_max"), number(row, "step_us_p99"));
    EXPECT_GT(number(row, "memory_mib"), 0);
  }
  // Ten boxes of 1 kg at 0.5 m, 1.5 m, ...: m g sum = 10 * 9.81 * 5 = 490.5 J, and they stay.
  EXPECT_NEAR(number(rows[0], "energy_initial"), 490.5, 1e-9);
  EXPECT_EQ(number(rows[0], "contacts_mean"), 40);
  EXPECT_LE(number(rows[0], "energy_gain"), 1e-9);
  EXPECT_NE(rows[0].at("rungs").find("remembered "), std::string::npos) << rows[0].at("rungs");
  // 49 balls of 10 kg from 5 m.
  EXPECT_NEAR(number(rows[1], "energy_initial"), 49 * 10 * 9.81 * 5, 1e-6);
}

TEST(EngineBench, EndsAtItsLimit) {
  const ProgramResult result = run_bench({"engine", "--scenes", "wall-1000-hit", "--engines",
                                          "stiction", "--limit", "1", "--csv", "-"});
  ASSERT_EQ(result.status, 0) << result.err;
  const std::vector<Row> rows = parse_csv(result.out);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_LE(number(rows[0], "steps"), number(rows[0], "steps_asked"));
  EXPECT_NE(result.err.find("wall-1000-hit"), std::string::npos);
}

TEST(EngineBench, JudgesScenesByTheirTargets) {
  const ProgramResult result = run_bench({"targets", "--scenes", "card-house-4"});
  // The measurements depend on the machine.
  ASSERT_TRUE(result.status == 0 || result.status == 3) << result.err;
  EXPECT_NE(result.out.find("longest step, ms"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("2 targets, "), std::string::npos) << result.out;
  EXPECT_EQ(run_bench({"targets", "--scenes", "bouncing-49"}).status, 2);
}

TEST(EngineBench, TellsHowStagesAndMemoryGrow) {
  const ProgramResult result = run_bench({"scaling", "--families", "wall", "--limit", "1"});
  // The measurements depend on the machine.
  ASSERT_TRUE(result.status == 0 || result.status == 3) << result.err;
  for (const char* figure : {"broad and narrow phase", "islands, report, events", "memory"}) {
    EXPECT_NE(result.out.find(figure), std::string::npos) << result.out;
  }
  EXPECT_EQ(run_bench({"scaling", "--families", "houses"}).status, 2);
}

TEST(EngineBench, CountsTheWaysToAnswersAndThoseOffTheCone) {
  const ProgramResult result =
      run_bench({"rungs", "stack-10", STICTION_SOURCE_DIR "/scenes/stack.xml"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_NE(result.out.find("finish "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("2 runs, 0 beyond their bounds"), std::string::npos) << result.out;
  // The impulses of a blast need more than the effort for real time.
  const ProgramResult blasted = run_bench({"rungs", "jenga-24-blasted"});
  EXPECT_NE(blasted.out.find("jenga-24-blasted, step "), std::string::npos) << blasted.out;
  EXPECT_EQ(run_bench({"rungs", "tower"}).status, 2);
}

TEST(EngineBench, SolvesRandomHeaps) {
  // The time of a solve depends on the machine.
  const ProgramResult result = run_bench({"heaps", "--heaps", "10", "--longest", "1000000"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_NE(result.out.find("10 heaps; longest"), std::string::npos) << result.out;
}

TEST(EngineBench, TakesAsManyProblemsOfTheLogHeapAsAsked) {
  const ProgramResult result = run_bench(
      {"lacoursiere", "--quick", "--problems", "1", "--sizes", "10", "--heap-problems", "8"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("8 problems, heap\n"), std::string::npos) << result.out;
}

TEST(EngineBench, RefusesWhatItDoesNotHave) {
  const ProgramResult scene = run_bench({"engine", "--scenes", "stack-10,tower"});
  EXPECT_EQ(scene.status, 2);
  EXPECT_NE(scene.err.find("'tower'"), std::string::npos) << scene.err;
  EXPECT_NE(scene.err.find("kapla-102"), std::string::npos) << scene.err;
  const ProgramResult engine = run_bench({"engine", "--engines", "unity"});
  EXPECT_EQ(engine.status, 2);
  EXPECT_NE(engine.err.find("'unity'"), std::string::npos) << engine.err;
  EXPECT_EQ(run_bench({"scaling", "--limit", "0"}).status, 2);
}

TEST(EngineBench, ComparesTheIntegrators) {
  const ProgramResult result = run_bench({"integrators", "--only", "bin-8 e=1", "--csv", "-"});
  // The measurements depend on the machine.
  ASSERT_TRUE(result.status == 0 || result.status == 3) << result.err;
  const std::vector<Row> rows = parse_csv(result.out);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(number(rows[0], "unsolved"), 0);
  EXPECT_LE(number(rows[0], "auto_swing"), 1e-3);
  EXPECT_GE(number(rows[0], "first_order_swing"), 10 * number(rows[0], "auto_swing"));
}

}  // namespace
}  // namespace stiction
