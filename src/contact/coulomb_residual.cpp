#include <stiction/contact/coulomb_residual.h>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

// The judge recomputes everything from the definition and deliberately calls none of the helpers
// that the solvers use: a mistake in those must not hide itself.

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Contacts slower than this fraction of V have no direction of slip worth judging.
constexpr double kSlowSlip = 1e-6;
/// Friction conditions that hold to this are not evaluated but bounded from above.
constexpr double kRoundOffSlip = 1e-12;

/// One side of a contact: the sign with which it enters J, its body and its arm.
struct Side {
  double sign;
  int body;
  Vec3 arm;
};

std::array<Side, 2> sides(const ContactProblem::Contact& contact) {
  return {Side{1.0, contact.body_a, contact.arm_a}, Side{-1.0, contact.body_b, contact.arm_b}};
}

/// u = J v+ + offset.
Vec3 relative_velocity(const ContactProblem::Contact& contact, const std::vector<Vec6>& v) {
  Vec3 u = contact.offset;
  for (const Side& side : sides(contact)) {
    if (side.body < 0) continue;
    const Vec3 at_point = v[side.body].head<3>() + v[side.body].tail<3>().cross(side.arm);
    u += side.sign * (contact.frame.transpose() * at_point);
  }
  return u;
}

/// 1/m_c = n M^-1 n^T of the contact's normal row.
double inverse_contact_mass(const ContactProblem& problem, const ContactProblem::Contact& contact) {
  const Vec3 n = contact.frame.col(0);
  double sum = 0;
  for (const Side& side : sides(contact)) {
    if (side.body < 0) continue;
    const ContactProblem::Body& body = problem.bodies[side.body];
    const Vec3 lever = side.arm.cross(n);
    sum += body.inverse_mass + lever.dot(body.inverse_inertia * lever);
  }
  return sum;
}

/// Friction as the pyramid sees it: f = phi_near d_near + phi_next d_next, both >= 0, with the two
/// neighbouring directions around f.
struct FacetLoads {
  int near = 0;
  int next = 0;
  double phi_near = 0;
  double phi_next = 0;
};

FacetLoads decompose(const Vec2& friction, double facet_angle, int directions) {
  FacetLoads loads;
  const double size = friction.norm();
  if (size == 0) return loads;
  const double spacing = 2 * std::numbers::pi / directions;
  double turn = (std::atan2(friction.y(), friction.x()) - facet_angle) / spacing;
  turn -= std::floor(turn / directions) * directions;
  // Next to a direction the other load is small, whichever side of it round-off puts the friction.
  const double base = std::floor(turn);
  const double inside = turn - base;
  loads.near = static_cast<int>(base) % directions;
  loads.next = (loads.near + 1) % directions;
  loads.phi_near = size * std::sin((1 - inside) * spacing) / std::sin(spacing);
  loads.phi_next = size * std::sin(inside * spacing) / std::sin(spacing);
  return loads;
}

/// Whether the friction lies so far inside the bound that gamma > 0 whatever the facets, and the
/// slip is so slow that no condition can be violated by more than `kRoundOffSlip`.
bool is_held(const Vec2& friction, double slip, double bound, double V, double inscribed) {
  const double inside = inscribed * bound;
  return 2 * slip <= kRoundOffSlip * V && friction.squaredNorm() <= inside * inside;
}

/// The friction conditions of one contact: min(sigma, phi) in units of V, m_c V, and
/// min(gamma, lambda).
double friction_violation(const ContactProblem& problem, const ContactProblem::Contact& contact,
                          const Vec3& r, const Vec3& u, double facet_angle, double impulse_scale,
                          double inscribed) {
  const double V = problem.velocity_scale;
  const double spacing = 2 * std::numbers::pi / problem.directions;
  const double bound = contact.friction * (r.x() + contact.prior_normal_impulse);
  const double slip = u.tail<2>().norm();
  if (is_held(r.tail<2>(), slip, bound, V, inscribed)) return 2 * slip / V;
  const FacetLoads loads = decompose(r.tail<2>(), facet_angle, problem.directions);
  // lambda = max_j -d_j^T u_t: the direction nearest to -u_t has it.
  const double turn = (std::atan2(-u.z(), -u.y()) - facet_angle) / spacing;
  const double lambda = slip * std::cos((turn - std::round(turn)) * spacing);
  double violation = 0;
  for (const auto& [j, phi] :
       {std::pair(loads.near, loads.phi_near), {loads.next, loads.phi_next}}) {
    const double angle = facet_angle + j * spacing;
    const double sigma = std::cos(angle) * u.y() + std::sin(angle) * u.z() + lambda;
    violation = std::max(violation, std::abs(std::min(sigma / V, phi / impulse_scale)));
  }
  const double gamma = bound - loads.phi_near - loads.phi_next;
  return std::max(violation, std::abs(std::min(gamma / impulse_scale, lambda / V)));
}

