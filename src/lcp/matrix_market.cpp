#include <stiction/lcp/matrix_market.h>
#include <stiction/math/rejected_number.h>

#include "matrix_market_reader.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <ostream>
#include <system_error>
#include <type_traits>

namespace stiction {
namespace {

namespace fs = std::filesystem;

std::ifstream open_file(const fs::path& path) {
  const auto fail = [&path](const std::string& what) {
    throw MatrixMarketError(path.string() + ": " + what);
  };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::status_known(status)) fail("the file cannot be read: " + error.message());
  if (!fs::is_regular_file(status)) {
    fail(std::string("expected a Matrix Market file, found ") +
         (fs::exists(status) ? "something else" : "nothing"));
  }
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) fail(std::string("the file cannot be read: ") + std::strerror(errno));
  return in;
}

RowMajorMatrix read_file(const fs::path& path, InfiniteValues infinite_values) {
  std::ifstream in = open_file(path);
  return MatrixMarketReader(in, path.string(), infinite_values).read();
}

/// Reads M of a problem in the problem's form.
template <class Matrix>
Matrix read_square(const fs::path& path) {
  std::ifstream in = open_file(path);
  MatrixMarketReader reader(in, path.string(), InfiniteValues::refused);
  Matrix M;
  if constexpr (std::is_same_v<Matrix, RowMajorMatrix>) {
    M = reader.read();
  } else {
    M = reader.read_sparse();
  }
  if (M.rows() == M.cols()) return M;
  throw MatrixMarketError(path.string() + ": expected a square matrix, got " +
                          std::to_string(M.rows()) + " x " + std::to_string(M.cols()));
}

Eigen::VectorXd read_vector(const fs::path& path, InfiniteValues infinite_values,
                            Eigen::Index num_rows) {
  const RowMajorMatrix matrix = read_file(path, infinite_values);
  if (matrix.rows() != num_rows || matrix.cols() != 1) {
    throw MatrixMarketError(path.string() + ": expected " + std::to_string(num_rows) +
                            " x 1 numbers, as many as M has rows, got " +
                            std::to_string(matrix.rows()) + " x " + std::to_string(matrix.cols()));
  }
  return matrix.col(0);
}

template <class Matrix>
void write_file(const fs::path& path, const Matrix& matrix) {
  std::ofstream out(path, std::ios::binary);
  if (out) write_matrix_market(out, matrix);
  out.close();
  if (out) return;
  throw MatrixMarketError(path.string() + ": the file cannot be written: " + std::strerror(errno));
}

template <class Problem>
void validate_with_answer(const Problem& problem, const std::optional<Eigen::VectorXd>& z) {
  validate(problem);
  if (!z) return;
  require_size("z", z->size(), problem.q.size(), "one for each row of M");
  if (z->hasNaN()) throw std::invalid_argument("expected a z of numbers, got a NaN");
}

template <class Plain, class Box, class Matrix>
std::variant<Plain, Box> read_problem(const fs::path& directory) {
  std::error_code error;
  if (!fs::is_directory(directory, error)) {
    throw MatrixMarketError(directory.string() + ": expected a directory with M.mtx and q.mtx");
  }
  const Matrix M = read_square<Matrix>(directory / "M.mtx");
  const Eigen::VectorXd q = read_vector(directory / "q.mtx", InfiniteValues::refused, M.rows());
  const fs::path lower = directory / "lower.mtx";
  const fs::path upper = directory / "upper.mtx";
  if (!fs::exists(lower, error) && !fs::exists(upper, error)) return Plain{M, q};
  Box problem{M, q, read_vector(lower, InfiniteValues::accepted, M.rows()),
              read_vector(upper, InfiniteValues::accepted, M.rows())};
  try {
    validate(problem);
  } catch (const std::invalid_argument& invalid) {
    throw MatrixMarketError(directory.string() + ": " + invalid.what());
  }
  return problem;
}

template <class Plain, class Box>
void write_problem(const fs::path& directory, const std::variant<Plain, Box>& problem,
                   const std::optional<Eigen::VectorXd>& z) {
  std::visit([&](const auto& given) { validate_with_answer(given, z); }, problem);
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) {
    throw MatrixMarketError(directory.string() +
                            ": the directory cannot be made: " + error.message());
  }
  std::visit(
      [&](const auto& given) {
        write_file(directory / "M.mtx", given.M);
        write_file(directory / "q.mtx", RowMajorMatrix(given.q));
      },
      problem);
  if (const auto* box = std::get_if<Box>(&problem)) {
    write_file(directory / "lower.mtx", RowMajorMatrix(box->lower));
    write_file(directory / "upper.mtx", RowMajorMatrix(box->upper));
  }
  if (z) write_file(directory / "z.mtx", RowMajorMatrix(*z));
}

}  // namespace

RowMajorMatrix read_matrix_market(std::istream& in, const std::string& name) {
  return MatrixMarketReader(in, name, InfiniteValues::accepted).read();
}

SparseRowMajorMatrix read_sparse_matrix_market(std::istream& in, const std::string& name) {
  return MatrixMarketReader(in, name, InfiniteValues::accepted).read_sparse();
}

void write_matrix_market(std::ostream& out, const RowMajorMatrix& matrix) {
  if (matrix.hasNaN()) throw std::invalid_argument("expected a matrix of numbers, got a NaN");
  out << "%%MatrixMarket matrix array real general\n"
      << std::to_string(matrix.rows()) << ' ' << std::to_string(matrix.cols()) << '\n';
  for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
      out << format_number(matrix(row, column)) << '\n';
    }
  }
}

void write_matrix_market(std::ostream& out, const SparseRowMajorMatrix& matrix) {
  Eigen::Index num_entries = 0;
  for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
    for (SparseRowMajorMatrix::InnerIterator entry(matrix, row); entry; ++entry) {
      if (std::isnan(entry.value())) {
        throw std::invalid_argument("expected a matrix of numbers, got a NaN");
      }
      ++num_entries;
    }
  }
  out << "%%MatrixMarket matrix coordinate real general\n"
      << std::to_string(matrix.rows()) << ' ' << std::to_string(matrix.cols()) << ' '
      << std::to_string(num_entries) << '\n';
  for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
    for (SparseRowMajorMatrix::InnerIterator entry(matrix, row); entry; ++entry) {
      out << std::to_string(row + 1) << ' ' << std::to_string(entry.col() + 1) << ' '
          << format_number(entry.value()) << '\n';
    }
  }
}

std::variant<Lcp, BoxLcp> read_problem_directory(const fs::path& directory) {
  return read_problem<Lcp, BoxLcp, RowMajorMatrix>(directory);
}

std::variant<SparseLcp, SparseBoxLcp> read_sparse_problem_directory(const fs::path& directory) {
  return read_problem<SparseLcp, SparseBoxLcp, SparseRowMajorMatrix>(directory);
}

void write_problem_directory(const fs::path& directory, const std::variant<Lcp, BoxLcp>& problem,
                             const std::optional<Eigen::VectorXd>& z) {
  write_problem(directory, problem, z);
}

void write_problem_directory(const fs::path& directory,
                             const std::variant<SparseLcp, SparseBoxLcp>& problem,
                             const std::optional<Eigen::VectorXd>& z) {
  write_problem(directory, problem, z);
}

}  // namespace stiction
