#include "facet_alignment.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "facet_angles.h"

namespace stiction {
namespace {

/// Slower than this, relative to the largest q, a contact sticks.
constexpr double kSlowestSlip = 1e-9;

}  // namespace

void point_against_slip(const ConeProblem& problem, std::vector<double>& angles) {
  if (problem.dimension == 2) return;
  for (int c = 0; c < problem.num_contacts(); ++c) {
    const Eigen::Vector2d slip = problem.q.segment<2>(problem.first_row(c) + 1);
    angles[c] = slip.isZero(0) ? 0.0 : angle_of(-slip);
  }
}

void align_facets(const ConeProblem& problem, const Eigen::VectorXd& r, double spacing,
                  std::vector<double>& angles) {
  if (problem.dimension == 2) return;
  const Eigen::VectorXd u = problem.W * r + problem.q;
  for (int c = 0; c < problem.num_contacts(); ++c) {
    const Eigen::Vector2d friction = r.segment<2>(problem.first_row(c) + 1);
    const Eigen::Vector2d slip = u.segment<2>(problem.first_row(c) + 1);
    const bool slides = slip.norm() > kSlowestSlip;
    if (friction.isZero(0) && !slides) continue;
    const bool loads_two = loads_two_facets(friction, angles[c], spacing);
    const bool follows_friction = !friction.isZero(0) && (!slides || loads_two);
    const double wanted = angle_of(follows_friction ? friction : Eigen::Vector2d(-slip));
    angles[c] += std::remainder(wanted - angles[c], spacing);
  }
}

void perturb_facets(double range, std::uint64_t seed, std::vector<double>& angles) {
  std::minstd_rand generator(static_cast<unsigned>(seed));
  std::uniform_real_distribution<double> share(-1.0, 1.0);
  for (double& angle : angles) angle += range * share(generator);
}

double largest_turn(const std::vector<double>& from, const std::vector<double>& to) {
  double largest = 0;
  for (std::size_t c = 0; c < from.size(); ++c) {
    largest = std::max(largest, std::abs(to[c] - from[c]));
  }
  return largest;
}

}  // namespace stiction
