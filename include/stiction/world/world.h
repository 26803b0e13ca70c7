#pragma once

#include <stiction/body/body.h>
#include <stiction/body/material.h>
#include <stiction/model/contact_model.h>
#include <stiction/world/contact.h>
#include <stiction/world/step_report.h>

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace stiction {

struct WorldOptions {
  Vec3 gravity = Vec3(0, 0, -9.81);  ///< m/s^2
  ContactModelOptions contact = {};
  int threads = 1;  ///< >= 1; islands are solved side by side, with the same bits for any number
  bool keep_problems = false;  ///< keep every contact problem in the step's report
  /// Find out which contact impulses are unique (`Contact::analysis`). Dense: an island of 100
  /// contacts takes about 10 ms a step, and eight times that for twice as many. Islands of more
  /// than 500 contacts are left out.
  bool analyse_contacts = false;
};

/// Kinetic energy and -m g . x of the centres of mass (zero at the world's origin), J.
struct Energy {
  double kinetic = 0;
  double potential = 0;
  double total() const { return kinetic + potential; }
};

/// Rigid bodies in contact, stepped in time.
///
/// A world is a value: a copy is a snapshot that steps on bit for bit like the original; assigning
/// it back restores. Worlds share nothing; each may be stepped in its own thread.
///
/// Every function that takes a `BodyId` throws std::invalid_argument if the world has no such body;
/// numbers that are not finite or out of range throw too, and change nothing.
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
  /// Its contacts end with the next step. Other handles stay valid.
  void remove_body(BodyId body);
  bool has_body(BodyId body) const;
  /// In the order of creation.
  std::vector<BodyId> bodies() const;
  /// The first body of that name.
  std::optional<BodyId> find_body(std::string_view name) const;
  const BodyDefinition& definition(BodyId body) const;
  /// In the body frame; zero mass for a body without.
  const MassProperties& mass_properties(BodyId body) const;

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
  /// Contacts at the present poses with gaps up to `margin` (m, >= 0), without impulses.
  std::vector<Contact> detect_contacts(double margin = 0) const;
  /// Deepest overlap at the present poses, m, >= 0.
  double calc_penetration() const;

  /// The name of the solver in use.
  std::string_view solver_name() const;
  const WorldOptions& options() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace stiction
