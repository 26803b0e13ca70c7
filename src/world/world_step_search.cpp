// The contacts of a step: those within reach, the ones that are posed, and those that were missed.

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "next_touch.h"
#include "pair_contacts.h"
#include "stage_stopwatch.h"
#include "world_step.h"

namespace stiction {
namespace {

/// A contact is posed if the bodies are expected to leave less than this share of the search
/// margins between them.
constexpr double kCloseFactor = 0.1;
/// A body's path through impacts counts as straight if it deviates by less than this share of its
/// size.
constexpr double kLeastBend = 1e-3;
/// After this many rounds that missed contacts at a body, all its contacts within reach are posed;
/// after twice as many, no more are added.
constexpr int kMaxSelectiveRounds = 4;
constexpr int kMaxRounds = 2 * kMaxSelectiveRounds;
/// Contacts that a thread selects at a time, at 0.02 us each.
constexpr std::size_t kContactsPerShare = 128;

bool is_same_place(const FoundContact& a, const FoundContact& b) {
  return a.key == b.key && a.gap == b.gap && a.point == b.point && a.frame == b.frame;
}

}  // namespace

void WorldStep::find_contacts() {
  const StageStopwatch stopwatch(report_.collide_seconds);
  std::vector<FoundContact>& known = tools_.buffers.found_before;
  if (repeats_) {
    std::swap(found_, known);
  } else {
    known.clear();
  }
  tools_.finder.find(world_, searches_, h_, found_, {}, known);
  look_along_flights({});
}

/// Marks one contact of each pair of shapes that meets in flight although the start of the step
/// does not show it. `known`: contacts of pairs that were examined before, ascending keys.
void WorldStep::look_along_flights(std::span<const FoundContact> known) {
  if (world_.options.integrator != Integrator::automatic) return;
  FlightMeetingTools& flight = tools_.buffers.flight_meetings;
  StepView view = make_view();
  view.contacts = found_;
  find_unclear_pairs(view, known, flight);
  const auto look = [&](int thread, std::size_t k) {
    const FlightPair& pair = flight.pairs[k];
    IslandTools& tools = tools_.solvers[static_cast<std::size_t>(thread)];
    found_[pair.first].flight_approach = find_flight_approach(view, pair, tools);
  };
  tools_.pool.for_each(flight.pairs.size(), std::ref(look));
}

/// The number of rounds that missed contacts at either body.
int WorldStep::num_missed(const FoundContact& contact) const {
  return std::max(num_missed_[contact.body_a], num_missed_[contact.body_b]);
}

bool WorldStep::is_posed_in_any_case(const FoundContact& contact) const {
  return num_missed(contact) >= kMaxSelectiveRounds || required_.contains(contact.key);
}

/// True if the contact may carry an impulse.
bool WorldStep::is_close(const FoundContact& contact) const {
  if (contact.flight_approach > 0) return true;
  const auto normal_speed = [&](auto velocity_of) {
    return calc_relative_velocity(world_.bodies, contact, velocity_of).x();
  };
  const double margin = searches_[contact.body_a].margin + searches_[contact.body_b].margin;
  const double close = kCloseFactor * margin + kTouchingGap;
  if (contact.gap <= close) return true;
  const double before = normal_speed([&](std::size_t i) { return world_.bodies[i].velocity; });
  const double after = normal_speed([&](std::size_t i) { return free_[i].velocity; });
  return contact.gap + h_ * std::min({before, after, 0.0}) - calc_turned_way(contact) <= close;
}

/// How much closer the contact's points may come by turning, beyond what their velocities give, m:
/// half of (h w)^2 r.
double WorldStep::calc_turned_way(const FoundContact& contact) const {
  return 0.5 * h_ * h_ * calc_turning(world_, world_.bodies, contact, false);
}

/// Selects the contacts within reach that may carry an impulse, with their bodies and what is
/// remembered of them. The others are checked again when the velocities are known.
void WorldStep::select_contacts() {
  auto& [pairs, remembered, is_selected] = tools_.buffers.selection;
  pairs.resize(found_.size());
  remembered.resize(found_.size());
  is_selected.resize(found_.size());
  const auto select = [&](int, std::size_t begin, std::size_t end) {
    std::size_t next = world_.memory.place_of(found_[begin].key);
    for (std::size_t k = begin; k < end; ++k) {
      FoundContact& contact = found_[k];
      pairs[k] = {contact.body_a, contact.body_b};
      remembered[k] = world_.memory.find_next(contact.key, next);
      is_selected[k] = is_close(contact) || is_posed_in_any_case(contact);
      if (is_selected[k]) contact.touching = touches_at_start(world_, contact, remembered[k], h_);
    }
  };
  tools_.pool.for_each_share(found_.size(), kContactsPerShare, std::ref(select));
  if (report_.resolved > 0) return pose_again();
  tools_.buffers.answered.clear();
  posed_ = found_;
  if (std::ranges::find(is_selected, 0) == is_selected.end()) return;
  std::vector<FoundContact>& some = tools_.buffers.posed;
  some.clear();
  for (std::size_t k = 0; k < found_.size(); ++k) {
    if (!is_selected[k]) continue;
    pairs[some.size()] = pairs[k];
    remembered[some.size()] = remembered[k];
    some.push_back(found_[k]);
  }
  pairs.resize(some.size());
  remembered.resize(some.size());
  posed_ = some;
}

/// Selects contacts anew in islands where some were missed; elsewhere poses the same ones.
void WorldStep::pose_again() {
  auto& [pairs, remembered, is_selected] = tools_.buffers.selection;
  const auto& has_missed = tools_.buffers.has_missed;
  const auto is_elsewhere = [&](const FoundContact& contact) {
    return !has_missed[contact.body_a] && !has_missed[contact.body_b];
  };
  std::vector<FoundContact> all;
  std::ranges::copy_if(posed_, std::back_inserter(all), is_elsewhere);
  for (std::size_t k = 0; k < found_.size(); ++k) {
    if (is_selected[k] && !is_elsewhere(found_[k])) all.push_back(found_[k]);
  }
  std::ranges::sort(all, {}, &FoundContact::key);
  tools_.buffers.posed = std::move(all);
  posed_ = tools_.buffers.posed;
  pairs.clear();
  remembered.clear();
  std::size_t next_remembered = 0;
  for (const FoundContact& contact : posed_) {
    pairs.emplace_back(contact.body_a, contact.body_b);
    remembered.push_back(world_.memory.find_next(contact.key, next_remembered));
  }
  auto& answers = tools_.buffers.answers;
  auto& answered = tools_.buffers.answered;
  answered.assign(posed_.size(), nullptr);
  auto next = answers.begin();
  for (std::size_t k = 0; k < posed_.size(); ++k) {
    while (next != answers.end() && next->key < posed_[k].key) ++next;
    if (next != answers.end() && next->key == posed_[k].key) answered[k] = &*next;
  }
}

/// Keeps the answers of islands with marked bodies as starting points of the next round. Other
/// islands start as before: a contact missed in one island does not affect another.
void WorldStep::keep_answers() {
  auto& answers = tools_.buffers.answers;
  if (report_.resolved == 0) answers.clear();
  const auto& has_missed = tools_.buffers.has_missed;
  std::vector<RememberedContacts::Entry> all;
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const Island island = islands_[i];
    const IslandSolution& solution = solutions_[i];
    // On the way through impacts the impulses belong to other times.
    if (!has_missed[island.bodies.front()] || !solution.contacts.empty() || solution.unsolved ||
        !island.joints.empty()) {
      continue;
    }
    for (std::size_t k = 0; k < island.contacts.size(); ++k) {
      const FoundContact& contact = posed_[island.contacts[k]];
      all.push_back({.key = contact.key,
                     .force = contact.frame * solution.next_guess[k] / h_,
                     .state = solution.states[k],
                     .memory = solution.memories.empty() ? ContactMemory{} : solution.memories[k]});
    }
  }
  std::ranges::sort(all, {}, &RememberedContacts::Entry::key);
  std::vector<RememberedContacts::Entry> merged;
  std::ranges::set_union(all, answers, std::back_inserter(merged), {},
                         &RememberedContacts::Entry::key, &RememberedContacts::Entry::key);
  answers = std::move(merged);
}

