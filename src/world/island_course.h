#pragma once

#include <vector>

#include "contact_posing.h"
#include "joint_record.h"

namespace stiction {

struct IslandSolution;

/// The end of a step for a body that was followed along its path.
struct IslandEnd {
  BodyMotion motion;
  Vec6 mean_velocity = Vec6::Zero();  ///< straight from start to end
  double reach = 0;                   ///< no point of the body moved further on its path, m
  double torque_work = 0;             ///< of external torques, J
};

/// An impulse that acted during the step.
struct ActedImpulse {
  FoundContact contact;         ///< where it acted
  Vec3 impulse = Vec3::Zero();  ///< on body a, world, N s
  ContactState state = ContactState::open;
  double driven_work = 0;  ///< `calc_driven_work` where it acted
  bool parts = false;      ///< an impact from which the bodies part
};

/// The sum of a contact's impulses in a step, during which its normal may differ.
struct ActedSum {
  Vec3 impulse = Vec3::Zero();         ///< on body a, world, N s
  Vec3 normal_impulse = Vec3::Zero();  ///< the sum of the normal parts
  double lean = 0;                     ///< the largest friction, in units of its normal part
  Vec3 first_normal = Vec3::Zero();
  bool has_turned = false;  ///< normals differ

  void add(const ActedImpulse& acted);
  /// Returns the normal by which to split the sum into pressure and friction: the mean of the
  /// normal parts or, if the sum leans more from that than any impulse leans from its own normal,
  /// the nearest normal from which it does not. (Normal parts that turn add up to less than their
  /// sizes, so that friction relative to the mean may exceed its bound by an eighth of the squared
  /// turn.) The sum must have a normal part.
  Vec3 choose_normal() const;
};

/// The impulses on an island in the course of a step, at several places and times.
struct IslandCourse {
  std::vector<ActedImpulse> acted;
  std::vector<RememberedContacts::Entry> known;  ///< the latest of each contact, ascending keys
  std::vector<JointMotion> joint_motions;        ///< one per joint of the world
  std::vector<ActedSum> sums;                    ///< memory of `hand_over`

  void clear();
  /// Returns null if nothing is known of the contact.
  const RememberedContacts::Entry* find(const ContactKey& key) const;
  /// Returns what is known of the contact, for writing; a new entry has only its key.
  RememberedContacts::Entry& at(const ContactKey& key);
};

/// Writes the course into the solution: the island's contacts, followed by others that acted, where
/// they acted last, with the sums of their impulses; and the bodies as they are in `ends`. Normals
/// are those of `ActedSum::choose_normal`; speeds are relative to the last normal that the contact
/// had.
void hand_over(const StepView& view, const Island& island, IslandCourse& course, BodyMotions ends,
               IslandSolution& solution);

}  // namespace stiction
