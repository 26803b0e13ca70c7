#include "fclib_pyramid.h"

#include <stiction/lcp/lemke.h>
#include <stiction/model/contact_columns.h>
#include <stiction/model/lloyd_lemke.h>
#include <stiction/model/pyramid.h>

#include <algorithm>
#include <vector>

#include "cone_embedding.h"
#include "facet_angles.h"

namespace stiction {
namespace {

/// Pivots that a pyramid has at least.
constexpr double kLeastPivots = 200;

/// The solvers' own limit, or what `kMostFclibWork` affords at `work` multiplications a pivot.
int pivot_limit(int rows, double work) {
  return static_cast<int>(
      std::min(50.0 * rows + 500, std::max(kLeastPivots, kMostFclibWork / work)));
}

/// Of the first facets: against the free slip, rad.
std::vector<double> find_angles(const ConeProblem& cone) {
  std::vector<double> angles(static_cast<std::size_t>(cone.num_contacts()), 0.0);
  for (int c = 0; cone.dimension == 3 && c < cone.num_contacts(); ++c) {
    const Vec2 slip = cone.q.segment<2>(cone.first_row(c) + 1);
    if (!slip.isZero(0)) angles[c] = angle_of(-slip);
  }
  return angles;
}

/// Lloyd's methods; returns their pivots. r is the best that they met.
int solve_by_lloyd(const ConeProblem& cone, LloydMethod method, int directions,
                   const std::vector<double>& angles, Eigen::VectorXd& r) {
  ContactColumns columns =
      make_contact_columns(cone.W, cone.q, cone.mu, cone.dimension, directions);
  for (int c = 0; c < cone.num_contacts(); ++c) {
    if (angles[c] != 0) columns.turn_facets(c, angles[c]);
  }
  const double rows = columns.dimension;
  const double work = columns.num_contacts() * 4.0 * columns.width + 3 * rows * rows;
  LloydLemke lloyd;
  const int most = pivot_limit(columns.num_contacts() * (2 + columns.num_directions()), work);
  const LloydSolution& answer = lloyd.solve(columns, {.method = method, .pivot_limit = most});
  const double unit = columns.mass_unit * columns.velocity_unit;
  for (int c = 0; c < cone.num_contacts(); ++c) {
    r.segment(cone.first_row(c), cone.dimension) =
        unit * turn_to_tangents(answer.impulses[c], angles[c]).head(cone.dimension);
  }
  return answer.statistics.pivots;
}

/// Lemke's standard method on eq. 8 with all its rows, told which of them share an entry of the
/// covering vector. Likewise.
int solve_by_lemke(const ConeProblem& cone, int directions, const std::vector<double>& angles,
                   Eigen::VectorXd& r) {
  const ConeEmbedding space = embed_in_space(cone);
  const PyramidLayout layout(space.contacts, embedded_directions(cone.dimension, directions));
  const PyramidUnits units;
  Lcp lcp;
  pose_pyramid(space.contacts, space.delassus, angles, layout, units, lcp);
  const std::vector<int> groups = layout.covering_groups();
  LemkeSolver lemke;
  const double work = static_cast<double>(layout.size()) * layout.size();
  const LcpSolution& answer =
      lemke.solve(lcp, {.covering_group = groups, .pivot_limit = pivot_limit(layout.size(), work)});
  std::vector<Vec3> impulses;
  impulses_from_pyramid(answer.z, angles, layout, units, impulses);
  take_from_space(impulses, cone.dimension, r);
  return answer.statistics.pivots;
}

}  // namespace

void solve_fclib_pyramid(FclibCandidates& candidates, const FclibSolverOptions& options) {
  const ConeProblem& cone = candidates.cone();
  const std::vector<double> angles = find_angles(cone);
  Eigen::VectorXd r = Eigen::VectorXd::Zero(cone.size());
  candidates.answer().statistics.pivots =
      options.solver == "lemke"
          ? solve_by_lemke(cone, options.directions, angles, r)
          : solve_by_lloyd(cone, lloyd_method_of(options.solver), options.directions, angles, r);
  candidates.consider_scaled(r, FclibStage::pyramid);
}

}  // namespace stiction
