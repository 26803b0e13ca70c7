#include <stiction/contact/viscous_residual.h>

#include <cmath>

#include "residual_terms.h"

namespace stiction {
ContactResidual calc_viscous_residual(const ContactProblem& problem,
                                      const ContactSolution& solution) {
  const double V = problem.velocity_scale;
  return judge_contacts(
      problem, solution,
      [&](const ContactProblem::Contact& contact, const Vec3& r, const Vec3& u,
          double impulse_scale) {
        if (!contact.touching) return r.tail<2>().norm() / impulse_scale;
        // In units of m_c and V. Divided before they are added: h c may be beyond all bounds.
        const double damping = problem.time_step * contact.viscosity * V / impulse_scale;
        const Vec2 friction = r.tail<2>() / impulse_scale;
        const Vec2 slip = u.tail<2>() / V;
        if (!std::isfinite(damping)) return slip.norm();
        return Vec2(friction / (1 + damping) + damping / (1 + damping) * slip).norm();
      });
}

}  // namespace stiction
