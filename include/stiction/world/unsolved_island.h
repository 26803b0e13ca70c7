#pragma once

#include <stiction/body/body.h>
#include <stiction/body/joint.h>

#include <string>
#include <string_view>
#include <vector>

namespace stiction {

class World;

enum class UnsolvedCause {
  squeezed,  ///< bodies that do not yield close on others: no motion meets all contacts and joints
  /// No motion meets all contacts and joints, and it takes more than one body to part them.
  contradictory,
  out_of_range,   ///< numbers left the range of double
  out_of_effort,  ///< the search spent its effort (`WorldOptions::effort`); there may be an answer
  not_found,      ///< the search ended without an answer; there may be one
};

/// "squeezed", "contradictory", "out-of-range", "out-of-effort" or "not-found".
std::string_view to_string(UnsolvedCause cause);

/// An island whose contacts and joints were left unsolved, and what is known of why.
struct UnsolvedIsland {
  /// What is wrong between two bodies in the best answer: the most of the contacts' violations, in
  /// the units of `calc_cone_residual`.
  struct Violation {
    BodyId body_a;
    BodyId body_b;
    double violation = 0;
  };

  /// Likewise what is wrong with a joint: the most of its rows' violations, in units of V, and by
  /// which speed that row is missed, m/s, or rad/s where it is about an angle.
  struct JointViolation {
    JointId joint;
    double violation = 0;
    double speed = 0;
    bool is_angular = false;
  };

  UnsolvedCause cause = UnsolvedCause::not_found;
  double residual = 0;           ///< of the best answer
  double effort = 0;             ///< that the search cost
  std::vector<BodyId> bodies;    ///< the dynamic ones of the island
  std::vector<BodyId> squeezed;  ///< of those; empty unless that is the cause
  /// Static and kinematic ones, each of which is needed for it; empty where the island's joints do
  /// it alone.
  std::vector<BodyId> squeezing;
  std::vector<Violation> worst;              ///< at most five pairs of bodies, the largest first
  std::vector<JointViolation> worst_joints;  ///< likewise
};

/// A sentence for people: "block is squeezed between left and right, which no force can stop".
/// Names at most five bodies of a kind. The world is the one that made the report.
std::string describe(const UnsolvedIsland& island, const World& world);

}  // namespace stiction
