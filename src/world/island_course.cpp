#include "island_course.h"

#include <stiction/math/rotation.h>

#include <algorithm>

#include "island_solution.h"

namespace stiction {
namespace {

/// The index of the contact in the solution's list, which begins with the island's contacts.
std::size_t find_place(const ContactKey& key, std::size_t num_known, IslandSolution& solution) {
  const auto first = solution.contacts.begin();
  const auto known = first + static_cast<std::ptrdiff_t>(num_known);
  auto at = std::ranges::lower_bound(first, known, key, {}, &FoundContact::key);
  if (at == known || at->key != key) {
    at = std::ranges::find(known, solution.contacts.end(), key, &FoundContact::key);
  }
  return static_cast<std::size_t>(at - first);
}

void add_impulses(IslandCourse& course, IslandSolution& solution) {
  const std::size_t num_known = solution.contacts.size();
  course.sums.assign(num_known, {});
  solution.states.assign(num_known, ContactState::open);
  solution.has_parted.assign(num_known, 0);
  solution.driven_work = 0;
  for (const ActedImpulse& acted : course.acted) {
    const std::size_t place = find_place(acted.contact.key, num_known, solution);
    if (place == solution.contacts.size()) {
      solution.contacts.push_back(acted.contact);
      course.sums.emplace_back();
      solution.states.push_back(ContactState::open);
      solution.has_parted.push_back(0);
    }
    course.sums[place].add(acted);
    solution.driven_work += acted.driven_work;
    if (acted.state == ContactState::open) continue;
    solution.states[place] = acted.state;
    solution.has_parted[place] = acted.parts;
    solution.contacts[place].put_at(acted.contact);
  }
}

}  // namespace

void ActedSum::add(const ActedImpulse& acted) {
  if (acted.impulse.isZero(0)) return;
  const Vec3 normal = acted.contact.normal();
  const double pressure = std::max(0.0, normal.dot(acted.impulse));
  const double friction = (acted.impulse - pressure * normal).norm();
  if (first_normal.isZero(0)) first_normal = normal;
  has_turned |= normal != first_normal;
  impulse += acted.impulse;
  normal_impulse += pressure * normal;
  if (friction > lean * pressure) lean = friction / pressure;
}

Vec3 ActedSum::choose_normal() const {
  const Vec3 mean = normal_impulse.normalized();
  const double pressure = mean.dot(impulse);
  if (!(pressure > 0) || (impulse - pressure * mean).norm() <= lean * pressure) return mean;
  const Vec3 along = impulse.normalized();
  const Vec3 across = (mean - mean.dot(along) * along).normalized();
  return (along + lean * across).normalized();
}

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

void hand_over(const StepView& view, const Island& island, IslandCourse& course, BodyMotions ends,
               IslandSolution& solution) {
  std::vector<FoundContact>& contacts = solution.contacts;
  contacts.clear();
  for (const std::size_t c : island.contacts) contacts.push_back(view.contacts[c]);
  add_impulses(course, solution);
  solution.next_guess.assign(contacts.size(), Vec3::Zero());
  solution.memories.assign(contacts.size(), {});
  solution.impulses.resize(contacts.size());
  solution.speeds.clear();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    solution.speeds.push_back(calc_relative_velocity(ends, contacts[k]));
    const ActedSum& sum = course.sums[k];
    if (sum.has_turned && !sum.normal_impulse.isZero(0)) {
      const Quat turn = shortest_rotation(contacts[k].normal(), sum.choose_normal());
      contacts[k].frame = turn * contacts[k].frame;
    }
    const Mat3 to_frame = contacts[k].frame.transpose();
    solution.impulses[k] = to_frame * sum.impulse;
    if (const auto* known = course.find(contacts[k].key)) {
      solution.next_guess[k] = view.h * (to_frame * known->force);
      solution.memories[k] = known->memory;
    }
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
