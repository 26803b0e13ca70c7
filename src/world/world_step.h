#pragma once

#include <stiction/model/contact_model.h>
#include <stiction/world/step_report.h>

#include <atomic>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "carried_bodies.h"
#include "contact_finder.h"
#include "contact_record.h"
#include "flight_meetings.h"
#include "free_motion.h"
#include "island_solver.h"
#include "islands.h"
#include "joint_loops.h"
#include "rolling_contacts.h"
#include "trigger_finder.h"
#include "worker_pool.h"
#include "world_value.h"

namespace stiction {

/// Indices of a recorded contact: among all contacts, and among those that are remembered.
struct RecordPlace {
  std::size_t contact = 0, memory = 0;
};

struct RecordedContact {
  const FoundContact* contact = nullptr;
  const IslandSolution* solution = nullptr;               ///< null: not posed
  std::size_t place = 0;                                  ///< index in the solution
  const RememberedContacts::Entry* remembered = nullptr;  ///< by the last step; null: nothing
  RecordPlace at = {};
};

/// The posed contacts, one after the other: their bodies and what is remembered of each (or null);
/// and which of all contacts within reach are posed.
struct SelectedContacts {
  std::vector<Islands::BodyPair> pairs;
  std::vector<const RememberedContacts::Entry*> remembered;
  std::vector<char> is_selected;
};

/// The contacts found before a search was extended, and those found by it.
struct ExtendedSearch {
  std::vector<FoundContact> before, anew;
};

/// Memory for the results of a step's stages.
struct StepBuffers {
  std::vector<FreeMotion> free_motions;
  std::vector<SearchMotion> searches;
  std::vector<FoundContact> found, found_before, posed;
  ExtendedSearch extended;
  std::vector<const RememberedContacts::Entry*> answered;
  std::vector<RememberedContacts::Entry> answers;
  std::vector<char> movable, starts_at_rest, in_free_flight, at_rest, has_missed, tried_in_pieces,
      is_followed, is_extended;
  std::vector<int> num_missed;
  std::vector<const IslandEnd*> ends;
  SelectedContacts selection;
  Islands islands;
  std::vector<IslandSolution> solutions, solutions_before;
  std::vector<IslandSolution*> kept;  ///< from `solutions_before`, by the first body of the island
  std::vector<Vec6> end_velocities;
  std::vector<std::optional<Vec6>> final_velocities;
  std::vector<RecordPlace> posed_at;
  std::vector<RecordedContact> met, others;
  std::vector<ContactCounts> counts;  ///< one per thread
  std::vector<Contact> contacts;
  RememberedContacts memory;
  std::vector<Islands::BodyPair> joint_pairs;
  std::vector<TiedBody> tied_bodies;
  std::vector<JointMotion> joint_motions;
  std::vector<Vec3> centers;
  std::vector<BodyMotion> before;
  FlightMeetingTools flight_meetings;
  CarriedBodyTools carried_bodies;
  RollingContactTools rolling_contacts;
};

/// The workspaces and threads that a world steps with; none of them influences a result.
struct StepTools {
  explicit StepTools(const WorldOptions& options);

  /// Asks `WorldOptions::should_stop`: once it has returned true, the step stays cancelled.
  bool should_stop() const { return ask_to_stop && ask_to_stop(); }

  WorkerPool pool;
  ContactFinder finder;
  TriggerFinder triggers;
  StepBuffers buffers;
  /// The length of the last step, s, if its results are in the buffers and it left a dynamic body
  /// unchanged; otherwise nothing can be repeated.
  std::optional<double> last_h;
  std::vector<IslandTools> solvers;           ///< one per thread
  std::unique_ptr<ContactModel> depth_model;  ///< for overlap, whatever the world's law
  std::atomic<bool> is_cancelled = false;     ///< of the present step
  std::function<bool()> ask_to_stop;  ///< sets `is_cancelled`; empty if there is no `should_stop`
  std::mutex stop_error_mutex;
  std::exception_ptr stop_error;  ///< thrown by `should_stop` in the present step, if anything
};

/// One step of a world; `run` is the list of its stages.
class WorldStep {
 public:
  WorldStep(WorldValue& world, StepTools& tools, double h);

  StepReport run();

