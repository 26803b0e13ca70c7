#include "fclib_pyramids.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "facet_angles.h"
#include "facet_pyramid.h"

namespace stiction {
namespace {

/// Pyramids at most, and pyramids without a better answer that end the search.
constexpr int kMostFclibPyramids = 20;
constexpr int kFclibPatience = 4;
/// Pivots that a pyramid has at least.
constexpr double kLeastPivots = 200;
/// Facets that turn by less have settled, rad.
constexpr double kFclibSettledTurn = 1e-12;
/// Slower than this, relative to the largest q, a contact sticks.
constexpr double kSlowestSlip = 1e-9;

/// The first facets of contacts that carry no impulse, rad.
std::vector<double> against_slip(const ConeProblem& cone) {
  std::vector<double> angles(static_cast<std::size_t>(cone.num_contacts()), 0.0);
  for (int c = 0; cone.dimension == 3 && c < cone.num_contacts(); ++c) {
    const Vec2 slip = cone.q.segment<2>(cone.first_row(c) + 1);
    if (!slip.isZero(0)) angles[c] = angle_of(-slip);
  }
  return angles;
}

/// The turns to what the impulses r say. Facets are alike: the nearest one goes against the slip
/// where a single one carries the friction, else along the friction.
void align_facets(const ConeProblem& cone, const Eigen::VectorXd& r, double spacing,
                  const std::vector<double>& angles, std::vector<double>& turns) {
  const Eigen::VectorXd u = cone.W * r + cone.q;
  turns.assign(angles.size(), 0.0);
  for (int c = 0; c < cone.num_contacts(); ++c) {
    const Vec2 friction = r.segment<2>(cone.first_row(c) + 1);
    const Vec2 slip = u.segment<2>(cone.first_row(c) + 1);
    const bool slides = slip.norm() > kSlowestSlip;
    if (friction.isZero(0) && !slides) continue;
    const bool follows_friction =
        !friction.isZero(0) && (!slides || loads_two_facets(friction, angles[c], spacing));
    const double wanted = angle_of(follows_friction ? friction : Vec2(-slip));
    turns[c] = std::remainder(wanted - angles[c], spacing);
  }
}

double find_largest(const std::vector<double>& turns) {
  double largest = 0;
  for (const double turn : turns) largest = std::max(largest, std::abs(turn));
  return largest;
}

}  // namespace

bool turn_fclib_pyramids(FclibCandidates& candidates, const FclibSolverOptions& options) {
  const ConeProblem& cone = candidates.cone();
  FclibStatistics& statistics = candidates.answer().statistics;
  const std::unique_ptr<FacetPyramid> pyramid =
      make_facet_pyramid(cone, options.solver, options.directions);
  const double spacing = 2 * std::numbers::pi / options.directions;
  std::vector<double> angles = against_slip(cone);
  std::vector<double> turns;
  Eigen::VectorXd r = Eigen::VectorXd::Zero(cone.size());
  double affordable = kMostFclibWork / pyramid->pivot_work();  // pivots
  int last_progress = 0;
  for (int pass = 0; pass < kMostFclibPyramids && affordable > 0; ++pass) {
    const double before = candidates.answer().residual;
    int pivots = 0;
    const bool is_solved = pyramid->solve(angles, std::max(kLeastPivots, affordable), r, pivots);
    affordable -= 1 + pivots;
    statistics.pivots += pivots;
    ++statistics.pyramids;
    if (candidates.consider_scaled(r, FclibStage::pyramid)) return true;
    if (!is_solved || cone.dimension == 2) return false;
    if (candidates.answer().residual < 0.9 * before) last_progress = pass;
    // Newton's method is trusted near its solution only.
    if (!pyramid->calc_turns(turns) || find_largest(turns) == 0 ||
        find_largest(turns) > kMaxNewtonTurn) {
      align_facets(cone, r, spacing, angles, turns);
    }
    if (find_largest(turns) <= kFclibSettledTurn || pass - last_progress >= kFclibPatience) {
      return false;
    }
    for (std::size_t c = 0; c < angles.size(); ++c) angles[c] += turns[c];
  }
  return false;
}

}  // namespace stiction
