#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/feasible_speeds.h>

#include <optional>
#include <span>
#include <vector>

#include "island_problem.h"
#include "joint_record.h"

namespace stiction {

/// What a row sees of the bodies of a joint.
struct JointRowPart {
  std::size_t joint = 0;  ///< index into the world's joints
  JointRow row;
};

/// Where a row of a contact problem comes from.
struct JointRowPlace {
  JointRowPart part;
  int slot = 0;                             ///< `JointSlot`
  std::optional<JointRowPart> leader = {};  ///< of the row of a gear: the part of its leader
  double curvature = 0;                     ///< kappa/h, part of the row's offset, m/s or rad/s
};

/// The pairs of bodies that the world's joints tie together, as `Islands` takes them.
std::vector<Islands::BodyPair> pair_joints(const WorldValue& world);
/// Likewise by gears: a body of each follower and one of its leader, both dynamic.
std::vector<Islands::BodyPair> pair_gears(const WorldValue& world);
/// The pair of one follower, a joint with a leader.
Islands::BodyPair pair_gear(const WorldValue& world, const JointRecord& follower);

/// Visits the bodies of a joint and of its leader, the world left out.
template <typename Visit>
void visit_bodies(const WorldValue& world, const JointRecord& joint, Visit&& visit) {
  for (const std::size_t body : {joint.parent, joint.child}) {
    if (body != kWorldBody) visit(body);
  }
  if (joint.leader == kNoJoint) return;
  for (const std::size_t body :
       {world.joints[joint.leader].parent, world.joints[joint.leader].child}) {
    if (body != kWorldBody) visit(body);
  }
}

/// The part of its leader in the row of a joint's gear, where the bodies are at these motions.
template <typename Motions>
JointRowPart calc_leader_part(const WorldValue& world, const JointRecord& follower,
                              const Motions& motions) {
  const JointRecord& leader = world.joints[follower.leader];
  return {follower.leader,
          -follower.definition.gear->ratio *
              calc_joint_rate_row(leader.geometry, central_frame(motions, leader.parent),
                                  central_frame(motions, leader.child))};
}

/// Makes a row of the island's problem see what the part does, besides what it sees already.
void add_sides(const WorldValue& world, const Island& island, const JointRowPart& part,
               ContactProblem::Row& row);

/// Whether the parts of a gear's row cancel out, as of two hinges about one axis between the same
/// two bodies: there is nothing that it could act on.
bool has_no_effect(const WorldValue& world, const Island& island, const JointRowPart& part,
                   const JointRowPart& leader, const ContactProblem& problem,
                   const ContactProblem::Row& row);

/// The position of a joint h seconds later, with these velocities of the world's bodies.
double expect_joint_position(const WorldValue& world, std::size_t joint,
                             std::span<const Vec6> velocities, double h);

/// How the rows of an island's joints are posed.
struct JointPosing {
  /// The velocities that the step is expected to end with, of the island's bodies; empty: those it
  /// starts with.
  std::span<const Vec6> expected = {};
  /// Whether conditions are to hold where the step ends, not only as it starts.
  bool is_curved = true;
  /// Whether every limit is posed, not only those that may be met at the expected velocities.
  bool with_all_limits = false;
  /// For an impact, which takes no time: only limits that are met already are posed.
  bool with_met_limits_only = false;
  /// Of the step's impulses, what the rows are expected to give.
  double share = 1;
};

/// Adds the rows of the island's joints to the problem of its contacts, behind those it has:
///
///     conditions       u + kappa/h = 0
///     gear             u - ratio * (u of the leader) + kappa/h = 0
///     limits           0 <= u + gap/h  _|_  r >= 0, u towards the inside
///     friction         -h f <= r <= h f, against u
///     damping c        r = -h c u+
///     velocity motor   u = target within +-h max_effort
///     position motor   r = h (kp (target - q+) - kd u+) within +-h max_effort, q+ = q + h u+
///     effort motor     r = h target: in the free velocity
///
/// with u the child's velocity against the parent's. kappa is what a condition's error changes by
/// along the way of the expected velocities beyond its linear part, so that with v+ as expected
/// the conditions hold where the step ends: the discrete equations of SHAKE (Ryckaert, Ciccotti and
/// Berendsen 1977), which neither lose nor gain energy in the long run. Errors that are there at
/// the start are left to `remove_depth`.
///
/// Raises the judge's V to the largest speed that a joint's row has at the start, or that a motor
/// asks for and its effort can give. O(joints).
void add_joint_rows(const StepView& view, const Island& island, const JointPosing& posing,
                    ContactProblem& problem, std::vector<JointRowPlace>& places);

/// Memory of `make_curvature_feasible`.
struct CurvatureTools {
  FeasibleSpeeds feasible;
  std::vector<double> speeds;
};

/// Leaves of kappa what bodies can do, where joints close loops or gears tie them, so that
/// conditions may follow from others: until the expected velocities lead to where all of them hold,
/// kappa contradicts itself (by 1e-7 m/s in a scissor lift that lands).
void make_curvature_feasible(const WorldValue& world, const Island& island, CurvatureTools& tools,
                             std::vector<JointRowPlace>& places, ContactProblem& problem);

/// Takes kappa out of the rows: where loops leave their joints no motion but one, the conditions of
/// the start are met by rest, those of the end perhaps by nothing.
void straighten_joint_rows(std::vector<JointRowPlace>& places, ContactProblem& problem);

/// The most that curvature along the way of these velocities differs from the one that was posed,
/// m; angular ones times the joint's radius of gyration.
double calc_curvature_change(const StepView& view, const Island& island, const JointPosing& posed,
                             std::span<const Vec6> velocities);

/// Whether the way of these velocities, of the island's bodies, leads beyond a limit.
bool is_limit_missed(const StepView& view, const Island& island, std::span<const Vec6> velocities);

/// What the island's joints gave their bodies over a part of a step, as means over the whole step
/// of `duration`, added to the motions, one a joint of the world: `forces` are the impulses of the
/// rows, one a place, or none in an impact alone; `impact` those of an impact before them, or none.
void add_joint_impulses(const StepView& view, const Island& island,
                        std::span<const JointRowPlace> places, std::span<const double> forces,
                        std::span<const double> impact, double duration,
                        std::vector<JointMotion>& motions);

/// What motors and bodies that forces do not move put in through the rows of the island's joints,
/// where bodies move with these velocities (one a body of the world), J.
double calc_row_work(const StepView& view, std::span<const JointRowPlace> places,
                     std::span<const double> impulses, std::span<const Vec6> velocities);

/// Likewise by the step's forces, with those of effort motors, which have no row.
double calc_joint_work(const StepView& view, const Island& island,
                       std::span<const JointRowPlace> places, std::span<const double> forces,
                       std::span<const Vec6> velocities);

}  // namespace stiction
