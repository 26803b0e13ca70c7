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

/// An invalid file. `what()` reads "FILE:LINE: what was wrong and what is accepted"; LINE is
/// omitted if the file as a whole is wrong.
class MatrixMarketError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Largest number of rows or columns that is read; a dense matrix of this size takes 3.2 GB.
inline constexpr Eigen::Index kMaxMatrixMarketRows = 20000;

/// The same for sparse matrices in coordinate form.
inline constexpr Eigen::Index kMaxSparseMatrixMarketRows = 1000000;

/// Reads one dense matrix from a stream in the Matrix Market exchange format: the banner
/// `%%MatrixMarket matrix FORMAT FIELD SYMMETRY` (case ignored), the sizes, then the entries, one
/// per line. Lines starting with `%` after the banner are comments; blank lines are skipped.
///
/// FORMAT is `array` (`rows columns`, then the values column by column; of a symmetric matrix only
/// the lower triangle, of a skew-symmetric one without the diagonal) or `coordinate` (`rows columns
/// entries`, then `row column value`, counted from 1; only the lower triangle of symmetric
/// matrices; no element twice). FIELD is `real`, `double` or `integer`; SYMMETRY `general`,
/// `symmetric` or `skew-symmetric`. Numbers are read in the C locale whatever the global one is;
/// `inf` and `-inf` are accepted, NaN and numbers beyond double's range are not.
///
/// Takes 8 bytes per element, but only once the announced entries have been found in the stream;
/// until then, memory proportional to the stream. A coordinate matrix of more than 2^24 elements
/// must have at least as many entries as rows and columns.
///
/// Throws MatrixMarketError with `name` as FILE.
///
/// Source: Boisvert, Pozo and Remington, The Matrix Market Exchange Formats, NISTIR 5935.
RowMajorMatrix read_matrix_market(std::istream& in, const std::string& name);

/// The same, into a sparse matrix without stored zeros. Takes memory for the entries, and 4 bytes
/// for each row that the size line announces.
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
/// `z.mtx` into a directory, which is created if necessary.
///
/// Throws std::invalid_argument if `validate(problem)` does, or if z contains a NaN or does not
/// have one entry per row of M; MatrixMarketError if a file cannot be written.
void write_problem_directory(const std::filesystem::path& directory,
                             const std::variant<Lcp, BoxLcp>& problem,
                             const std::optional<Eigen::VectorXd>& z = std::nullopt);
void write_problem_directory(const std::filesystem::path& directory,
                             const std::variant<SparseLcp, SparseBoxLcp>& problem,
                             const std::optional<Eigen::VectorXd>& z = std::nullopt);

}  // namespace stiction