 private:
  void make();
  // Its stages, in order.
  bool calc_free_motions();
  bool starts_in_range(std::size_t i) const;
  void look_for_placed_overlap();
  void find_contacts();
  void select_contacts();
  void solve_islands();
  bool add_missed_contacts();
  void record_islands();
  void choose_displacements();
  void record_contacts();
  void record_joints();
  void record_driven_work();
  bool advance();
  void carry();
  void calc_work();
  void restore_contacts();
  void remove_depth();
  void watch_triggers();
  void finish();

  StepView make_view() const;
  void update_joints();
  SearchMotion calc_search(std::size_t body) const;
  void move_body(std::size_t body);
  const Vec6& final_velocity(std::size_t body) const;
  double calc_reach(std::size_t body, const Vec6& velocity) const;
  Vec6 calc_mean_velocity(std::size_t body, bool may_fly) const;
  double calc_end_gap(const FoundContact& contact, bool may_fly) const;
  bool is_pair_followed(const FoundContact& contact) const;
  void list_contacts();
  void record_island(std::size_t island, int thread);
  void collect_met();
  bool is_at_rest(std::size_t body) const;
  int num_missed(const FoundContact& contact) const;
  void pose_again();
  void keep_answers();
  void keep_solutions();
  IslandSolution* kept_solution(std::size_t island) const;
  bool is_repeated(std::size_t island) const;
  void look_along_flights(std::span<const FoundContact> known);
  bool is_close(const FoundContact& contact) const;
  double calc_turned_way(const FoundContact& contact) const;
  double calc_bend(std::size_t body) const;
  bool is_posed_in_any_case(const FoundContact& contact) const;
  void spread_within_islands(std::vector<char>& marks) const;
  void extend_search();
  void take_motion(std::size_t island);
  void count_work();
  void take_back();
  void record_one(const RecordedContact& record, ContactCounts& counts);
  Vec3 carry_along(const FoundContact& contact, const Vec3& force) const;
  double calc_least_load(const FoundContact& contact, const Vec3& velocity) const;
  Vec3 calc_end_speed(const RecordedContact& record) const;
  void book(const ContactCounts& counts);

  WorldValue& world_;
  StepTools& tools_;
  const double h_;
  StepReport report_;
  const bool repeats_;  ///< what is unchanged has the results of the last step

  std::vector<FreeMotion>& free_;  ///< calc_free_motions: one per body
  bool pushes_out_ = false;        ///< look_for_placed_overlap
  /// look_for_placed_overlap: `WorldValue::placed_depths` at the end of the step
  std::map<std::pair<BodyId, BodyId>, double> left_to_push_;
  std::vector<SearchMotion>& searches_;     ///< find_contacts: one per body
  std::vector<FoundContact>& found_;        ///< find_contacts: all within reach
  std::set<ContactKey> required_;           ///< add_missed_contacts: always to be posed
  std::vector<int>& num_missed_;            ///< add_missed_contacts: number of rounds, per body
  std::span<const FoundContact> posed_;     ///< select_contacts: a selection of found_
  Islands& islands_;                        ///< solve_islands: over posed_
  std::vector<IslandSolution>& solutions_;  ///< solve_islands: one per island, and unused ones
  std::vector<Vec6>& end_velocities_;       ///< solve_islands: v+ of each body
  std::vector<std::optional<Vec6>>& final_velocities_;  ///< solve_islands: of bodies with joints
  /// solve_islands: for bodies led through impacts, else null
  std::vector<const IslandEnd*>& ends_;
  /// list_contacts: where each of posed_ is recorded; empty: there are no other contacts
  std::vector<RecordPlace>& posed_at_;
  std::vector<RecordedContact>& others_;  ///< list_contacts: contacts that are not in posed_
  bool is_listed_ = false;                ///< list_contacts: and none was found since
  std::vector<char>& in_free_flight_;     ///< solve_islands, choose_displacements: dynamic bodies
  std::vector<Contact>& contacts_;        ///< record_island, record_contacts: for the world
  RememberedContacts& memory_;            ///< record_island, record_contacts: for the next step
  std::vector<JointMotion>& joint_motions_;  ///< record_joints: one per joint, for the next step
};

}  // namespace stiction
