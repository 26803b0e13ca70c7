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

/// A contact that acts on bodies along their paths.
struct HeldContact {
  FoundContact contact;         ///< where it acts
  Vec3 impulse = Vec3::Zero();  ///< over the whole duration; contact frame, on body a, N s
  ContactState state = ContactState::open;
  double since = 0;                         ///< start, in the step, s
  double duration = 0;                      ///< s
  std::optional<ContactAnalysis> analysis;  ///< if requested
};

/// Memory of `IslandWays`, one per thread.
struct IslandWaysTools {
  std::vector<BodyWay> ways;            ///< one per body of the world
  std::vector<FoundContact> pairs;      ///< one contact per pair of shapes, ascending keys
  std::vector<std::size_t> first_pair;  ///< in `pairs_of`, for each body of the island, and the end
  std::vector<std::size_t> pairs_of;    ///< the pairs of each body, one body after the other
  std::vector<char> looked_at;          ///< pairs whose contacts are in `now`
  std::vector<HeldContact> held;        ///< ascending keys
  std::vector<std::size_t> part;        ///< bodies; ascending once the part is closed
  std::vector<int> places;              ///< index in the part, one per body of the world, or -1
  IslandPhase now;                      ///< the part and what is near it, at the present time
  ManifoldList manifolds;
  IslandCourse course;
};

/// The bodies of an island on their paths through a step. At a time, a part of them, with all that
/// it touches or is led together with, leaves its paths for others; the rest goes on.
class IslandWays {
 public:
  /// All bodies start as in the view, and the part is empty.
  IslandWays(const StepView& view, const Island& island, IslandWaysTools& tools,
             IslandSolution& solution);

  double now() const { return now_; }  ///< time in the step, s
  double rest() const { return view_.h - now_; }
  bool is_movable(std::size_t body) const { return island_.places[body] >= 0; }
  bool is_in_part(std::size_t body) const { return tools_.places[body] >= 0; }

  /// Starts an empty part at that time.
  void begin_part(double now);
  /// Adds a body of the island where it is now; true if it was not yet in the part.
  bool join(std::size_t body);
  /// Adds, repeatedly, what bodies of the part touch or are led together with; sorts bodies and
  /// contacts (`IslandWaysTools::now`), and books the impulses that led them here.
  void close_part();
  /// Returns the part as an island of its own, with the contacts of the phase.
  Island make_part(IslandPhase& phase) const;
  /// Returns a view of the part, or of a phase of it, with what is known of the contacts.
  StepView make_view(const std::vector<FoundContact>& contacts, IslandPhase& phase, double h) const;

  /// Gives a body of the part another velocity.
  void turn_off(std::size_t body, const Vec6& velocity);
  /// Sets the path on which a body of the part goes on.
  void send(std::size_t body, const BodyPath& path);
  /// Sends a body of the part off in free flight, with another velocity than it has.
  void send_off(std::size_t body, const Vec6& velocity);
  /// Puts a body of the part where it was led to by other means, at `time` of the step; that way is
  /// already booked.
  void put(std::size_t body, const BodyMotion& motion, double time);
  void hold(std::vector<HeldContact> contacts);
  void release_all() { tools_.held.clear(); }
  bool is_held(const ContactKey& key) const { return find_held(key) != nullptr; }

 private:
  void look_at_pairs_of(std::size_t body);
  const HeldContact* find_held(const ContactKey& key) const;
  const HeldContact* find_held_beside(const ContactKey& key) const;
  double calc_lift(const FoundContact& contact) const;
  bool has_left_plane(const FoundContact& contact) const;
  void book_held();

  const StepView& view_;
  const WorldValue& world_;
  const Island& island_;
  IslandWaysTools& tools_;
  IslandSolution& solution_;
  double now_ = 0;
};

}  // namespace stiction
