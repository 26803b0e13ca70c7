#include "island_course.h"

#include <algorithm>

#include "island_solution.h"

namespace stiction {
namespace {

/// Where the contact is in the solution's list, of which the first are the island's.
std::size_t find_place(const ContactKey& key, std::size_t num_known, IslandSolution& solution) {
  const auto first = solution.contacts.begin();
  const auto known = first + static_cast<std::ptrdiff_t>(num_known);
  auto at = std::ranges::lower_bound(first, known, key, {}, &FoundContact::key);
  if (at == known || at->key != key) {
    at = std::ranges::find(known, solution.contacts.end(), key, &FoundContact::key);
  }
  return static_cast<std::size_t>(at - first);
}

void add_impulses(const IslandCourse& course, IslandSolution& solution) {
  const std::size_t num_known = solution.contacts.size();
  solution.impulses.assign(num_known, Vec3::Zero());
  solution.states.assign(num_known, ContactState::open);
  solution.driven_work = 0;
  for (const ActedImpulse& acted : course.acted) {
    const std::size_t place = find_place(acted.contact.key, num_known, solution);
    if (place == solution.contacts.size()) {
      solution.contacts.push_back(acted.contact);
      solution.impulses.push_back(Vec3::Zero());
      solution.states.push_back(ContactState::open);
    }
    solution.impulses[place] += acted.impulse;
    solution.driven_work += acted.driven_work;
    if (acted.state == ContactState::open) continue;
    solution.states[place] = acted.state;
    solution.contacts[place].put_at(acted.contact);
  }
}

}  // namespace

void IslandCourse::clear() {
  acted.clear();
  known.clear();
}

const RememberedContacts::Entry* IslandCourse::find(const ContactKey& key) const {
  const auto at = std::ranges::lower_bound(known, key, {}, &RememberedContacts::Entry::key);
  return at == known.end() || at->key != key ? nullptr : &*at;
}

RememberedContacts::Entry& IslandCourse::at(const ContactKey& key) {
  const auto at = std::ranges::lower_bound(known, key, {}, &RememberedContacts::Entry::key);
  if (at != known.end() && at->key == key) return *at;
  return *known.insert(at, {.key = key});
}

void hand_over(const StepView& view, const Island& island, const IslandCourse& course,
               BodyMotions ends, IslandSolution& solution) {
  std::vector<FoundContact>& contacts = solution.contacts;
  contacts.clear();
  for (const std::size_t c : island.contacts) contacts.push_back(view.contacts[c]);
  add_impulses(course, solution);
  solution.next_guess.assign(contacts.size(), Vec3::Zero());
  solution.memories.assign(contacts.size(), {});
  solution.speeds.clear();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Mat3 to_frame = contacts[k].frame.transpose();
    solution.impulses[k] = to_frame * solution.impulses[k];
    if (const auto* known = course.find(contacts[k].key)) {
      solution.next_guess[k] = view.h * (to_frame * known->force);
      solution.memories[k] = known->memory;
    }
    solution.speeds.push_back(calc_relative_velocity(ends, contacts[k]));
  }
  solution.velocities.resize(island.bodies.size());
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const std::size_t i = island.bodies[k];
    const BodyMotion& from = view.motions[i];
    IslandEnd& end = solution.ends[k];
    end.motion = ends[i];
    const Eigen::AngleAxisd turn(
        Eigen::Quaterniond(end.motion.rotation * from.rotation.conjugate()));
    end.mean_velocity.head<3>() = (end.motion.center - from.center) / view.h;
    end.mean_velocity.tail<3>() = turn.angle() * turn.axis() / view.h;
    solution.velocities[k] = end.motion.velocity;
  }
}

}  // namespace stiction
