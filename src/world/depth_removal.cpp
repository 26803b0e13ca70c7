#include "depth_removal.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact_posing.h"
#include "displacement_problem.h"
#include "free_motion.h"
#include "joint_loops.h"
#include "joint_pairs.h"
#include "overlap_depth.h"
#include "removal_progress.h"

namespace stiction {
namespace {

constexpr int kMaxPasses = 40;
/// V of a displacement problem in units of the deepest overlap, so that displacements are found to
/// 1e-7 of it: surfaces that turn leave more, and the next pass starts from there. Measured on
/// walls of 200 that are hit: removal takes 45 to 60 ms per step with 1e3, 150 to 200 with 1, and
/// 15 with 1e6, but then the gaps that it leaves make the next solve half as long again.
constexpr double kScale = 1e3;
/// Displacements of a best answer are made if they leave less than this share of the deepest
/// overlap.
constexpr double kUsefulResidual = 0.9;

/// No body turns further than this in a pass, rad: rows of joints are posed at one pose, and hold
/// for small turns. Without a bound bodies that had turned by a radian in a step were thrown about.
constexpr double kMostTurn = 0.25;
/// Nor so far that its points leave their tangents by more than this share of the depth to be
/// removed. Measured on 162 light chains between heavy bodies that part: 81 were off by more than
/// 1e-6 m at some time without this bound, 9 with 0.5 and none with 0.25, 0.125 and 0.05.
constexpr double kMostLeft = 0.25;
/// How often bodies that would turn further are made heavier, so that others move in their place.
/// The links of such a chain would turn by radians to close a gap that its ends close at once, and
/// partial displacements lead nowhere.
constexpr int kMostBrakes = 5;

/// The least scale on which displacements are judged, m, so that noise does not count: errors of
/// joints are known to 1e-16 m or so, and redundant ones agree no better.
constexpr double kLeastJointScale = 100 * kTouchingGap;

/// A gap that no displacement closes.
constexpr double kFar = std::numeric_limits<double>::infinity();

/// Solves again with bodies made heavier that turn too far for a pass that removes so much, m.
/// Returns the share of the displacements that keeps all turns within their bounds.
double brake(const WorldValue& world, const Island& island, double depth, ContactModel& model,
             ContactProblem& problem, ContactSolution& solution) {
  for (int brakes = 0;; ++brakes) {
    double furthest = 1;
    for (std::size_t k = 0; k < solution.velocities.size(); ++k) {
      const double radius = world.bodies[island.bodies[k]].radius;
      const double most = std::min(kMostTurn, std::sqrt(2 * kMostLeft * depth / radius));
      const double excess = solution.velocities[k].tail<3>().norm() / most;
      if (!(excess > 1)) continue;
      furthest = std::max(furthest, excess);
      ContactProblem::Body& body = problem.bodies[k];
      body.mass *= excess * excess;
      body.inertia *= excess * excess;
      body.inverse_mass /= excess * excess;
      body.inverse_inertia /= excess * excess;
    }
    const bool is_solved = solution.status == ContactStatus::solved;
    if (furthest == 1 || brakes == kMostBrakes || !is_solved) return 1 / furthest;
    model.solve(problem, {}, solution);
  }
}

/// Removes overlap group by group: bodies that contacts tie together. The depth of one group, and
/// contradictions between its joints, have no influence on another.
class DepthRemoval {
 public:
  DepthRemoval(WorldValue& world, const DepthsBefore& before, ContactFinder& finder)
      : world_(world), before_(before), finder_(finder) {}

  /// Finds overlaps and errors of joints, as far as they are to be removed.
  void look();
  /// Chooses the groups in which a pass is to be made; false if there are none.
  bool choose_groups();
  void remove_once(ContactModel& model);
  /// The deepest overlap of all. A pair at rest overlaps as it did before.
  double deepest() const { return deepest_; }

 private:
  bool rests(std::size_t a, std::size_t b) const {
    return before_.at_rest[a] && before_.at_rest[b];
  }
  void note_overlap(const FoundContact& contact);
  void find_overlaps();
  void find_joint_errors();
  void start();
  void raise(std::vector<double>& values, std::size_t body, double value) const;
  void raise_to_overlaps(std::vector<double>& values) const;
  void raise_to_joint_errors(std::vector<double>& values) const;
  void make_groups();
  std::vector<FoundContact>& find_neighbours();
  void keep_posed(std::vector<FoundContact>& contacts);
  void split(std::vector<FoundContact>& contacts);
  bool tie(const std::vector<FoundContact>& contacts);

