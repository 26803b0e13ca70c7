#include "direction_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction::bench {
namespace {

/// The corners of a cell, and its M with M(i, j) = n_i . z_j.
struct Game {
  Mat3 payoff;
  Mat3 z;              ///< in columns
  double stretch = 1;  ///< 1 / rho, the greatest sum of lambda of a unit vector

  /// The bound that the mixture z * weights proves.
  double bound(const Vec3& weights) const {
    const double highest = (payoff * weights).maxCoeff();
    return std::min(highest > 0 ? highest * stretch : highest, (z * weights).norm());
  }
};

/// The best bound by mixtures of z_j and z_k: at an end, or where two of the three lines cross.
double bound_by_pair(const Game& game, int j, int k) {
  const Vec3 at_j = game.payoff.col(j);
  const Vec3 slope = game.payoff.col(k) - at_j;
  double best = std::numeric_limits<double>::infinity();
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3;
    const double t = (at_j[b] - at_j[a]) / (slope[a] - slope[b]);
    if (!(t > 0 && t < 1)) continue;
    Vec3 weights = Vec3::Zero();
    weights[j] = 1 - t;
    weights[k] = t;
    best = std::min(best, game.bound(weights));
  }
  // The mixture nearest to the origin.
  const Vec3 edge = game.z.col(k) - game.z.col(j);
  const double t = -game.z.col(j).dot(edge) / edge.squaredNorm();
  if (t > 0 && t < 1) best = std::min(best, (game.z.col(j) + t * edge).norm());
  return best;
}

/// The bound by the mixture of all three that has the same component along every n_i.
double bound_by_three(const Game& game) {
  const Vec3 weights = game.payoff.colPivHouseholderQr().solve(Vec3::Ones());
  const double sum = weights.sum();
  if (!weights.allFinite() || sum == 0 || (weights / sum).minCoeff() < 0) {
    return std::numeric_limits<double>::infinity();
  }
  return game.bound(weights / sum);
}

}  // namespace

DirectionSearch::Probe DirectionSearch::probe(const JudgedSolid& A, const JudgedSolid& B,
                                              const Vec3& n, Result& result) const {
  const Probe made{n, A.core_support(-n) - B.core_support(n)};
  const double separation = n.dot(made.z);
  if (separation > result.lower) {
    result.lower = separation;
    result.normal = n;
  }
  return made;
}

void DirectionSearch::add(const Cell& made, const Result& result, double tolerance) {
  Cell cell = made;
  Game game;
  double longest_squared = 0;
  for (int i = 0; i < 3; ++i) {
    game.z.col(i) = cell.corners[i].z;
    for (int j = 0; j < 3; ++j) game.payoff(i, j) = cell.corners[i].n.dot(cell.corners[j].z);
    longest_squared =
        std::max(longest_squared, (cell.corners[i].n - cell.corners[(i + 1) % 3].n).squaredNorm());
  }
  // |sum lambda_i n_i|^2 = 1 - sum_{i<j} lambda_i lambda_j |n_i - n_j|^2 if the lambdas sum to 1.
  game.stretch = 1 / std::sqrt(1 - longest_squared / 3);
  cell.bound = std::numeric_limits<double>::infinity();
  for (int j = 0; j < 3; ++j) cell.bound = std::min(cell.bound, game.bound(Vec3::Unit(j)));
  if (cell.bound > result.lower + tolerance) {
    for (int j = 0; j < 3; ++j) {
      cell.bound = std::min(cell.bound, bound_by_pair(game, j, (j + 1) % 3));
    }
  }
  if (cell.bound > result.lower + tolerance) {
    cell.bound = std::min(cell.bound, bound_by_three(game));
  }
  if (cell.bound <= result.lower + tolerance) return;
  cells_.push_back(cell);
  std::ranges::push_heap(cells_, {}, &Cell::bound);
}

void DirectionSearch::split_highest(const JudgedSolid& A, const JudgedSolid& B, Result& result,
                                    double tolerance) {
  std::ranges::pop_heap(cells_, {}, &Cell::bound);
  const Cell cell = cells_.back();
  cells_.pop_back();
  int from = 0;
  double longest_squared = -1;
  for (int i = 0; i < 3; ++i) {
    const double squared = (cell.corners[i].n - cell.corners[(i + 1) % 3].n).squaredNorm();
    if (squared > longest_squared) {
      longest_squared = squared;
      from = i;
    }
  }
  const int to = (from + 1) % 3;
  const Probe middle =
      probe(A, B, (cell.corners[from].n + cell.corners[to].n).normalized(), result);
  for (const int replaced : {from, to}) {
    Cell half = cell;
    half.corners[replaced] = middle;
    add(half, result, tolerance);
  }
  ++result.num_cells;
}

DirectionSearch::Result DirectionSearch::find(const JudgedSolid& A, const JudgedSolid& B,
                                              const Vec3& guess, double tolerance, int max_cells) {
  return find_above(A, B, guess, std::numeric_limits<double>::infinity(), tolerance, max_cells);
}

DirectionSearch::Result DirectionSearch::find_above(const JudgedSolid& A, const JudgedSolid& B,
                                                    const Vec3& guess, double enough,
                                                    double tolerance, int max_cells) {
  const double radii = A.radius() + B.radius();
  Result result;
  result.lower = -std::numeric_limits<double>::infinity();
  probe(A, B, guess, result);
  // An octahedron in a skew orientation, so that axes of shapes are not its corners.
  const Mat3 frame = Quat(0.78, 0.21, -0.37, 0.46).normalized().toRotationMatrix();
  std::array<Probe, 6> ends;
  for (int i = 0; i < 6; ++i) {
    ends[i] = probe(A, B, i < 3 ? Vec3(frame.col(i)) : Vec3(-frame.col(i - 3)), result);
  }
  cells_.clear();
  for (int octant = 0; octant < 8; ++octant) {
    const auto end = [&](int axis) { return ends[(octant >> axis & 1) ? axis : axis + 3]; };
    add({{end(0), end(1), end(2)}, 0}, result, tolerance);
  }
  const auto is_open = [&] {
    return !cells_.empty() && cells_.front().bound > result.lower + tolerance;
  };
  while (is_open() && result.num_cells < max_cells && result.lower < enough + radii) {
    split_highest(A, B, result, tolerance);
  }
  result.upper = is_open() ? cells_.front().bound : result.lower + tolerance;
  result.lower -= radii;
  result.upper -= radii;
  return result;
}

}  // namespace stiction::bench
