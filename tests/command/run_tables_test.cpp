// Files for plotting: `run --contacts` and `run --steps`.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>

#include "csv_rows.h"
#include "program.h"
#include "scene_texts.h"

namespace stiction {
namespace {

using nlohmann::json;

const std::string kContactHeader =
    "time,body_a,body_b,x,y,z,nx,ny,nz,gap,normal_impulse,friction_x,friction_y,friction_z,state";
const std::string kStepHeader =
    "time,energy,work,residual,cone_residual,contacts,penetration,pivots,factorisations,rung,"
    "collide_us,solve_us,total_us";

/// The output of `stiction run` to standard output for an option, without the rows' line ends.
std::string run_to_output(const std::string& scene, const std::vector<std::string>& options) {
  std::vector<std::string> arguments = {"run", scene};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ProgramResult result = run_stiction(arguments);
  EXPECT_EQ(result.status, 0) << result.err;
  return result.out;
}

// Law: at rest the ground carries the weight, and friction the slope's share of it.
TEST(RunTables, ContactsCarryTheStack) {
  const TemporaryFolder folder;
  const std::string csv = run_to_output(folder.write("s.xml", kStack), {"--contacts", "-"});
  EXPECT_EQ(split_lines(csv).front(), kContactHeader);
  std::map<std::string, double> normal, friction;
  for (const Row& row : parse_csv(csv)) {
    if (row.at("body_a") != "ground" && row.at("body_b") != "ground") continue;
    const double sign = row.at("body_b") == "ground" ? 1 : -1;  // impulses are those on body_a
    normal[row.at("time")] += number(row, "normal_impulse");
    friction[row.at("time")] += sign * number(row, "friction_x");
    EXPECT_NEAR(number(row, "nz"), sign, 1e-12);
    EXPECT_EQ(row.at("state"), "sticking");
    EXPECT_NEAR(number(row, "z"), 0, 1e-6);
  }
  constexpr double kTimestep = 0.01, kMass = 3000;
  EXPECT_EQ(normal.size(), 30u);
  for (const auto& [time, impulse] : normal) {
    EXPECT_NEAR(impulse, kMass * 9.81 * kTimestep, 1e-6) << time;
    EXPECT_NEAR(friction[time], -kMass * 1 * kTimestep, 1e-6) << time;
  }
}

TEST(RunTables, StepsAgreeWithTheReport) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.xml", kStack);
  const std::string steps = (folder / "steps.csv").string();
  const std::string contacts = (folder / "contacts.csv").string();
  const json report = json::parse(
      run_to_output(scene, {"--report", "-", "--steps", steps, "--contacts", contacts}));
  const std::string csv = read_text(steps);
  EXPECT_EQ(split_lines(csv).front(), kStepHeader);
  const std::vector<Row> rows = parse_csv(csv);
  ASSERT_EQ(rows.size(), report["steps"].get<std::size_t>());
  double residual = 0, cone_residual = 0, penetration = 0, most_us = 0, num_contacts = 0;
  int pivots = 0;
  for (const Row& row : rows) {
    residual = std::max(residual, number(row, "residual"));
    cone_residual = std::max(cone_residual, number(row, "cone_residual"));
    penetration = std::max(penetration, number(row, "penetration"));
    most_us = std::max(most_us, number(row, "total_us"));
    pivots = std::max(pivots, static_cast<int>(number(row, "pivots")));
    num_contacts += number(row, "contacts");
    EXPECT_TRUE(report["solver_stats"]["rungs"].contains(row.at("rung"))) << row.at("rung");
    EXPECT_LE(number(row, "collide_us") + number(row, "solve_us"), number(row, "total_us"));
  }
  for (const std::string rung : {"remembered", "finish", "pivots", "homotopy", "proximal-path",
                                 "augmented-lagrangian", "method"}) {
    EXPECT_TRUE(report["solver_stats"]["rungs"].contains(rung)) << rung;
  }
  EXPECT_EQ(residual, report["residual"]["max"].get<double>());
  EXPECT_EQ(cone_residual, report["cone_residual"]["max"].get<double>());
  EXPECT_LE(penetration, report["penetration"]["max"].get<double>());
  EXPECT_EQ(pivots, report["solver_stats"]["pivots_max"].get<int>());
  EXPECT_NEAR(most_us, report["timing"]["step_us"]["max"].get<double>(), 1e-6 * most_us);
  EXPECT_EQ(number(rows.back(), "energy"), report["energy"]["final"].get<double>());
  EXPECT_EQ(number(rows.back(), "work"), report["energy"]["work"].get<double>());
  EXPECT_NEAR(number(rows.back(), "time"), report["time"].get<double>(), 1e-12);
  EXPECT_EQ(num_contacts, static_cast<double>(parse_csv(read_text(contacts)).size()));
}

TEST(RunTables, ConeResidualIsEmptyUnderOtherLaws) {
  const TemporaryFolder folder;
  const std::string csv =
      run_to_output(folder.write("s.xml", kStack), {"--steps", "-", "--model", "frictionless"});
  for (const Row& row : parse_csv(csv)) EXPECT_EQ(row.at("cone_residual"), "");
}

TEST(RunTables, AreWrittenForEveryNthStep) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("drift.xml", drifting_ball());
  const std::vector<Row> rows = parse_csv(run_to_output(scene, {"--steps", "-", "--every", "5"}));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].at("time"), "0.5");
  EXPECT_EQ(rows[0].at("rung"), "free");
  EXPECT_EQ(run_to_output(scene, {"--contacts", "-", "--every", "5"}), kContactHeader + "\n");
}

TEST(RunTables, FullDiskIsAnErrorAndEndsTheRun) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.xml", kStack);
  for (const std::string option : {"--contacts", "--steps"}) {
    const ProgramResult result =
        run_stiction({"run", scene, "--duration", "1e10", option, "/dev/full"});
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.err.find(option + ": cannot write /dev/full: No space left"),
              std::string::npos)
        << result.err;
  }
}

TEST(RunTables, TwoNamesOfOneFileAreRefused) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.xml", kStack);
  const std::string file = (folder / "file").string();
  const ProgramResult result = run_stiction({"run", scene, "--contacts", file, "--steps", file});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("--contacts, --steps: expected two files"), std::string::npos)
      << result.err;
  EXPECT_EQ(run_stiction({"run", scene, "--contacts", scene}).status, 2);
  EXPECT_EQ(read_text(scene), kStack);
}

}  // namespace
}  // namespace stiction
