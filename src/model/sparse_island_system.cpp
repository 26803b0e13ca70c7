#include "sparse_island_system.h"

#include <stiction/math/vector_clones.h>

#include <algorithm>
#include <cmath>

#include "block_kernels.h"

namespace stiction {
namespace {

/// momenta += H r
STICTION_VECTOR_CLONES void add_all_impulses(const IslandProblem& problem, const Vec3* r,
                                             Vec6* momenta) {
  const IslandProblem::Side* side = problem.sides.data();
  for (int c = 0; c < problem.num_groups(); ++c) {
    const IslandProblem::Side* const end = problem.sides.data() + problem.first_sides[c + 1];
    if (r[c].isZero(0)) side = end;  // an open contact, or no right-hand side at all
    for (; side != end; ++side) {
      add_product(momenta[side->body].data(), side->H.data(), r[c].data());
    }
  }
}

/// u += H^T v
STICTION_VECTOR_CLONES void add_all_relative(const IslandProblem& problem, const Vec6* v, Vec3* u) {
  const IslandProblem::Side* side = problem.sides.data();
  for (int c = 0; c < problem.num_groups(); ++c) {
    const IslandProblem::Side* const end = problem.sides.data() + problem.first_sides[c + 1];
    for (; side != end; ++side) {
      add_transposed_product(u[c].data(), side->H.data(), v[side->body].data());
    }
  }
}

STICTION_INLINED Mat63 product(const Mat63& H, const Mat3& D) {
  Mat63 HD = Mat63::Zero();
  for (int k = 0; k < 3; ++k) add_product(HD.data() + 6 * k, H.data(), D.data() + 3 * k);
  return HD;
}

/// A += sum H_c D_c H_c^T. `slots` has one entry for each pair of sides of all groups in order.
STICTION_VECTOR_CLONES void add_all_products(const IslandProblem& problem, const Mat3* D,
                                             const BlockFactor::Slot* slots, bool is_symmetric,
                                             BlockFactor& A) {
  for (int c = 0; c < problem.num_groups(); ++c) {
    const IslandProblem::Side* const sides = problem.sides.data() + problem.first_sides[c];
    const int n = problem.first_sides[c + 1] - problem.first_sides[c];
    const BlockFactor::Slot* const pairs = slots;
    slots += n * (n - 1) / 2;
    if (D[c].isZero(0)) continue;
    for (int i = 0; i < n; ++i) {
      const Mat63 HD = product(sides[i].H, D[c]);
      add_outer_product(A.diagonal(sides[i].body).data(), HD.data(), sides[i].H.data());
      for (int j = 0; j < n; ++j) {
        if (j == i) continue;
        const auto [a, b] = std::minmax(i, j);
        const BlockFactor::Slot& slot = pairs[a * n - a * (a + 1) / 2 + b - a - 1];
        const bool is_lower = slot.is_lower == (i < j);
        if (is_symmetric && !is_lower) continue;
        Mat6& block = is_lower ? A.lower(slot.index) : A.upper(slot.index);
        add_outer_product(block.data(), HD.data(), sides[j].H.data());
      }
    }
  }
}

}  // namespace

void SparseIslandSystem::set_problem(const IslandProblem& problem) {
  problem_ = &problem;
  sign_ = 0;
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

void SparseIslandSystem::calc_velocities(const Rows& r, std::vector<Vec6>& v) {
  rest_ = problem_->momenta;
  add_all_impulses(*problem_, r.data(), rest_.data());
  v.resize(rest_.size());
  for (std::size_t i = 0; i < rest_.size(); ++i) {
    v[i].noalias() = problem_->inverse_masses[i] * rest_[i];
  }
}

void SparseIslandSystem::calc_relative(const std::vector<Vec6>& v, Rows& u) {
  u = problem_->offsets;
  add_all_relative(*problem_, v.data(), u.data());
}

void SparseIslandSystem::calc_imbalance(const Rows& r, const std::vector<Vec6>& v,
                                        std::vector<Vec6>& b) {
  b = problem_->momenta;
  for (std::size_t i = 0; i < b.size(); ++i) b[i].noalias() -= problem_->masses[i] * v[i];
  add_all_impulses(*problem_, r.data(), b.data());
}

double SparseIslandSystem::measure(const std::vector<Vec6>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < b.size(); ++i) sum += b[i].dot(problem_->inverse_masses[i] * b[i]);
  return std::sqrt(std::max(0.0, sum));
}

int SparseIslandSystem::factor(std::span<const Mat3> D, bool is_symmetric) {
  if (sign_ != 0 && std::ranges::equal(D, D_)) return sign_;
  D_.assign(D.begin(), D.end());
  factor_.clear();
  for (int i = 0; i < problem_->num_bodies(); ++i) factor_.diagonal(i) = problem_->masses[i];
  add_all_products(*problem_, D_.data(), slots_.data(), is_symmetric, factor_);
  sign_ = factor_.factor(is_symmetric);
  return sign_;
}

bool SparseIslandSystem::solve(const std::vector<Vec6>& b, const Rows& g, int refinements,
                               std::vector<Vec6>& dv, Rows& du, Rows& dr) {
  // A dv = b + H g
  dv = b;
  add_all_impulses(*problem_, g.data(), dv.data());
  factor_.solve(dv);
  du.assign(g.size(), Vec3::Zero());
  dr.resize(g.size());
  const auto add_change = [&](const std::vector<Vec6>& change) {
    add_all_relative(*problem_, change.data(), du.data());
    for (std::size_t c = 0; c < g.size(); ++c) dr[c].noalias() = g[c] - D_[c] * du[c];
  };
  add_change(dv);
  for (int k = 0; k < refinements; ++k) {
    // A x = b - M dv + H dr
    rest_ = b;
    for (std::size_t i = 0; i < dv.size(); ++i) rest_[i].noalias() -= problem_->masses[i] * dv[i];
    add_all_impulses(*problem_, dr.data(), rest_.data());
    factor_.solve(rest_);
    for (std::size_t i = 0; i < dv.size(); ++i) dv[i] += rest_[i];
    add_change(rest_);
  }
  double sum = 0;
  for (const Vec6& change : dv) sum += change.squaredNorm();
  return std::isfinite(sum);
}

}  // namespace stiction
