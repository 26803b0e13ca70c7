#include <stiction/math/rejected_number.h>
#include <stiction/world/unsolved_island.h>
#include <stiction/world/world.h>

#include <algorithm>
#include <locale>
#include <sstream>

namespace stiction {
namespace {

constexpr std::size_t kMostNamed = 5;

std::string name_of(BodyId body, const World& world) {
  if (!world.has_body(body)) return "a body that is gone";
  const std::string& name = world.definition(body).name;
  return name.empty() ? "a body without a name" : name;
}

std::string name_of(JointId joint, const World& world) {
  if (!world.has_joint(joint)) return "a joint that is gone";
  const std::string& name = world.definition(joint).name;
  return name.empty() ? "a joint without a name" : "the joint " + name;
}

/// Returns "a, b and c"; for many, the first ones and how many more there are.
std::string name_all(const std::vector<BodyId>& bodies, const World& world) {
  const std::size_t named = std::min(bodies.size(), kMostNamed);
  std::string text;
  for (std::size_t i = 0; i < named; ++i) {
    const bool is_last = i + 1 == bodies.size();
    if (i > 0) text += is_last ? " and " : ", ";
    text += name_of(bodies[i], world);
  }
  if (bodies.size() > named) text += " and " + std::to_string(bodies.size() - named) + " more";
  return text;
}

std::string short_number(double value) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(2);
  text << value;
  return text.str();
}

std::string describe_cause(const UnsolvedIsland& island, const World& world) {
  const std::string bodies = name_all(island.bodies, world);
  const std::string and_joints = island.worst_joints.empty() ? "" : " and joints";
  const bool is_one = island.squeezed.size() == 1;
  const std::string own_joints = is_one ? "its own joints" : "their own joints";
  switch (island.cause) {
    case UnsolvedCause::squeezed:
      return name_all(island.squeezed, world) + (is_one ? " is" : " are") + " squeezed " +
             (island.squeezing.size() > 1 ? "between " : "by ") +
             (island.squeezing.empty() ? own_joints : name_all(island.squeezing, world)) +
             ", which no force can stop";
    case UnsolvedCause::contradictory:
      return "the contacts" + and_joints + " of " + bodies +
             " require motions that contradict each other";
    case UnsolvedCause::out_of_range:
      return "the numbers of the contacts of " + bodies + " are out of range";
    case UnsolvedCause::out_of_effort:
      return "the effort of " + format_number(world.options().effort) +
             " was not enough for the contacts of " + bodies;
    case UnsolvedCause::not_found:
      break;
  }
  return "no answer was found for the contacts of " + bodies;
}

}  // namespace

std::string_view to_string(UnsolvedCause cause) {
  switch (cause) {
    case UnsolvedCause::squeezed:
      return "squeezed";
    case UnsolvedCause::contradictory:
      return "contradictory";
    case UnsolvedCause::out_of_range:
      return "out-of-range";
    case UnsolvedCause::out_of_effort:
      return "out-of-effort";
    case UnsolvedCause::not_found:
      break;
  }
  return "not-found";
}

std::string describe(const UnsolvedIsland& island, const World& world) {
  std::string text = describe_cause(island, world) + " (residual " + short_number(island.residual);
  for (std::size_t i = 0; i < island.worst.size(); ++i) {
    const UnsolvedIsland::Violation& violation = island.worst[i];
    text += (i == 0 ? "; worst at " : ", ") + name_of(violation.body_a, world) + "-" +
            name_of(violation.body_b, world) + " " + short_number(violation.violation);
  }
  for (std::size_t i = 0; i < island.worst_joints.size(); ++i) {
    const UnsolvedIsland::JointViolation& violation = island.worst_joints[i];
    text += (i == 0 && island.worst.empty() ? "; worst at " : ", ") +
            name_of(violation.joint, world) + " " + short_number(violation.violation) + ", by " +
            short_number(violation.speed) + (violation.is_angular ? " rad/s" : " m/s");
  }
  return text + ")";
}

}  // namespace stiction
