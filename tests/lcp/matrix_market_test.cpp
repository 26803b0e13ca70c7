#include <stiction/lcp/matrix_market.h>

#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <variant>

#include "comma_locale.h"
#include "complaint.h"
#include "constants.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

RowMajorMatrix read(const std::string& text) {
  std::istringstream in(text);
  return read_matrix_market(in, "m.mtx");
}

std::string complaint_about(const std::string& text) {
  return complaint<MatrixMarketError>([&] { read(text); });
}

RowMajorMatrix matrix_by_rows(Eigen::Index rows, Eigen::Index columns,
                              std::initializer_list<double> by_rows) {
  return Eigen::Map<const RowMajorMatrix>(by_rows.begin(), rows, columns);
}

bool same_bits(const RowMajorMatrix& a, const RowMajorMatrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    if (std::bit_cast<std::uint64_t>(a.data()[i]) != std::bit_cast<std::uint64_t>(b.data()[i])) {
      return false;
    }
  }
  return true;
}

const std::string kArray = "%%MatrixMarket matrix array real general\n";
const std::string kCoordinate = "%%MatrixMarket matrix coordinate real general\n";

SparseRowMajorMatrix sparse(const std::string& sizes_and_entries) {
  std::istringstream in(kCoordinate + sizes_and_entries);
  return read_sparse_matrix_market(in, "m.mtx");
}

TEST(MatrixMarketRead, ArrayRunsDownTheColumns) {
  EXPECT_EQ(read(kArray + "2 3\n1\n2\n3\n4\n5\n6\n"), matrix_by_rows(2, 3, {1, 3, 5, 2, 4, 6}));
}

TEST(MatrixMarketRead, SymmetricArrayHoldsTheLowerTriangle) {
  EXPECT_EQ(read("%%MatrixMarket matrix array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n"),
            matrix_by_rows(3, 3, {1, 2, 3, 2, 4, 5, 3, 5, 6}));
  EXPECT_EQ(read("%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n2\n3\n"),
            matrix_by_rows(3, 3, {0, -1, -2, 1, 0, -3, 2, 3, 0}));
  EXPECT_EQ(read("%%MatrixMarket matrix array integer skew-symmetric\n1 1\n"),
            matrix_by_rows(1, 1, {0}));
}

TEST(MatrixMarketRead, CoordinatesInAnyOrder) {
  EXPECT_EQ(read(kCoordinate + "2 3 3\n2 3 -1.5\n1 1 1e2\n2 1 .5\n"),
            matrix_by_rows(2, 3, {100, 0, 0, 0.5, 0, -1.5}));
  EXPECT_EQ(read("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n2 1 3\n2 2 4\n"),
            matrix_by_rows(2, 2, {0, 3, 3, 4}));
  EXPECT_EQ(read("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n"),
            matrix_by_rows(2, 2, {0, -3, 3, 0}));
  EXPECT_EQ(read(kCoordinate + "2 2 0\n"), RowMajorMatrix::Zero(2, 2));
}

TEST(MatrixMarketRead, CommentsBlankLinesCaseAndLineEndsDoNotMatter) {
  EXPECT_EQ(read("%%matrixmarket MATRIX Array Double GENERAL\r\n% made by hand\r\n%\r\n\r\n"
                 "\t2  1 \r\n\r\n1\r\n% between\r\n  2"),
            matrix_by_rows(2, 1, {1, 2}));
}

TEST(MatrixMarketRead, NumbersInEveryUsualForm) {
  EXPECT_EQ(read(kArray + "9 1\n+1.5\n-.25\n1E3\n1e-3\n7\n-0\ninf\n-inf\n+Infinity\n"),
            matrix_by_rows(9, 1, {1.5, -0.25, 1000, 0.001, 7, -0.0, kInf, -kInf, kInf}));
}

TEST(MatrixMarketRead, SparseIsTheSameWithoutZeros) {
  const SparseRowMajorMatrix general = sparse("2 3 3\n2 3 1.5\n1 2 0\n1 1 -1\n");
  EXPECT_EQ(general.nonZeros(), 2);
  EXPECT_EQ(RowMajorMatrix(general), matrix_by_rows(2, 3, {-1, 0, 0, 0, 0, 1.5}));
  std::istringstream symmetric(
      "%%MatrixMarket matrix coordinate real symmetric\n"
      "2 2 3\n1 1 4\n2 1 -1\n2 2 3\n");
  EXPECT_EQ(RowMajorMatrix(read_sparse_matrix_market(symmetric, "m.mtx")),
            matrix_by_rows(2, 2, {4, -1, -1, 3}));
  std::istringstream skew("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 -1\n");
  EXPECT_EQ(RowMajorMatrix(read_sparse_matrix_market(skew, "m.mtx")),
            matrix_by_rows(2, 2, {0, 1, -1, 0}));
  std::istringstream array(kArray + "2 2\n1\n0\n0\n2\n");
  EXPECT_EQ(read_sparse_matrix_market(array, "m.mtx").nonZeros(), 2);
}

