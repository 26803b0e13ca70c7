#include <stiction/contact/velocity_round_off.h>
#include <stiction/math/rejected_number.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

void calc_velocity_round_off(const ContactProblem& problem, std::span<const Vec3> impulses,
                             std::span<const double> row_impulses,
                             std::vector<VelocityRoundOff>& bounds) {
  require_size("impulses", std::ssize(impulses), std::ssize(problem.contacts),
               "one for each contact");
  require_size("row_impulses", std::ssize(row_impulses), std::ssize(problem.rows),
               "one for each row");
  bounds.assign(problem.bodies.size(), {});
  const auto add = [&](int body, double size, const Vec3& arm) {
    if (body < 0) return;
    bounds[body].linear += size;
    bounds[body].angular += size * arm.norm();
  };
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const double size = impulses[c].norm();
    if (size == 0) continue;
    add(contact.body_a, size, contact.arm_a);
    add(contact.body_b, size, contact.arm_b);
  }
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const double size = std::abs(row_impulses[i]);
    for (const ContactProblem::Row::Side& side : problem.rows[i].sides) {
      if (side.body < 0) continue;
      bounds[side.body].linear += size * side.jacobian.head<3>().norm();
      bounds[side.body].angular += size * side.jacobian.tail<3>().norm();
    }
  }
  constexpr double kError = 4 * std::numeric_limits<double>::epsilon();
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    bounds[i].linear *= kError * problem.bodies[i].inverse_mass;
    bounds[i].angular *= kError * problem.bodies[i].inverse_inertia.norm();
  }
}

double calc_residual_round_off(const ContactProblem& problem,
                               std::span<const VelocityRoundOff> bounds) {
  require_size("bounds", std::ssize(bounds), std::ssize(problem.bodies), "one for each body");
  if (!(problem.velocity_scale > 0)) return 0;
  const auto speed = [&](int body, double linear, double angular) {
    return body < 0 ? 0.0 : bounds[body].linear * linear + bounds[body].angular * angular;
  };
  double worst = 0;
  for (const ContactProblem::Contact& contact : problem.contacts) {
    worst = std::max(worst, speed(contact.body_a, 1, contact.arm_a.norm()) +
                                speed(contact.body_b, 1, contact.arm_b.norm()));
  }
  for (const ContactProblem::Row& row : problem.rows) {
    double sum = 0;
    for (const ContactProblem::Row::Side& side : row.sides) {
      sum += speed(side.body, side.jacobian.head<3>().norm(), side.jacobian.tail<3>().norm());
    }
    worst = std::max(worst, row.length * sum);
  }
  return worst / problem.velocity_scale;
}

}  // namespace stiction