/// Keeps the solutions of islands where nothing was missed; the next round reuses them unless the
/// islands merge with others.
void WorldStep::keep_solutions() {
  std::vector<IslandSolution>& before = tools_.buffers.solutions_before;
  std::swap(solutions_, before);
  auto& kept = tools_.buffers.kept;
  kept.assign(world_.bodies.size(), nullptr);
  for (std::size_t i = 0; i < islands_.size(); ++i) kept[islands_[i].bodies.front()] = &before[i];
}

/// True if the solution makes bodies overlap at a contact that was not posed; it is posed from now
/// on, and the step must be solved again. A contact missed in one island does not affect another.
bool WorldStep::add_missed_contacts() {
  extend_search();
  if (posed_.data() == found_.data()) return false;
  auto& has_missed = tools_.buffers.has_missed;
  has_missed.assign(world_.bodies.size(), 0);
  bool is_any_missed = false;
  auto next_posed = posed_.begin();
  for (const FoundContact& contact : found_) {
    while (next_posed != posed_.end() && next_posed->key < contact.key) ++next_posed;
    if (next_posed != posed_.end() && is_same_place(*next_posed, contact)) continue;
    if (is_pair_followed(contact)) continue;
    const Vec3 u = calc_relative_velocity(world_.bodies, contact, [&](std::size_t i) {
      return ends_[i] ? ends_[i]->mean_velocity : end_velocities_[i];
    });
    const bool is_left = contact.gap <= kTouchingGap && u.x() >= 0;
    const double least = contact.gap + h_ * u.x() - calc_turned_way(contact) -
                         calc_bend(contact.body_a) - calc_bend(contact.body_b);
    if (is_left || least >= -kTouchingGap) continue;
    if (num_missed(contact) >= kMaxRounds || !required_.insert(contact.key).second) continue;
    for (const std::size_t i : {contact.body_a, contact.body_b}) {
      if (world_.bodies[i].is_dynamic()) has_missed[i] = 1;
    }
    is_any_missed = true;
  }
  if (!is_any_missed) return false;
  spread_within_islands(has_missed);
  keep_answers();
  keep_solutions();
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) num_missed_[i] += has_missed[i];
  ++report_.resolved;
  return true;
}