  WorldValue& world_;
  const DepthsBefore& before_;
  ContactFinder& finder_;
  std::vector<char> movable_;  ///< one per body
  struct Overlap {
    std::size_t body_a, body_b;
    double depth;
  };
  std::vector<Overlap> overlaps_;
  std::vector<double> joint_positions_;  ///< one per joint
  std::vector<double> joint_errors_;     ///< likewise, 0 if the error is left
  double deepest_ = 0;
  double largest_error_ = 0;               ///< of all joints, m (rad times 1 m/rad)
  std::vector<RemovalProgress> progress_;  ///< one per body
  std::vector<char> goes_on_;              ///< likewise: its group is to be moved in this pass
  std::vector<Islands::BodyPair> ties_, joint_pairs_, gear_pairs_, pairs_;
  Islands groups_, islands_;
  /// Contacts of the last pass, with the gaps that it expects to leave.
  std::vector<FoundContact> posed_;
  std::vector<double> island_depths_;  ///< one per island
  std::vector<double> depths_;         ///< of each body: deepest overlap of its group
  std::vector<double> margins_;        ///< likewise: how far to look for neighbours
};

void DepthRemoval::note_overlap(const FoundContact& contact) {
  const double depth = calc_depth(world_, contact);
  deepest_ = std::max(deepest_, depth);
  if (depth > kTouchingGap) overlaps_.push_back({contact.body_a, contact.body_b, depth});
}

void DepthRemoval::look() {
  find_overlaps();
  find_joint_errors();
}

void DepthRemoval::find_overlaps() {
  overlaps_.clear();
  deepest_ = 0;
  for (const FoundContact& contact : before_.contacts) {
    if (contact.gap < 0 && rests(contact.body_a, contact.body_b)) note_overlap(contact);
  }
  if (std::ranges::find(before_.at_rest, 0) == before_.at_rest.end()) return;
  const auto moves = [this](std::size_t a, std::size_t b) { return !rests(a, b); };
  for (const FoundContact& contact : finder_.find_present(world_, 0.0, moves)) {
    note_overlap(contact);
  }
}

void DepthRemoval::find_joint_errors() {
  joint_positions_.clear();
  for (std::size_t i = 0; i < world_.joints.size(); ++i) {
    joint_positions_.push_back(
        find_joint_position(world_.joints[i], world_.bodies, before_.joints[i].position));
  }
  joint_errors_.clear();
  largest_error_ = 0;
  JointConditions conditions;
  for (std::size_t i = 0; i < world_.joints.size(); ++i) {
    const JointRecord& joint = world_.joints[i];
    calc_joint_errors(joint.geometry, central_frame(world_.bodies, joint.parent),
                      central_frame(world_.bodies, joint.child), conditions);
    const double position = joint_positions_[i];
    const JointBounds bounds = calc_bounds(joint, before_.push_out);
    const double excess = std::max({0.0, bounds.lower - position, position - bounds.upper});
    const double leader = joint.leader == kNoJoint ? 0.0 : joint_positions_[joint.leader];
    const double slip = std::abs(calc_gear_error(joint, position, leader));
    const double error = calc_joint_error(conditions) + excess + slip;
    joint_errors_.push_back(error > (joint.in_loop ? kLoopTolerance : kTouchingGap) ? error : 0);
    largest_error_ = std::max(largest_error_, joint_errors_.back());
  }
}

void DepthRemoval::start() {
  for (const BodyRecord& body : world_.bodies) movable_.push_back(body.is_dynamic());
  for (const FoundContact& contact : before_.contacts) {
    ties_.emplace_back(contact.body_a, contact.body_b);
  }
  joint_pairs_ = pair_joints(world_);
  gear_pairs_ = pair_gears(world_);
  ties_.insert(ties_.end(), joint_pairs_.begin(), joint_pairs_.end());
  ties_.insert(ties_.end(), gear_pairs_.begin(), gear_pairs_.end());
  progress_.assign(world_.bodies.size(), {});
}

void DepthRemoval::raise(std::vector<double>& values, std::size_t body, double value) const {
  if (body != kWorldBody && movable_[body]) values[body] = std::max(values[body], value);
}

void DepthRemoval::raise_to_overlaps(std::vector<double>& values) const {
  for (const Overlap& overlap : overlaps_) {
    raise(values, overlap.body_a, overlap.depth);
    raise(values, overlap.body_b, overlap.depth);
  }
}

void DepthRemoval::raise_to_joint_errors(std::vector<double>& values) const {
  for (std::size_t i = 0; i < joint_errors_.size(); ++i) {
    raise(values, world_.joints[i].parent, joint_errors_[i]);
    raise(values, world_.joints[i].child, joint_errors_[i]);
  }
}

bool DepthRemoval::choose_groups() {
  if (overlaps_.empty() && largest_error_ == 0) return false;
  if (movable_.empty()) start();
  for (const Overlap& overlap : overlaps_) ties_.emplace_back(overlap.body_a, overlap.body_b);
  groups_.split(movable_, ties_);
  std::vector<double> depths(world_.bodies.size(), 0.0), errors(depths);
  raise_to_overlaps(depths);
  raise_to_joint_errors(errors);
  goes_on_.assign(world_.bodies.size(), 0);
  bool is_any = false;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const auto bodies = groups_[g].bodies;
    double depth = 0, error = 0;
    RemovalProgress group = progress_[bodies.front()];
    for (const std::size_t body : bodies) {
      depth = std::max(depth, depths[body]);
      error = std::max(error, errors[body]);
      group.join(progress_[body]);
    }
    const bool goes_on = group.goes_on(depth, error);
    group.has_moved = group.is_held = group.is_cut = group.is_contradictory = false;
    for (const std::size_t body : bodies) {
      progress_[body] = group;
      goes_on_[body] = goes_on;
    }
    is_any |= goes_on;
  }
  const auto is_over = [&](std::size_t body) { return body == kWorldBody || !goes_on_[body]; };
  std::erase_if(overlaps_, [&](const Overlap& overlap) {
    return is_over(overlap.body_a) && is_over(overlap.body_b);
  });
  for (std::size_t i = 0; i < joint_errors_.size(); ++i) {
    if (is_over(world_.joints[i].parent) && is_over(world_.joints[i].child)) joint_errors_[i] = 0;
  }
  return is_any;
}

/// Groups bodies that are tied together or overlap.
void DepthRemoval::make_groups() {
  groups_.split(movable_, ties_);
  depths_.assign(world_.bodies.size(), 0.0);
  raise_to_overlaps(depths_);
  raise_to_joint_errors(depths_);
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const auto bodies = groups_[i].bodies;
    double depth = 0;
    for (const std::size_t body : bodies) depth = std::max(depth, depths_[body]);
    for (const std::size_t body : bodies) depths_[body] = depth;
  }
}

