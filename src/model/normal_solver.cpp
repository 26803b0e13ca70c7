#include "normal_solver.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace stiction {
namespace {

/// The tolerance for the solvers, with rows of length 1 and velocities of size 1.
constexpr double kTolerance = 1e-10;
/// Rows whose impulses are between their bounds stand still to within this. The remainders add up
/// from step to step: with ten times as much, 7 of 8 stacks of 5 boxes at rest are solved anew
/// every few steps instead of 2, since remembered impulses leave too large a residual.
constexpr double kStill = 1e-15;
/// With more bounded rows than this, "ppm" is faster in factors.
constexpr std::size_t kMostCondensed = 60;

}  // namespace

NormalSolver::NormalSolver(std::string name)
    : name_(std::move(name)), solver_(name_ == "active-set" ? "keller" : name_) {}

void NormalSolver::make_rows(const ContactProblem& problem, std::span<const TangentLaw> laws,
                             std::span<const char> loaded) {
  make_island_problem(problem, laws, island_);
  dimension_ = 6 * island_.num_bodies();
  roots_.clear();
  for (const Mat6& inverse : island_.inverse_masses) {
    roots_.push_back(Eigen::LLT<Mat6>(inverse).matrixU());
  }
  free_.clear();
  bounded_.clear();
  for (int g = 0; g < island_.num_groups(); ++g) add_rows(problem, g);
  // If rows depend on each other, the first ones are taken: put rows beyond contacts first, then
  // rows that may act. N keeps its order, so that a method keeps its choice among several answers:
  // laws revised to fit one answer would not fit another.
  const auto rank = [&](const Row& row) {
    if (row.group >= static_cast<int>(laws.size())) return 0;
    return !loaded.empty() && loaded[row.group] ? 1 : 2;
  };
  std::ranges::stable_sort(free_, {}, rank);

  unit_ = 0;
  for (const std::vector<Row>* rows : {&free_, &bounded_}) {
    for (const Row& row : *rows) unit_ = std::max(unit_, std::abs(row.free));
  }
  if (unit_ == 0) unit_ = 1;
  for (std::vector<Row>* rows : {&free_, &bounded_}) {
    for (Row& row : *rows) {
      row.free /= unit_;
      row.lower /= unit_;
      row.upper /= unit_;
    }
  }
}

/// Scales rows to length 1, so that tolerances mean the same for light and heavy bodies.
void NormalSolver::add_rows(const ContactProblem& problem, int group) {
  const RowGroup& rows = island_.groups[group];
  const std::span<IslandProblem::Side> sides(&island_.sides[island_.first_sides[group]],
                                             &island_.sides[island_.first_sides[group + 1]]);
  if (sides.size() > 1) std::ranges::sort(sides, {}, &IslandProblem::Side::body);
  Vec3 free = island_.offsets[group];
  Vec3 squared_length = rows.softness;
  for (auto& [H, body] : sides) {
    free += H.transpose() * problem.bodies[body].free_velocity;
    H = roots_[body] * H;
    squared_length += H.colwise().squaredNorm().transpose();
  }
  for (int k = 0; k < rows.num_rows; ++k) {
    Row row{.group = group, .component = k};
    if (squared_length[k] > 0) row.length = std::sqrt(squared_length[k]);
    row.free = free[k] / row.length;
    row.lower = rows.lower[k] * row.length;
    row.upper = rows.upper[k] * row.length;
    if (rows.softness[k] > 0) {
      row.own = dimension_++;
      row.own_part = std::sqrt(rows.softness[k]) / row.length;
    }
    const bool is_free = std::isinf(row.lower) && std::isinf(row.upper);
    (is_free ? free_ : bounded_).push_back(row);
  }
}

/// Calls visit(first, part) for each body of the row, in order: `part` is its segment of the row,
/// which starts at entry `first` of dv.
template <class Visit>
void NormalSolver::for_segments(const Row& row, const Visit& visit) const {
  for (const auto& [H, body] : island_.sides_of(row.group)) {
    visit(6 * body, Vec6(H.col(row.component) / row.length));
  }
}

/// Writes the row into `row_`.
void NormalSolver::write(const Row& row) {
  row_.setZero(dimension_);
  for_segments(row, [&](int first, const Vec6& part) { row_.segment<6>(first) = part; });
  if (row.own >= 0) row_[row.own] = row.own_part;
}

