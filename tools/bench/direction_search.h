#pragma once

#include "judged_solid.h"

#include <array>
#include <vector>

namespace stiction::bench {

/// Bounds the greatest separation of two solids over all directions, which is their signed
/// distance, from both sides, by branch and bound over the sphere of directions. It uses neither
/// GJK nor its relatives.
///
/// The separation s(n) = n . z(n), with z(n) the difference of the points furthest along n, is
/// concave and of degree 1 in n, so n . z of any direction bounds s of every other. In a triangle
/// of directions n = sum lambda_i n_i (lambda_i >= 0; for a unit n their sum is between 1 and 1 /
/// rho) every mixture z of the z(n_i) hence gives
///
///     s(n) <= max_i n_i . z (times 1, or 1 / rho if positive)   and   s(n) <= |z|.
///
/// The best mixture is the value of a 3 x 3 matrix game. Triangles whose bound is above the best
/// attained separation are cut in two, the one with the highest bound first.
class DirectionSearch {
 public:
  struct Result {
    double lower = 0;             ///< attained by `normal`, m
    double upper = 0;             ///< for the separation in every direction, m
    Vec3 normal = Vec3::UnitZ();  ///< unit, from B to A
    int num_cells = 0;
  };

  /// Stops when the bounds are `tolerance` apart or there are `max_cells`. `guess` is a unit
  /// direction that is probably right; a wrong one costs time, not correctness.
  Result find(const JudgedSolid& A, const JudgedSolid& B, const Vec3& guess, double tolerance,
              int max_cells = 100'000);
  /// The same, but stops as soon as a direction attains `enough`.
  Result find_above(const JudgedSolid& A, const JudgedSolid& B, const Vec3& guess, double enough,
                    double tolerance, int max_cells = 100'000);

 private:
  struct Probe {
    Vec3 n = Vec3::Zero();  ///< unit
    Vec3 z = Vec3::Zero();  ///< difference of points of the cores
  };
  struct Cell {
    std::array<Probe, 3> corners;
    double bound = 0;
  };

  Probe probe(const JudgedSolid& A, const JudgedSolid& B, const Vec3& n, Result& result) const;
  void add(const Cell& cell, const Result& result, double tolerance);
  void split_highest(const JudgedSolid& A, const JudgedSolid& B, Result& result, double tolerance);

  std::vector<Cell> cells_;  ///< a heap, the highest bound first
};

}  // namespace stiction::bench
