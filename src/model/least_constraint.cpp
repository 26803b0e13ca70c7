#include "least_constraint.h"

#include <algorithm>
#include <cstddef>

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
  bilateral_.clear();
  active_.clear();
  is_active_.assign(problem.unilateral.size(), 0);
  for (std::size_t k = 0; k < problem.bilateral.size(); ++k) {
    if (!spend_pivot()) return false;
    problem.bilateral[k].write(dense_);
    if (space_.append(dense_, -problem.bilateral[k].free))
      bilateral_.push_back(static_cast<int>(k));
  }
  return true;
}

bool ActiveRows::spend_pivot() {
  // Orthogonalisation twice, rotations; 12 entries of each unilateral row.
  const double dimension = problem_->dimension;
  const double independent = num_independent() + size() + 1;
  return effort_->spend(8 * dimension * independent +
                        20 * static_cast<double>(problem_->unilateral.size()));
}

bool ActiveRows::activate(int row) {
  problem_->unilateral[row].write(dense_);
  if (!space_.append(dense_, -problem_->unilateral[row].free)) return false;
  active_.push_back(row);
  is_active_[row] = 1;
  return true;
}

void ActiveRows::deactivate(int place) {
  is_active_[active_[place]] = 0;
  active_.erase(active_.begin() + place);
  space_.remove(num_independent() + place);
}

double ActiveRows::speed(int row) const {
  const ConstraintRow& unilateral = problem_->unilateral[row];
  return unilateral.dot(space_.motion()) + unilateral.free;
}

void ActiveRows::calc_impulses(Eigen::VectorXd& z) const {
  space_.calc_multipliers(multipliers_);
  z = multipliers_.tail(size());
}

double ActiveRows::lean(int row, Eigen::VectorXd& coefficients) {
  problem_->unilateral[row].write(dense_);
  const double outside = space_.split(dense_, multipliers_, rest_);
  coefficients = multipliers_.tail(size());
  return outside * outside;
}

void ActiveRows::get_solution(LeastConstraintSolution& solution) const {
  solution.y.setZero(static_cast<Eigen::Index>(problem_->bilateral.size()));
  solution.z.setZero(static_cast<Eigen::Index>(problem_->unilateral.size()));
  space_.calc_multipliers(multipliers_);
  for (int k = 0; k < num_independent(); ++k) solution.y[bilateral_[k]] = multipliers_[k];
  for (int k = 0; k < size(); ++k) {
    solution.z[active_[k]] = std::max(0.0, multipliers_[num_independent() + k]);
  }
}

void ActiveRows::calc_free_part(int row, Eigen::VectorXd& part) {
  problem_->unilateral[row].write(dense_);
  space_.split(dense_, multipliers_, part);
}

bool condense(ActiveRows& rows, Effort& effort, Lcp& lcp) {
  const int n = static_cast<int>(rows.problem().unilateral.size());
  const double per_row = 4.0 * rows.num_independent() + n;
  if (!effort.spend(rows.problem().dimension * per_row * n)) return false;
  Eigen::MatrixXd parts(rows.problem().dimension, n);
  Eigen::VectorXd part;
  lcp.q.resize(n);
  for (int i = 0; i < n; ++i) {
    rows.calc_free_part(i, part);
    parts.col(i) = part;
    lcp.q[i] = rows.speed(i);
  }
  lcp.M.noalias() = parts.transpose() * parts;
  return true;
}

void solve_by_lemke(ActiveRows& rows, LemkeSolver& lemke, Effort& effort,
                    LeastConstraintSolution& solution) {
  Lcp lcp;
  if (!condense(rows, effort, lcp)) return;
  const auto n = static_cast<double>(lcp.q.size());
  const std::function<bool()> may_go_on = [&] { return effort.spend(n * n); };
  const LcpSolution& answer = lemke.solve(lcp, {.may_go_on = &may_go_on, .tolerance = 1e-11});
  solution.solved = answer.status == LcpStatus::solved;
  solution.pivots += answer.statistics.pivots;
  // The bilateral rows answer the impulses: dv = dv_0 + sum of z_i (n_i less what B takes of it).
  // The loaded rows made active give just that, where they are independent.
  for (Eigen::Index i = 0; i < answer.z.size(); ++i) {
    if (answer.z[i] > 0 && rows.spend_pivot()) rows.activate(static_cast<int>(i));
  }
  rows.get_solution(solution);
}

}  // namespace stiction