TEST(MatrixMarketRead, SparseMayBeLarger) {
  EXPECT_EQ(sparse("1000000 1000000 1\n1000000 1 2\n").coeff(999999, 0), 2);
  EXPECT_THROW(sparse("1000001 1000001 1\n1 1 2\n"), MatrixMarketError);
  EXPECT_THROW(sparse("3 3 2\n1 1 2\n1 1 2\n"), MatrixMarketError);
}

TEST(MatrixMarketRead, EmptyMatrices) {
  EXPECT_EQ(read(kArray + "0 0\n").rows(), 0);
  EXPECT_EQ(read(kArray + "0 1\n").cols(), 1);
}

/// Numbers have a point and no grouping, whatever locale the program has set.
TEST(MatrixMarketRead, DoesNotAskTheLocale) {
  const CommaLocale locale;
  std::ostringstream out;
  write_matrix_market(out, RowMajorMatrix::Constant(1000, 1, 1234.5));
  const RowMajorMatrix back = read(out.str());
  EXPECT_EQ(out.str().substr(0, kArray.size() + 14), kArray + "1000 1\n1234.5\n");
  EXPECT_EQ(back, RowMajorMatrix::Constant(1000, 1, 1234.5));
}

struct Malformed {
  const char* text;
  const char* complaint;  ///< how the message starts
};

