#include "contact_curvature.h"

#include <stiction/math/rotation.h>

#include <algorithm>

#include "free_motion.h"
#include "joint_view.h"

namespace stiction {
namespace {

/// Bodies turn alike if their turns differ by less than this share; if one rolls or pivots on the
/// other, contacts move over their surfaces.
constexpr double kAlikeShare = 0.1;

/// kappa in the world frame, m.
Vec3 calc_contact_curvature(const StepView& view, const JointView& bodies,
                            const FoundContact& contact) {
  const Vec3 w_a = bodies.expected_velocity(contact.body_a).tail<3>();
  const Vec3 w_b = bodies.expected_velocity(contact.body_b).tail<3>();
  const Vec3 phi = view.h * (w_a.norm() < w_b.norm() ? w_a : w_b);
  if (phi.isZero(0)) return Vec3::Zero();
  const Vec3 arm = view.motions[contact.body_b].center - view.motions[contact.body_a].center;
  const Vec3 curvature = exp_rotation(phi) * arm - arm - phi.cross(arm);
  return curvature.norm() > kLeastCurvature ? curvature : Vec3(0, 0, 0);
}

}  // namespace

/// Decided at the start of the step: if it changed from pass to pass, these would not converge.
bool holds_where_step_ends(const StepView& view, const FoundContact& contact) {
  return view.world.options.integrator != Integrator::first_order &&
         turn_alike(view.motions[contact.body_a].velocity.tail<3>(),
                    view.motions[contact.body_b].velocity.tail<3>(), kAlikeShare);
}

void add_contact_curvature(const StepView& view, const Island& island, const JointPosing& posing,
                           double share, ContactProblem& problem) {
  if (!posing.is_curved) return;
  const JointView bodies(view, island, posing.expected);
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    const FoundContact& contact = view.contacts[island.contacts[k]];
    if (!holds_where_step_ends(view, contact)) continue;
    const Vec3 curvature = calc_contact_curvature(view, bodies, contact);
    problem.contacts[k].offset += share / view.h * (contact.frame.transpose() * curvature);
  }
}

double calc_contact_curvature_change(const StepView& view, const Island& island,
                                     const JointPosing& posed, std::span<const Vec6> velocities) {
  if (!posed.is_curved) return 0;
  const JointView before(view, island, posed.expected);
  const JointView after(view, island, velocities);
  double most = 0;
  for (const std::size_t c : island.contacts) {
    if (!holds_where_step_ends(view, view.contacts[c])) continue;
    const Vec3 change = calc_contact_curvature(view, after, view.contacts[c]) -
                        calc_contact_curvature(view, before, view.contacts[c]);
    most = std::max(most, change.norm());
  }
  return most;
}

}  // namespace stiction
