#include "fclib_reader.h"

#include <stiction/math/rejected_number.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "fclib_layout.h"

namespace stiction {
namespace {

constexpr std::int64_t kLargestInt = std::numeric_limits<int>::max();

}  // namespace

/// Reads between `fewest` and `most` numbers in [0, end); returns the first `fewest` of them.
std::vector<std::int64_t> FclibReader::read_indices(const Hdf5Object& matrix, const char* name,
                                                    int fewest, int most, std::int64_t end) const {
  std::vector<std::int64_t> indices = file_.read_integers(matrix, name);
  file_.require_size(matrix, name, indices.size(), fewest, most);
  indices.resize(fewest);
  const auto is_wrong = [end](std::int64_t index) { return index < 0 || index >= end; };
  const auto wrong = std::find_if(indices.begin(), indices.end(), is_wrong);
  if (wrong != indices.end()) {
    file_.fail(matrix.path_of(name), "expected indices from 0 to " + std::to_string(end - 1) +
                                         ", got " + std::to_string(*wrong) + " at " +
                                         std::to_string(wrong - indices.begin()));
  }
  return indices;
}

std::vector<double> FclibReader::read_values(const Hdf5Object& matrix, int fewest, int most) const {
  std::vector<double> values = file_.read_reals(matrix, "x");
  file_.require_size(matrix, "x", values.size(), fewest, most);
  return values;
}

Eigen::VectorXd FclibReader::read_vector(const Hdf5Object& vectors, const char* name) const {
  const std::vector<double> numbers = file_.read_reals(vectors, name);
  if (static_cast<std::int64_t>(numbers.size()) > kLargestInt) {
    file_.fail(vectors.path_of(name),
               "expected at most " + std::to_string(kLargestInt) + " numbers");
  }
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(),
                                           static_cast<Eigen::Index>(numbers.size()));
}

Eigen::VectorXd FclibReader::read_vector(const Hdf5Object& vectors, const char* name,
                                         Eigen::Index size) const {
  Eigen::VectorXd numbers = read_vector(vectors, name);
  file_.require_size(vectors, name, static_cast<std::size_t>(numbers.size()), size, size);
  return numbers;
}

Eigen::VectorXd FclibReader::read_friction(const Hdf5Object& vectors) const {
  Eigen::VectorXd mu = read_vector(vectors, "mu");
  for (Eigen::Index c = 0; c < mu.size(); ++c) {
    if (mu[c] >= 0) continue;
    file_.fail(vectors.path_of("mu"),
               "expected numbers >= 0, got " + format_number(mu[c]) + " at " + std::to_string(c));
  }
  return mu;
}

FclibReader::Triplets FclibReader::read_triplets(const Hdf5Object& matrix, int rows, int columns,
                                                 int size, int nzmax) const {
  const int end = std::max(rows, columns);
  std::vector<std::int64_t> p = read_indices(matrix, "p", size, nzmax, end);
  std::vector<std::int64_t> i = read_indices(matrix, "i", size, nzmax, end);
  const std::vector<double> x = read_values(matrix, size, nzmax);
  const auto all_below = [](const std::vector<std::int64_t>& indices, std::int64_t limit) {
    return std::all_of(indices.begin(), indices.end(), [=](auto index) { return index < limit; });
  };
  // FCLIB documents rows in p and columns in i. Writers that pass on their own triplets have them
  // the other way round, which often shows if the matrix is not square.
  if (!all_below(p, rows) || !all_below(i, columns)) {
    if (!all_below(p, columns) || !all_below(i, rows)) {
      file_.fail(matrix.path, "expected row indices below " + std::to_string(rows) +
                                  " in p and column indices below " + std::to_string(columns) +
                                  " in i");
    }
    std::swap(p, i);
  }
  Triplets triplets;
  triplets.reserve(size);
  for (int k = 0; k < size; ++k) {
    triplets.emplace_back(static_cast<int>(p[k]), static_cast<int>(i[k]), x[k]);
  }
  return triplets;
}

