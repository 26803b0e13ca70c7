#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>

#include <Eigen/Core>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>

namespace stiction {

/// A file that is not what it should be. `what()` reads "FILE:LINE: what was wrong and what is
/// accepted"; LINE is left out when the trouble is with the file as a whole.
class MatrixMarketError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Largest number of rows or columns that is read; a dense matrix of this size takes 3.2 GB.
inline constexpr Eigen::Index kMaxMatrixMarketRows = 20000;

/// The same for sparse matrices in coordinate form.
inline constexpr Eigen::Index kMaxSparseMatrixMarketRows = 1000000;

/// Reads one dense matrix from a stream in the Matrix Market exchange format: the banner
/// `%%MatrixMarket matrix FORMAT FIELD SYMMETRY` (case ignored), the sizes, the entries, one a
/// line. Lines starting with `%` after the banner are comments; blank lines are skipped.
///
/// FORMAT is `array` (`rows columns`, then the values, columns one after another; of a symmetric
/// matrix the lower triangle with, of a skew-symmetric one without, the diagonal) or `coordinate`
/// (`rows columns entries`, then `row column value`, counted from 1, for symmetric matrices the
/// lower triangle only; no element twice). FIELD is `real`, `double` or `integer`; SYMMETRY
/// `general`, `symmetric` or `skew-symmetric`. Numbers are read in the C locale whatever the global
/// one is; `inf` and `-inf` are real numbers, NaN is not, nor is a number beyond double's range.
///
/// Takes 8 bytes per element once the announced entries have been found in the stream, and memory
/// proportional to the stream before. A coordinate matrix of more than 2^24 elements must have as
/// many entries as rows and columns.
///
/// Throws MatrixMarketError with `name` in the place of FILE.
///
/// Source: Boisvert, Pozo and Remington, The Matrix Market Exchange Formats, NISTIR 5935.
RowMajorMatrix read_matrix_market(std::istream& in, const std::string& name);

/// The same, into a sparse matrix without stored zeros. Takes memory for the entries, and 4 bytes a
/// row on the word of the size line.
SparseRowMajorMatrix read_sparse_matrix_market(std::istream& in, const std::string& name);

/// Writes a matrix in `array real general` form; every number reads back bit for bit. Throws
/// std::invalid_argument, before anything is written, if there is a NaN.
void write_matrix_market(std::ostream& out, const RowMajorMatrix& matrix);

/// The same for a sparse matrix, in `coordinate real general` form, row by row.
void write_matrix_market(std::ostream& out, const SparseRowMajorMatrix& matrix);

/// Reads a problem from a directory: `M.mtx` and `q.mtx` for an Lcp; with `lower.mtx` and
/// `upper.mtx` beside them (both or none), a BoxLcp. The vectors have one column.
///
/// Throws MatrixMarketError for anything that is missing, unreadable, ill-formed, of unequal size,
/// or rejected by `validate`.
std::variant<Lcp, BoxLcp> read_problem_directory(const std::filesystem::path& directory);

/// The same with a sparse M.
std::variant<SparseLcp, SparseBoxLcp> read_sparse_problem_directory(
    const std::filesystem::path& directory);

/// Writes `M.mtx`, `q.mtx`, for a BoxLcp `lower.mtx` and `upper.mtx`, and, if given, the answer
/// `z.mtx` into a directory, which is made if need be.
///
/// Throws std::invalid_argument when `validate(problem)` does, or when z holds a NaN or has not one
/// entry for each row of M; MatrixMarketError when a file cannot be written.
void write_problem_directory(const std::filesystem::path& directory,
                             const std::variant<Lcp, BoxLcp>& problem,
                             const std::optional<Eigen::VectorXd>& z = std::nullopt);
void write_problem_directory(const std::filesystem::path& directory,
                             const std::variant<SparseLcp, SparseBoxLcp>& problem,
                             const std::optional<Eigen::VectorXd>& z = std::nullopt);

}  // namespace stiction