/// row . dv + free at `motion_`.
double NormalSolver::calc_speed(const Row& row) const {
  double speed = row.free;
  for_segments(row,
               [&](int first, const Vec6& part) { speed += part.dot(motion_.segment<6>(first)); });
  return row.own >= 0 ? speed + row.own_part * motion_[row.own] : speed;
}

/// Adds the row, which `row_` holds, to the basis unless it depends on rows already there.
bool NormalSolver::append(const Row& row, double value) {
  if (!space_.append(row_, value)) return false;
  basis_.push_back(row);
  return true;
}

double& NormalSolver::impulse(const Row& row) { return impulses_[row.group][row.component]; }

void NormalSolver::set_impulse(const Row& row, double multiplier) {
  impulse(row) = unit_ / row.length * std::clamp(multiplier, row.lower, row.upper);
}

/// FIND-INDICES. False if the effort runs out.
bool NormalSolver::find_independent_rows(Effort& effort) {
  space_.start(dimension_);
  basis_.clear();
  for (const Row& row : free_) {
    // Orthogonalisation twice.
    if (!effort.spend(8.0 * dimension_ * (space_.size() + 1))) return false;
    write(row);
    append(row, -row.free);
  }
  return true;
}

/// Loaded contacts start active, as do rows with zero strictly between their bounds.
void NormalSolver::add_states(std::span<const char> loaded) {
  for (const Row& row : bounded_) {
    const auto group = static_cast<std::size_t>(row.group);
    const bool is_loaded = group < loaded.size() && loaded[group];
    states_.push_back(is_loaded || (row.lower < 0 && row.upper > 0) ? BoundState::between
                      : std::abs(row.lower) <= std::abs(row.upper)  ? BoundState::lower
                                                                    : BoundState::upper);
  }
}

void NormalSolver::solve_in_factors(std::span<const char> loaded, Effort& effort,
                                    ContactStatistics& statistics) {
  const auto n = static_cast<Eigen::Index>(basis_.size() + bounded_.size());
  auto& [J, identity, q, lower, upper] = factored_;
  J.resize(n, dimension_);
  J.reserve(13 * n);
  for (Eigen::VectorXd* numbers : {&q, &lower, &upper}) numbers->resize(n);
  Eigen::Index i = 0;
  for (const std::vector<Row>* rows : {&basis_, &bounded_}) {
    for (const Row& row : *rows) {
      J.startVec(i);
      for_segments(row, [&](int first, const Vec6& part) {
        for (int k = 0; k < 6; ++k) J.insertBack(i, first + k) = part[k];
      });
      if (row.own >= 0) J.insertBack(i, row.own) = row.own_part;
      q[i] = row.free;
      lower[i] = row.lower;
      upper[i] = row.upper;
      ++i;
    }
  }
  J.finalize();
  identity.resize(dimension_, dimension_);
  identity.setIdentity();
  if (!q.allFinite()) return;
  states_.assign(basis_.size(), BoundState::between);
  add_states(loaded);
  // A pivot updates the orthogonal factor and looks at all rows.
  const double pivot = 6.0 * dimension_ * dimension_ + 13.0 * static_cast<double>(n);
  const std::function<bool()> may_go_on = [&] { return effort.spend(pivot); };
  const LcpSolution& solution = factored_solver_.solve(
      factored_, {.may_go_on = &may_go_on, .tolerance = kTolerance}, {.states = states_});
  statistics.pivots += solution.statistics.pivots;
  i = 0;
  for (const std::vector<Row>* rows : {&basis_, &bounded_}) {
    for (const Row& row : *rows) set_impulse(row, solution.z[i++]);
  }
}

void NormalSolver::solve_condensed(std::span<const char> loaded, Effort& effort,
                                   ContactStatistics& statistics) {
  if (!condense(effort) || !condensed_.q.allFinite() || !condensed_.M.allFinite()) return;
  states_.clear();
  add_states(loaded);
  const auto n = static_cast<double>(bounded_.size());
  const std::function<bool()> may_go_on = [&] { return effort.spend(n * n); };
  const LcpSolution& solution = solver_.solve(
      condensed_, {.tolerance = kTolerance, .may_go_on = &may_go_on}, {.states = states_});
  statistics.pivots += solution.statistics.pivots;
  answer(solution, effort);
}

