#include "displacement_problem.h"

#include <algorithm>

#include "joint_row_place.h"

namespace stiction {

ContactProblem make_displacement_problem(const StepView& view, const Island& island) {
  ContactProblem problem;
  make_contact_problem(view, island, problem);
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    problem.contacts[k].offset = Vec3(view.contacts[island.contacts[k]].gap, 0, 0);
    problem.contacts[k].friction = 0;
    problem.contacts[k].touching = false;
  }
  return problem;
}

JointBounds calc_bounds(const JointRecord& joint, double push_out) {
  const double before = calc_excess(joint, joint.position);
  return {joint.definition.lower + std::min(0.0, before + push_out),
          joint.definition.upper + std::max(0.0, before - push_out)};
}

void add_displacement_rows(const WorldValue& world, const Island& island, std::size_t index,
                           std::span<const double> positions, const JointBounds& bounds,
                           double depth, ContactProblem& problem) {
  const JointRecord& joint = world.joints[index];
  const double position = positions[index];
  const RigidTransform X_WP = central_frame(world.bodies, joint.parent);
  const RigidTransform X_WC = central_frame(world.bodies, joint.child);
  const auto add = [&](ContactProblem::Row row, bool is_angular, double offset) {
    row.offset = offset;
    row.length = is_angular ? joint.gyration : 1;
    // The impulse that this row alone would need: Newton's method starts there.
    row.start_impulse = -offset / calc_row_compliance(problem, row);
    return &problem.rows.emplace_back(row);
  };
  const auto add_part = [&](const JointRow& jacobians, double offset) {
    ContactProblem::Row row;
    add_sides(world, island, {index, jacobians}, row);
    return add(row, jacobians.is_angular, offset);
  };
  JointConditions conditions;
  calc_joint_conditions(joint.geometry, X_WP, X_WC, conditions);
  for (int i = 0; i < conditions.count; ++i) add_part(conditions.rows[i], conditions.errors[i]);
  if (!has_position(joint.geometry.kind)) return;
  const JointRow rate = calc_joint_rate_row(joint.geometry, X_WP, X_WC);
  if (joint.leader != kNoJoint) {
    const JointRowPart leader = calc_leader_part(world, joint, world.bodies);
    ContactProblem::Row row;
    add_sides(world, island, {index, rate}, row);
    add_sides(world, island, leader, row);
    if (!has_no_effect(world, island, {index, rate}, leader, problem, row)) {
      add(row, rate.is_angular, calc_gear_error(joint, position, positions[joint.leader]));
    }
  }
  if (bounds.lower == bounds.upper) {
    add_part(rate, position - bounds.lower);
    return;
  }
  const double reach = 2 * depth / (rate.is_angular ? joint.gyration : 1);
  if (position - bounds.lower < reach) add_part(rate, position - bounds.lower)->lower = 0;
  if (bounds.upper - position < reach) add_part(-1.0 * rate, bounds.upper - position)->lower = 0;
}

}  // namespace stiction
