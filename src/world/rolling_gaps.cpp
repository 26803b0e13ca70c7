#include "rolling_gaps.h"

#include <stiction/world/contact.h>

#include <Eigen/QR>
#include <algorithm>
#include <limits>
#include <utility>

#include "free_motion.h"
#include "joint_record.h"
#include "pair_contacts.h"

namespace stiction {
namespace {

/// Wider gaps are no curvature's: a ball of 0.1 m that rolls at 0.15 m/s opens so much in 10 ms.
constexpr double kMostGap = 1e-5;
/// On a way of so much a ball of 1 mm opens half of what counts as touching.
constexpr double kLeastWay = 1e-6;
/// Who bears on more is not free to roll.
constexpr int kMostBearings = 12;
/// Directions that contacts tell apart by less are one: to close both takes a long way.
constexpr double kIndependent = 1e-3;
/// A body that is wedged in would have to go further than this for its gap, times the gap.
constexpr double kLongestWay = 30;
/// What separates faster along the normal of the start has bounced, m/s.
constexpr double kLeastSeparation = 1e-6;
/// Gaps are closed, and kept, up to this, m.
constexpr double kCloseness = 0.1 * kTouchingGap;

/// How far a point of the body moves in the step, m.
double calc_way(const BodyRecord& body, double h) {
  if (!body.is_dynamic()) return 0;
  return h * (body.velocity.head<3>().norm() + body.radius * body.velocity.tail<3>().norm());
}

/// Along the normal of the step's start, where the contact was then, m/s.
double calc_separation(const WorldValue& world, const FoundContact& start) {
  const auto velocity_of = [&](std::size_t i) -> Vec3 {
    const BodyRecord& body = world.bodies[i];
    return body.velocity.head<3>() +
           body.velocity.tail<3>().cross(start.point - body.previous_center);
  };
  return start.normal().dot(velocity_of(start.body_a) - velocity_of(start.body_b));
}

void mark_tied(const WorldValue& world, std::vector<char>& is_tied) {
  is_tied.assign(world.bodies.size(), 0);
  for (const JointRecord& joint : world.joints) {
    for (const std::size_t i : {joint.parent, joint.child}) {
      if (i != kWorldBody) is_tied[i] = 1;
    }
  }
}

/// Where the contacts of a pair are now.
void find_pair(const WorldValue& world, const FoundContact& pair, RollingGapTools& tools) {
  const auto place = [&](std::size_t body, int shape) {
    return pose_shape(world, world.bodies[body], body, shape);
  };
  NarrowPhaseQuery query;
  query.margin = kMostGap;
  tools.found.clear();
  append_pair_contacts(world, place(pair.body_a, pair.key.shape_a),
                       place(pair.body_b, pair.key.shape_b), query, tools.manifolds, tools.found);
}

/// Of every body that rolls, the contacts that bore; a gap beyond what may be closed where one is
/// not there any more.
void collect_bearings(const WorldValue& world, std::span<const FoundContact> contacts,
                      const RememberedContacts& memory, double h, RollingGapTools& tools) {
  tools.bearings.clear();
  const auto rolls = [&](std::size_t i) {
    return !tools.is_tied[i] && calc_way(world.bodies[i], h) > kLeastWay;
  };
  const FoundContact* last = nullptr;
  std::size_t next = 0;
  for (const FoundContact& start : contacts) {
    const RememberedContacts::Entry* entry = memory.find_next(start.key, next);
    if (!entry || entry->state == ContactState::open) continue;
    if (!rolls(start.body_a) && !rolls(start.body_b)) continue;
    if (calc_separation(world, start) > kLeastSeparation) continue;
    if (!last || !is_same_pair(last->key, start.key)) find_pair(world, start, tools);
    last = &start;
    const auto end = std::ranges::find(tools.found, start.key, &FoundContact::key);
    FoundContact bearing = end == tools.found.end() ? start : *end;
    if (end == tools.found.end()) bearing.gap = std::numeric_limits<double>::infinity();
    for (const std::size_t i : {start.body_a, start.body_b}) {
      if (rolls(i)) tools.bearings.push_back({i, bearing});
    }
  }
  std::ranges::sort(tools.bearings, [](const auto& one, const auto& other) {
    return std::pair(one.body, one.contact.key) < std::pair(other.body, other.contact.key);
  });
}

/// How the gap changes with the body's displacement and its turn times its radius.
Vec6 calc_row(const BodyRecord& body, bool is_a, const FoundContact& contact) {
  const Vec3 normal = is_a ? contact.normal() : Vec3(-contact.normal());
  Vec6 row;
  row << normal, (contact.point - body.center).cross(normal) / body.radius;
  return row;
}

/// The displacement (and turn times radius) that closes a body's gaps; none where there is none.
Vec6 find_displacement(const WorldValue& world, double h,
                       std::span<const RollingGapTools::Bearing> bearings) {
  const std::size_t i = bearings.front().body;
  const BodyRecord& body = world.bodies[i];
  const auto size = static_cast<Eigen::Index>(bearings.size());
  if (size > kMostBearings) return Vec6::Zero();
  Eigen::Matrix<double, Eigen::Dynamic, 6, 0, kMostBearings, 6> A(size, 6);
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostBearings, 1> change(size);
  for (Eigen::Index k = 0; k < size; ++k) {
    const FoundContact& contact = bearings[static_cast<std::size_t>(k)].contact;
    if (contact.gap > kMostGap) return Vec6::Zero();
    A.row(k) = calc_row(body, contact.body_a == i, contact).transpose();
    // Of two that roll the faster one opened the gap.
    const std::size_t other = contact.body_a == i ? contact.body_b : contact.body_a;
    const bool is_own = calc_way(body, h) >= calc_way(world.bodies[other], h);
    change[k] = is_own && contact.gap > kTouchingGap ? -contact.gap : 0.0;
  }
  if (change.isZero(0)) return Vec6::Zero();
  Eigen::CompleteOrthogonalDecomposition<decltype(A)> factor;
  factor.setThreshold(kIndependent);
  factor.compute(A);
  const Vec6 displacement = factor.solve(change);
  const bool closes = (A * displacement - change).cwiseAbs().maxCoeff() <= kCloseness;
  const bool is_near = displacement.norm() <= kLongestWay * change.cwiseAbs().maxCoeff();
  const bool leads_down = displacement.head<3>().dot(world.options.gravity) >= 0;
  return closes && is_near && leads_down ? displacement : Vec6::Zero();
}

}  // namespace

void close_rolling_gaps(WorldValue& world, std::span<const FoundContact> contacts,
                        const RememberedContacts& memory, double h, RollingGapTools& tools) {
  mark_tied(world, tools.is_tied);
  collect_bearings(world, contacts, memory, h, tools);
  const std::span<RollingGapTools::Bearing> all = tools.bearings;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    const std::size_t i = all[begin].body;
    while (end < all.size() && all[end].body == i) ++end;
    const Vec6 displacement = find_displacement(world, h, all.subspan(begin, end - begin));
    if (displacement.isZero(0)) continue;
    BodyRecord& body = world.bodies[i];
    for (RollingGapTools::Bearing& later : all.subspan(end)) {
      FoundContact& contact = later.contact;
      if (contact.body_a != i && contact.body_b != i) continue;
      contact.gap += calc_row(body, contact.body_a == i, contact).dot(displacement);
    }
    body.center += displacement.head<3>();
    body.rotation = rotated(body.rotation, displacement.tail<3>() / body.radius, 1.0);
  }
}

}  // namespace stiction