constexpr Malformed kMalformed[] = {
    {"", "m.mtx:1: expected '%%MatrixMarket matrix FORMAT FIELD SYMMETRY'"},
    {"\n", "m.mtx:1: expected '%%MatrixMarket matrix FORMAT"},
    {"1 1\n1\n", "m.mtx:1: expected '%%MatrixMarket matrix FORMAT"},
    {"% comment first\n%%MatrixMarket matrix array real general\n1 1\n1\n",
     "m.mtx:1: expected '%%M"},
    {"%%MatrixMarket matrix array real\n1 1\n1\n", "m.mtx:1: expected '%%MatrixMarket"},
    {"%%MatrixMarket vector array real general\n1 1\n1\n", "m.mtx:1: expected '%%MatrixMarket"},
    {"%%MatrixMarket matrix arrray real general\n1 1\n1\n", "m.mtx:1: expected '%%MatrixMarket"},
    {"%%MatrixMarket matrix array complex general\n1 1\n1 0\n", "m.mtx:1: expected '%%MatrixM"},
    {"%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n", "m.mtx:1: expected '%%M"},
    {"%%MatrixMarket matrix array real hermitian\n1 1\n1\n", "m.mtx:1: expected '%%MatrixMarket"},
    {"%%MatrixMarket matrix array real general\n", "m.mtx:2: expected the sizes as 'rows columns'"},
    {"%%MatrixMarket matrix array real general\n%\n\n", "m.mtx:4: expected the sizes"},
    {"%%MatrixMarket matrix array real general\n2\n", "m.mtx:2: expected the sizes"},
    {"%%MatrixMarket matrix array real general\n1 1 1\n1\n", "m.mtx:2: expected the sizes"},
    {"%%MatrixMarket matrix coordinate real general\n1 1\n",
     "m.mtx:2: expected the sizes as 'rows c"},
    {"%%MatrixMarket matrix array real general\n-1 1\n",
     "m.mtx:2: expected a number of rows from 0"},
    {"%%MatrixMarket matrix array real general\n1.0 1\n", "m.mtx:2: expected a number of rows"},
    {"%%MatrixMarket matrix array real general\n1 x\n", "m.mtx:2: expected a number of columns"},
    {"%%MatrixMarket matrix array real general\n20001 1\n", "m.mtx:2: expected a number of rows"},
    {"%%MatrixMarket matrix array real general\n99999999999999999999 1\n",
     "m.mtx:2: expected a num"},
    {"%%MatrixMarket matrix array real general\n20000 20000\n1\n",
     "m.mtx:3: expected 400000000 values, got the end of the file after 1"},
    {"%%MatrixMarket matrix coordinate real general\n20000 20000 1\n1 1 1\n",
     "m.mtx:3: expected as many entries as rows and columns in a matrix of 20000 x 20000, got 1"},
    {"%%MatrixMarket matrix coordinate real general\n20000 20000 400000000\n1 1 1\n",
     "m.mtx:3: expected 400000000 entries, got the end of the file after 1"},
    {"%%MatrixMarket matrix coordinate real general\n2 2 5\n",
     "m.mtx:2: expected a number of entries"},
    {"%%MatrixMarket matrix array real symmetric\n2 3\n",
     "m.mtx:2: expected as many rows as columns"},
    {"%%MatrixMarket matrix array real general\n2 1\n1\n",
     "m.mtx:3: expected 2 values, got the end"},
    {"%%MatrixMarket matrix array real general\n1 1\n1\n2\n",
     "m.mtx:4: expected the end of the file"},
    {"%%MatrixMarket matrix array real general\n2 1\n1 2\n", "m.mtx:3: expected one value a line"},
    {"%%MatrixMarket matrix array real general\n1 1\n1,5\n", "m.mtx:3: expected a number such as"},
    {"%%MatrixMarket matrix array real general\n1 1\nnan\n", "m.mtx:3: expected a number such as"},
    {"%%MatrixMarket matrix array real general\n1 1\n0x10\n", "m.mtx:3: expected a number such as"},
    {"%%MatrixMarket matrix array real general\n1 1\n+-1\n", "m.mtx:3: expected a number such as"},
    {"%%MatrixMarket matrix array real general\n1 1\n1d3\n", "m.mtx:3: expected a number such as"},
    {"%%MatrixMarket matrix array real general\n1 1\n1e999\n", "m.mtx:3: expected a number within"},
    {"%%MatrixMarket matrix array integer general\n1 1\n1.5\n", "m.mtx:3: expected an integer"},
    {"%%MatrixMarket matrix array integer general\n1 1\n9223372036854775808\n",
     "m.mtx:3: expected an "},
    {"%%MatrixMarket matrix coordinate real general\n2 2 1\n0 1 1\n", "m.mtx:3: expected a row fr"},
    {"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 3 1\n",
     "m.mtx:3: expected a column fr"},
    {"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1\n",
     "m.mtx:3: expected 'row column v"},
    {"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 1\n2 2 1\n",
     "m.mtx:4: expected the end"},
    {"%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 1\n2 2 1\n1 1 4\n",
     "m.mtx:5: expected each element once, got row 1, column 1 also in line 3"},
    {"%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n",
     "m.mtx:3: expected entries b"},
    {"%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 0\n",
     "m.mtx:3: expected entri"},
};

TEST(MatrixMarketErrors, NameTheLineTheFaultAndWhatIsAccepted) {
  for (const Malformed& malformed : kMalformed) {
    EXPECT_EQ(complaint_about(malformed.text).rfind(malformed.complaint, 0), 0u)
        << malformed.text << "\nsaid: " << complaint_about(malformed.text);
  }
}

TEST(MatrixMarketErrors, ShowHostileBytesAsPlainText) {
  const std::string bytes = std::string("\x1b[31m\0\xff", 7) + std::string(1000, 'x');
  const std::string message = complaint_about(kArray + "1 1\n" + bytes + "\n");
  EXPECT_EQ(message.substr(0, 37), "m.mtx:3: expected a number such as -1");
  EXPECT_LE(message.size(), 200u);
  for (const char c : message) EXPECT_TRUE(c >= ' ' && c <= '~');
}

