#pragma once

#include <stiction/body/body.h>
#include <stiction/body/joint.h>

#include <string>
#include <string_view>
#include <vector>

namespace stiction {

class World;

enum class UnsolvedCause {
  squeezed,  ///< immovable bodies close on others: no motion meets all contacts and joints
  /// No motion meets all contacts and joints, and removing any single body does not change that.
  contradictory,
  out_of_range,   ///< numbers left the range of double
  out_of_effort,  ///< the search spent its effort (`WorldOptions::effort`); there may be an answer
  not_found,      ///< the search ended without an answer; there may be one
};

/// "squeezed", "contradictory", "out-of-range", "out-of-effort" or "not-found".
std::string_view to_string(UnsolvedCause cause);

/// An island whose contacts and joints were left unsolved, and the known reasons.
struct UnsolvedIsland {
  /// The violation between two bodies in the best answer: the largest of their contacts'
  /// violations, in the units of `calc_cone_residual`.
  struct Violation {
    BodyId body_a;
    BodyId body_b;
    double violation = 0;
  };

  /// The same for a joint: the largest of its rows' violations, in units of V, and the speed by
  /// which that row is missed, m/s, or rad/s for an angular row.
  struct JointViolation {
    JointId joint;
    double violation = 0;
    double speed = 0;
    bool is_angular = false;
  };

  UnsolvedCause cause = UnsolvedCause::not_found;
  double residual = 0;           ///< of the best answer
  double effort = 0;             ///< cost of the search
  std::vector<BodyId> bodies;    ///< the island's dynamic bodies
  std::vector<BodyId> squeezed;  ///< a subset of `bodies`; empty unless that is the cause
  /// Static and kinematic bodies: each one that is needed for the conflict, or all if none is by
  /// itself; empty if the island's joints cause it alone.
  std::vector<BodyId> squeezing;
  std::vector<Violation> worst;              ///< at most five pairs of bodies, largest first
  std::vector<JointViolation> worst_joints;  ///< likewise
};

/// Returns a human-readable sentence: "block is squeezed between left and right, which no force can
/// stop". It names at most five bodies of each kind. `world` must be the one that made the report.
std::string describe(const UnsolvedIsland& island, const World& world);

}  // namespace stiction