/// Ties bodies at the contacts; true if that joins groups of different depths.
bool DepthRemoval::tie(const std::vector<FoundContact>& contacts) {
  bool has_joined = false;
  for (const FoundContact& contact : contacts) {
    const auto [a, b] = std::pair(contact.body_a, contact.body_b);
    if (!movable_[a] || !movable_[b]) continue;
    ties_.emplace_back(a, b);
    has_joined |= depths_[a] != depths_[b];
  }
  return has_joined;
}

/// Finds the contacts of the groups that overlap, and those within reach of their displacement:
/// bodies must not run into others.
std::vector<FoundContact>& DepthRemoval::find_neighbours() {
  const auto is_wanted = [&](std::size_t a, std::size_t b) {
    return depths_[a] > 0 || depths_[b] > 0;
  };
  while (true) {
    make_groups();
    margins_ = depths_;
    for (double& margin : margins_) margin *= 2;
    std::vector<FoundContact>& contacts = finder_.find_present(world_, margins_, is_wanted);
    std::erase_if(contacts, [&](const FoundContact& contact) {
      return contact.gap > std::max(margins_[contact.body_a], margins_[contact.body_b]);
    });
    if (tie(contacts)) continue;
    for (FoundContact& contact : contacts) contact.gap = -calc_depth(world_, contact);
    keep_posed(contacts);
    return contacts;
  }
}

/// Adds the contacts of the last pass that are not found any more. Two logs that all but line up
/// touch near one end and, once that is pushed away, near the other one, which nothing has kept out
/// meanwhile. If a heap of them poses their ends by turns, its depth falls to 0.9 of itself per
/// pass; if posed contacts stay posed, it falls quadratically.
void DepthRemoval::keep_posed(std::vector<FoundContact>& contacts) {
  const std::size_t num_found = contacts.size();
  for (const FoundContact& contact : posed_) {
    const auto [a, b] = std::pair(contact.body_a, contact.body_b);
    if (depths_[a] == 0 && depths_[b] == 0) continue;
    const std::span found(contacts.data(), num_found);
    if (std::ranges::binary_search(found, contact.key, {}, &FoundContact::key)) continue;
    contacts.push_back(contact);
    progress_[a].is_held = progress_[b].is_held = true;
  }
  posed_.clear();
}

