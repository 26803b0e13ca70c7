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

/// Where a contact is recorded: among all, and among those that are remembered.
struct RecordPlace {
  std::size_t contact = 0, memory = 0;
};

/// A contact to be recorded.
struct RecordedContact {
  const FoundContact* contact = nullptr;
  const IslandSolution* solution = nullptr;  ///< null: it was not posed
  std::size_t place = 0;                     ///< in the solution
  RecordPlace at = {};
};

/// The contacts that are posed, one behind the other: their bodies, and what is remembered of each
/// (or null). And of all within reach, which are.
struct SelectedContacts {
  std::vector<Islands::BodyPair> pairs;
  std::vector<const RememberedContacts::Entry*> remembered;
  std::vector<char> is_selected;
};

/// What was found before a search went further, and what is found then.
struct ExtendedSearch {
  std::vector<FoundContact> before, anew;
};

/// The memory of what a step finds out, stage by stage.
struct StepBuffers {
  std::vector<FreeMotion> free_motions;
  std::vector<SearchMotion> searches;
  std::vector<FoundContact> found, posed;
  ExtendedSearch extended;
  std::vector<const RememberedContacts::Entry*> answered;
  std::vector<RememberedContacts::Entry> answers;
  std::vector<char> movable, in_free_flight, at_rest, has_missed, tried_in_pieces, is_followed,
      is_extended;
  std::vector<int> num_missed;
  std::vector<const IslandEnd*> ends;
  SelectedContacts selection;
  Islands islands;
  std::vector<IslandSolution> solutions, solutions_before;
  std::vector<IslandSolution*> kept;  ///< of `solutions_before`, by the first body of the island
  std::vector<Vec6> end_velocities;
  std::vector<std::optional<Vec6>> final_velocities;
  std::vector<RecordPlace> posed_at;
  std::vector<RecordedContact> met, others;
  std::vector<ContactCounts> counts;  ///< one a thread
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

/// What a world steps with: workspaces and threads, none of which has any influence on a result.
struct StepTools {
  explicit StepTools(const WorldOptions& options);

  /// `WorldOptions::should_stop` for a step: once it has said so, the step is cancelled for good.
  bool should_stop() const { return ask_to_stop && ask_to_stop(); }

  WorkerPool pool;
  ContactFinder finder;
  TriggerFinder triggers;
  StepBuffers buffers;
  std::vector<IslandTools> solvers;           ///< one a thread
  std::unique_ptr<ContactModel> depth_model;  ///< for overlap; whatever the world's law
  std::atomic<bool> is_cancelled = false;     ///< the present step
  std::function<bool()> ask_to_stop;          ///< and notes it; empty if nobody asks
  std::mutex stop_error_mutex;
  std::exception_ptr stop_error;  ///< what asking threw in the present step, if anything
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
  Vec3 calc_end_speed(const RecordedContact& record) const;
  void book(const ContactCounts& counts);

  WorldValue& world_;
  StepTools& tools_;
  const double h_;
  StepReport report_;

  std::vector<FreeMotion>& free_;  ///< calc_free_motions: one a body
  bool pushes_out_ = false;        ///< look_for_placed_overlap
  /// look_for_placed_overlap: `WorldValue::placed_depths` at the end of the step
  std::map<std::pair<BodyId, BodyId>, double> left_to_push_;
  std::vector<SearchMotion>& searches_;     ///< find_contacts: one a body
  std::vector<FoundContact>& found_;        ///< find_contacts: all within reach
  std::set<ContactKey> required_;           ///< add_missed_contacts: to be posed in any case
  std::vector<int>& num_missed_;            ///< add_missed_contacts: rounds, of each body
  std::span<const FoundContact> posed_;     ///< select_contacts: of those
  Islands& islands_;                        ///< solve_islands: over posed_
  std::vector<IslandSolution>& solutions_;  ///< solve_islands: one an island, and unused ones
  std::vector<Vec6>& end_velocities_;       ///< solve_islands: v+ of each body
  std::vector<std::optional<Vec6>>& final_velocities_;  ///< solve_islands: of bodies with joints
  std::vector<const IslandEnd*>& ends_;  ///< solve_islands: of bodies led through impacts, or null
  /// list_contacts: where each of posed_ is recorded; empty: there are no others
  std::vector<RecordPlace>& posed_at_;
  std::vector<RecordedContact>& others_;     ///< list_contacts: those that are not of posed_
  bool is_listed_ = false;                   ///< list_contacts: and nothing was found since
  std::vector<char>& in_free_flight_;        ///< solve_islands, choose_displacements: dynamic ones
  std::vector<Contact>& contacts_;           ///< record_island, record_contacts: for the world
  RememberedContacts& memory_;               ///< record_island, record_contacts: for the next step
  std::vector<JointMotion>& joint_motions_;  ///< record_joints: one a joint, for the next step
};

}  // namespace stiction
