#include <stiction/contact/coulomb_residual.h>
#include <stiction/math/rejected_number.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "residual_terms.h"

namespace stiction {
namespace {

/// Slip, as a share of V, below which friction conditions are not evaluated but bounded from above.
constexpr double kRoundOffSlip = 1e-12;

/// Friction decomposed along pyramid directions: f = phi_near d_near + phi_next d_next, both >= 0,
/// with the two neighbouring directions around f.
struct FacetLoads {
  int near = 0;
  int next = 0;
  double phi_near = 0;
  double phi_next = 0;
};

FacetLoads decompose(const Vec2& friction, int directions) {
  FacetLoads loads;
  const double size = friction.norm();
  if (size == 0) return loads;
  const double spacing = 2 * std::numbers::pi / directions;
  double turn = std::atan2(friction.y(), friction.x()) / spacing;
  turn -= std::floor(turn / directions) * directions;
  // Close to a direction the other load is small, on whichever side round-off puts the friction.
  const double base = std::floor(turn);
  const double inside = turn - base;
  loads.near = static_cast<int>(base) % directions;
  loads.next = (loads.near + 1) % directions;
  loads.phi_near = size * std::sin((1 - inside) * spacing) / std::sin(spacing);
  loads.phi_next = size * std::sin(inside * spacing) / std::sin(spacing);
  return loads;
}

/// True if the friction lies so far inside the bound that gamma > 0 whatever the facets, and the
/// slip is so slow that no condition can be violated by more than `kRoundOffSlip`.
bool is_held(const Vec2& friction, double slip, double bound, double V, double inscribed) {
  const double inside = inscribed * bound;
  return 2 * slip <= kRoundOffSlip * V && friction.squaredNorm() <= inside * inside;
}

/// The friction conditions of one contact: min(sigma, phi) in units of V, m_c V, and
/// min(gamma, lambda).
double friction_violation(const ContactProblem::Contact& contact, const Vec3& r, const Vec3& u,
                          double V, double impulse_scale, int directions) {
  const double spacing = 2 * std::numbers::pi / directions;
  // Radius of the circle inscribed in the polygon whose corners are the directions.
  const double inscribed = std::cos(spacing / 2);
  const double bound = contact.friction * (r.x() + contact.prior_normal_impulse);
  const double slip = u.tail<2>().norm();
  if (is_held(r.tail<2>(), slip, bound, V, inscribed)) return 2 * slip / V;
  const FacetLoads loads = decompose(r.tail<2>(), directions);
  // lambda = max_j -d_j^T u_t, attained by the direction nearest to -u_t.
  const double turn = std::atan2(-u.z(), -u.y()) / spacing;
  const double lambda = slip * std::cos((turn - std::round(turn)) * spacing);
  double violation = 0;
  for (const auto& [j, phi] :
       {std::pair(loads.near, loads.phi_near), {loads.next, loads.phi_next}}) {
    const double angle = j * spacing;
    const double sigma = std::cos(angle) * u.y() + std::sin(angle) * u.z() + lambda;
    violation = std::max(violation, std::abs(std::min(sigma / V, phi / impulse_scale)));
  }
  const double gamma = bound - loads.phi_near - loads.phi_next;
  return std::max(violation, std::abs(std::min(gamma / impulse_scale, lambda / V)));
}

}  // namespace

ContactResidual calc_coulomb_residual(const ContactProblem& problem,
                                      const ContactSolution& solution, int directions) {
  if (directions < 4 || directions % 2 != 0) {
    reject_number("an even number of directions from 4", directions);
  }
  const double V = problem.velocity_scale;
  ContactResidual cone;
  ContactResidual residual =
      judge_contacts(problem, solution,
                     [&](const ContactProblem::Contact& contact, const Vec3& r, const Vec3& u,
                         double impulse_scale) {
                       judge_slip(contact, r, u, V, impulse_scale, cone);
                       return friction_violation(contact, r, u, V, impulse_scale, directions);
                     });
  residual.cone_angle = cone.cone_angle;
  residual.cone_force = cone.cone_force;
  return residual;
}

}  // namespace stiction