FclibReader::Triplets FclibReader::read_compressed(const Hdf5Object& matrix, int outer_size,
                                                   int inner_size, bool by_columns,
                                                   int nzmax) const {
  const std::vector<std::int64_t> p = file_.read_integers(matrix, "p");
  file_.require_size(matrix, "p", p.size(), std::int64_t{outer_size} + 1,
                     std::int64_t{outer_size} + 1);
  if (p.front() != 0 || p.back() > nzmax || !std::is_sorted(p.begin(), p.end())) {
    file_.fail(matrix.path_of("p"), "expected numbers that rise from 0 to at most nzmax = " +
                                        std::to_string(nzmax) + ", each not below the one before");
  }
  const int size = static_cast<int>(p.back());
  const std::vector<std::int64_t> i = read_indices(matrix, "i", size, nzmax, inner_size);
  const std::vector<double> x = read_values(matrix, size, nzmax);
  Triplets triplets;
  triplets.reserve(size);
  for (int outer = 0; outer < outer_size; ++outer) {
    for (std::int64_t k = p[outer]; k < p[outer + 1]; ++k) {
      const int inner = static_cast<int>(i[k]);
      triplets.emplace_back(by_columns ? inner : outer, by_columns ? outer : inner, x[k]);
    }
  }
  return triplets;
}

/// The sizes are known from the vectors: m and n are not trusted to allocate memory.
Eigen::SparseMatrix<double> FclibReader::read_matrix(const Hdf5Object& parent, const char* name,
                                                     Eigen::Index rows,
                                                     Eigen::Index columns) const {
  const Hdf5Object group = file_.open_group(parent, name);
  const int m = file_.read_integer(group, "m", rows, rows);
  const int n = file_.read_integer(group, "n", columns, columns);
  const int nzmax = file_.read_integer(group, "nzmax", 0, kLargestInt);
  const int nz = file_.read_integer(group, "nz", kFclibCompressedRows, nzmax);
  SparseMatrix matrix(rows, columns);
  const Triplets triplets =
      nz == kFclibCompressedColumns ? read_compressed(group, n, m, true, nzmax)
      : nz == kFclibCompressedRows  ? read_compressed(group, m, n, false, nzmax)
                                    : read_triplets(group, m, n, nz, nzmax);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

void FclibReader::refuse_constraints(const Hdf5Object& group, const char* name) const {
  if (file_.has(group, name)) {
    file_.fail(group.path_of(name),
               "equality constraints are not supported, expected contacts only");
  }
}

void FclibReader::read_local(const Hdf5Object& group, FclibProblem& problem) const {
  problem.form = FclibProblem::Form::local;
  refuse_constraints(group, "V");
  refuse_constraints(group, "R");
  const Hdf5Object vectors = file_.open_group(group, "vectors");
  problem.mu = read_friction(vectors);
  const Eigen::Index size = problem.dimension * problem.mu.size();
  problem.q = read_vector(vectors, "q", size);
  problem.W = read_matrix(group, "W", size, size);
}

void FclibReader::read_global(const Hdf5Object& group, FclibProblem& problem) const {
  problem.form = FclibProblem::Form::global;
  refuse_constraints(group, "G");
  const Hdf5Object vectors = file_.open_group(group, "vectors");
  problem.mu = read_friction(vectors);
  problem.w = read_vector(vectors, "w", problem.dimension * problem.mu.size());
  problem.f = read_vector(vectors, "f");
  problem.M = read_matrix(group, "M", problem.f.size(), problem.f.size());
  problem.H = read_matrix(group, "H", problem.f.size(), problem.w.size());
}

FclibProblem FclibReader::read() const {
  const Hdf5Object root = file_.open_root();
  const bool is_global = file_.has(root, kFclibGlobalGroup);
  if (is_global == file_.has(root, kFclibLocalGroup)) {
    const std::string got = is_global ? "both" : "neither";
    file_.fail("", "expected one of the groups /fclib_local and /fclib_global, got " + got);
  }
  const Hdf5Object group = file_.open_group(root, is_global ? kFclibGlobalGroup : kFclibLocalGroup);
  FclibProblem problem;
  problem.dimension = file_.read_integer(group, "spacedim", 2, 3);
  is_global ? read_global(group, problem) : read_local(group, problem);
  if (file_.has(group, "info")) {
    const Hdf5Object info = file_.open_group(group, "info");
    problem.title = file_.read_text(info, "title");
    problem.description = file_.read_text(info, "description");
  }
  try {
    validate(problem);
  } catch (const std::invalid_argument& invalid) {
    file_.fail(group.path, invalid.what());
  }
  return problem;
}

}  // namespace stiction
