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

/// How a step treats an island whose contacts no solver brought below a residual of 1e-6.
enum class OnUnsolved {
  stop,  ///< the step fails (`StepStatus::unsolved`), the world stays as it was
  best,  ///< the best answer found becomes the step (`StepStatus::approximate`)
};

/// How a step advances bodies in contact.
enum class Integrator {
  /// Impacts act at their time in islands of up to 20 bodies, and in larger ones if they reach few
  /// of the moving bodies. This holds for all impacts with restitution; for those without it, only
  /// in islands of up to 2 bodies, near one that turns by more than 0.2 rad in the step. After 16
  /// meetings a body has no restitution for the rest of the step (with joints: its whole island).
  /// A rebound ends in rest if it would end within h/10, or within (1 - e) h among more than 8
  /// bodies, or within h with joints. Contacts with gaps of up to `kTouchingGap` are hit
  /// simultaneously, those with larger gaps in sequence.
  ///
  /// One or two bodies that slide, roll or pivot are followed with second order in h (RATTLE,
  /// Andersen 1983): impulses at the start that meet the gaps at the end, then impulses at the end
  /// that meet its velocity conditions; slip ends or reverses at its time. If that is impossible,
  /// for example because contacts move to other facets or are hit, and under laws that damp the
  /// slip, an island whose bodies turn is solved a second time, with contacts and arms half-way
  /// along the step that the first solve found. Joints alone, without damping, moving motors,
  /// slipping friction or active limits, are followed with second order, too (RATTLE), also between
  /// impacts.
  ///
  /// Everything else is as with `first_order`, except that bodies that roll or rock are put back
  /// onto their supports. A step along tangents leaves these by the path squared over the diameter,
  /// or enters them (gaps of up to 1e-5 m, depths of up to a twentieth of the path, only without
  /// joints).
  automatic,
  /// The scheme of Stewart and Trinkle (1996) and Anitescu and Potra (1997): one velocity-level
  /// problem per island and step, posed at its start, with impacts there; first order in h.
  first_order,
};

struct WorldOptions {
  Vec3 gravity = Vec3(0, 0, -9.81);  ///< m/s^2
  ContactModelOptions contact = {};
  ContactModelCatalogue models = {};  ///< where `contact.model` is looked up
  Integrator integrator = Integrator::automatic;
  OnUnsolved on_unsolved = OnUnsolved::stop;
  /// The most that one solve of an island's contacts may cost, in units of one factorisation of the
  /// island and one pass over its contacts (`Effort`), > 0: the same on every machine. A search
  /// that has spent it returns the best answer found. An impact adds two solves. The default lets
  /// nearly every method be tried; 60 keeps real time, with `OnUnsolved::best`.
  double effort = kDefaultEffort;
  /// If it returns true, the step ends with `StepStatus::cancelled` and the world unchanged. Called
  /// before every island, and at every pivot, factorisation and pass of a search; with several
  /// threads from each of them. The step rethrows its exceptions, the world unchanged.
  std::function<bool()> should_stop = {};
  /// Remove overlap, and the gaps of rolling bodies (`Integrator::automatic`), at the end of every
  /// step by displacement. If false, overlap stays but does not push bodies apart: only errors of
  /// the velocities create any.
  bool remove_depth = true;
  /// Speed at which bodies are pushed out of overlap that they were added or moved into, or had
  /// when they began to collide (groups that do again, a removed joint), m/s, > 0, may be infinite.
  /// Overlap made by a step itself is removed in that step, or as soon as there is room.
  double max_push_out = 3;
  /// 1 to 1024. Pairs of shapes are examined and islands solved in parallel; results are bitwise
  /// the same for any number.
  int threads = 1;
  /// For tests: whether an island that could not be solved for the whole step may be solved in
  /// pieces (`StepReport::in_pieces`) and, if those fail, at once (`StepReport::at_once`).
  bool try_pieces = true, try_at_once = true;
  bool keep_problems = false;  ///< keep every contact problem in the step's report
  /// Determine which contact impulses are unique (`Contact::analysis`). Dense: an island of 100
  /// contacts takes about 10 ms per step, and twice as many contacts take eight times as long.
  /// Islands of more than 500 contacts are left out.
  bool analyse_contacts = false;
};

/// Energy of the dynamic bodies, J: kinetic, and -m g . x of the centres of mass (zero at the
/// world's origin).
struct Energy {
  double kinetic = 0;
  double potential = 0;
  double total() const { return kinetic + potential; }
};

/// Rigid bodies in contact, stepped in time. A world is a value: a copy is a snapshot that steps on
/// bit for bit like the original; assigning it back restores that state. Worlds share nothing; each
/// may be stepped in its own thread. A moved-from world may only be destroyed, assigned to, or
/// copied (which makes another moved-from world).
///
/// Every function that takes a `BodyId` throws std::invalid_argument if the world has no such body.
/// Numbers that are not finite or out of range throw too, including positions beyond
/// `kLargestPlace`; nothing is changed then.
class World {
 public:
  explicit World(const WorldOptions& options = {});
  ~World();
  World(const World& other);
  World& operator=(const World& other);
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  // --- What exists -----------------------------------------------------------------------------

  /// Throws std::invalid_argument, naming the body, if the definition is invalid.
  BodyId add_body(const BodyDefinition& definition);
  /// Its contacts end in the next step, its joints at once. Other handles stay valid.
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
  // joint. Joints, limits and motors are rows of the same problem as the contacts; the position
  // errors that they leave are removed by displacement, along with overlap.