/// Direction and size of friction against Coulomb's true cone, where the contact slides.
void judge_cone(const ContactProblem::Contact& contact, const Vec3& r, const Vec3& u, double V,
                double impulse_scale, ContactResidual& residual) {
  const Vec2 f = r.tail<2>();
  const Vec2 slip = u.tail<2>();
  const double bound = contact.friction * (r.x() + contact.prior_normal_impulse);
  if (!(slip.norm() > kSlowSlip * V) || !(bound > kSlowSlip * impulse_scale)) return;
  const double cross = f.x() * -slip.y() - f.y() * -slip.x();
  residual.cone_angle = std::max(residual.cone_angle, std::abs(std::atan2(cross, -f.dot(slip))));
  residual.cone_force = std::max(residual.cone_force, std::abs(bound - f.norm()) / bound);
}

double largest_principal_moment(const Mat3& inertia) {
  return Eigen::SelfAdjointEigenSolver<Mat3>(inertia, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .maxCoeff();
}

double momentum_violation(const ContactProblem& problem, const ContactSolution& solution) {
  const double V = problem.velocity_scale;
  std::vector<Vec6> impulse(problem.bodies.size(), Vec6::Zero());
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const Vec3 world = problem.contacts[c].frame * solution.impulses[c];
    for (const Side& side : sides(problem.contacts[c])) {
      if (side.body < 0) continue;
      impulse[side.body].head<3>() += side.sign * world;
      impulse[side.body].tail<3>() += side.sign * side.arm.cross(world);
    }
  }
  double violation = 0;
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    const ContactProblem::Body& body = problem.bodies[i];
    const Vec6 change = solution.velocities[i] - body.free_velocity;
    const double gyration = std::sqrt(largest_principal_moment(body.inertia) / body.mass);
    const double linear = (body.mass * change.head<3>() - impulse[i].head<3>()).norm();
    const double angular = (body.inertia * change.tail<3>() - impulse[i].tail<3>()).norm();
    violation =
        std::max({violation, linear / (body.mass * V), angular / (body.mass * V * gyration)});
  }
  return violation;
}

bool is_finite(const ContactProblem& problem) {
  const auto body = [](const ContactProblem::Body& b) {
    return std::isfinite(b.mass) && b.inertia.allFinite() && std::isfinite(b.inverse_mass) &&
           b.inverse_inertia.allFinite() && b.free_velocity.allFinite();
  };
  const auto contact = [](const ContactProblem::Contact& c) {
    return c.frame.allFinite() && c.arm_a.allFinite() && c.arm_b.allFinite() &&
           c.offset.allFinite() && std::isfinite(c.friction) &&
           std::isfinite(c.prior_normal_impulse);
  };
  return std::isfinite(problem.velocity_scale) &&
         std::all_of(problem.bodies.begin(), problem.bodies.end(), body) &&
         std::all_of(problem.contacts.begin(), problem.contacts.end(), contact);
}

bool is_finite(const ContactSolution& solution) {
  const auto finite = [](const auto& v) { return v.allFinite(); };
  return std::all_of(solution.impulses.begin(), solution.impulses.end(), finite) &&
         std::all_of(solution.velocities.begin(), solution.velocities.end(), finite) &&
         std::all_of(solution.facet_angles.begin(), solution.facet_angles.end(),
                     [](double angle) { return std::isfinite(angle); });
}

}  // namespace

ContactResidual calc_coulomb_residual(const ContactProblem& problem,
                                      const ContactSolution& solution) {
  ContactResidual residual;
  if (!is_finite(problem) || !is_finite(solution)) {
    residual.max = residual.normal = residual.friction = residual.momentum = kInfinity;
    return residual;
  }
  const double V = problem.velocity_scale;
  if (!(V > 0)) return residual;
  // Of the circle inside the polygon whose corners are the directions.
  const double inscribed = std::cos(std::numbers::pi / problem.directions);
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const double impulse_scale = V / inverse_contact_mass(problem, contact);
    const Vec3& r = solution.impulses[c];
    const Vec3 u = relative_velocity(contact, solution.velocities);
    residual.normal =
        std::max(residual.normal, std::abs(std::min(u.x() / V, r.x() / impulse_scale)));
    residual.friction = std::max(
        residual.friction, friction_violation(problem, contact, r, u, solution.facet_angles[c],
                                              impulse_scale, inscribed));
    judge_cone(contact, r, u, V, impulse_scale, residual);
  }
  residual.momentum = momentum_violation(problem, solution);
  residual.max = std::max({residual.normal, residual.friction, residual.momentum});
  return residual;
}

}  // namespace stiction
