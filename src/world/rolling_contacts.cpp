#include "rolling_contacts.h"

#include <stiction/world/contact.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "contact_planes.h"
#include "contact_posing.h"
#include "free_motion.h"
#include "joint_pairs.h"
#include "next_touch.h"
#include "overlap_depth.h"
#include "pair_contacts.h"

namespace stiction {
namespace {

/// Wider gaps do not come from curvature: a ball of 0.1 m that rolls at 0.15 m/s opens this much in
/// 10 ms.
constexpr double kMostGap = 1e-5;
/// The gap of a contact that is lost.
constexpr double kLost = std::numeric_limits<double>::infinity();
/// On a path of this length a ball of 1 mm opens half of what counts as touching.
constexpr double kLeastWay = 1e-6;
/// Directions of contacts that differ by less than this count as one: closing both would take a
/// long displacement.
constexpr double kIndependent = 1e-3;
/// Gaps and depths are removed, and gaps kept, up to this, m.
constexpr double kCloseness = 0.1 * kTouchingGap;

using NormalMatrix = Eigen::Matrix<double, 6, 6>;

/// The separation speed along the normal at the start of the step, at the contact point there, m/s.
double calc_separation(const WorldValue& world, const FoundContact& start) {
  const auto velocity_of = [&](std::size_t i) -> Vec3 {
    const BodyRecord& body = world.bodies[i];
    return body.velocity.head<3>() +
           body.velocity.tail<3>().cross(start.point - body.previous_center);
  };
  return start.normal().dot(velocity_of(start.body_a) - velocity_of(start.body_b));
}

/// Marks the bodies that roll: they move, and no joint holds them. False if there are none.
bool mark_rolling(const WorldValue& world, RollingContactTools& tools) {
  const std::size_t size = world.bodies.size();
  tools.ways.resize(size);
  tools.rolls.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    const BodyRecord& body = world.bodies[i];
    const double turn = body.rotation.angularDistance(body.previous_rotation);
    const double way = (body.center - body.previous_center).norm() + turn * body.radius;
    tools.ways[i] = body.is_dynamic() ? way : 0;
    tools.rolls[i] = tools.ways[i] > kLeastWay;
  }
  for (const JointRecord& joint : world.joints) {
    visit_bodies(world, joint, [&](std::size_t i) {
      if (i != kWorldBody) tools.rolls[i] = 0;
    });
  }
  return std::ranges::find(tools.rolls, 1) != tools.rolls.end();
}

/// Finds the present contacts of a pair.
void find_pair(const WorldValue& world, const FoundContact& pair, RollingContactTools& tools) {
  const auto place = [&](std::size_t body, int shape) {
    return pose_shape(world, world.bodies[body], body, shape);
  };
  NarrowPhaseQuery query;
  query.margin = kMostGap;
  tools.found.clear();
  append_pair_contacts(world, place(pair.body_a, pair.key.shape_a),
                       place(pair.body_b, pair.key.shape_b), query, tools.manifolds, tools.found);
}

/// The gap that a contact should lose, m, or minus its depth beyond the placed one.
double calc_gap_to_lose(const WorldValue& world, const FoundContact& contact) {
  return contact.gap > 0 ? contact.gap : -std::max(0.0, calc_depth(world, contact));
}

/// Collects the bearing contacts of every rolling body. A contact is lost if the next step would
/// not count it as touching, or if it has opened wider, or is deeper, than rolling explains.
void collect_bearings(const WorldValue& world, std::span<const FoundContact> contacts,
                      const RememberedContacts& memory, double h, RollingContactTools& tools) {
  tools.ends.clear();
  tools.bearings.clear();
  const FoundContact* last = nullptr;
  std::size_t next = 0;
  for (const FoundContact& start : contacts) {
    if (!tools.rolls[start.body_a] && !tools.rolls[start.body_b]) continue;
    const RememberedContacts::Entry* entry = memory.find_next(start.key, next);
    if (!entry || entry->state == ContactState::open || !entry->loaded) continue;
    if (calc_separation(world, start) > kLeastSeparation) continue;
    if (!last || !is_same_pair(last->key, start.key)) find_pair(world, start, tools);
    last = &start;
    for (const std::size_t i : {start.body_a, start.body_b}) {
      if (tools.rolls[i]) tools.bearings.emplace_back(i, tools.ends.size());
    }
    const auto end = std::ranges::find(tools.found, start.key, &FoundContact::key);
    const double way = std::max(tools.ways[start.body_a], tools.ways[start.body_b]);
    const double gap = end == tools.found.end() ? kLost : calc_gap_to_lose(world, *end);
    const bool is_there =
        gap <= kMostGap && -gap <= kMostOpening * way && touches_at_start(world, *end, entry, h);
    tools.ends.push_back(is_there ? *end : start);
    tools.ends.back().gap = is_there ? gap : kLost;
  }
  std::ranges::sort(tools.bearings);
}

/// The gradient of a contact's gap by a body's displacement and its turn times its radius.
Vec6 calc_row(const BodyRecord& body, bool is_a, const FoundContact& contact) {
  const Vec3 normal = is_a ? contact.normal() : Vec3(-contact.normal());
  Vec6 row;
  row << normal, (contact.point - body.center).cross(normal) / body.radius;
  return row;
}

/// The least-squares solution of smallest norm for the displacement that changes the gaps as
/// required: N^+ g, of the normal equations.
Vec6 find_displacement(const NormalMatrix& N, const Vec6& g) {
  const Eigen::SelfAdjointEigenSolver<NormalMatrix> eigen(N);
  const double least = kIndependent * kIndependent * eigen.eigenvalues()[5];
  Vec6 parts = eigen.eigenvectors().transpose() * g;
  for (int i = 0; i < 6; ++i) {
    parts[i] = eigen.eigenvalues()[i] > least ? parts[i] / eigen.eigenvalues()[i] : 0.0;
  }
  return eigen.eigenvectors() * parts;
}

/// True if the contact is with an edge that lies in the plane of a face on which the body bears,
/// beside a seam of flush tiles: its gap does not come from rolling, and closing it would take a
/// long displacement along the face. `bearings`: those of the body.
bool is_covered(const WorldValue& world, const FoundContact& contact, std::size_t body,
                std::span<const RollingContactTools::Bearing> bearings,
                const RollingContactTools& tools) {
  if (contact.gap <= kTouchingGap) return false;
  const double sign = contact.body_a == body ? -1 : 1;
  const Vec3 on_edge = contact.point + 0.5 * sign * contact.gap * contact.normal();
  return std::ranges::any_of(bearings, [&](const RollingContactTools::Bearing& bearing) {
    const FoundContact& face = tools.ends[bearing.second];
    return std::abs(face.gap) <= kTouchingGap && is_held_alike(world, contact, face) &&
           turn_between(contact, face) > kMostTurnInPlane &&
           std::abs(face.normal().dot(on_edge - face.point)) <= kTouchingGap;
  });
}

/// Puts a body back onto its supports if possible; `bearings` are its own.
void put_back(WorldValue& world, std::span<const RollingContactTools::Bearing> bearings,
              RollingContactTools& tools) {
  const std::size_t i = bearings.front().first;
  BodyRecord& body = world.bodies[i];
  const auto row_of = [&](const FoundContact& contact) {
    return calc_row(body, contact.body_a == i, contact);
  };
  // If both bodies roll, the faster one left the other.
  const auto change_of = [&](const FoundContact& contact) {
    const std::size_t other = contact.body_a == i ? contact.body_b : contact.body_a;
    const bool is_own = std::abs(contact.gap) > kRestingWay && tools.ways[i] >= tools.ways[other];
    return is_own ? -contact.gap : 0.0;
  };
  NormalMatrix N = NormalMatrix::Zero();
  Vec6 g = Vec6::Zero();
  double deepest = 0;
  for (const auto& [_, k] : bearings) {
    const FoundContact& contact = tools.ends[k];
    if (contact.gap == kLost) return;
    if (is_covered(world, contact, i, bearings, tools)) continue;
    const Vec6 row = row_of(contact);
    N += row * row.transpose();
    const double change = change_of(contact);
    g += change * row;
    deepest = std::max(deepest, change);
  }
  if (g.isZero(0)) return;
  Vec6 displacement = find_displacement(N, g);
  const bool is_upwards = displacement.head<3>().dot(world.options.gravity) < 0;
  if (is_upwards && deepest <= kTouchingGap) return;  // Deeper ones would be pushed out upwards.
  const auto is_met = [&](const RollingContactTools::Bearing& bearing) {
    const FoundContact& contact = tools.ends[bearing.second];
    if (is_covered(world, contact, i, bearings, tools)) return true;
    return std::abs(row_of(contact).dot(displacement) - change_of(contact)) <= kCloseness;
  };
  if (!std::ranges::all_of(bearings, is_met)) return;
  for (const auto& [_, k] : bearings) tools.ends[k].gap += row_of(tools.ends[k]).dot(displacement);
  displacement.tail<3>() /= body.radius;
  displace(body, displacement);
}

}  // namespace

void restore_rolling_contacts(WorldValue& world, std::span<const FoundContact> contacts,
                              const RememberedContacts& memory, double h,
                              RollingContactTools& tools) {
  if (!mark_rolling(world, tools)) return;
  collect_bearings(world, contacts, memory, h, tools);
  const std::span<const RollingContactTools::Bearing> all = tools.bearings;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].first == all[begin].first) ++end;
    put_back(world, all.subspan(begin, end - begin), tools);
  }
}

}  // namespace stiction
