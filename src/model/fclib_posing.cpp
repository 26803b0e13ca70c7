#include <stiction/math/rejected_number.h>
#include <stiction/model/fclib_posing.h>
#include <stiction/model/pyramid.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "cone_embedding.h"
#include "facet_angles.h"
#include "infinity.h"

namespace stiction {
namespace {

void require_angles(const FclibProblem& problem, std::span<const double> angles) {
  if (problem.dimension == 2) {
    require_size("angles", std::ssize(angles), 0, "as contacts in the plane have one tangent");
  } else {
    require_size("angles", std::ssize(angles), problem.mu.size(), "one for each entry of mu");
  }
  for (const double angle : angles) {
    if (!std::isfinite(angle)) reject_number("finite angles", angle);
  }
}

void require_bounds(const FclibProblem& problem, std::span<const double> bounds) {
  require_size("bounds", std::ssize(bounds), problem.mu.size(), "one for each entry of mu");
  for (const double bound : bounds) {
    if (!(bound >= 0)) reject_number("bounds >= 0", bound);
  }
}

void require_directions(int directions) {
  if (directions >= 4 && directions <= 64 && directions % 2 == 0) return;
  throw std::invalid_argument("expected an even number of directions from 4 to 64, got " +
                              std::to_string(directions));
}

/// Angles of contacts in space.
std::vector<double> spatial_angles(const FclibProblem& problem, std::span<const double> angles) {
  if (problem.dimension == 2) {
    return std::vector<double>(static_cast<std::size_t>(problem.mu.size()), 0.0);
  }
  return {angles.begin(), angles.end()};
}

}  // namespace

Lcp pose_pyramid(const FclibProblem& problem, int directions, std::span<const double> angles) {
  require_directions(directions);
  const FclibProblem local = make_local(problem);
  require_angles(problem, angles);
  ConeProblem cone;
  cone.dimension = local.dimension;
  cone.W = Eigen::MatrixXd(local.W);
  cone.q = local.q;
  cone.mu = local.mu;
  const ConeEmbedding space = embed_in_space(cone);
  Lcp lcp;
  pose_pyramid(space.contacts, space.delassus, spatial_angles(problem, angles),
               PyramidLayout(space.contacts, embedded_directions(cone.dimension, directions)),
               PyramidUnits{}, lcp);
  return lcp;
}

Eigen::VectorXd impulses_from_pyramid(const FclibProblem& problem, int directions,
                                      std::span<const double> angles, const Eigen::VectorXd& z) {
  require_directions(directions);
  validate(problem);
  require_angles(problem, angles);
  const PyramidLayout layout(make_bare_contacts(problem.mu),
                             embedded_directions(problem.dimension, directions));
  require_size("z", z.size(), layout.size(), "one for each row of M");
  std::vector<Vec3> impulses;
  impulses_from_pyramid(z, spatial_angles(problem, angles), layout, PyramidUnits{}, impulses);
  Eigen::VectorXd r;
  take_from_space(impulses, problem.dimension, r);
  return r;
}

BoxLcp pose_box(const FclibProblem& problem, std::span<const double> bounds,
                std::span<const double> angles) {
  const FclibProblem local = make_local(problem);
  require_bounds(problem, bounds);
  require_angles(problem, angles);
  const int d = local.dimension;
  BoxLcp box;
  box.M = Eigen::MatrixXd(local.W);
  box.q = local.q;
  box.lower.resize(box.q.size());
  box.upper.resize(box.q.size());
  for (Eigen::Index c = 0; c < local.mu.size(); ++c) {
    const Eigen::Index i = c * d;
    if (d == 3) turn_tangents(axes_at(angles[static_cast<std::size_t>(c)]), i + 1, box);
    const double bound = bounds[static_cast<std::size_t>(c)];
    box.lower.segment(i, d).setConstant(-bound);
    box.upper.segment(i, d).setConstant(bound);
    box.lower[i] = 0;
    box.upper[i] = kInfinity;
  }
  return box;
}

Eigen::VectorXd impulses_from_box(const FclibProblem& problem, std::span<const double> angles,
                                  const Eigen::VectorXd& z) {
  validate(problem);
  require_angles(problem, angles);
  const int d = problem.dimension;
  require_size("z", z.size(), d * problem.mu.size(),
               "as many as the dimension for each entry of mu");
  Eigen::VectorXd r = z;
  for (Eigen::Index c = 0; d == 3 && c < problem.mu.size(); ++c) {
    r.segment<2>(3 * c + 1) =
        axes_at(angles[static_cast<std::size_t>(c)]) * z.segment<2>(3 * c + 1);
  }
  return r;
}

}  // namespace stiction