/// Law: any bytes give a matrix or a MatrixMarketError, nothing else.
TEST(MatrixMarketErrors, MutatedFilesAreReadOrRefused) {
  const std::string seeds[] = {
      kArray + "2 2\n1\n-2.5e-3\ninf\n4\n",
      kCoordinate + "3 3 2\n1 2 5\n3 3 -inf\n",
      "%%MatrixMarket matrix array integer skew-symmetric\n% c\n3 3\n1\n2\n3\n",
      "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 5\n3 3 1\n",
  };
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
  int refused = 0;
  for (int draw = 0; draw < 20000; ++draw) {
    std::string text = seeds[below(std::size(seeds))];
    for (std::size_t change = 0; change < 1 + below(3); ++change) {
      const std::size_t at = below(text.size());
      switch (below(4)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.erase(at, 1 + below(5));
          break;
        case 2:
          text.insert(at, 1, "0123456789 \n-.e%"[below(16)]);
          break;
        case 3:
          text.insert(at, text.substr(below(text.size()), 12));
          break;
      }
      if (text.empty()) text = "%";
    }
    try {
      std::istringstream in(text);
      const SparseRowMajorMatrix sparse_read = read_sparse_matrix_market(in, "m.mtx");
      for (const double value : sparse_read.coeffs()) EXPECT_FALSE(std::isnan(value));
      const RowMajorMatrix dense_read = read(text);  // may be refused for its size alone
      EXPECT_FALSE(dense_read.hasNaN());
      EXPECT_EQ(RowMajorMatrix(sparse_read), dense_read);
    } catch (const MatrixMarketError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_LT(refused, 20000);
}

TEST(MatrixMarketWrite, ReadsBackBitForBit) {
  RowMajorMatrix extremes(4, 3);
  extremes << 0.0, -0.0, DBL_MIN, DBL_MAX, -DBL_MAX, 5e-324, 0.1, 1.0 / 3, kInf, -kInf,
      1 + DBL_EPSILON, 123456789012345678.0;
  std::mt19937_64 random(2);
  RowMajorMatrix any_bits(50, 20);
  for (double& x : any_bits.reshaped()) {
    do {
      x = std::bit_cast<double>(random());
    } while (std::isnan(x));
  }
  for (const RowMajorMatrix& original :
       {extremes, any_bits, RowMajorMatrix(0, 0), RowMajorMatrix(0, 1)}) {
    std::ostringstream out;
    write_matrix_market(out, original);
    EXPECT_TRUE(same_bits(read(out.str()), original));
  }
}

TEST(MatrixMarketWrite, RefusesNaN) {
  std::ostringstream out;
  EXPECT_THROW(write_matrix_market(out, RowMajorMatrix::Constant(2, 2, std::nan(""))),
               std::invalid_argument);
  EXPECT_EQ(out.str(), "");
}

class ProblemDirectory : public testing::Test {
 protected:
  ProblemDirectory()
      : directory_(fs::path(testing::TempDir()) /
                   ("stiction_lcp_" +
                    std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
    fs::remove_all(directory_);
  }
  ~ProblemDirectory() override { fs::remove_all(directory_); }

  void write(const std::string& file, const std::string& text) {
    fs::create_directories(directory_);
    std::ofstream(directory_ / file) << text;
  }

  /// The message after the directory's name.
  std::string complaint() const {
    try {
      read_problem_directory(directory_);
    } catch (const MatrixMarketError& error) {
      const std::string message = error.what();
      EXPECT_EQ(message.rfind(directory_.string(), 0), 0u) << message;
      return message.substr(directory_.string().size());
    }
    return "no exception";
  }

  fs::path directory_;
};

TEST_F(ProblemDirectory, KeepsAnLcp) {
  const Lcp problem{matrix_by_rows(2, 2, {1, -0.1, 1e-300, 4}), Eigen::Vector2d(-1.0 / 3, 0)};
  write_problem_directory(directory_ / "deeper", problem, Eigen::Vector2d(0.5, 0.25));
  const auto back = read_problem_directory(directory_ / "deeper");
  ASSERT_TRUE(std::holds_alternative<Lcp>(back));
  EXPECT_TRUE(same_bits(std::get<Lcp>(back).M, problem.M));
  EXPECT_TRUE(same_bits(std::get<Lcp>(back).q, problem.q));
  std::ifstream z(directory_ / "deeper" / "z.mtx");
  EXPECT_EQ(read_matrix_market(z, "z.mtx"), matrix_by_rows(2, 1, {0.5, 0.25}));
}

TEST_F(ProblemDirectory, KeepsABoxLcp) {
  const BoxLcp problem{matrix_by_rows(2, 2, {1, 2, 3, 4}), Eigen::Vector2d(-1, 1),
                       Eigen::Vector2d(-kInf, -0.1), Eigen::Vector2d(0.1, kInf)};
  write_problem_directory(directory_, problem);
  EXPECT_FALSE(fs::exists(directory_ / "z.mtx"));
  const auto back = read_problem_directory(directory_);
  ASSERT_TRUE(std::holds_alternative<BoxLcp>(back));
  EXPECT_TRUE(same_bits(std::get<BoxLcp>(back).lower, problem.lower));
  EXPECT_TRUE(same_bits(std::get<BoxLcp>(back).upper, problem.upper));
}

TEST_F(ProblemDirectory, KeepsSparseProblems) {
  SparseBoxLcp problem{sparse("3 3 3\n1 1 2\n3 1 -0.1\n3 3 5e-300\n"), Eigen::Vector3d(1, 2, 3),
                       Eigen::Vector3d(0, -kInf, 0), Eigen::Vector3d(1, kInf, kInf)};
  write_problem_directory(directory_, problem);
  const auto read_back = std::get<SparseBoxLcp>(read_sparse_problem_directory(directory_));
  EXPECT_TRUE(same_bits(read_back.M, problem.M));
  EXPECT_EQ(read_back.upper, problem.upper);
  // Dense and sparse readers accept each other's files.
  EXPECT_TRUE(same_bits(std::get<BoxLcp>(read_problem_directory(directory_)).M, problem.M));
  write_problem_directory(directory_ / "plain", Lcp{problem.M, problem.q});
  const auto plain = std::get<SparseLcp>(read_sparse_problem_directory(directory_ / "plain"));
  EXPECT_TRUE(same_bits(plain.M, problem.M));
  EXPECT_EQ(plain.M.nonZeros(), 3);
}

TEST_F(ProblemDirectory, KeepsTheEmptyProblem) {
  write_problem_directory(directory_, Lcp{});
  EXPECT_EQ(std::get<Lcp>(read_problem_directory(directory_)).q.size(), 0);
}

TEST_F(ProblemDirectory, SaysWhatIsMissing) {
  EXPECT_EQ(complaint(), ": expected a directory with M.mtx and q.mtx");
  write("M.mtx", kArray + "1 1\n2\n");
  EXPECT_EQ(complaint(), "/q.mtx: expected a Matrix Market file, found nothing");
  write("q.mtx", kArray + "1 1\n-1\n");
  EXPECT_EQ(complaint(), "no exception");
  write("upper.mtx", kArray + "1 1\n3\n");
  EXPECT_EQ(complaint(), "/lower.mtx: expected a Matrix Market file, found nothing");
  fs::create_directory(directory_ / "lower.mtx");
  EXPECT_EQ(complaint(), "/lower.mtx: expected a Matrix Market file, found something else");
  fs::remove(directory_ / "lower.mtx");
  fs::create_symlink("lower.mtx", directory_ / "lower.mtx");
  EXPECT_EQ(complaint(), "/lower.mtx: the file cannot be read: Too many levels of symbolic links");
}

TEST_F(ProblemDirectory, SaysWhatDoesNotFit) {
  write("M.mtx", kArray + "1 2\n2\n2\n");
  write("q.mtx", kArray + "1 1\n-1\n");
  EXPECT_EQ(complaint(), "/M.mtx: expected a square matrix, got 1 x 2");
  write("M.mtx", kArray + "1 1\ninf\n");
  EXPECT_EQ(complaint(), "/M.mtx:3: expected a number such as -1.5e-3, got 'inf'");
  write("M.mtx", kArray + "1 1\n1\n");
  write("q.mtx", kArray + "2 1\n-1\n1\n");
  EXPECT_EQ(complaint(), "/q.mtx: expected 1 x 1 numbers, as many as M has rows, got 2 x 1");
  write("q.mtx", kArray + "1 1\n-1\n");
  write("lower.mtx", kArray + "1 1\n1\n");
  write("upper.mtx", kArray + "1 1\n0\n");
  EXPECT_EQ(complaint(),
            ": expected lower <= upper, lower < inf and upper > -inf, got lower[0] = 1, "
            "upper[0] = 0");
}

TEST_F(ProblemDirectory, RefusesToWriteWhatIsNotAProblem) {
  const Lcp problem{matrix_by_rows(1, 1, {1}), Eigen::VectorXd::Constant(1, -1)};
  EXPECT_THROW(write_problem_directory(directory_, problem, Eigen::Vector2d(1, 1)),
               std::invalid_argument);
  EXPECT_THROW(write_problem_directory(directory_, Lcp{problem.M, Eigen::Vector2d(1, 1)}),
               std::invalid_argument);
  write("file", "");
  EXPECT_THROW(write_problem_directory(directory_ / "file", problem), MatrixMarketError);
}

}  // namespace
}  // namespace stiction
