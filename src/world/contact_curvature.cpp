#include "contact_curvature.h"

#include <stiction/math/rotation.h>

#include <algorithm>

#include "joint_view.h"

namespace stiction {
namespace {

/// Bodies turn alike whose turns differ by less than this share: where one rolls or pivots on the
/// other, contacts move over their surfaces.
constexpr double kAlikeShare = 0.1;

/// As the step starts: where it changed from one pass to the next, these would lead nowhere.
bool turn_alike(const BodyMotion& a, const BodyMotion& b) {
  const Vec3 spin_a = a.velocity.tail<3>();
  const Vec3 spin_b = b.velocity.tail<3>();
  return (spin_a - spin_b).norm() <= kAlikeShare * std::max(spin_a.norm(), spin_b.norm());
}

/// In the contact's frame, m.
Vec3 calc_contact_curvature(const StepView& view, const JointView& bodies,
                            const FoundContact& contact) {
  if (!contact.touching) return Vec3::Zero();
  if (!turn_alike(view.motions[contact.body_a], view.motions[contact.body_b])) return Vec3::Zero();
  const auto bend = [&](std::size_t body) {
    const Vec3 phi = view.h * bodies.expected_velocity(body).tail<3>();
    const Vec3 arm = contact.point - view.motions[body].center;
    return Vec3(exp_rotation(phi) * arm - arm - phi.cross(arm));
  };
  const Vec3 curvature = bend(contact.body_a) - bend(contact.body_b);
  if (curvature.norm() <= kLeastCurvature) return Vec3::Zero();
  return contact.frame.transpose() * curvature;
}

}  // namespace

void add_contact_curvature(const StepView& view, const Island& island, const JointPosing& posing,
                           double share, ContactProblem& problem) {
  if (!posing.is_curved || view.world.options.integrator == Integrator::first_order) return;
  const JointView bodies(view, island, posing.expected);
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    const FoundContact& contact = view.contacts[island.contacts[k]];
    problem.contacts[k].offset += share / view.h * calc_contact_curvature(view, bodies, contact);
  }
}

double calc_contact_curvature_change(const StepView& view, const Island& island,
                                     const JointPosing& posed, std::span<const Vec6> velocities) {
  if (!posed.is_curved || view.world.options.integrator == Integrator::first_order) return 0;
  const JointView before(view, island, posed.expected);
  const JointView after(view, island, velocities);
  double most = 0;
  for (const std::size_t c : island.contacts) {
    const Vec3 change = calc_contact_curvature(view, after, view.contacts[c]) -
                        calc_contact_curvature(view, before, view.contacts[c]);
    most = std::max(most, change.norm());
  }
  return most;
}

}  // namespace stiction