/// True if all contacts of the pair were examined on the way through impacts.
bool WorldStep::is_pair_followed(const FoundContact& contact) const {
  if (!ends_[contact.body_a] && !ends_[contact.body_b]) return false;
  ContactKey first = contact.key;
  first.feature = 0;
  const auto posed = std::ranges::lower_bound(posed_, first, {}, &FoundContact::key);
  return posed != posed_.end() && is_same_pair(posed->key, contact.key);
}

/// Marks all bodies of the islands that have a marked one.
void WorldStep::spread_within_islands(std::vector<char>& marks) const {
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const auto bodies = islands_[i].bodies;
    if (std::ranges::none_of(bodies, [&](std::size_t body) { return marks[body]; })) continue;
    for (const std::size_t body : bodies) marks[body] = 1;
  }
}

/// How far a body that moves further than its size strays from the straight line to where impacts
/// lead it, m. The larger of half the width of the ellipse with foci at both ends and the path's
/// length as its sum of distances, and how far the body is ahead or behind with one impact
/// half-way.
double WorldStep::calc_bend(std::size_t i) const {
  if (!ends_[i] || !(ends_[i]->reach > world_.bodies[i].radius)) return 0;
  const double straight = calc_reach(i, ends_[i]->mean_velocity);
  const double reach = std::max(straight, ends_[i]->reach);
  const Vec6 change = end_velocities_[i] - free_[i].velocity;
  const double bend = std::max(0.5 * std::sqrt((reach - straight) * (reach + straight)),
                               0.25 * h_ * change.head<3>().norm());
  return bend > kLeastBend * world_.bodies[i].radius ? bend : 0.0;
}

/// Searches further where a body became faster than expected, and beside the straight line where
/// impacts led it. Contacts found before stay: bodies that are driven apart seem to pass each other
/// now.
void WorldStep::extend_search() {
  std::vector<char>& is_extended = tools_.buffers.is_extended;
  is_extended.assign(world_.bodies.size(), 0);
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
    if (!world_.bodies[i].is_dynamic() || num_missed_[i] >= kMaxRounds) continue;
    const double reach = ends_[i] ? ends_[i]->reach : calc_reach(i, end_velocities_[i]);
    if (!std::isfinite(reach)) continue;
    SearchMotion& search = searches_[i];
    const double bend = calc_bend(i);
    const auto is_expected = [&] {
      if (bend == 0) return true;
      const Vec6 change = ends_[i]->mean_velocity - search.velocity;
      return bend + h_ * change.head<3>().norm() <= search.deviation;
    };
    if (reach <= search.margin && is_expected()) continue;
    if (reach > search.margin) search.margin = 1.5 * reach;
    search.velocity = bend > 0 ? ends_[i]->mean_velocity : end_velocities_[i];
    search.deviation = std::max(search.deviation, bend);
    is_extended[i] = 1;
  }
  if (std::ranges::find(is_extended, 1) == is_extended.end()) return;
  is_listed_ = false;
  if (posed_.data() == found_.data()) {
    tools_.buffers.posed = found_;
    posed_ = tools_.buffers.posed;
  }
  const StageStopwatch stopwatch(report_.collide_seconds);
  auto& [before, anew] = tools_.buffers.extended;
  std::swap(found_, before);
  tools_.finder.find(world_, searches_, h_, anew, [&](std::size_t a, std::size_t b) {
    return is_extended[a] || is_extended[b];
  });
  found_.clear();
  std::ranges::set_union(anew, before, std::back_inserter(found_), {}, &FoundContact::key,
                         &FoundContact::key);
  for (const FoundContact& contact : before) {
    if (contact.flight_approach == 0) continue;
    const auto same = std::ranges::lower_bound(found_, contact.key, {}, &FoundContact::key);
    same->flight_approach = contact.flight_approach;
  }
  look_along_flights(before);
}

}  // namespace stiction
