#include <stiction/contact/no_slip_residual.h>

#include "residual_terms.h"

namespace stiction {
namespace {

/// Loads below this share of m_c V count as none.
constexpr double kNoLoad = 1e-12;

}  // namespace

ContactResidual calc_no_slip_residual(const ContactProblem& problem,
                                      const ContactSolution& solution) {
  const double V = problem.velocity_scale;
  double slip_under_load = 0;
  ContactResidual residual =
      judge_contacts(problem, solution,
                     [&](const ContactProblem::Contact& contact, const Vec3& r, const Vec3& u,
                         double impulse_scale) {
                       const double friction = r.tail<2>().norm() / impulse_scale;
                       const double load = (r.x() + contact.prior_normal_impulse) / impulse_scale;
                       if (!contact.touching || load <= kNoLoad) return friction;
                       const double slip = std::min(u.tail<2>().norm() / V, load);
                       if (!contact.closing) slip_under_load = std::max(slip_under_load, slip);
                       return std::min(slip, friction);
                     });
  residual.cone_force = slip_under_load;
  return residual;
}

}  // namespace stiction
