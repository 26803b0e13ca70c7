// `stiction solve` on folders of Matrix Market files and on FCLIB files.

#include "program.h"

#include <stiction/contact/fclib.h>

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <regex>

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
  EXPECT_EQ(keys, (std::vector<std::string>{"solver", "status", "stop", "size", "residual",
                                            "iterations", "time_us", "z"}));
  EXPECT_EQ(answer["solver"], "lemke");
  EXPECT_EQ(answer["status"], "solved");
  EXPECT_EQ(answer["stop"], "residual");
  EXPECT_EQ(answer["size"], 2);
  EXPECT_LE(answer["residual"], 1e-15);
  EXPECT_GE(answer["iterations"], 2);
  EXPECT_NEAR(answer["z"][0], 4.0 / 3, 1e-15);
  EXPECT_NEAR(answer["z"][1], 7.0 / 3, 1e-15);

  const ProgramResult text = run_stiction({"solve", folder.path()});
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.out.find("solved"), std::string::npos) << text.out;
}

// M = 1, q = -1, so large that it takes more than 10,000 us, which used to be printed as 1e+04 us.
TEST(SolveCommand, PeopleAreShownTheBeginningOfALongAnswer) {
  constexpr int kSize = 250;
  const TemporaryFolder folder;
  const std::string n = std::to_string(kSize);
  std::string M = n + " " + n + "\n";
  std::string q = n + " 1\n";
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) M += i == j ? "1\n" : "0\n";
    q += "-1\n";
  }
  write_problem(folder, M, q);
  const ProgramResult text = run_stiction({"solve", folder.path()});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_TRUE(
      std::regex_search(text.out, std::regex("z           \\[([0-9.]+, ){24}\\.\\.\\.\\]\n")))
      << text.out;
  EXPECT_NE(text.out.find("the first 24 of 250 numbers; --json has all"), std::string::npos)
      << text.out;
  EXPECT_TRUE(std::regex_search(text.out, std::regex("time        [0-9.]+ (us|ms|s)\n")))
      << text.out;
  const Json all = Json::parse(run_stiction({"solve", folder.path(), "--json"}).out);
  EXPECT_EQ(all["z"].size(), kSize);
}

// w = -1 for every z: infeasible.
TEST(SolveCommand, InfeasibleProblemIsStatusThreeAndHasNoAnswer) {
  const TemporaryFolder folder;
  write_problem(folder, "1 1\n0\n", "1 1\n-1\n");
  const ProgramResult result = run_stiction({"solve", folder.path(), "--json"});
  EXPECT_EQ(result.status, 3) << result.err;
  const Json answer = Json::parse(result.out);
  EXPECT_EQ(answer["status"], "no-solution-found");
  EXPECT_EQ(answer["stop"], "ray");
  EXPECT_TRUE(answer["z"].is_null());
}

const std::vector<std::string>& folder_solvers() {
  static const std::vector<std::string> names = {
      "lemke",  "dantzig", "keller", "murty",          "block-pivot",    "ppm",
      "jacobi", "pgs",     "psor",   "min-map-newton", "fischer-newton", "smoothing-newton"};
  return names;
}

// M = [4 1; 1 3] is symmetric positive definite and diagonally dominant, so every method is
// guaranteed. q = (1, -3): z = (0, 1), w = (2, 0).
TEST(SolveCommand, EverySolverTakesAFolder) {
  const TemporaryFolder folder;
  write_problem(folder, "2 2\n4\n1\n1\n3\n", "2 1\n1\n-3\n");
  for (const std::string& solver : folder_solvers()) {
    const ProgramResult result =
        run_stiction({"solve", folder.path(), "--solver", solver, "--json"});
    ASSERT_EQ(result.status, 0) << solver << result.err << result.out;
    const Json answer = Json::parse(result.out);
    EXPECT_EQ(answer["solver"], solver);
    EXPECT_EQ(answer["status"], "solved") << solver;
    EXPECT_EQ(answer["stop"], "residual") << solver;
    EXPECT_LE(answer["residual"], 1e-8) << solver;
    EXPECT_NEAR(answer["z"][0], 0, 1e-7) << solver;
    EXPECT_NEAR(answer["z"][1], 1, 1e-7) << solver;
  }
}

