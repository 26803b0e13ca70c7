#pragma once

#include <vector>

#include "contact_posing.h"
#include "joint_record.h"

namespace stiction {

struct IslandSolution;

/// Where a step leaves a body that it followed along its way.
struct IslandEnd {
  BodyMotion motion;
  Vec6 mean_velocity = Vec6::Zero();  ///< straight from the start to there
  double reach = 0;                   ///< no point of the body moved further on its way, m
  double torque_work = 0;             ///< of external torques, J
};

/// An impulse that acted on the way.
struct ActedImpulse {
  FoundContact contact;         ///< where it acted
  Vec3 impulse = Vec3::Zero();  ///< on body a, world, N s
  ContactState state = ContactState::open;
  double driven_work = 0;  ///< `calc_driven_work` where it acted
  bool parts = false;      ///< an impact from which the bodies part
};

/// What a contact gave on the way, at places where its normal may differ.
struct ActedSum {
  Vec3 impulse = Vec3::Zero();         ///< on body a, world, N s
  Vec3 normal_impulse = Vec3::Zero();  ///< the sum of the normal parts
  double lean = 0;                     ///< the largest friction, in units of its normal part
  Vec3 first_normal = Vec3::Zero();
  bool has_turned = false;  ///< normals differ

  void add(const ActedImpulse& acted);
  /// The normal by which to split the sum into pressure and friction: the mean of the normal parts
  /// or, if the sum leans more from that than any impulse leans from its own normal, the nearest
  /// one from which it does not. (Normal parts that turn add up to less than their sizes, so that
  /// friction across the mean may exceed its bound by an eighth of the squared turn.) Needs a
  /// normal part.
  Vec3 choose_normal() const;
};

/// What acts on an island in the course of a step, at several places and times of its way.
struct IslandCourse {
  std::vector<ActedImpulse> acted;
  std::vector<RememberedContacts::Entry> known;  ///< the latest of each contact, ascending keys
  std::vector<JointMotion> joint_motions;        ///< what joints gave, one a joint of the world
  std::vector<ActedSum> sums;                    ///< memory of `hand_over`

  void clear();
  /// Null for a contact of which nothing is known.
  const RememberedContacts::Entry* find(const ContactKey& key) const;
  /// What is known of the contact, to be written; a new entry has its key only.
  RememberedContacts::Entry& at(const ContactKey& key);
};

/// Writes the course into the solution: the island's contacts and behind them others that acted,
/// where they acted last, with the sums of their impulses, and bodies that end as `ends` has them.
/// Normals are those of `ActedSum::choose_normal`; speeds are along and across the last one that
/// the contact had.
void hand_over(const StepView& view, const Island& island, IslandCourse& course, BodyMotions ends,
               IslandSolution& solution);

}  // namespace stiction