/// False if the effort runs out.
bool NormalSolver::condense(Effort& effort) {
  const auto n = static_cast<Eigen::Index>(bounded_.size());
  const double per_row = dimension_ * (2.0 * space_.size() + 0.5 * static_cast<double>(n) + 1);
  if (!effort.spend(static_cast<double>(n) * per_row)) return false;
  allowed_.resize(dimension_, n);
  auto& [M, q, lower, upper] = condensed_;
  for (Eigen::VectorXd* numbers : {&q, &lower, &upper}) numbers->resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Row& row = bounded_[static_cast<std::size_t>(i)];
    write(row);
    allowed_.col(i) = row_;
    q[i] = row.free + row_.dot(space_.motion());
    lower[i] = row.lower;
    upper[i] = row.upper;
  }
  space_.take_from(allowed_);
  M.setZero(n, n);
  if (n == 0) return true;  // Eigen's product would refer to numbers that are not there.
  M.selfadjointView<Eigen::Lower>().rankUpdate(allowed_.transpose());
  M.triangularView<Eigen::StrictlyUpper>() = M.transpose();
  return true;
}

/// Makes the free rows respond to the impulses of the others: beside N^T z, they bring B dv to -b.
/// If rows with impulses between their bounds still move, as rounding errors of N P N^T make them
/// if B nearly holds them, corrects all impulses by the orthogonal factor of B and these rows.
void NormalSolver::answer(const LcpSolution& solution, Effort& effort) {
  given_.setZero(dimension_);
  for (std::size_t i = 0; i < bounded_.size(); ++i) {
    const Row& row = bounded_[i];
    const double z = solution.z[static_cast<Eigen::Index>(i)];
    set_impulse(row, z);
    if (z == 0) continue;
    for_segments(row, [&](int first, const Vec6& part) { given_.segment<6>(first) += z * part; });
    if (row.own >= 0) given_[row.own] += z * row.own_part;
  }
  space_.give(given_, 1);
  const std::size_t num_free = basis_.size();
  const auto take_multipliers = [&] {
    space_.calc_multipliers(multipliers_);
    for (std::size_t k = 0; k < basis_.size(); ++k) {
      const Row& row = basis_[k];
      const double z = k < num_free ? 0.0 : impulse(row) * row.length / unit_;
      set_impulse(row, z + multipliers_[static_cast<Eigen::Index>(k)]);
    }
  };
  take_multipliers();
  if (num_free == 0) return;

  motion_ = given_ + space_.motion();
  const auto is_between = [&](std::size_t i) {
    const double z = solution.z[static_cast<Eigen::Index>(i)];
    return bounded_[i].lower < z && z < bounded_[i].upper;
  };
  double fastest = 0;
  for (std::size_t i = 0; i < bounded_.size(); ++i) {
    if (is_between(i)) fastest = std::max(fastest, std::abs(calc_speed(bounded_[i])));
  }
  if (fastest <= kStill) return;
  for (std::size_t i = 0; i < bounded_.size(); ++i) {
    if (!is_between(i)) continue;
    if (!effort.spend(8.0 * dimension_ * (space_.size() + 1))) return;
    write(bounded_[i]);
    append(bounded_[i], -bounded_[i].free - row_.dot(given_));
  }
  take_multipliers();
}

void NormalSolver::solve(const ContactProblem& problem, std::span<const TangentLaw> laws,
                         std::span<const char> loaded, std::vector<Vec3>& impulses,
                         std::vector<double>& row_impulses, Effort& effort,
                         ContactStatistics& statistics) {
  make_rows(problem, laws, loaded);
  impulses_.assign(island_.groups.size(), Vec3::Zero());
  if (find_independent_rows(effort)) {
    if (name_ == "ppm" && bounded_.size() > kMostCondensed) {
      solve_in_factors(loaded, effort, statistics);
    } else {
      solve_condensed(loaded, effort, statistics);
    }
  }
  split_impulses(problem, impulses_, impulses, row_impulses);
}

Lcp NormalSolver::pose(const ContactProblem& problem, std::span<const TangentLaw> laws) {
  make_rows(problem, laws, {});
  Effort unlimited;
  find_independent_rows(unlimited);
  condense(unlimited);
  Lcp lcp{condensed_.M, unit_ * condensed_.q};
  for (std::size_t i = 0; i < bounded_.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    lcp.M.row(k) *= bounded_[i].length;
    lcp.M.col(k) *= bounded_[i].length;
    lcp.q[k] *= bounded_[i].length;
  }
  return lcp;
}

}  // namespace stiction