// The same M with -1 <= z_1 <= 0.5, z_2 free, q = (-8, -3): z_1 is at 0.5, where
// w_2 = 0.5 + 3 z_2 - 3 = 0 gives z_2 = 5/6 and w_1 = 2 + 5/6 - 8 < 0.
TEST(SolveCommand, EverySolverTakesBounds) {
  const TemporaryFolder folder;
  write_problem(folder, "2 2\n4\n1\n1\n3\n", "2 1\n-8\n-3\n");
  folder.write("lower.mtx", "%%MatrixMarket matrix array real general\n2 1\n-1\n-inf\n");
  folder.write("upper.mtx", "%%MatrixMarket matrix array real general\n2 1\n0.5\ninf\n");
  for (const std::string& solver : folder_solvers()) {
    const ProgramResult result =
        run_stiction({"solve", folder.path(), "--solver", solver, "--json"});
    ASSERT_EQ(result.status, 0) << solver << result.err << result.out;
    const Json answer = Json::parse(result.out);
    EXPECT_EQ(answer["size"], 2);
    EXPECT_LE(answer["residual"], 1e-8) << solver;
    EXPECT_NEAR(answer["z"][0], 0.5, 1e-7) << solver;
    EXPECT_NEAR(answer["z"][1], 5.0 / 6, 1e-7) << solver;
  }
}

// The caller chooses the tolerance, and an iterative method that does not reach it reports that:
// Gauss-Seidel cannot even begin with a zero diagonal.
TEST(SolveCommand, SaysWhyASolverEnded) {
  const TemporaryFolder folder;
  write_problem(folder, "2 2\n0\n-1\n1\n0\n", "2 1\n1\n-1\n");
  const ProgramResult result = run_stiction({"solve", folder.path(), "--solver", "pgs", "--json"});
  EXPECT_EQ(result.status, 3);
  const Json answer = Json::parse(result.out);
  EXPECT_EQ(answer["status"], "no-solution-found");
  EXPECT_EQ(answer["stop"], "not-applicable");
  EXPECT_TRUE(answer["z"].is_null());
  const ProgramResult text = run_stiction({"solve", folder.path(), "--solver", "pgs"});
  EXPECT_NE(text.out.find("not-applicable"), std::string::npos) << text.out;
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
  refuse("upper.mtx");
  folder.write("upper.mtx", "%%MatrixMarket matrix array real general\n1 1\n-2\n");
  refuse("lower");
}

TEST(SolveCommand, SaysWhereThereIsNoProblem) {
  const TemporaryFolder folder;
  const auto refuse = [](const std::string& problem, const std::string& message) {
    const ProgramResult result = run_stiction({"solve", problem});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(problem + ": " + message), std::string::npos) << result.err;
  };
  const std::string wanted =
      "expected a folder with M.mtx and q.mtx or with contact-problem.json, or a .hdf5 or .json "
      "file";
  refuse((folder / "absent").string(), "no such file or folder, " + wanted);
  refuse(folder.write("text.txt", "text"), wanted);
  refuse(folder.path(), "has no M.mtx, " + wanted);
  std::filesystem::create_directories(folder / "odd/M.mtx");
  refuse((folder / "odd/M.mtx").string(), "has no M.mtx, " + wanted);
  EXPECT_NE(run_stiction({"solve", folder / "odd"}).err.find("odd/M.mtx: expected a Matrix Market"),
            std::string::npos);
  std::filesystem::create_directory(folder / "loop");
  std::filesystem::create_symlink("M.mtx", folder / "loop/M.mtx");
  refuse((folder / "loop").string(), "Too many levels of symbolic links, " + wanted);
  refuse((folder / "absent.json").string(), "cannot be read: No such file");
  refuse(folder.write("list.json", "[]"), "expected an object");
  refuse(folder.write("words.json", "words"), "is not JSON");
}

