// Every problem of the FCLIB collection, where it is there, with every solver.

#include <stiction/contact/fclib.h>
#include <stiction/model/fclib_solver.h>

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

namespace stiction {
namespace {

namespace fs = std::filesystem;

TEST(FclibCollection, IsSolvedByEverySolver) {
  const fs::path folder = fs::path(STICTION_SOURCE_DIR).parent_path() / "shared/data/fclib";
  if (!has_fclib_files() || !fs::is_directory(folder)) GTEST_SKIP() << folder << " is not there";
  for (const fs::directory_entry& file : fs::directory_iterator(folder)) {
    if (file.path().extension() != ".hdf5") continue;
    const FclibProblem problem = read_fclib(file.path());
    for (const std::string& solver : fclib_solver_names()) {
      SCOPED_TRACE(file.path().filename().string() + ", " + solver);
      const auto start = std::chrono::steady_clock::now();
      const FclibAnswer answer = solve_fclib(problem, {.solver = solver});
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
      EXPECT_EQ(answer.status, LcpStatus::solved) << answer.residual;
      EXPECT_LE(calc_fclib_residual(problem, answer.r), 1e-8);
      EXPECT_LT(time.count(), 60) << "seconds";
    }
  }
}

}  // namespace
}  // namespace stiction
