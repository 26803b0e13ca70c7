#include "failure_analysis.h"

#include <stiction/contact/cone_residual.h>
#include <stiction/contact/natural_map.h>
#include <stiction/model/contact_model.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace stiction {
namespace {

constexpr std::size_t kMostPairs = 5;
constexpr std::size_t kMostAsked = 100;  ///< contacts: a solve of them takes some milliseconds
/// Smaller violations are due to the search, not the scene.
constexpr double kNotableViolation = 1e-6;

/// True if rest meets all rows beyond contacts and all normal conditions. The frictionless model
/// may fail to find that, too, if conditions are nearly dependent.
bool is_met_by_rest(const ContactProblem& problem) {
  const auto is_met = [](const ContactProblem::Row& row) {
    const bool may_go_on = row.offset == 0 || std::isfinite(row.offset > 0 ? row.lower : row.upper);
    return row.softness > 0 || may_go_on;
  };
  const auto is_free = [](const ContactProblem::Contact& c) { return c.offset.x() >= 0; };
  return std::ranges::all_of(problem.contacts, is_free) &&
         std::ranges::all_of(problem.rows, is_met);
}

/// True if a motion meets all rows beyond contacts, and the normal conditions of all contacts that
/// `takes` accepts.
template <typename Takes>
bool can_be_met(const StepView& view, const ContactProblem& problem, Takes takes) {
  ContactProblem rest = problem;
  rest.contacts.clear();
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    if (takes(c)) rest.contacts.push_back(problem.contacts[c]);
  }
  ContactSolution solution;
  make_contact_model({.model = "frictionless", .should_stop = *view.ask_to_stop})
      ->solve(rest, {}, solution);
  return solution.status == ContactStatus::solved;
}

/// The largest violation of each pair of bodies, largest first.
std::vector<UnsolvedIsland::Violation> find_worst(const std::vector<double>& violations,
                                                  std::span<const FoundContact* const> found,
                                                  const WorldValue& world) {
  std::map<std::pair<BodyId, BodyId>, double> of_pair;
  for (std::size_t c = 0; c < violations.size(); ++c) {
    if (!(violations[c] > kNotableViolation)) continue;
    const std::pair pair(world.bodies[found[c]->body_a].id, world.bodies[found[c]->body_b].id);
    of_pair[pair] = std::max(of_pair[pair], violations[c]);
  }
  std::vector<UnsolvedIsland::Violation> worst;
  for (const auto& [pair, violation] : of_pair) {
    worst.push_back({pair.first, pair.second, violation});
  }
  std::ranges::stable_sort(worst, std::greater(), &UnsolvedIsland::Violation::violation);
  if (worst.size() > kMostPairs) worst.resize(kMostPairs);
  return worst;
}

/// The largest violation of a row of each joint, largest first.
std::vector<UnsolvedIsland::JointViolation> find_worst_joints(const ContactProblem& problem,
                                                              const ContactSolution& best,
                                                              std::span<const JointRowPlace> places,
                                                              const WorldValue& world) {
  std::map<JointId, UnsolvedIsland::JointViolation> of_joint;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const ContactProblem::Row& row = problem.rows[i];
    const double r = best.row_impulses[i];
    const double u = calc_row_velocity(row, best.velocities) + row.softness * r;
    const double compliance = calc_row_compliance(problem, row) + row.softness;
    const double error = natural_map_of_interval(r, u / compliance, row.lower, row.upper);
    const double speed = compliance * std::abs(error);
    const double violation = row.length * speed / problem.velocity_scale;
    if (!(violation > kNotableViolation)) continue;
    const JointId joint = world.joints[places[i].part.joint].id;
    UnsolvedIsland::JointViolation& worst = of_joint[joint];
    if (violation <= worst.violation) continue;
    worst = {joint, violation, speed, places[i].part.row.is_angular};
  }
  std::vector<UnsolvedIsland::JointViolation> worst;
  for (const auto& [joint, violation] : of_joint) worst.push_back(violation);
  std::ranges::stable_sort(worst, std::greater(), &UnsolvedIsland::JointViolation::violation);
  if (worst.size() > kMostPairs) worst.resize(kMostPairs);
  return worst;
}

/// The violation of each contact; friction is ignored if the law does not bound it.
std::vector<double> calc_violations(ContactProblem problem, ContactSolution best,
                                    bool has_friction_bound) {
  if (!has_friction_bound) {
    for (ContactProblem::Contact& contact : problem.contacts) contact.friction = 0;
    for (Vec3& impulse : best.impulses) impulse.tail<2>().setZero();
  }
  return calc_cone_violations(problem, best);
}

}  // namespace

UnsolvedIsland explain_unsolved(const StepView& view, const Island& island,
                                const ContactProblem& problem, std::span<const std::size_t> places,
                                std::span<const JointRowPlace> joint_places,
                                const ContactSolution& best, bool has_friction_bound) {
  UnsolvedIsland unsolved;
  unsolved.residual = best.residual.max;
  for (const std::size_t i : island.bodies) unsolved.bodies.push_back(view.world.bodies[i].id);
  std::vector<const FoundContact*> found;
  std::set<std::size_t> taking_part;  // indices of bodies
  for (const std::size_t place : places) {
    found.push_back(&view.contacts[island.contacts[place]]);
    taking_part.insert({found.back()->body_a, found.back()->body_b});
  }
  unsolved.worst =
      find_worst(calc_violations(problem, best, has_friction_bound), found, view.world);
  // An impact has fewer rows.
  if (joint_places.size() == problem.rows.size()) {
    unsolved.worst_joints = find_worst_joints(problem, best, joint_places, view.world);
  }
  unsolved.effort = best.statistics.effort;
  if (best.statistics.is_out_of_effort) {
    unsolved.cause = UnsolvedCause::out_of_effort;
  } else if (!std::isfinite(best.residual.max)) {
    unsolved.cause = UnsolvedCause::out_of_range;
    return unsolved;
  }
  // Real-time users, who go on with best answers, do not wait for the reason.
  const bool is_short =
      best.statistics.is_out_of_effort && view.world.options.on_unsolved == OnUnsolved::best;
  if (is_short || problem.contacts.size() > kMostAsked) return unsolved;
  const auto all = [](std::size_t) { return true; };
  if (is_met_by_rest(problem) || can_be_met(view, problem, all)) return unsolved;
  unsolved.cause = UnsolvedCause::squeezed;
  for (const std::size_t i : taking_part) {
    const auto is_of_another = [&](std::size_t c) {
      return found[c]->body_a != i && found[c]->body_b != i;
    };
    if (!can_be_met(view, problem, is_of_another)) continue;
    const BodyRecord& body = view.world.bodies[i];
    (body.is_dynamic() ? unsolved.squeezed : unsolved.squeezing).push_back(body.id);
  }
  if (unsolved.squeezed.empty() && unsolved.squeezing.empty()) {
    unsolved.cause = UnsolvedCause::contradictory;
    return unsolved;
  }
  // If several bodies are squeezed by the same ones, no single one is needed for it.
  if (unsolved.squeezed.empty()) unsolved.squeezed = unsolved.bodies;
  if (unsolved.squeezing.empty()) {
    for (const std::size_t i : taking_part) {
      if (!view.world.bodies[i].is_dynamic()) unsolved.squeezing.push_back(view.world.bodies[i].id);
    }
  }
  return unsolved;
}

}  // namespace stiction