// A folder is a folder, whatever its name is.
TEST(SolveCommand, TakesAFolderWithTheNameOfAFile) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "p.json");
  folder.write("p.json/M.mtx", "%%MatrixMarket matrix array real general\n1 1\n2\n");
  folder.write("p.json/q.mtx", "%%MatrixMarket matrix array real general\n1 1\n-4\n");
  const ProgramResult result = run_stiction({"solve", (folder / "p.json").string(), "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(Json::parse(result.out)["z"][0], 2);
}

TEST(SolveCommand, NamesWhatFoldersDoNotAccept) {
  const TemporaryFolder folder;
  write_problem(folder, "1 1\n1\n", "1 1\n-1\n");
  const auto refuse = [&folder](const std::vector<std::string>& options,
                                const std::string& message) {
    std::vector<std::string> arguments = {"solve", folder.path()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ProgramResult result = run_stiction(arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  };
  for (const char* solver : {"reduced-lemke", "structural-lemke", "staggered"}) {
    refuse({"--solver", solver},
           "needs a contact problem, an FCLIB file (.hdf5); supported for folders: lemke, dantzig");
  }
  refuse({"--solver", "active-set"}, "does not apply here; supported here: lemke, dantzig");
  refuse({"--solver", "dantzing"}, "did you mean \"dantzig\"?");
  refuse({"--directions", "8"}, "--directions: applies to contact problems only");
  refuse({"--effort", "8"}, "--effort: applies only where a contact model repeats a step");
}

#ifdef STICTION_HAS_HDF5
class SolveFclib : public ::testing::Test {
 protected:
  /// u = weight r + q at one contact.
  std::string write(double weight, const Eigen::Vector3d& q, double mu) const {
    FclibProblem problem;
    problem.W.resize(3, 3);
    for (int i = 0; i < 3; ++i) problem.W.insert(i, i) = weight;
    problem.q = q;
    problem.mu = Eigen::VectorXd::Constant(1, mu);
    write_fclib(problem, folder_ / "problem.hdf5");
    return (folder_ / "problem.hdf5").string();
  }

  void refuse(const std::vector<std::string>& arguments, const std::string& message) const {
    std::vector<std::string> words = {"solve"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const ProgramResult result = run_stiction(words);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  }

  TemporaryFolder folder_;
};

// W = 4, q = (-8, 6, -8), mu = 0.5: r_n = 2 closes the contact, friction mu r_n = 1 opposes slip.
TEST_F(SolveFclib, AnswersOnTheTrueCone) {
  const std::string file = write(4, {-8, 6, -8}, 0.5);
  const auto solve = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"solve", file, "--json"});
    const ProgramResult result = run_stiction(options);
    EXPECT_EQ(result.status, 0) << result.err;
    return Json::parse(result.out);
  };
  EXPECT_EQ(solve({})["solver"], "coulomb");
  EXPECT_EQ(solve({"--directions", "6"})["solver"], "reduced-lemke");
  std::vector<std::string> solvers = folder_solvers();
  solvers.insert(solvers.end(), {"coulomb", "reduced-lemke", "structural-lemke", "staggered"});
  for (const std::string& solver : solvers) {
    SCOPED_TRACE(solver);
    const Json answer = solve({"--solver", solver, "--directions", "4", "--tolerance", "1e-10"});
    std::vector<std::string> keys;
    for (const auto& [key, value] : answer.items()) keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"solver", "status", "stop", "size", "residual",
                                              "iterations", "time_us", "z"}));
    EXPECT_EQ(answer["solver"], solver);
    EXPECT_EQ(answer["status"], "solved");
    EXPECT_EQ(answer["size"], 3);
    EXPECT_LE(answer["residual"], 1e-10);
    EXPECT_GE(answer["iterations"], 1);
    EXPECT_NEAR(answer["z"][0], 2, 1e-9);
    EXPECT_NEAR(answer["z"][1], -0.6, 1e-9);
    EXPECT_NEAR(answer["z"][2], 0.8, 1e-9);
  }
}

