#include "cone_answer.h"

#include <algorithm>
#include <cmath>

#include "contact_answer.h"

namespace stiction {

double score_of(const ContactResidual& residual) {
  if (!(residual.max <= kSolvedResidual)) return kUnsolvedScore + residual.max;
  return residual.max / kAcceptedResidual;
}

Vec3 clipped(const ContactProblem::Contact& contact, const Vec3& impulse) {
  Vec3 inside = impulse;
  inside.x() = std::max(0.0, impulse.x());
  const double bound = contact.friction * (inside.x() + contact.prior_normal_impulse);
  const double squared_size = impulse.tail<2>().squaredNorm();
  if (squared_size > bound * bound) inside.tail<2>() *= bound / std::sqrt(squared_size);
  return inside;
}

}  // namespace stiction
