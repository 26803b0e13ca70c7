// `stiction compare`: one scene under several choices, its table, its file, its refusals.

#include "csv_rows.h"
#include "program.h"
#include "scene_texts.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

/// A crate that slides askew to all axes, from 3 m/s with mu = 0.5, for longer than the scene.
const std::string kSlide =
    "<scene version=\"1\" name=\"slide\">\n"
    "  <option timestep=\"0.01\" duration=\"0.5\"/>\n"
    "  <body name=\"ground\" static=\"true\"> <plane/> </body>\n"
    "  <body name=\"crate\" xyz=\"0 0 0.5\" rpy=\"0 0 0.3\" linear_velocity=\"2.8 1.1 0\">\n"
    "    <box size=\"1 1 1\"/>\n"
    "  </body>\n"
    "</scene>\n";

/// Runs `stiction compare SCENE ... --out -` in its own folder; it must end with `status`.
std::vector<Row> compare(const std::string& scene, std::vector<std::string> options,
                         int status = 0) {
  const TemporaryFolder folder;
  options.insert(options.begin(), {"compare", folder.write("scene.xml", scene), "--out", "-"});
  const ProgramResult result = run_stiction(options, {.folder = folder.path()});
  EXPECT_EQ(result.status, status) << result.err;
  return parse_csv(result.out);
}

std::vector<std::string> column(const std::vector<Row>& rows, const std::string& name) {
  std::vector<std::string> cells;
  for (const Row& row : rows) cells.push_back(row.count(name) > 0 ? row.at(name) : "missing");
  return cells;
}

using Words = std::vector<std::string>;

TEST(CompareCommand, FileHasARowForEachCombinationInAFixedOrder) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("slide.xml", kSlide);
  const ProgramResult result = run_stiction(
      {"compare", scene, "--solvers", "lemke,structural-lemke", "--directions", "4,8", "--align",
       "slip,world", "--timesteps", "0.02,0.01", "--duration", "0.1", "--out", "c.csv"},
      {.folder = folder.path()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const std::string csv = read_text(folder / "c.csv");
  EXPECT_EQ(split_lines(csv).front(),
            "model,solver,directions,align,timestep,outcome,steps,time,step_us_median,step_us_p99,"
            "solve_us_median,total_s,contacts_mean,contacts_max,pivots_mean,fallbacks,unsolved,"
            "residual_max,cone_angle_max,cone_force_max,penetration_max,joint_error_max,"
            "energy_gain,energy_final,expectations,expectations_failed,common_times,"
            "last_common_time,position_apart_last,position_apart_max,rotation_apart_last,"
            "rotation_apart_max");
  const std::vector<Row> rows = parse_csv(csv);
  ASSERT_EQ(rows.size(), 16U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE(i);
    const Row& row = rows[i];
    EXPECT_EQ(row.at("model"), "coulomb");
    EXPECT_EQ(row.at("solver"), i < 8 ? "lemke" : "structural-lemke");
    EXPECT_EQ(row.at("directions"), i / 4 % 2 == 0 ? "4" : "8");
    EXPECT_EQ(row.at("align"), i / 2 % 2 == 0 ? "slip" : "world");
    EXPECT_EQ(row.at("timestep"), i % 2 == 0 ? "0.02" : "0.01");
    EXPECT_EQ(row.at("steps"), i % 2 == 0 ? "5" : "10");
    EXPECT_EQ(row.at("outcome"), "finished");
    EXPECT_EQ(row.at("common_times"), "5");
    EXPECT_NEAR(number(row, "last_common_time"), 0.1, 1e-12);
    EXPECT_LT(number(row, "residual_max"), 1e-8);
    EXPECT_GT(number(row, "total_s"), 0);
  }
}

TEST(CompareCommand, TableShowsWhatDiffersOnStandardOutput) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("slide.xml", kSlide);
  const ProgramResult result = run_stiction({"compare", scene, "--directions", "4,6"});
  EXPECT_EQ(result.status, 0) << result.err;
  const std::vector<std::string> lines = split_lines(result.out);
  ASSERT_EQ(lines.size(), 4U) << result.out;
  EXPECT_EQ(lines[0], "slide: 0.5 s under 2 choices");
  for (const std::string title : {"model", "directions", "step us", "total s", "contacts",
                                  "residual", "cone rad", "cone force", "overlap m", "gain J",
                                  "apart m", "most m", "apart rad", "most rad", "outcome"}) {
    EXPECT_NE(lines[1].find("  " + title), std::string::npos) << title << "\n" << result.out;
  }
  for (const std::string title : {"solver", "align", "step s", "joints", "unsolved", "expected"}) {
    EXPECT_EQ(lines[1].find(title), std::string::npos) << title << "\n" << result.out;
  }
  EXPECT_EQ(lines[2].size(), lines[1].size());
  EXPECT_EQ(lines[3].size(), lines[1].size());
  EXPECT_NE(lines[2].find("coulomb"), std::string::npos);
  EXPECT_NE(lines[3].find(" 6 "), std::string::npos);
  EXPECT_EQ(result.err, "");
}

