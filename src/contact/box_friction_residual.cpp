#include <stiction/contact/box_friction_residual.h>
#include <stiction/contact/natural_map.h>

#include <algorithm>
#include <cmath>

#include "residual_terms.h"

namespace stiction {

ContactResidual calc_box_friction_residual(const ContactProblem& problem,
                                           const ContactSolution& solution, BoxBound bound) {
  const std::size_t n = problem.contacts.size();
  const std::vector<double>& angles = solution.axis_angles;
  if (!angles.empty() && angles.size() != n) return infinite_residual();
  for (const double angle : angles) {
    if (!std::isfinite(angle)) return infinite_residual();
  }
  const double V = problem.velocity_scale;
  ContactResidual cone;
  ContactResidual residual = judge_contacts(
      problem, solution,
      [&](const ContactProblem::Contact& contact, const Vec3& r, const Vec3& u,
          double impulse_scale) {
        judge_slip(contact, r, u, V, impulse_scale, cone);
        const double angle = angles.empty() ? 0 : angles[&contact - problem.contacts.data()];
        const Vec2 first(std::cos(angle), std::sin(angle));
        const Vec2 second(-first.y(), first.x());
        const Vec2 f = r.tail<2>() / impulse_scale;
        const Vec2 slip = u.tail<2>() / V;
        const double largest = std::max(std::abs(f.dot(first)), std::abs(f.dot(second)));
        const double load = std::max(0.0, r.x() + contact.prior_normal_impulse) / impulse_scale;
        const double b = bound == BoxBound::coulomb ? contact.friction * load : largest;
        return std::max(std::abs(natural_map_of_interval(f.dot(first), slip.dot(first), -b, b)),
                        std::abs(natural_map_of_interval(f.dot(second), slip.dot(second), -b, b)));
      });
  residual.cone_angle = cone.cone_angle;
  residual.cone_force = cone.cone_force;
  return residual;
}

}  // namespace stiction
