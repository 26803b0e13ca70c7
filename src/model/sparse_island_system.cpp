#include "sparse_island_system.h"

#include <algorithm>
#include <cmath>

namespace stiction {

void SparseIslandSystem::set_problem(const IslandProblem& problem) {
  problem_ = &problem;
  has_factor_ = false;
  edges_.clear();
  for (int c = 0; c < problem.num_groups(); ++c) {
    const auto sides = problem.sides_of(c);
    for (std::size_t i = 0; i < sides.size(); ++i) {
      for (std::size_t j = i + 1; j < sides.size(); ++j) {
        edges_.emplace_back(sides[i].body, sides[j].body);
      }
    }
  }
  factor_.set_graph(problem.num_bodies(), edges_);
  slots_.clear();
  for (const auto& [a, b] : edges_) slots_.push_back(factor_.find_slot(a, b));
  first_slots_.assign(1, 0);
  for (int c = 0; c < problem.num_groups(); ++c) {
    const int n = static_cast<int>(problem.sides_of(c).size());
    first_slots_.push_back(first_slots_.back() + n * (n - 1) / 2);
  }
  rest_.resize(problem.num_bodies());
  for (int i = 0; i < problem.num_bodies(); ++i) {
    rest_[i].noalias() = problem.inverse_masses[i] * problem.momenta[i];
  }
  calc_relative(rest_, free_velocities_);
  double heaviest = 0;
  for (const Mat6& mass : problem.masses) {
    heaviest = std::max(heaviest, mass.diagonal().head<3>().maxCoeff());
  }
  set_groups(problem.groups, free_velocities_, problem.velocity_scale,
             {problem.num_bodies(), heaviest});
}

/// momenta += H r
void SparseIslandSystem::add_impulses(const Rows& r, std::vector<Vec6>& momenta) const {
  for (int c = 0; c < problem_->num_groups(); ++c) {
    const Vec3 impulse = r[c];
    for (const IslandProblem::Side& side : problem_->sides_of(c)) {
      momenta[side.body].noalias() += side.H * impulse;
    }
  }
}

void SparseIslandSystem::calc_velocities(const Rows& r, std::vector<Vec6>& v) {
  rest_ = problem_->momenta;
  add_impulses(r, rest_);
  v.resize(rest_.size());
  for (std::size_t i = 0; i < rest_.size(); ++i) {
    v[i].noalias() = problem_->inverse_masses[i] * rest_[i];
  }
}

void SparseIslandSystem::calc_relative(const std::vector<Vec6>& v, Rows& u) {
  u.resize(problem_->groups.size());
  for (int c = 0; c < problem_->num_groups(); ++c) {
    Vec3 sum = problem_->offsets[c];
    for (const IslandProblem::Side& side : problem_->sides_of(c)) {
      sum.noalias() += side.H.transpose() * v[side.body];
    }
    u[c] = sum;
  }
}

void SparseIslandSystem::calc_imbalance(const Rows& r, const std::vector<Vec6>& v,
                                        std::vector<Vec6>& b) {
  b = problem_->momenta;
  for (std::size_t i = 0; i < b.size(); ++i) b[i].noalias() -= problem_->masses[i] * v[i];
  add_impulses(r, b);
}

double SparseIslandSystem::measure(const std::vector<Vec6>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < b.size(); ++i) sum += b[i].dot(problem_->inverse_masses[i] * b[i]);
  return std::sqrt(std::max(0.0, sum));
}

/// A += H_c D H_c^T.
void SparseIslandSystem::add_products(int group, const Mat3& D, bool is_symmetric) {
  const auto sides = problem_->sides_of(group);
  int slot = first_slots_[group];
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Mat63 HD = sides[i].H * D;
    factor_.diagonal(sides[i].body).noalias() += HD * sides[i].H.transpose();
    for (std::size_t j = i + 1; j < sides.size(); ++j) {
      const auto [index, is_lower] = slots_[slot++];
      Mat6& block = is_lower ? factor_.lower(index) : factor_.upper(index);
      Mat6& mirrored = is_lower ? factor_.upper(index) : factor_.lower(index);
      if (!is_symmetric || is_lower) block.noalias() += HD * sides[j].H.transpose();
      if (is_symmetric && is_lower) continue;
      mirrored.noalias() += (sides[j].H * D) * sides[i].H.transpose();
    }
  }
}

bool SparseIslandSystem::factor(std::span<const Mat3> D, bool is_symmetric) {
  if (has_factor_ && std::ranges::equal(D, D_)) return true;
  D_.assign(D.begin(), D.end());
  factor_.clear();
  for (int i = 0; i < problem_->num_bodies(); ++i) factor_.diagonal(i) = problem_->masses[i];
  for (int c = 0; c < problem_->num_groups(); ++c) {
    if (!D[c].isZero(0)) add_products(c, D[c], is_symmetric);
  }
  has_factor_ = factor_.factor(is_symmetric);
  return has_factor_;
}

bool SparseIslandSystem::solve(const std::vector<Vec6>& b, const Rows& g, int refinements,
                               std::vector<Vec6>& dv, Rows& du, Rows& dr) {
  const int n = problem_->num_groups();
  // A dv = b + H g
  dv = b;
  add_impulses(g, dv);
  factor_.solve(dv);
  // dr = g - D H^T dv
  du.resize(n);
  dr.resize(n);
  const auto add_change = [&](const std::vector<Vec6>& change) {
    for (int c = 0; c < n; ++c) {
      Vec3 relative = Vec3::Zero();
      for (const IslandProblem::Side& side : problem_->sides_of(c)) {
        relative.noalias() += side.H.transpose() * change[side.body];
      }
      du[c] += relative;
      dr[c].noalias() -= D_[c] * relative;
    }
  };
  for (int c = 0; c < n; ++c) {
    du[c].setZero();
    dr[c] = g[c];
  }
  add_change(dv);
  for (int k = 0; k < refinements; ++k) {
    // A x = b - M dv + H dr
    rest_ = b;
    for (std::size_t i = 0; i < dv.size(); ++i) rest_[i].noalias() -= problem_->masses[i] * dv[i];
    add_impulses(dr, rest_);
    factor_.solve(rest_);
    for (std::size_t i = 0; i < dv.size(); ++i) dv[i] += rest_[i];
    add_change(rest_);
  }
  double sum = 0;
  for (const Vec6& change : dv) sum += change.squaredNorm();
  return std::isfinite(sum);
}

}  // namespace stiction