// Directions only have a meaning for pyramids.
TEST_F(SolveFclib, WarnsOfDirectionsThatMeanNothing) {
  const std::string file = write(4, {-8, 6, -8}, 0.5);
  for (const std::string solver : {"coulomb", "pgs", "staggered", "lemke", "reduced-lemke"}) {
    const ProgramResult result =
        run_stiction({"solve", file, "--solver", solver, "--directions", "4"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.err.find("--directions has no effect: " + solver) != std::string::npos,
              !solver.ends_with("lemke"))
        << result.err;
  }
  EXPECT_EQ(run_stiction({"solve", file, "--directions", "4"}).err, "");
}

// Nothing can stop the contact from closing.
TEST_F(SolveFclib, InfeasibleProblemIsStatusThreeAndHasNoAnswer) {
  const ProgramResult result = run_stiction({"solve", write(0, {-1, 0, 0}, 0.5), "--json"});
  EXPECT_EQ(result.status, 3) << result.err;
  const Json answer = Json::parse(result.out);
  EXPECT_NE(answer["status"], "solved");
  EXPECT_TRUE(answer["z"].is_null());
}

TEST_F(SolveFclib, NamesWhatIsNotAccepted) {
  const std::string file = write(1, {-1, 0, 0}, 0.5);
  refuse({file, "--solver", "active-set"},
         "does not apply here; supported here: coulomb, reduced-lemke, structural-lemke, lemke, "
         "dantzig");
  refuse({file, "--solver", "reduce-lemke"}, "did you mean \"reduced-lemke\"?");
  refuse({file, "--directions", "5"},
         "--directions: expected an even number from 4 to 64, got \"5\"");
  refuse({file, "--directions", "2"}, "--directions: expected a whole number from 4 to 64");
  refuse({file, "--tolerance", "0"}, "--tolerance: expected a positive finite number");
  refuse({file, "--effort", "10"}, "--effort: applies only where a contact model repeats a step");
  refuse({(folder_ / "absent.hdf5").string()}, "absent.hdf5: the file cannot be read");
  refuse({folder_.write("text.hdf5", "text")}, "text.hdf5: expected an HDF5 file");
}

TEST_F(SolveFclib, SingularMassIsNoProblem) {
  FclibProblem problem;
  problem.form = FclibProblem::Form::global;
  problem.M.resize(3, 3);
  problem.H.resize(3, 3);
  problem.f = problem.w = Eigen::Vector3d(-1, 0, 0);
  problem.mu = Eigen::VectorXd::Constant(1, 0.5);
  const std::filesystem::path file = folder_ / "singular.hdf5";
  write_fclib(problem, file);
  refuse({file.string()}, "singular.hdf5: expected a regular M, got a singular one");
}

// The HDF5 library is opened only for FCLIB files.
TEST_F(SolveFclib, FoldersDoWithoutTheLibraryThatFilesNeed) {
  const std::string file = write(1, {-1, 0, 0}, 0.5);
  write_problem(folder_, "1 1\n1\n", "1 1\n-1\n");
  folder_.write("broken/" STICTION_HDF5_SONAME, "not a library");
  const auto solve_with_broken_library = [this](const std::string& problem) {
    const char* const path = std::getenv("LD_LIBRARY_PATH");
    const std::string rest = path == nullptr ? "" : std::string(":") + path;
    return run_stiction({"LD_LIBRARY_PATH=" + (folder_ / "broken").string() + rest,
                         STICTION_COMMAND, "solve", problem},
                        {.program = "/usr/bin/env"});
  };
  const ProgramResult refused = solve_with_broken_library(file);
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_NE(refused.err.find("problem.hdf5: FCLIB files need the HDF5 library " STICTION_HDF5_SONAME
                             ", which cannot be loaded: "),
            std::string::npos)
      << refused.err;
  const ProgramResult solved = solve_with_broken_library(folder_.path());
  EXPECT_EQ(solved.status, 0) << solved.err;
}

#else

TEST(SolveCommand, BuildsWithoutHdf5SayWhatFclibFilesNeed) {
  const ProgramResult result = run_stiction({"solve", "problem.hdf5"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("need HDF5"), std::string::npos) << result.err;
}
#endif

}  // namespace
}  // namespace stiction
