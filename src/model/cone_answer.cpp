#include "cone_answer.h"

#include <algorithm>

#include "contact_answer.h"

namespace stiction {

double score_of(const ContactResidual& residual, bool counts_cone_error) {
  if (!(residual.max <= kSolvedResidual)) return kUnsolvedScore + residual.max;
  const double exactness = residual.max / kAcceptedResidual;
  if (!counts_cone_error) return exactness;
  return std::max({exactness, residual.cone_angle / kAcceptedConeError,
                   residual.cone_force / kAcceptedConeError});
}

Vec3 clipped(const ContactProblem::Contact& contact, const Vec3& impulse) {
  Vec3 inside = impulse;
  inside.x() = std::max(0.0, impulse.x());
  const double bound = contact.friction * (inside.x() + contact.prior_normal_impulse);
  const double size = impulse.tail<2>().norm();
  if (size > bound) inside.tail<2>() *= bound / size;
  return inside;
}

}  // namespace stiction