TEST(CompareCommand, WithoutListsComparesEveryModelTheScenesOwnFirst) {
  const std::vector<Row> rows = compare(kSlide, {"--duration", "0.05"});
  const Words models = column(rows, "model");
  ASSERT_FALSE(models.empty());
  EXPECT_EQ(models.front(), "coulomb");
  Words sorted = models;
  std::ranges::sort(sorted);
  EXPECT_EQ(std::ranges::adjacent_find(sorted), sorted.end());
}

TEST(CompareCommand, SkipsWhatDoesNotGoTogetherAndSaysSo) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("slide.xml", kSlide);
  const ProgramResult result =
      run_stiction({"compare", scene, "--models", "no-slip,coulomb", "--solvers", "lemke,ppm",
                    "--directions", "4,8", "--duration", "0.02", "--out", "-"});
  EXPECT_EQ(result.status, 0);
  const std::vector<Row> rows = parse_csv(result.out);
  EXPECT_EQ(column(rows, "model"), (Words{"no-slip", "no-slip", "coulomb", "coulomb"}));
  EXPECT_EQ(column(rows, "solver"), (Words{"lemke", "ppm", "lemke", "lemke"}));
  EXPECT_EQ(column(rows, "directions"), (Words{"", "", "4", "8"}));
  EXPECT_EQ(column(rows, "align"), (Words{"", "", "slip", "slip"}));
  for (const std::string message :
       {"skipped   coulomb with ppm: the model's solvers are reduced-lemke",
        "skipped   no-slip with --directions or --align: the model has no facets"}) {
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  }
}

// The scene's own solver is kept for the scene's own model; other models use theirs.
TEST(CompareCommand, SolverOfTheSceneGoesWithItsModel) {
  const std::string scene =
      drifting_ball("  <contact model=\"coulomb\" solver=\"lemke\" directions=\"6\"/>\n");
  const std::vector<Row> rows = compare(scene, {"--models", "coulomb,no-slip"});
  EXPECT_EQ(column(rows, "solver"), (Words{"lemke", "ppm"}));
  EXPECT_EQ(column(rows, "directions"), (Words{"6", ""}));
}

TEST(CompareCommand, FirstRowIsItsOwnReferenceAndSolversOfOneLawAgree) {
  const std::vector<Row> rows = compare(kSlide, {"--solvers", "reduced-lemke,lemke"});
  ASSERT_EQ(rows.size(), 2U);
  for (const std::string name :
       {"position_apart_last", "position_apart_max", "rotation_apart_last", "rotation_apart_max"}) {
    EXPECT_EQ(number(rows[0], name), 0) << name;
    EXPECT_LT(number(rows[1], name), 1e-9) << name;
  }
  EXPECT_EQ(rows[0].at("common_times"), "50");
}