/// Splits the contacts into islands, without those that the displacements of their island do not
/// come near: a group looks as far as its deepest overlap asks for, and one of its islands may have
/// overlaps a thousand times smaller.
void DepthRemoval::split(std::vector<FoundContact>& contacts) {
  std::size_t num_far = 0;
  do {
    pairs_.clear();
    for (const FoundContact& contact : contacts)
      pairs_.emplace_back(contact.body_a, contact.body_b);
    islands_.split(movable_, pairs_, joint_pairs_, gear_pairs_);
    island_depths_.assign(islands_.size(), 0.0);
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      double& depth = island_depths_[i];
      for (const std::size_t c : islands_[i].contacts) depth = std::max(depth, -contacts[c].gap);
      for (const std::size_t j : islands_[i].joints) depth = std::max(depth, joint_errors_[j]);
      for (const std::size_t c : islands_[i].contacts) {
        if (contacts[c].gap > 2 * depth) contacts[c].gap = kFar;
      }
    }
    num_far = std::erase_if(contacts, [](const FoundContact& c) { return c.gap == kFar; });
  } while (num_far > 0);
}

void DepthRemoval::remove_once(ContactModel& model) {
  std::vector<FoundContact>& contacts = find_neighbours();
  split(contacts);

  // A step of one second without motion of any body makes gap/h the gap.
  const std::vector<FreeMotion> at_rest(world_.bodies.size());
  const std::vector<const RememberedContacts::Entry*> nothing(contacts.size());
  const StepView view{world_, world_.bodies, at_rest, contacts, nothing, 1.0};
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const Island island = islands_[i];
    const double depth = island_depths_[i];
    const bool has_joint_error =
        std::ranges::any_of(island.joints, [&](std::size_t j) { return joint_errors_[j] > 0; });
    if (depth <= kTouchingGap && !has_joint_error) continue;
    ContactProblem problem = make_displacement_problem(view, island);
    // Joints in loops are held closer than surfaces: to 1e-11 m.
    const bool is_jointed = !island.joints.empty();
    const double deepest = is_jointed ? std::max(depth, kLeastJointScale) : depth;
    problem.velocity_scale = is_jointed ? deepest : kScale * deepest;
    for (const std::size_t j : island.joints) {
      add_displacement_rows(world_, island, j, joint_positions_,
                            calc_bounds(world_.joints[j], before_.push_out), depth, problem);
    }
    ContactSolution solution;
    model.solve(problem, {}, solution);
    const double share = is_jointed ? brake(world_, island, depth, model, problem, solution) : 1.0;
    const double left = solution.residual.max * problem.velocity_scale;
    const bool is_better = left < kUsefulResidual * deepest;
    const bool may_go_on = world_.options.on_unsolved == OnUnsolved::best || is_jointed;
    const bool goes_on = may_go_on && is_better;
    if (solution.status != ContactStatus::solved && !goes_on) continue;
    for (std::size_t k = 0; k < island.bodies.size(); ++k) {
      const std::size_t body = island.bodies[k];
      displace(world_.bodies[body], share * solution.velocities[k]);
      before_.at_rest[body] = 0;
      progress_[body].has_moved = true;
      progress_[body].is_cut |= share < 1;
      progress_[body].is_contradictory |= solution.status != ContactStatus::solved;
    }
    for (std::size_t k = 0; k < island.contacts.size(); ++k) {
      FoundContact& contact = posed_.emplace_back(contacts[island.contacts[k]]);
      const double aimed = calc_contact_velocity(problem.contacts[k], solution.velocities).x();
      contact.gap += share * (aimed - contact.gap);
    }
  }
}

}  // namespace

double remove_depth(WorldValue& world, const DepthsBefore& before, ContactFinder& finder,
                    ContactModel& model) {
  DepthRemoval removal(world, before, finder);
  removal.look();
  for (int pass = 0; pass < kMaxPasses && removal.choose_groups(); ++pass) {
    removal.remove_once(model);
    removal.look();
  }
  return world.placed_depths.empty() ? removal.deepest() : calc_depth(world, finder);
}

}  // namespace stiction
