#include <stiction/contact/contact_problem.h>
#include <stiction/math/rejected_number.h>
#include <stiction/model/delassus.h>
#include <stiction/model/fclib_posing.h>
#include <stiction/model/pyramid.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "facet_angles.h"
#include "infinity.h"

namespace stiction {
namespace {

void require_angles(const FclibProblem& problem, std::span<const double> angles) {
  if (problem.dimension == 2) {
    require_size("angles", std::ssize(angles), 0, "because contacts in the plane have one tangent");
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

/// The angles, with zeros for plane problems.
std::vector<double> spatial_angles(const FclibProblem& problem, std::span<const double> angles) {
  if (problem.dimension == 2) {
    return std::vector<double>(static_cast<std::size_t>(problem.mu.size()), 0.0);
  }
  return {angles.begin(), angles.end()};
}

/// Contacts in space with these coefficients of friction, and no bodies.
ContactProblem make_bare_contacts(const Eigen::VectorXd& mu) {
  ContactProblem contacts;
  contacts.contacts.resize(static_cast<std::size_t>(mu.size()));
  for (Eigen::Index c = 0; c < mu.size(); ++c) {
    contacts.contacts[static_cast<std::size_t>(c)].friction = mu[c];
  }
  return contacts;
}

/// W and q in space. A plane contact gets a second tangent that is coupled to nothing, and so
/// carries no friction.
Delassus embed_in_space(const FclibProblem& local) {
  const Eigen::MatrixXd W = local.W;
  const int d = local.dimension;
  const int n = local.num_contacts();
  Delassus delassus;
  delassus.W.setZero(3 * n, 3 * n);
  delassus.u_free.setZero(3 * n);
  for (int i = 0; i < n; ++i) {
    delassus.u_free.segment(3 * i, d) = local.q.segment(d * i, d);
    for (int k = 0; k < n; ++k) {
      delassus.W.block(3 * i, 3 * k, d, d) = W.block(d * i, d * k, d, d);
    }
  }
  return delassus;
}

}  // namespace

PyramidLayout pyramid_layout(const FclibProblem& problem, int directions) {
  return PyramidLayout(make_bare_contacts(problem.mu), problem.dimension == 2 ? 2 : directions);
}

Lcp pose_pyramid(const FclibProblem& problem, int directions, std::span<const double> angles) {
  require_directions(directions);
  const FclibProblem local = make_local(problem);
  require_angles(problem, angles);
  Lcp lcp;
  pose_pyramid(make_bare_contacts(local.mu), embed_in_space(local), spatial_angles(problem, angles),
               pyramid_layout(local, directions), PyramidUnits{}, lcp);
  return lcp;
}

Eigen::VectorXd impulses_from_pyramid(const FclibProblem& problem, int directions,
                                      std::span<const double> angles, const Eigen::VectorXd& z) {
  require_directions(directions);
  validate(problem);
  require_angles(problem, angles);
  const PyramidLayout layout = pyramid_layout(problem, directions);
  require_size("z", z.size(), layout.size(), "one for each row of M");
  std::vector<Vec3> impulses;
  impulses_from_pyramid(z, spatial_angles(problem, angles), layout, PyramidUnits{}, impulses);
  const int d = problem.dimension;
  Eigen::VectorXd r(d * problem.mu.size());
  for (int c = 0; c < problem.num_contacts(); ++c) r.segment(d * c, d) = impulses[c].head(d);
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
