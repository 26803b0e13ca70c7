#include "joint_curvature.h"

#include <algorithm>
#include <cmath>

#include "joint_loops.h"
#include "joint_view.h"

namespace stiction {
namespace {

/// True if anything but a gear acts along the joint's position.
bool acts_along_its_position(const JointRecord& joint) {
  const JointDefinition& definition = joint.definition;
  return has_position(joint.geometry.kind) &&
         (definition.friction > 0 || definition.damping > 0 || definition.motor ||
          std::isfinite(definition.lower) || std::isfinite(definition.upper));
}

}  // namespace

void make_curvature_feasible(const WorldValue& world, const Island& island, CurvatureTools& tools,
                             std::vector<JointRowPlace>& places, ContactProblem& problem) {
  const bool is_curved =
      std::ranges::any_of(places, [](const JointRowPlace& place) { return place.curvature != 0; });
  if (!is_curved || !may_be_redundant(world, island)) return;
  tools.speeds.clear();
  for (const JointRowPlace& place : places) tools.speeds.push_back(-place.curvature);
  tools.feasible.make_feasible(problem, tools.speeds);
  for (std::size_t i = 0; i < places.size(); ++i) {
    problem.rows[i].offset -= places[i].curvature + tools.speeds[i];
    places[i].curvature = -tools.speeds[i];
  }
}

void bend_joint_rows(std::span<const JointRowPlace> places, double share, ContactProblem& problem) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    problem.rows[i].offset += share * places[i].curvature;
  }
}

void straighten_joint_rows(std::vector<JointRowPlace>& places, ContactProblem& problem) {
  bend_joint_rows(places, -1, problem);
  for (JointRowPlace& place : places) place.curvature = 0;
}

double calc_curvature_change(const StepView& view, const Island& island, const JointPosing& posed,
                             std::span<const Vec6> velocities) {
  const JointView before(view, island, posed.expected);
  const JointView after(view, island, velocities);
  double most = 0;
  for (const std::size_t index : island.joints) {
    const JointRecord& joint = view.world.joints[index];
    JointConditions conditions;
    before.get_conditions(joint, conditions);
    const auto expected = before.calc_curvatures(joint, conditions);
    const auto found = after.calc_curvatures(joint, conditions);
    // Use norms, so that the axes of the joint's frame make no difference.
    double linear = 0, angular = 0;
    for (int i = 0; i < conditions.count; ++i) {
      const double change = found[i] - expected[i];
      (conditions.rows[i].is_angular ? angular : linear) += change * change;
    }
    most = std::max({most, std::sqrt(linear), joint.gyration * std::sqrt(angular)});
    const double arm = joint.geometry.kind == JointKind::revolute ? joint.gyration : 1;
    if (acts_along_its_position(joint)) {
      const JointRow rate = before.rate_row(joint);
      most = std::max(most, arm * std::abs(after.calc_rate_curvature(joint, rate) -
                                           before.calc_rate_curvature(joint, rate)));
    }
    if (joint.leader == kNoJoint) continue;
    most = std::max(
        most, arm * std::abs(after.calc_gear_curvature(joint) - before.calc_gear_curvature(joint)));
  }
  return most;
}

}  // namespace stiction