// With turned facets friction is Coulomb's, however many there are; with fixed ones it points to
// the nearest corner of the pyramid.
TEST(CompareCommand, AlignedFacetsAgreeAndFixedOnesDoNot) {
  const std::vector<Row> slip = compare(kSlide, {"--directions", "4,6,8,16"});
  ASSERT_EQ(slip.size(), 4U);
  for (const Row& row : slip) {
    EXPECT_LT(number(row, "position_apart_max"), 1e-9) << row.at("directions");
    EXPECT_LT(number(row, "rotation_apart_max"), 1e-9) << row.at("directions");
    EXPECT_LT(number(row, "cone_angle_max"), 1e-6);
  }
  const std::vector<Row> both = compare(kSlide, {"--directions", "6", "--align", "slip,world"});
  ASSERT_EQ(both.size(), 2U);
  EXPECT_GT(number(both[1], "position_apart_max"), 1e-4);
  EXPECT_GT(number(both[1], "cone_angle_max"), 1e-3);
}

// A step whose end velocity acts all through it makes the distance after a time t short by a t h /
// 2 with the deceleration a = mu g, so that runs with steps h and r differ by a t (h - r) / 2. With
// second order a constant deceleration is followed exactly.
TEST(CompareCommand, DistanceFromAFinerRunIsOfFirstOrderInTheTimeStep) {
  for (const Row& row : compare(kSlide, {"--timesteps", "0.001,0.01,0.005"})) {
    EXPECT_LE(number(row, "position_apart_last"), 1e-9);
  }
  std::string first_order = kSlide;
  first_order.insert(first_order.find("timestep="), "integrator=\"first-order\" ");
  const std::vector<Row> rows = compare(first_order, {"--timesteps", "0.001,0.01,0.005"});
  ASSERT_EQ(rows.size(), 3U);
  const double a = 0.5 * 9.81;
  const double t = 0.5;
  EXPECT_NEAR(number(rows[1], "position_apart_last"), a * t * (0.01 - 0.001) / 2, 1e-9);
  EXPECT_NEAR(number(rows[2], "position_apart_last"), a * t * (0.005 - 0.001) / 2, 1e-9);
  EXPECT_EQ(column(rows, "common_times"), (Words{"500", "50", "100"}));
  EXPECT_EQ(number(rows[1], "position_apart_max"), number(rows[1], "position_apart_last"));
}

// Ends of steps of 0.03 s and 0.02 s coincide every 0.06 s; 0.3 s are 10 steps and 15.
TEST(CompareCommand, StatesAreComparedAtCommonTimesOnly) {
  const std::vector<Row> rows =
      compare(drifting_ball(), {"--timesteps", "0.03,0.02,0.4,0.7", "--duration", "0.3"});
  EXPECT_EQ(column(rows, "common_times"), (Words{"10", "5", "0", "0"}));
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_NEAR(number(rows[1], "last_common_time"), 0.3, 1e-12);
  EXPECT_LT(number(rows[1], "position_apart_max"), 1e-12) << "a free body is where it is";
  EXPECT_EQ(rows[2].at("position_apart_last"), "") << "of no common time nothing is known";
  EXPECT_EQ(rows[2].at("last_common_time"), "");
}

TEST(CompareCommand, IsDeterministicButForTimes) {
  const Words options = {"--solvers", "lemke,reduced-lemke", "--directions", "4,8"};
  const auto without_times = [](std::vector<Row> rows) {
    for (Row& row : rows) {
      for (const std::string name :
           {"step_us_median", "step_us_p99", "solve_us_median", "total_s"}) {
        EXPECT_EQ(row.erase(name), 1U) << name;
      }
    }
    return rows;
  };
  const std::vector<Row> once = without_times(compare(kStack, options));
  Words with_threads = options;
  with_threads.insert(with_threads.end(), {"--threads", "2"});
  EXPECT_EQ(once.size(), 4U);
  EXPECT_EQ(once, without_times(compare(kStack, options)));
  EXPECT_EQ(once, without_times(compare(kStack, with_threads)));
}

TEST(CompareCommand, CountsTheScenesExpectationsAndIsNotFailedByThem) {
  const std::vector<Row> rows =
      compare(drifting_ball(kTrueExpectation + kFalseExpectation), {"--timesteps", "0.1,0.05"});
  EXPECT_EQ(column(rows, "expectations"), (Words{"2", "2"}));
  EXPECT_EQ(column(rows, "expectations_failed"), (Words{"1", "1"}));
}

