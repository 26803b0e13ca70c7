#include <stiction/lcp/problem_generators.h>

#include "problem_checks.h"
#include "random_numbers.h"

#include <vector>

namespace stiction {
namespace {

/// The matrix for this many cells takes 100 GB.
constexpr double kMostCells = 1e9;

void validate(const FluidGrid& grid) {
  for (const Eigen::Index cells : {grid.nx, grid.ny, grid.nz}) {
    require_option(cells >= 1, "1 cell or more in each direction", static_cast<double>(cells));
  }
  const double cells =
      static_cast<double>(grid.nx) * static_cast<double>(grid.ny) * static_cast<double>(grid.nz);
  require_option(cells <= kMostCells, "1e9 cells at most", cells);
}

/// The stencil -1, 4 or 6, -1 around each cell. Neighbours outside the grid have p = 0 and no row.
SparseRowMajorMatrix make_laplacian(const FluidGrid& grid) {
  const Eigen::Index n = grid.nx * grid.ny * grid.nz;
  const double diagonal = grid.nz > 1 ? 6 : 4;
  std::vector<Eigen::Triplet<double, Eigen::Index>> entries;
  entries.reserve(static_cast<std::size_t>(7 * n));
  const auto add_neighbours = [&](Eigen::Index row, Eigen::Index place, Eigen::Index cells,
                                  Eigen::Index stride) {
    if (place > 0) entries.emplace_back(row, row - stride, -1.0);
    if (place + 1 < cells) entries.emplace_back(row, row + stride, -1.0);
  };
  for (Eigen::Index row = 0; row < n; ++row) {
    entries.emplace_back(row, row, diagonal);
    add_neighbours(row, row % grid.nx, grid.nx, 1);
    add_neighbours(row, row / grid.nx % grid.ny, grid.ny, grid.nx);
    add_neighbours(row, row / grid.nx / grid.ny, grid.nz, grid.nx * grid.ny);
  }
  SparseRowMajorMatrix M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  return M;
}

}  // namespace

SparseLcp make_fluid_lcp(const FluidGrid& grid, std::uint64_t seed) {
  validate(grid);
  RandomNumbers random(seed);
  SparseLcp problem{.M = make_laplacian(grid), .q = {}};
  problem.q.resize(problem.M.rows());
  for (double& divergence : problem.q) divergence = random.uniform(-1, 1);
  return problem;
}

}  // namespace stiction
