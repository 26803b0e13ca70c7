#include "joint_impulses.h"

#include <optional>

#include "free_motion.h"
#include "joint_view.h"

namespace stiction {
namespace {

/// Calls `visit(part, impulse)` for each effort motor of the island.
template <typename Visit>
void for_each_push(const StepView& view, const Island& island, Visit visit) {
  const JointView joints(view, island, {});
  for (const std::size_t index : island.joints) {
    const JointRecord& joint = view.world.joints[index];
    const std::optional<JointMotor>& motor = joint.definition.motor;
    if (!motor || motor->mode != MotorMode::effort) continue;
    visit(JointRowPart{index, joints.rate_row(joint), calc_child_arm(view.motions, joint)},
          view.h * calc_effort(*motor));
  }
}

/// The mean rate of the joint's position over a step in which its bodies move evenly.
double calc_mean_rate(const StepView& view, const JointRecord& joint,
                      std::span<const Vec6> velocities) {
  const auto start = [&](std::size_t body) { return central_frame(view.motions, body); };
  const auto end = [&](std::size_t body) {
    return body == kWorldBody ? start(body) : moved_frame(start(body), velocities[body], view.h);
  };
  const JointRow rate =
      calc_joint_rate_row(joint.geometry, start(joint.parent), start(joint.child));
  return calc_position_change(joint.geometry, start(joint.parent), start(joint.child),
                              end(joint.parent), end(joint.child),
                              view.h * calc_speed(joint, rate, velocities)) /
         view.h;
}

/// The work of kinematic bodies through a part of a row: instantaneous (h = 0), or over h seconds
/// at whose end the row holds, during which the joint's point moves with them on an arc.
double calc_driven_work(const StepView& view, const JointRowPart& part, double impulse,
                        std::span<const Vec6> velocities, double h) {
  const JointRecord& joint = view.world.joints[part.joint];
  double work = 0;
  const auto add_side = [&](std::size_t body, const Vec6& jacobian) {
    if (body == kWorldBody || view.world.bodies[body].is_dynamic()) return;
    const Vec6& velocity = velocities[body];
    work -= impulse * jacobian.dot(velocity);
    if (h == 0 || velocity.isZero(0)) return;
    const Vec3 point = central_frame(view.motions, joint.child).translation + part.arm;
    work -=
        impulse * jacobian.head<3>().dot(calc_arc_velocity(view.motions[body], velocity, point, h));
  };
  add_side(joint.parent, part.row.parent);
  add_side(joint.child, part.row.child);
  return work;
}

/// The work of rows in h seconds, or instantaneously; motors move their joints at a speed of
/// `speed_of(part)`.
template <typename SpeedOf>
double calc_work_of_rows(const StepView& view, std::span<const JointRowPlace> places,
                         std::span<const double> impulses, std::span<const Vec6> velocities,
                         double h, const SpeedOf& speed_of) {
  double work = 0;
  for (std::size_t i = 0; i < impulses.size(); ++i) {
    const bool holds_at_end = places[i].curvature != 0;
    for_each_part(places[i], [&](const JointRowPart& part) {
      work += calc_driven_work(view, part, impulses[i], velocities, holds_at_end ? h : 0.0);
    });
    if (places[i].slot == kMotorSlot) work += impulses[i] * speed_of(places[i].part);
  }
  return work;
}

}  // namespace

void add_joint_impulses(const StepView& view, const Island& island,
                        std::span<const JointRowPlace> places, std::span<const double> forces,
                        std::span<const double> impact, double duration,
                        std::vector<JointMotion>& motions) {
  const auto add = [&](const JointRowPart& part, double impulse) {
    const Vec3 force = impulse / duration * part.row.child.head<3>();
    motions[part.joint].force += force;
    motions[part.joint].torque +=
        impulse / duration * part.row.child.tail<3>() - part.arm.cross(force);
  };
  const auto add_all = [&](std::span<const double> impulses) {
    for (std::size_t i = 0; i < impulses.size(); ++i) {
      for_each_part(places[i], [&](const JointRowPart& part) { add(part, impulses[i]); });
    }
  };
  add_all(impact);
  if (forces.empty()) return;
  add_all(forces);
  for (std::size_t i = 0; i < places.size(); ++i) {
    motions[places[i].part.joint].efforts[places[i].slot] += forces[i] / duration;
  }
  for_each_push(view, island, [&](const JointRowPart& part, double impulse) {
    motions[part.joint].efforts[kMotorSlot] += impulse / duration;
    add(part, impulse);
  });
}

double calc_row_work(const StepView& view, std::span<const JointRowPlace> places,
                     std::span<const double> impulses, std::span<const Vec6> velocities) {
  const auto speed = [&](const JointRowPart& part) {
    return calc_speed(view.world.joints[part.joint], part.row, velocities);
  };
  return calc_work_of_rows(view, places, impulses, velocities, 0, speed);
}

double calc_joint_work(const StepView& view, const Island& island,
                       std::span<const JointRowPlace> places, std::span<const double> forces,
                       std::span<const Vec6> velocities) {
  const auto mean_rate = [&](const JointRowPart& part) {
    return calc_mean_rate(view, view.world.joints[part.joint], velocities);
  };
  double work = calc_work_of_rows(view, places, forces, velocities, view.h, mean_rate);
  for_each_push(view, island, [&](const JointRowPart& part, double impulse) {
    work += impulse * mean_rate(part) + calc_driven_work(view, part, impulse, velocities, view.h);
  });
  return work;
}

}  // namespace stiction