  /// Acts from the next step on; its position, as given in the definition, is that of the bodies
  /// now. Throws std::invalid_argument, naming the joint, if the definition is invalid, for bodies
  /// or a leader that the world does not have, a leader without position, and two bodies that
  /// forces do not move.
  JointId add_joint(const JointDefinition& definition);
  /// Also removes gears that it leads. Other handles stay valid.
  void remove_joint(JointId joint);
  bool has_joint(JointId joint) const;
  /// In the order of creation.
  std::vector<JointId> joints() const;
  /// The first joint of that name.
  std::optional<JointId> find_joint(std::string_view name) const;
  /// As given, with the present motor and gear.
  const JointDefinition& definition(JointId joint) const;
  /// For revolute and prismatic joints, from the next step on; empty: none.
  void set_motor(JointId joint, const std::optional<JointMotor>& motor);
  /// Likewise; the joint then follows the gear's leader from the present poses on. Throws
  /// std::invalid_argument, naming the joint, for a leader that the world does not have, that has
  /// no position, or that follows the joint itself.
  void set_gear(JointId joint, const std::optional<JointGear>& gear);
  /// Position, rate and error at the present poses; forces of the last step.
  JointState joint_state(JointId joint) const;
  /// How many conditions of joints follow from the others at the present poses, as in loops or for
  /// bodies that are fixed twice; these do no harm. Computes the rank of all conditions: not meant
  /// for every step.
  std::size_t count_redundant_rows() const;

  // --- Materials and filters -------------------------------------------------------------------

  MaterialId add_material(const Material& material);
  /// Takes effect from the next step.
  void set_material(MaterialId id, const Material& material);
  void set_material_pair(MaterialId a, MaterialId b, const PairOverride& values);
  const MaterialTable& materials() const;
  /// Sets the material of all shapes of the body, from the next step.
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
  /// Teleports the body to the new pose at once, keeping its velocities.
  void set_pose(BodyId body, const RigidTransform& X_WB);
  /// Velocity of the centre of mass and angular velocity, world frame. For dynamic and kinematic
  /// bodies.
  void set_velocity(BodyId body, const Vec3& linear, const Vec3& angular);
  /// The pose between the last two steps, for rendering: alpha = 0 before the last step, 1 after
  /// it. The centre of mass moves on a straight line, the rotation along the shortest arc.
  /// Teleporting resets both ends.
  RigidTransform interpolated_pose(BodyId body, double alpha) const;
  /// Seconds stepped so far.
  double time() const;
  Energy energy() const;

  // --- Forces ----------------------------------------------------------------------------------

  /// Adds a force (N) and torque (N m), world frame, that act during the next step only. The force
  /// acts at `point` in the body frame, by default at the centre of mass. Ignored by immovable
  /// bodies.
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
  /// Begin, persist and end of touching in the last step, in the same order; ends last.
  std::span<const ContactEvent> contact_events() const;
  /// Shapes that entered, stayed in and left the triggers in the last step, ordered by trigger and
  /// shape; ends last. A removed shape leaves in the next step.
  std::span<const TriggerEvent> trigger_events() const;
  /// Contacts at the present poses with gaps up to `margin` (m, >= 0), without impulses.
  std::vector<Contact> detect_contacts(double margin = 0) const;
  /// Deepest overlap at the present poses, m, >= 0.
  double calc_penetration() const;

  // --- Queries ---------------------------------------------------------------------------------
  //
  // Queries use the present poses: bodies that were added, removed or teleported since the last
  // step are seen where they are. See collision/queries.h for points inside of shapes, and for hits
  // at the start. The cost depends on what is near; the first query after a change updates an
  // index, O(bodies). Several threads may query at once, as long as none changes the world. Throws
  // std::invalid_argument for numbers that are not finite, a zero direction, a negative distance, a
  // shape that is invalid or not a solid, and bodies that the world does not have.

  /// The nearest shape on a ray; among equally near ones the first by body and shape.
  std::optional<WorldRayHit> ray_cast(const Ray& ray, const QueryFilter& filter = {}) const;
  /// Every shape on the ray, where the ray enters it, ordered by distance, body, shape.
  std::vector<WorldRayHit> ray_cast_all(const Ray& ray, const QueryFilter& filter = {}) const;
  /// The first shape that a solid touches on a straight path from X_WS.
  std::optional<WorldShapeCastHit> cast_shape(const Shape& shape, const RigidTransform& X_WS,
                                              const Vec3& displacement,
                                              const QueryFilter& filter = {}) const;
  /// The nearest point of a surface, if its distance is at most `max_distance` (m, >= 0, may be
  /// infinite). If `point` is inside of shapes, that of the shape it is deepest in.
  std::optional<WorldClosestPoint> closest_point(
      const Vec3& point, double max_distance = std::numeric_limits<double>::infinity(),
      const QueryFilter& filter = {}) const;
  /// The shapes that have a point in common with a solid at X_WS, ordered by body and shape.
  std::vector<BodyShape> overlapping(const Shape& shape, const RigidTransform& X_WS,
                                     const QueryFilter& filter = {}) const;

  /// The name of the solver in use. On a copied world the first call creates its solvers: do not
  /// make it from two threads at once.
  std::string_view solver_name() const;
  const WorldOptions& options() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

[[gnu::used]] inline constexpr auto kWorldLayouts =
    abi::layouts_of<WorldOptions, StepReport, Contact, World>();

}  // namespace stiction
