#include "least_constraint.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace stiction {

void ConstraintRow::add_segment(int first, const Eigen::Matrix<double, 6, 1>& part) {
  if (first >= 0) *std::ranges::find(segments, -1, &Segment::first) = {first, part};
}

void ConstraintRow::divide(double divisor) {
  for (Segment& segment : segments) {
    if (segment.first >= 0) segment.part /= divisor;
  }
  own_part /= divisor;
  free /= divisor;
  lower *= divisor;
  upper *= divisor;
}

double ConstraintRow::squared_length() const {
  double sum = own_part * own_part;
  for (const Segment& segment : segments) {
    if (segment.first >= 0) sum += segment.part.squaredNorm();
  }
  return sum;
}

double ConstraintRow::dot(const Eigen::VectorXd& motion) const {
  double sum = own >= 0 ? own_part * motion[own] : 0.0;
  for (const Segment& segment : segments) {
    if (segment.first < 0) break;
    sum += segment.part.dot(motion.segment<6>(segment.first));
  }
  return sum;
}

void ConstraintRow::write(Eigen::VectorXd& row) const {
  row.setZero();
  for (const Segment& segment : segments) {
    if (segment.first >= 0) row.segment<6>(segment.first) += segment.part;
  }
  if (own >= 0) row[own] = own_part;
}

bool ActiveRows::start(const LeastConstraintProblem& problem, Effort& effort) {
  problem_ = &problem;
  effort_ = &effort;
  space_.start(problem.dimension);
  dense_.resize(problem.dimension);
  given_.setZero(problem.dimension);
  bilateral_.clear();
  active_.clear();
  is_active_.assign(problem.bounded.size(), 0);
  held_.assign(problem.bounded.size(), 0.0);
  for (std::size_t k = 0; k < problem.bilateral.size(); ++k) {
    if (!spend_pivot()) return false;
    problem.bilateral[k].write(dense_);
    if (space_.append(dense_, -problem.bilateral[k].free))
      bilateral_.push_back(static_cast<int>(k));
  }
  motion_ = space_.motion();
  return true;
}

bool ActiveRows::settle() {
  for (int i = 0; i < static_cast<int>(held_.size()); ++i) {
    const ConstraintRow& row = problem_->bounded[i];
    if (is_active_[i] || row.lower == 0 || row.upper == 0) continue;
    if (!spend_pivot()) return false;
    const bool is_between = row.lower < 0 && row.upper > 0;
    if (is_between && activate(i)) continue;
    hold(i, std::abs(row.lower) <= std::abs(row.upper) ? row.lower : row.upper);
  }
  return true;
}

bool ActiveRows::spend_pivot() {
  // Orthogonalisation twice, rotations; 12 entries of each unilateral row.
  const double dimension = problem_->dimension;
  const double independent = num_independent() + size() + 1;
  return effort_->spend(8 * dimension * independent +
                        20 * static_cast<double>(problem_->bounded.size()));
}

bool ActiveRows::activate(int row) {
  const double held = held_[row];
  hold(row, 0);
  problem_->bounded[row].write(dense_);
  if (!space_.append(dense_, -problem_->bounded[row].free - dense_.dot(given_))) {
    hold(row, held);
    return false;
  }
  active_.push_back(row);
  is_active_[row] = 1;
  motion_ = given_ + space_.motion();
  return true;
}

void ActiveRows::deactivate(int place, double impulse) {
  const int row = active_[place];
  is_active_[row] = 0;
  active_.erase(active_.begin() + place);
  space_.remove(num_independent() + place);
  motion_ = given_ + space_.motion();
  hold(row, impulse);
}

void ActiveRows::hold(int row, double impulse) {
  const double change = impulse - held_[row];
  if (change == 0) return;
  held_[row] = impulse;
  problem_->bounded[row].write(dense_);
  given_ += change * dense_;
  space_.give(dense_, change);
  motion_ = given_ + space_.motion();
}

double ActiveRows::speed(int row) const {
  const ConstraintRow& bounded = problem_->bounded[row];
  return bounded.dot(motion_) + bounded.free;
}

double ActiveRows::violation(int row) const {
  const ConstraintRow& bounded = problem_->bounded[row];
  if (bounded.lower == bounded.upper) return -kInfinity;
  return held_[row] == bounded.upper ? speed(row) : -speed(row);
}

double ActiveRows::excess(int place, double z) const {
  const ConstraintRow& bounded = problem_->bounded[active_[place]];
  return std::max(bounded.lower - z, z - bounded.upper);
}

double ActiveRows::bound_near(int place, double z) const {
  const ConstraintRow& bounded = problem_->bounded[active_[place]];
  return z - bounded.lower < bounded.upper - z ? bounded.lower : bounded.upper;
}

