#pragma once

#include <stiction/model/contact_analysis.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "island_course.h"
#include "island_path.h"
#include "island_phase.h"
#include "islands.h"

namespace stiction {

struct IslandSolution;

/// A contact that acts on bodies along their ways.
struct HeldContact {
  FoundContact contact;         ///< where it acts
  Vec3 impulse = Vec3::Zero();  ///< over the whole duration; contact frame, on body a, N s
  ContactState state = ContactState::open;
  double since = 0;                         ///< of the step, s
  double duration = 0;                      ///< s
  std::optional<ContactAnalysis> analysis;  ///< if asked for
};

/// Memory of `IslandWays`, one a thread.
struct IslandWaysTools {
  std::vector<BodyWay> ways;            ///< one a body of the world
  std::vector<FoundContact> pairs;      ///< a contact of each pair of shapes, ascending keys
  std::vector<std::size_t> first_pair;  ///< of each body of the island in `pairs_of`, and the end
  std::vector<std::size_t> pairs_of;    ///< of each body its pairs, one body behind the other
  std::vector<char> looked_at;          ///< pairs of which `now` has the contacts
  std::vector<HeldContact> held;        ///< ascending keys
  std::vector<std::size_t> part;        ///< bodies, ascending when it is closed
  std::vector<int> places;              ///< in the part, one a body of the world, or -1
  IslandPhase now;                      ///< the part and what is near it, where they are now
  ManifoldList manifolds;
  IslandCourse course;
};

/// The bodies of an island on their ways through a step. At one time of it a part of them, with all
/// that it touches or is led together with, leaves its ways for others, while the rest goes on.
class IslandWays {
 public:
  /// All bodies start as the view has them, and none is in the part.
  IslandWays(const StepView& view, const Island& island, IslandWaysTools& tools,
             IslandSolution& solution);

  double now() const { return now_; }  ///< of the step, s
  double rest() const { return view_.h - now_; }
  bool is_movable(std::size_t body) const { return island_.places[body] >= 0; }
  bool is_in_part(std::size_t body) const { return tools_.places[body] >= 0; }

  /// An empty part at that time.
  void begin_part(double now);
  /// Takes a body of the island where it is now; true if the part did not have it.
  bool join(std::size_t body);
  /// Takes what bodies of the part touch or are led together with, and so on; puts bodies and
  /// contacts (`IslandWaysTools::now`) in order, and books the impulses that led them here.
  void close_part();
  /// The part as an island of its own, of so many contacts.
  Island make_part(IslandPhase& phase) const;
  /// The part or a phase of it as a view, with what is known of the contacts.
  StepView make_view(const std::vector<FoundContact>& contacts, IslandPhase& phase, double h) const;

  /// Another velocity of a body of the part.
  void turn_off(std::size_t body, const Vec6& velocity);
  /// The path on which a body of the part goes on.
  void send(std::size_t body, const BodyPath& path);
  /// The same for one that leaves with another velocity than it has, in flight.
  void send_off(std::size_t body, const Vec6& velocity);
  /// Bodies of the part were led to there in a way of their own, in so much time, which is booked.
  void put(std::size_t body, const BodyMotion& motion, double time);
  void hold(std::vector<HeldContact> contacts);
  void release_all() { tools_.held.clear(); }
  bool is_held(const ContactKey& key) const { return find_held(key) != nullptr; }

 private:
  void look_at_pairs_of(std::size_t body);
  const HeldContact* find_held(const ContactKey& key) const;
  const HeldContact* find_held_beside(const ContactKey& key) const;
  double calc_lift(const FoundContact& contact) const;
  void book_held();

  const StepView& view_;
  const WorldValue& world_;
  const Island& island_;
  IslandWaysTools& tools_;
  IslandSolution& solution_;
  double now_ = 0;
};

}  // namespace stiction
