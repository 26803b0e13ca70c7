#include "joint_impulses.h"

#include <optional>

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

/// What one row puts in, as `calc_row_work` adds it up.
double calc_work_of_row(const WorldValue& world, const JointRowPart& part, double impulse,
                        bool is_motor, std::span<const Vec6> velocities) {
  const JointRecord& joint = world.joints[part.joint];
  double work = 0;
  const auto add_side = [&](std::size_t body, const Vec6& jacobian) {
    if (body == kWorldBody) return;
    const double power = impulse * jacobian.dot(velocities[body]);
    if (is_motor) work += power;
    if (!world.bodies[body].is_dynamic()) work -= power;
  };
  add_side(joint.parent, part.row.parent);
  add_side(joint.child, part.row.child);
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
  double work = 0;
  for (std::size_t i = 0; i < impulses.size(); ++i) {
    for_each_part(places[i], [&](const JointRowPart& part) {
      work +=
          calc_work_of_row(view.world, part, impulses[i], places[i].slot == kMotorSlot, velocities);
    });
  }
  return work;
}

double calc_joint_work(const StepView& view, const Island& island,
                       std::span<const JointRowPlace> places, std::span<const double> forces,
                       std::span<const Vec6> velocities) {
  double work = calc_row_work(view, places, forces, velocities);
  for_each_push(view, island, [&](const JointRowPart& part, double impulse) {
    work += calc_work_of_row(view.world, part, impulse, true, velocities);
  });
  return work;
}

}  // namespace stiction
