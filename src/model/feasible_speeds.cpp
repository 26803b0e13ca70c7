#include <stiction/math/rejected_number.h>
#include <stiction/model/feasible_speeds.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "infinity.h"
#include "island_problem.h"
#include "sparse_island_system.h"

namespace stiction {
namespace {

/// In units of 1 / compliance; the exact finish makes conditions as stiff.
constexpr double kFeasibleStiffness = 1e7;
/// Limit on rounds. Each leaves a share of 1 / (stiffness times the weakest direction's share of
/// the compliance): 1e-3 in a scissor lift of four pairs.
constexpr int kMostFeasibleRounds = 8;
/// Rounds end once speeds change by less than this, in units of V.
constexpr double kFeasibleChange = 1e-14;

bool is_condition(const ContactProblem::Row& row) {
  return std::isinf(row.lower) && std::isinf(row.upper) && row.softness == 0;
}

}  // namespace

struct FeasibleSpeeds::Workspace {
  ContactProblem conditions;
  std::vector<std::size_t> places;  ///< of the conditions among the rows
  IslandProblem island;
  SparseIslandSystem system;
  std::vector<Mat3> D;
  Rows u, g, du, dr;
  std::vector<Vec6> nothing, dv;
};

FeasibleSpeeds::FeasibleSpeeds() : workspace_(std::make_unique<Workspace>()) {}
FeasibleSpeeds::~FeasibleSpeeds() = default;
FeasibleSpeeds::FeasibleSpeeds(FeasibleSpeeds&&) noexcept = default;
FeasibleSpeeds& FeasibleSpeeds::operator=(FeasibleSpeeds&&) noexcept = default;

void FeasibleSpeeds::make_feasible(const ContactProblem& problem, std::span<double> speeds) {
  require_size("speeds", std::ssize(speeds), std::ssize(problem.rows), "one for each row");
  Workspace& work = *workspace_;
  ContactProblem& conditions = work.conditions;
  conditions.velocity_scale = problem.velocity_scale;
  conditions.bodies = problem.bodies;
  for (ContactProblem::Body& body : conditions.bodies) body.free_velocity.setZero();
  conditions.rows.clear();
  work.places.clear();
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    if (!is_condition(problem.rows[i])) continue;
    work.places.push_back(i);
    conditions.rows.push_back(problem.rows[i]);
    conditions.rows.back().offset = -speeds[i];
  }
  make_island_problem(conditions, work.island);
  SparseIslandSystem& system = work.system;
  system.set_problem(work.island);
  const std::size_t n = work.places.size();
  work.D.assign(n, Mat3::Zero());
  work.g.assign(n, Vec3::Zero());
  work.nothing.assign(conditions.bodies.size(), Vec6::Zero());
  for (std::size_t i = 0; i < n; ++i) {
    const int group = static_cast<int>(i);
    work.D[i](0, 0) =
        system.stiffening(group) * kFeasibleStiffness / system.group(group).compliance;
  }
  if (!system.factor(work.D, true)) return;

  // The remaining error u = J v - speeds, times the rows' lengths.
  system.calc_relative(work.nothing, work.u);
  double change = kInfinity;
  const double least = kFeasibleChange * problem.velocity_scale;
  for (int round = 0; round < kMostFeasibleRounds && change > least; ++round) {
    for (std::size_t i = 0; i < n; ++i) work.g[i].x() = -work.D[i](0, 0) * work.u[i].x();
    if (!system.solve(work.nothing, work.g, 1, work.dv, work.du, work.dr)) return;
    change = 0;
    for (std::size_t i = 0; i < n; ++i) {
      work.u[i] += work.du[i];
      change = std::max(change, std::abs(work.du[i].x()));
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    speeds[work.places[i]] += work.u[i].x() / conditions.rows[i].length;
  }
}

}  // namespace stiction