// Without a named solver this takes the default method, as `run` does, which needs fewer pivots
// than Lloyd's method by name.
TEST(CompareCommand, TakesTheSolverOfTheSceneWhereNoneIsGiven) {
  const std::string tilted =
      "<scene version=\"1\"> <option duration=\"0.3\" gravity=\"6 1 -9.81\"/>\n"
      "<body name=\"ground\" static=\"true\"> <plane/> </body> <replicate count=\"3\" xyz=\"0 0 "
      "1\">\n"
      "<body name=\"crate\" xyz=\"0 0 0.5\"> <box size=\"1 1 1\"/> </body> </replicate> </scene>\n";
  const TemporaryFolder folder;
  const ProgramResult run =
      run_stiction({"run", folder.write("tilted.xml", tilted), "--quiet", "--report", "-"});
  const double pivots = Json::parse(run.out)["solver_stats"]["pivots_mean"];
  EXPECT_EQ(number(compare(tilted, {"--models", "coulomb"}).front(), "pivots_mean"), pivots);
  const std::vector<Row> named = compare(tilted, {"--solvers", "reduced-lemke"});
  EXPECT_GT(number(named.front(), "pivots_mean"), pivots);
}

// The plate meets the cube at t = 0.025 s, after which there is no answer: one step of 0.03 s goes
// that far, two steps of 0.01 s do not.
TEST(CompareCommand, RunThatFailsIsARowAndStatusThreeAndTheOthersStillRun) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("press.xml", kPress);
  const ProgramResult result = run_stiction(
      {"compare", scene, "--timesteps", "0.03,0.01", "--duration", "0.024", "--out", "c.csv"},
      {.folder = folder.path()});
  EXPECT_EQ(result.status, 3);
  const std::vector<Row> rows = parse_csv(read_text(folder / "c.csv"));
  EXPECT_EQ(column(rows, "outcome"), (Words{"unsolved", "finished"}));
  EXPECT_EQ(column(rows, "unsolved"), (Words{"1", "0"}));
  EXPECT_EQ(column(rows, "steps"), (Words{"0", "2"}));
  EXPECT_NE(result.out.find("  unsolved  "), std::string::npos) << result.out;
  EXPECT_NE(result.err.find("row 1 (coulomb, 8 directions aligned to slip, steps of "
                            "0.03 s): step 1"),
            std::string::npos)
      << result.err;
  const std::string problem = "stiction-unsolved/press/row-1/step-000001-island-1";
  EXPECT_NE(result.err.find("stiction solve " + problem + "\n"), std::string::npos) << result.err;
  EXPECT_TRUE(std::filesystem::exists(folder / problem / "M.mtx"));
}

TEST(CompareCommand, NotFiniteIsARowWithEmptyCells) {
  const std::vector<Row> rows = compare(kOverflow, {"--timesteps", "1,0.5"}, 3);
  EXPECT_EQ(column(rows, "outcome"), (Words{"not-finite", "not-finite"}));
}

TEST(CompareCommand, StandardOutputHoldsTheFileAlone) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("drift.xml", drifting_ball());
  const ProgramResult result =
      run_stiction({"compare", scene, "--timesteps", "0.1,0.05", "--out", "-"});
  EXPECT_EQ(result.status, 0);
  const std::vector<std::string> lines = split_lines(result.out);
  ASSERT_EQ(lines.size(), 3U);
  const auto commas = std::ranges::count(lines[0], ',');
  for (const std::string& line : lines) EXPECT_EQ(std::ranges::count(line, ','), commas) << line;
  EXPECT_NE(result.err.find("drift: 1 s under 2 choices"), std::string::npos) << result.err;
}

