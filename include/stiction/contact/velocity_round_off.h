#pragma once

#include <stiction/contact/contact_problem.h>

#include <span>
#include <vector>

namespace stiction {

/// What round-off may leave of a body's velocity.
struct VelocityRoundOff {
  double linear = 0;   ///< m/s
  double angular = 0;  ///< rad/s
};

/// The bound e M^-1 sum |J^T r| for each body, sizes in place of signs: with e = 2^-50, four
/// roundings, of the impulse, its arm, their product and the sum. Under a load of 1e8 times its own
/// weight a body's velocity is known to some 1e-8 of what gravity gives it in the step.
/// `impulses` and `row_impulses` as in `ContactSolution`, of these sizes, or it throws. O(contacts
/// + rows).
void calc_velocity_round_off(const ContactProblem& problem, std::span<const Vec3> impulses,
                             std::span<const double> row_impulses,
                             std::vector<VelocityRoundOff>& bounds);

/// The residual that these errors may leave, in units of V: an answer below it cannot be told from
/// an exact one.
double calc_residual_round_off(const ContactProblem& problem,
                               std::span<const VelocityRoundOff> bounds);

}  // namespace stiction
