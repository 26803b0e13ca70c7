#include <stiction/contact/frictionless_residual.h>

#include "residual_terms.h"

namespace stiction {

ContactResidual calc_frictionless_residual(const ContactProblem& problem,
                                           const ContactSolution& solution) {
  return judge_contacts(problem, solution,
                        [](const auto&, const Vec3& r, const Vec3&, double impulse_scale) {
                          return r.tail<2>().norm() / impulse_scale;
                        });
}

}  // namespace stiction