TEST(CompareCommand, InterruptionLeavesWholeRows) {
  const TemporaryFolder folder;
  folder.write("drift.xml", drifting_ball());
  Program program({"compare", "drift.xml", "--timesteps", "0.1,1e-9,0.05", "--out", "c.csv"},
                  {.folder = folder.path()});
  Program::wait_for_content(folder / "c.csv");  // The first row is written; the second run has
                                                // begun.
  program.send(SIGINT);
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 130);
  const std::string csv = read_text(folder / "c.csv");
  EXPECT_EQ(csv.back(), '\n');
  const Words outcomes = column(parse_csv(csv), "outcome");
  if (outcomes.size() == 1) {  // The signal came before the second run took a step.
    EXPECT_EQ(outcomes, Words{"finished"});
    EXPECT_NE(result.out.find("not run   2 of them"), std::string::npos) << result.out;
  } else {
    EXPECT_EQ(outcomes, (Words{"finished", "interrupted"}));
    EXPECT_NE(result.out.find("not run   1 of them"), std::string::npos) << result.out;
    EXPECT_NE(result.err.find("interrupted at t = "), std::string::npos) << result.err;
  }
}

TEST(CompareCommand, TellsEverythingThatIsWrongInOnePass) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("bad.xml", drifting_ball("  <bodi/>\n"));
  const ProgramResult result =
      run_stiction({"compare", scene, "--models", "columb,,coulomb,coulomb", "--solvers",
                    "lemka,lemke", "--directions", "7,2,8,8", "--align", "slipp", "--timesteps",
                    "0,-1,nan,1,1.0,", "--duration", "x", "--threads", "0", "--out", "c.csv"},
                   {.folder = folder.path()});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  for (const std::string message :
       {"--models: \"columb\" is unknown; did you mean \"coulomb\"?",
        "--models: expected a list A,B,... of values, got an empty one",
        "--models: expected each value once, got \"coulomb\" again",
        "--solvers: \"lemka\" is unknown; did you mean \"lemke\"?",
        "--directions: expected an even number",
        "--directions: expected a whole number from 4 to 64, got \"2\"",
        "--directions: expected each value once, got \"8\" again",
        "--align: \"slipp\" is unknown; did you mean \"slip\"?",
        "--timesteps: expected a positive finite number of seconds, got \"0\"", "got \"-1\"",
        "got \"nan\"", "--timesteps: expected each value once, got \"1.0\" again",
        "--timesteps: expected a list A,B,...",
        "--duration: expected a finite number of seconds >= 0",
        "--threads: expected a whole number from 1"}) {
    EXPECT_NE(result.err.find(message), std::string::npos) << message << "\n" << result.err;
  }
  EXPECT_NE(result.err.find(scene + ":4: "), std::string::npos) << result.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "c.csv"));
}

struct CompareRefusal {
  Words options;
  std::string message;
};

TEST(CompareCommand, BadUsageIsStatusTwoAndTouchesNoFile) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("drift.xml", drifting_ball());
  const std::vector<CompareRefusal> refusals = {
      {{"--models", ""}, "--models: expected a list"},
      {{"--timesteps", ""}, "--timesteps: expected a list"},
      {{"--timesteps", "0.1,1e-300"}, "steps, got timestep 1e-300"},
      {{"--timesteps", "0.1", "--timesteps", "0.2"}, "--timesteps: given twice"},
      {{"--solvers", "lemke,ppm"},
       "--solvers: \"ppm\" is a solver of none of the models compared (coulomb); theirs are "
       "reduced-lemke, structural-lemke, lemke"},
      {{"--out", scene}, "--out: " + scene + " is the scene file itself"},
      {{"--out", "no/such/folder/c.csv"}, "--out: cannot write no/such/folder/c.csv"},
      {{"--speed", "1"}, "--speed"},
  };
  for (const CompareRefusal& refusal : refusals) {
    SCOPED_TRACE(refusal.message);
    Words words = {"compare", scene};
    words.insert(words.end(), refusal.options.begin(), refusal.options.end());
    const ProgramResult result = run_stiction(words, {.folder = folder.path()});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(refusal.message), std::string::npos) << result.err;
  }
  EXPECT_EQ(read_text(scene), drifting_ball());
}

TEST(CompareCommand, FullDiskIsStatusTwo) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("drift.xml", drifting_ball());
  const ProgramResult result = run_stiction({"compare", scene, "--out", "/dev/full"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("--out: cannot write /dev/full"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace stiction