auto ActiveRows::find_end(int row, const Eigen::VectorXd& z,
                          const Eigen::VectorXd& coefficients) const -> End {
  const ConstraintRow& own = problem_->bounded[row];
  const bool is_falling = held_[row] == own.upper;
  End end{.way = own.upper - own.lower, .bound = is_falling ? own.lower : own.upper};
  for (int place = 0; place < size(); ++place) {
    const double slope = is_falling ? coefficients[place] : -coefficients[place];
    if (std::abs(slope) <= kConstraintTolerance) continue;
    const ConstraintRow& bounded = problem_->bounded[active_[place]];
    const double bound = slope < 0 ? bounded.lower : bounded.upper;
    const double way = (bound - z[place]) / slope;
    if (way < end.way) end = {.way = way, .place = place, .bound = bound};
  }
  return end;
}

void ActiveRows::calc_impulses(Eigen::VectorXd& z) const {
  space_.calc_multipliers(multipliers_);
  z = multipliers_.tail(size());
}

double ActiveRows::lean(int row, Eigen::VectorXd& coefficients) {
  problem_->bounded[row].write(dense_);
  const double outside = space_.split(dense_, multipliers_, rest_);
  coefficients = multipliers_.tail(size());
  return outside * outside;
}

void ActiveRows::get_solution(LeastConstraintSolution& solution) const {
  solution.y.setZero(static_cast<Eigen::Index>(problem_->bilateral.size()));
  solution.z = Eigen::Map<const Eigen::VectorXd>(held_.data(), std::ssize(held_));
  space_.calc_multipliers(multipliers_);
  for (int k = 0; k < num_independent(); ++k) solution.y[bilateral_[k]] = multipliers_[k];
  for (int k = 0; k < size(); ++k) {
    const ConstraintRow& bounded = problem_->bounded[active_[k]];
    solution.z[active_[k]] =
        std::clamp(multipliers_[num_independent() + k], bounded.lower, bounded.upper);
  }
}

void ActiveRows::calc_free_part(int row, Eigen::VectorXd& part) {
  problem_->bounded[row].write(dense_);
  space_.split(dense_, multipliers_, part);
}

bool condense(ActiveRows& rows, Effort& effort, BoxLcp& lcp) {
  const int n = static_cast<int>(rows.problem().bounded.size());
  const double per_row = 4.0 * rows.num_independent() + n;
  if (!effort.spend(rows.problem().dimension * per_row * n)) return false;
  Eigen::MatrixXd parts(rows.problem().dimension, n);
  Eigen::VectorXd part;
  for (Eigen::VectorXd* numbers : {&lcp.q, &lcp.lower, &lcp.upper}) numbers->resize(n);
  for (int i = 0; i < n; ++i) {
    rows.calc_free_part(i, part);
    parts.col(i) = part;
    lcp.q[i] = rows.speed(i);
    lcp.lower[i] = rows.problem().bounded[i].lower;
    lcp.upper[i] = rows.problem().bounded[i].upper;
  }
  lcp.M.noalias() = parts.transpose() * parts;
  return true;
}

void solve_by_lemke(ActiveRows& rows, LemkeSolver& lemke, Effort& effort,
                    LeastConstraintSolution& solution) {
  BoxLcp lcp;
  if (!condense(rows, effort, lcp)) return;
  const auto n = static_cast<double>(lcp.q.size());
  const std::function<bool()> may_go_on = [&] { return effort.spend(n * n); };
  const LemkeOptions options{.may_go_on = &may_go_on, .tolerance = 1e-11};
  const bool is_plain = lcp.lower.isZero(0) && (lcp.upper.array() == kInfinity).all();
  const LcpSolution& answer =
      is_plain ? lemke.solve(Lcp{lcp.M, lcp.q}, options) : lemke.solve(lcp, options);
  solution.solved = answer.status == LcpStatus::solved;
  solution.pivots += answer.statistics.pivots;
  // The bilateral rows answer the impulses: dv = dv_0 + sum of z_i (n_i less what B takes of it).
  // Those at bounds held, and those between made active, give just that, where they are
  // independent.
  std::vector<int> between;
  for (int i = 0; i < answer.z.size(); ++i) {
    const bool is_between = answer.z[i] > lcp.lower[i] && answer.z[i] < lcp.upper[i];
    if ((is_between || answer.z[i] != 0) && !rows.spend_pivot()) break;
    if (is_between) {
      between.push_back(i);
    } else {
      rows.hold(i, answer.z[i]);
    }
  }
  for (const int i : between) rows.activate(i);
  rows.get_solution(solution);
}

}  // namespace stiction
