#include "fclib_island.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <ranges>

namespace stiction {
namespace {

constexpr int kBlock = 6;

/// The first rows of diagonal blocks of at most six rows that cover all of M, followed by its
/// number of rows; empty if there are no such blocks.
std::vector<int> find_blocks(const Eigen::SparseMatrix<double>& M) {
  const int n = static_cast<int>(M.rows());
  std::vector<int> reach(n);  // last row or column that row i of M or of its transpose touches
  for (int j = 0; j < n; ++j) {
    reach[j] = std::max(reach[j], j);
    for (Eigen::SparseMatrix<double>::InnerIterator it(M, j); it; ++it) {
      const int i = static_cast<int>(it.row());
      if (it.value() != 0) reach[std::min(i, j)] = std::max({reach[std::min(i, j)], i, j});
    }
  }
  std::vector<int> blocks = {0};
  for (int first = 0, last = 0; first < n; first = last + 1) {
    last = first;
    for (int i = first; i <= last; ++i) last = std::max(last, reach[i]);
    if (last - first >= kBlock) return {};
    if (last - blocks.back() >= kBlock) blocks.push_back(first);
  }
  blocks.push_back(n);
  return blocks;
}

}  // namespace

FclibUnits make_dimensionless(FclibProblem& local) {
  FclibUnits units;
  if (local.q.size() == 0) return units;
  const double mean = Eigen::VectorXd(local.W.diagonal()).mean();
  const double largest = local.q.lpNorm<Eigen::Infinity>();
  if (mean > 0) units.W = mean;
  if (largest > 0) units.q = largest;
  local.W /= units.W;
  local.q /= units.q;
  return units;
}

FclibIsland::FclibIsland(const FclibProblem& problem) : dimension_(problem.dimension) {
  is_global_ = problem.form == FclibProblem::Form::global && take_bodies(problem);
  if (!is_global_) take_local(problem);
}

IslandSystem& FclibIsland::system() {
  if (is_global_) return sparse_;
  return delassus_;
}

/// False unless M has such blocks, and every contact moves something.
bool FclibIsland::take_bodies(const FclibProblem& problem) {
  const std::vector<int> blocks = find_blocks(problem.M);
  if (blocks.empty()) return false;
  bodies_.clear();
  for (std::size_t b = 0; b + 1 < blocks.size(); ++b) {
    const int first = blocks[b];
    const int rows = blocks[b + 1] - first;
    Mat6& mass = bodies_.masses.emplace_back(Mat6::Identity());
    mass.topLeftCorner(rows, rows) = Eigen::MatrixXd(problem.M.block(first, first, rows, rows));
    const Eigen::LLT<Mat6> factor(mass);
    if (mass != mass.transpose() || factor.info() != Eigen::Success) return false;
    bodies_.inverse_masses.push_back(factor.solve(Mat6::Identity()));
    bodies_.momenta.emplace_back(Vec6::Zero()).head(rows) = problem.f.segment(first, rows);
  }
  if (!take_contacts(problem, blocks)) return false;
  bodies_.velocity_scale = 1;
  sparse_.set_problem(bodies_);
  bodies_.velocity_scale = sparse_.free_speed();
  sparse_.set_problem(bodies_);
  constexpr double kPerBlock = 1000;
  unit_ = kPerBlock * (1 + bodies_.num_bodies() + bodies_.num_groups());
  return true;
}

bool FclibIsland::take_contacts(const FclibProblem& problem, const std::vector<int>& blocks) {
  for (int c = 0; c < problem.num_contacts(); ++c) {
    const RowGroup group = make_contact_group(problem.mu[c], dimension_);
    const std::size_t first_side = bodies_.sides.size();
    for (int k = 0; k < group.num_rows; ++k) {
      for (Eigen::SparseMatrix<double>::InnerIterator it(problem.H, dimension_ * c + k); it; ++it) {
        const int row = static_cast<int>(it.row());
        const int body =
            static_cast<int>(std::ranges::upper_bound(blocks, row) - blocks.begin()) - 1;
        const auto sides = std::ranges::subrange(
            bodies_.sides.begin() + static_cast<std::ptrdiff_t>(first_side), bodies_.sides.end());
        auto side = std::ranges::find(sides, body, &IslandProblem::Side::body);
        if (side == bodies_.sides.end()) {
          side = bodies_.sides.insert(side, {.body = body});
        }
        side->H(row - blocks[body], k) = it.value();
      }
    }
    Vec3 offset = Vec3::Zero();
    offset.head(group.num_rows) = problem.w.segment(dimension_ * c, group.num_rows);
    bodies_.close_group(group, offset);
    const RowGroup& closed = bodies_.groups.back();
    if (!(closed.compliance > 0) || !std::isfinite(closed.mass)) return false;
  }
  return true;
}

void FclibIsland::take_local(const FclibProblem& problem) {
  FclibProblem local = make_local(problem);
  const FclibUnits units = make_dimensionless(local);
  impulse_unit_ = units.impulse();
  delassus_.set_problem(local.W, local.q, local.mu, dimension_);
  const auto rows = static_cast<double>(local.q.size());
  const double row = static_cast<double>(local.W.nonZeros()) / std::max(1.0, rows);
  unit_ = std::max(1.0, rows * row * row);
}

Eigen::VectorXd FclibIsland::from_groups(const Rows& groups) const {
  Eigen::VectorXd r(dimension_ * static_cast<Eigen::Index>(groups.size()));
  for (std::size_t c = 0; c < groups.size(); ++c) {
    r.segment(dimension_ * static_cast<Eigen::Index>(c), dimension_) =
        impulse_unit_ * groups[c].head(dimension_);
  }
  return r;
}

Rows FclibIsland::to_groups(const Eigen::VectorXd& r) const {
  Rows groups(static_cast<std::size_t>(r.size() / dimension_), Vec3::Zero());
  for (std::size_t c = 0; c < groups.size(); ++c) {
    groups[c].head(dimension_) =
        r.segment(dimension_ * static_cast<Eigen::Index>(c), dimension_) / impulse_unit_;
  }
  return groups;
}

}  // namespace stiction
