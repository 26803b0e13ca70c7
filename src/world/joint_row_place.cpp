#include "joint_row_place.h"

#include <algorithm>
#include <utility>

namespace stiction {
namespace {

/// Share of its parts' compliance below which a gear's row is what round-off leaves of parts that
/// cancel out: a relative size of 1e-8 or so in the row itself, far from that in any mechanism.
constexpr double kLeastGearCompliance = 1e-16;
}  // namespace

Vec3 calc_child_arm(BodyMotions motions, const JointRecord& joint) {
  return central_frame(motions, joint.child).rotation * joint.geometry.X_CJ.translation;
}

void add_sides(const WorldValue& world, const Island& island, const JointRowPart& part,
               ContactProblem::Row& row) {
  const JointRecord& joint = world.joints[part.joint];
  for (const auto& [body, jacobian] :
       {std::pair(joint.child, part.row.child), std::pair(joint.parent, part.row.parent)}) {
    const int place = body == kWorldBody ? -1 : island.places[body];
    if (place < 0) continue;
    auto side = std::ranges::find(row.sides, place, &ContactProblem::Row::Side::body);
    if (side == row.sides.end()) {
      side = std::ranges::find(row.sides, -1, &ContactProblem::Row::Side::body);
      side->body = place;
    }
    side->jacobian += jacobian;
  }
}

bool has_no_effect(const WorldValue& world, const Island& island, const JointRowPart& part,
                   const JointRowPart& leader, const ContactProblem& problem,
                   const ContactProblem::Row& row) {
  double compliance = 0;
  for (const JointRowPart& one : {part, leader}) {
    ContactProblem::Row alone;
    add_sides(world, island, one, alone);
    compliance += calc_row_compliance(problem, alone);
  }
  return calc_row_compliance(problem, row) <= kLeastGearCompliance * compliance;
}

}  // namespace stiction
