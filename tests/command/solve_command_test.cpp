// `stiction solve` on folders of Matrix Market files.

#include "program.h"

#include <nlohmann/json.hpp>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

void write_problem(const TemporaryFolder& folder, const std::string& M, const std::string& q) {
  folder.write("M.mtx", "%%MatrixMarket matrix array real general\n" + M);
  folder.write("q.mtx", "%%MatrixMarket matrix array real general\n" + q);
}

// M = [2 1; 1 2], q = (-5, -6): z = M^-1 (5, 6) = (4/3, 7/3), w = 0.
TEST(SolveCommand, SolvesASmallProblem) {
  const TemporaryFolder folder;
  write_problem(folder, "2 2\n2\n1\n1\n2\n", "2 1\n-5\n-6\n");
  const ProgramResult result = run_stiction({"solve", folder.path(), "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const Json answer = Json::parse(result.out);
  std::vector<std::string> keys;
  for (const auto& [key, value] : answer.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"solver", "status", "size", "residual", "iterations",
                                            "time_us", "z"}));
  EXPECT_EQ(answer["solver"], "lemke");
  EXPECT_EQ(answer["status"], "solved");
  EXPECT_EQ(answer["size"], 2);
  EXPECT_LE(answer["residual"], 1e-15);
  EXPECT_GE(answer["iterations"], 2);
  EXPECT_NEAR(answer["z"][0], 4.0 / 3, 1e-15);
  EXPECT_NEAR(answer["z"][1], 7.0 / 3, 1e-15);

  const ProgramResult text = run_stiction({"solve", folder.path()});
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.out.find("solved"), std::string::npos) << text.out;
}

// w = -1 for every z: infeasible.
TEST(SolveCommand, InfeasibleProblemIsStatusThreeAndHasNoAnswer) {
  const TemporaryFolder folder;
  write_problem(folder, "1 1\n0\n", "1 1\n-1\n");
  const ProgramResult result = run_stiction({"solve", folder.path(), "--json"});
  EXPECT_EQ(result.status, 3) << result.err;
  const Json answer = Json::parse(result.out);
  EXPECT_EQ(answer["status"], "no-solution-found");
  EXPECT_TRUE(answer["z"].is_null());
}

TEST(SolveCommand, WhatIsNoProblemIsStatusTwo) {
  const TemporaryFolder folder;
  const auto refuse = [&folder](const std::string& message) {
    const ProgramResult result = run_stiction({"solve", folder.path()});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  };
  refuse("M.mtx");
  write_problem(folder, "2 2\n2\n1\none\n2\n", "2 1\n-5\n-6\n");
  refuse("M.mtx:5: ");
  write_problem(folder, "2 2\n2\n1\n1\n2\n", "3 1\n-5\n-6\n1\n");
  refuse("q.mtx");
  write_problem(folder, "1 1\n1\n", "1 1\n1\n");
  folder.write("lower.mtx", "%%MatrixMarket matrix array real general\n1 1\n-1\n");
  folder.write("upper.mtx", "%%MatrixMarket matrix array real general\n1 1\n1\n");
  refuse("not supported yet");
}

TEST(SolveCommand, FclibFilesAreRefused) {
  const ProgramResult result = run_stiction({"solve", "problem.hdf5"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("not supported yet"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace stiction
