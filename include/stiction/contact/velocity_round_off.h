#pragma once

#include <stiction/contact/contact_problem.h>

#include <span>
#include <vector>

namespace stiction {

/// Bound on the round-off error of a body's velocity.
struct VelocityRoundOff {
  double linear = 0;   ///< m/s
  double angular = 0;  ///< rad/s
};

/// The bound e M^-1 sum |J^T r| for each body, with norms instead of signs and e = 2^-50: four
/// roundings, of the impulse, its arm, their product and the sum. Under a load of 1e8 times its own
/// weight a body's velocity is known to some 1e-8 of what gravity adds in the step. `impulses` and
/// `row_impulses` as in `ContactSolution`; throws if their sizes differ from the problem's.
/// O(contacts + rows).
void calc_velocity_round_off(const ContactProblem& problem, std::span<const Vec3> impulses,
                             std::span<const double> row_impulses,
                             std::vector<VelocityRoundOff>& bounds);

/// The residual that such errors can cause, in units of V: an answer with a residual below it
/// cannot be distinguished from an exact one.
double calc_residual_round_off(const ContactProblem& problem,
                               std::span<const VelocityRoundOff> bounds);

}  // namespace stiction
