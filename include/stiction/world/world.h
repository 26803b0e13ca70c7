#pragma once

#include <stiction/body/body.h>
#include <stiction/body/joint.h>
#include <stiction/body/material.h>
#include <stiction/model/contact_model.h>
#include <stiction/world/contact.h>
#include <stiction/world/queries.h>
#include <stiction/world/step_report.h>
#include <stiction/world/trigger.h>

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace stiction {

/// What a step does with an island whose contacts no solver brought below a residual of 1e-6.
enum class OnUnsolved {
  stop,  ///< the step fails (`StepStatus::unsolved`), the world stays as it was
  best,  ///< the best answer that was met becomes the step (`StepStatus::approximate`)
};

/// How a step advances bodies in contact.
enum class Integrator {
  /// Impacts act at their time, in islands of up to 20 bodies, and in larger ones where they reach
  /// few of the bodies that move: with restitution all of them, without it those that a body is
  /// near which turns by more than 0.2 rad in the step (up to 2 bodies). A body that has met 16
  /// things has no restitution for the rest of the step, with joints none of its island; a rebound
  /// that would end within h/10, among more than 8 bodies within (1 - e) h, with joints within h,
  /// ends in rest; contacts with gaps of up to `kTouchingGap` are hit at once, larger ones in
  /// sequence.
  /// One or two bodies that slide, roll or pivot are followed with second order in h (RATTLE,
  /// Andersen 1983): impulses at the start that meet the gaps at the end, then impulses at the end
  /// that meet its velocities, and contacts cease to slip, or turn round, at their time. Where that
  /// is not to be had, as where contacts go over to other facets or are hit, and under laws that
  /// damp the slip, what turns is solved a second time, with contacts and arms half-way along the
  /// step that the first solve found. Joints alone, without damping, motors that move them,
  /// friction that slips and limits at work, are followed with second order, too (RATTLE), between
  /// impacts as without them.
  /// All else is as below, but for what rolls or rocks: it is put back on what it bears on, which a
  /// step along tangents leaves by the way's square over the diameter, or enters (gaps of up to
  /// 1e-5 m, depths of up to a twentieth of the way, and without joints).
  automatic,
  /// The scheme of Stewart and Trinkle (1996) and Anitescu and Potra (1997): one velocity-level
  /// problem per island and step, posed at its start, with impacts there; of first order.
  first_order,
};

struct WorldOptions {
  Vec3 gravity = Vec3(0, 0, -9.81);  ///< m/s^2
  ContactModelOptions contact = {};
  ContactModelCatalogue models = {};  ///< in which `contact.model` is looked up
  Integrator integrator = Integrator::automatic;
  OnUnsolved on_unsolved = OnUnsolved::stop;
  /// What one solve of an island's contacts may cost, in units of one factorisation of the island
  /// and one pass over its contacts (`Effort`), > 0: the same on every machine. A search that has
  /// spent it ends with the best answer that it met. An impact makes two solves more. The default
  /// lets nearly every way to an answer be tried; 60 keeps real time, with `OnUnsolved::best`.
  double effort = kDefaultEffort;
  /// If it returns true, the step ends with `StepStatus::cancelled`, the world as it was. Asked
  /// before every island, and at every pivot, factorisation and pass of a search; with several
  /// threads from each of them. What it throws the step throws on, the world as it was.
  std::function<bool()> should_stop = {};
  /// Remove overlap at the end of every step, by displacement, and the gaps of what rolls
  /// (`Integrator::automatic`). If not, overlap stays, at rest: only errors of the velocities make
  /// any.
  bool remove_depth = true;
  /// Overlap that bodies were added or moved into, or had when they began to collide (groups that
  /// do again, a joint that is gone), leaves at this speed, m/s, > 0, may be infinite; overlap that
  /// a step itself makes is removed in that step, or as soon as there is room.
  double max_push_out = 3;
  /// 1 to 1024; pairs of shapes are looked at and islands solved side by side, with the same bits
  /// for any number.
  int threads = 1;
  /// For tests: whether an island that is not solved for the whole step may be made in pieces
  /// (`StepReport::in_pieces`) and, where those fail, at once (`StepReport::at_once`).
  bool try_pieces = true, try_at_once = true;
  bool keep_problems = false;  ///< keep every contact problem in the step's report
  /// Find out which contact impulses are unique (`Contact::analysis`). Dense: an island of 100
  /// contacts takes about 10 ms a step, and eight times that for twice as many. Islands of more
  /// than 500 contacts are left out.
  bool analyse_contacts = false;
};

/// Of dynamic bodies: kinetic, and -m g . x of the centres of mass (zero at the world's origin), J.
struct Energy {
  double kinetic = 0;
  double potential = 0;
  double total() const { return kinetic + potential; }
};

/// Rigid bodies in contact, stepped in time. A world is a value: a copy is a snapshot that steps on
/// bit for bit like the original; assigning it back restores. Worlds share nothing; each may be
/// stepped in its own thread. A moved-from world may be destroyed, assigned to and copied, which
/// makes another moved-from world; nothing else.
///
/// Every function that takes a `BodyId` throws std::invalid_argument if the world has no such body;
/// numbers that are not finite or out of range throw too, places beyond `kLargestPlace` among them,
/// and change nothing.
class World {
 public:
  explicit World(const WorldOptions& options = {});
  ~World();
  World(const World& other);
  World& operator=(const World& other);
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  // --- What exists -----------------------------------------------------------------------------

  /// Throws std::invalid_argument (naming the body) for a body that cannot be.
  BodyId add_body(const BodyDefinition& definition);
  /// Its contacts end with the next step, its joints at once. Other handles stay valid.
  void remove_body(BodyId body);
  bool has_body(BodyId body) const;
  /// In the order of creation.
  std::vector<BodyId> bodies() const;
  /// The first body of that name.
  std::optional<BodyId> find_body(std::string_view name) const;
  const BodyDefinition& definition(BodyId body) const;
  /// In the body frame; all zero if the body has no mass.
  const MassProperties& mass_properties(BodyId body) const;

  // --- Joints ----------------------------------------------------------------------------------
  //
  // Every function that takes a `JointId` throws std::invalid_argument if the world has no such
  // joint. Joints, limits and motors are rows of the problem that a step poses for the contacts;
  // what they leave of position errors goes by displacement, with overlap.

  /// From the next step on, in the definition's position where the bodies are. Throws
  /// std::invalid_argument (naming the joint) for a joint that cannot be, bodies or a leader that
  /// the world does not have, a leader without position, and two bodies that forces do not move.
  JointId add_joint(const JointDefinition& definition);
  /// Gears led by it are removed, too. Other handles stay valid.
  void remove_joint(JointId joint);
  bool has_joint(JointId joint) const;
  /// In the order of creation.
  std::vector<JointId> joints() const;
  /// The first joint of that name.
  std::optional<JointId> find_joint(std::string_view name) const;
  /// As given, with the motor and the gear that it has now.
  const JointDefinition& definition(JointId joint) const;
  /// Of revolute and prismatic joints, from the next step on; empty: none.
  void set_motor(JointId joint, const std::optional<JointMotor>& motor);
  /// Likewise; the joint then follows the gear's leader from where the bodies are. Throws
  /// std::invalid_argument (naming the joint) for a leader that the world does not have, that has
  /// no position, or that follows the joint itself.
  void set_gear(JointId joint, const std::optional<JointGear>& gear);
  /// Position, rate and error where the bodies are; forces of the last step.
  JointState joint_state(JointId joint) const;
  /// How many of the joints' conditions follow from the others where the bodies are, as in loops
  /// and of bodies that are fixed twice: they do no harm. Counts the rank of all; not for each
  /// step.
  std::size_t count_redundant_rows() const;

  // --- Materials and filters -------------------------------------------------------------------

  MaterialId add_material(const Material& material);
  /// Takes effect from the next step.
  void set_material(MaterialId id, const Material& material);
  void set_material_pair(MaterialId a, MaterialId b, const PairOverride& values);
  const MaterialTable& materials() const;
  /// All shapes of the body, from the next step.
  void set_body_material(BodyId body, MaterialId material);

  /// Whether shapes of the two groups collide (all do at first; a = b is allowed).
  void set_groups_collide(GroupId a, GroupId b, bool collide);

  void set_gravity(const Vec3& gravity);
  const Vec3& gravity() const;

  /// `WorldOptions::on_unsolved`, from the next step.
  void set_on_unsolved(OnUnsolved on_unsolved);

  /// `WorldOptions::analyse_contacts`, from the next step.
  void set_analyse_contacts(bool analyse);

  // --- State -----------------------------------------------------------------------------------

  BodyState state(BodyId body) const;
  /// Teleports: the body is at the new pose at once, with its velocities as they are.
  void set_pose(BodyId body, const RigidTransform& X_WB);
  /// Of the centre of mass, world frame. For dynamic and kinematic bodies.
  void set_velocity(BodyId body, const Vec3& linear, const Vec3& angular);
  /// The pose between the last two steps, for rendering: alpha = 0 before the last step, 1 after
  /// it. The centre of mass moves on a straight line, the rotation along the shortest arc.
  /// Teleporting resets both ends.
  RigidTransform interpolated_pose(BodyId body, double alpha) const;
  /// Seconds stepped so far.
  double time() const;
  Energy energy() const;

  // --- Forces ----------------------------------------------------------------------------------

  /// A force (N) and torque (N m), world frame, that act through the next step only; they add up.
  /// The force acts at `point` in the body frame, by default at the centre of mass. Ignored by
  /// immovable bodies.
  void apply_force(BodyId body, const Vec3& force, const Vec3& torque = Vec3::Zero(),
                   const std::optional<Vec3>& point = {});
  /// Changes the velocity at once: impulse (N s) at a point in the body frame, and angular impulse
  /// (N m s); world frame. Ignored by immovable bodies.
  void apply_impulse(BodyId body, const Vec3& impulse, const Vec3& angular_impulse = Vec3::Zero(),
                     const std::optional<Vec3>& point = {});

  // --- Time ------------------------------------------------------------------------------------

  /// Advances by h seconds (> 0, finite; else std::invalid_argument).
  StepReport step(double h);

  /// Contacts of the last step, near ones included, ordered by body, shape, feature.
  std::span<const Contact> contacts() const;
  /// Begin, persist and end of touching in the last step, same order; ends last.
  std::span<const ContactEvent> contact_events() const;
  /// What entered, stayed in and left the triggers in the last step, ordered by trigger and shape;
  /// ends last. What is removed has left with the next step.
  std::span<const TriggerEvent> trigger_events() const;
  /// Contacts at the present poses with gaps up to `margin` (m, >= 0), without impulses.
  std::vector<Contact> detect_contacts(double margin = 0) const;
  /// Deepest overlap at the present poses, m, >= 0.
  double calc_penetration() const;

  // --- Queries ---------------------------------------------------------------------------------
  //
  // About the present poses: bodies that were added, removed or teleported since the last step are
  // seen where they are. See collision/queries.h for what is inside, and for hits at the start.
  // Cost is what is near; the first question after a change brings an index up to date,
  // O(bodies). Several threads may ask at once, as long as none changes the world. Throws
  // std::invalid_argument for numbers that are not finite, a direction of zero and a distance below
  // zero, for a shape that cannot be or is no solid, and for bodies that the world does not have.

  /// The nearest shape on a ray; of equally near ones the first by body and shape.
  std::optional<WorldRayHit> ray_cast(const Ray& ray, const QueryFilter& filter = {}) const;
  /// Every shape on it, where the ray enters it, ordered by distance, body, shape.
  std::vector<WorldRayHit> ray_cast_all(const Ray& ray, const QueryFilter& filter = {}) const;
  /// The first shape that a solid touches on its way straight on from X_WS.
  std::optional<WorldShapeCastHit> cast_shape(const Shape& shape, const RigidTransform& X_WS,
                                              const Vec3& displacement,
                                              const QueryFilter& filter = {}) const;
  /// The nearest point of a surface, if its distance is at most the given one (m, >= 0, may be
  /// infinite); the shape that the point is deepest in, if it is inside of any.
  std::optional<WorldClosestPoint> closest_point(
      const Vec3& point, double max_distance = std::numeric_limits<double>::infinity(),
      const QueryFilter& filter = {}) const;
  /// The shapes that have a point in common with a solid at X_WS, ordered by body and shape.
  std::vector<BodyShape> overlapping(const Shape& shape, const RigidTransform& X_WS,
                                     const QueryFilter& filter = {}) const;

  /// The name of the solver in use. Of a copied world the first call makes its solvers: not from
  /// two threads at once.
  std::string_view solver_name() const;
  const WorldOptions& options() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

[[gnu::used]] inline constexpr auto kWorldLayouts =
    abi::layouts_of<WorldOptions, StepReport, Contact, World>();

}  // namespace stiction
