#pragma once

#include <stiction/world/world.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "body_record.h"
#include "joint_record.h"
#include "remembered_contacts.h"
#include "trigger_events.h"

namespace stiction {

/// The complete state of a world. A copy steps on like the original: nothing outside of it (the
/// broad phase's tree, the models' workspaces, threads) influences any result.
struct WorldValue {
  WorldOptions options;
  MaterialTable materials;
  std::set<std::pair<GroupId, GroupId>> filtered_groups;  ///< (smaller, larger)
  std::vector<BodyRecord> bodies;                         ///< ascending ids
  std::unordered_multimap<std::string, std::uint32_t> ids_by_name;
  std::uint32_t next_body_id = 1;
  std::vector<JointRecord> joints;  ///< ascending ids
  std::uint32_t next_joint_id = 1;
  /// Bodies that do not collide because a joint is between them: (smaller, larger).
  std::set<std::pair<BodyId, BodyId>> joined_bodies;
  BroadPhase::ProxyId next_proxy = 0;
  double time = 0;  ///< s
  /// Since the last step something was changed that every body may feel: what exists, what
  /// collides, materials or settings.
  bool is_edited = true;
  bool has_left_overlap = false;  ///< placed from outside, or left by an approximate step
  bool has_placed = false;        ///< some body `is_placed`
  /// Bodies and groups that did not collide before the last step but do now: bodies that no joint
  /// keeps from it any more, and groups; (smaller, larger).
  std::set<std::pair<BodyId, BodyId>> freed_bodies;
  std::set<std::pair<GroupId, GroupId>> freed_groups;
  /// Overlap that the user made and that is not to be pushed out yet, by pairs, m.
  std::map<std::pair<BodyId, BodyId>, double> placed_depths;

  std::vector<Contact> contacts;
  std::vector<ContactEvent> events;
  RememberedContacts memory;
  std::vector<TriggerPair> trigger_pairs;  ///< pairs that overlap since the last step, ascending
  std::vector<TriggerEvent> trigger_events;

  /// J, zero at the world's origin.
  double potential_energy() const {
    double sum = 0;
    for (const BodyRecord& body : bodies) {
      if (body.is_dynamic()) sum -= body.mass.mass * options.gravity.dot(body.center);
    }
    return sum;
  }

  bool groups_collide(GroupId a, GroupId b) const {
    return filtered_groups.empty() || !filtered_groups.contains(std::minmax(a, b));
  }
};

}  // namespace stiction
