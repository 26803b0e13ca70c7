#pragma once

#include <stiction/math/vector.h>

#include <stiction/contact/contact_residual.h>
#include <stiction/contact/rung.h>

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace stiction {

/// What a contact does over a step.
enum class ContactState {
  open,      ///< carries no impulse
  sticking,  ///< carries an impulse, no tangential velocity
  sliding,   ///< carries an impulse, friction at its bound opposes the slip
};

std::string_view to_string(ContactState state);

/// The contact problem of one island: masses, Jacobians, free velocities, laws; numbers only.
///
/// Unknowns: for each contact c an impulse r_c = (theta, f1, f2) in its frame, in N s, acting on
/// body a and reversed on body b, for each row beyond the contacts an impulse r, and the velocities
/// v+ of the bodies after them,
///
///     M (v+ - v*) = J^T r                                   (Lloyd 2004, eq. 2)
///     u = J v+ + offset                                     relative velocity at contacts and rows
///     0 <= u_n   _|_  theta >= 0                            (eq. 3)
///     |f| <= mu (theta + prior_normal_impulse), f opposite to u_t where it slides   (eqs 4-5)
///     l <= r <= h,  y >= 0 where r = l, y <= 0 where r = h, y = 0 between,
///                   y = u + s r                                                   at rows
///
/// Contacts may have other laws than Coulomb's; the model knows which. `offset` holds what is known
/// of the relative velocity beforehand: the gap term gap/h of the normal condition, and minus the
/// velocity of an immovable surface. Conditions on positions are the same problem: with `offset` an
/// error over h, u = 0 takes it away within the step.
struct ContactProblem {
  struct Body {
    double mass = 0;                  ///< kg, > 0
    Mat3 inertia = Mat3::Identity();  ///< about the centre of mass, world axes, kg m^2
    double inverse_mass = 0;          ///< 1/kg
    Mat3 inverse_inertia = Mat3::Identity();
    Vec6 free_velocity = Vec6::Zero();  ///< v*: linear of the centre of mass, angular; world
    /// At the start of the step. No condition depends on it; it tells round-off from motion.
    Vec6 start_velocity = Vec6::Zero();
  };

  struct Contact {
    int body_a = -1;  ///< index into `bodies`; -1: immovable
    int body_b = -1;
    Mat3 frame = Mat3::Identity();  ///< columns n (from b to a), t1, t2 in the world; orthonormal
    Vec3 arm_a = Vec3::Zero();      ///< contact point minus centre of mass of a, world, m
    Vec3 arm_b = Vec3::Zero();
    Vec3 offset = Vec3::Zero();  ///< in the contact frame, m/s
    double friction = 0;         ///< mu >= 0
    /// A normal impulse applied before this solve (already part of v*) that friction may lean on:
    /// the restitution phase of an impact. N s, >= 0.
    double prior_normal_impulse = 0;
    /// Whether the bodies touch at the start of the step (gap <= 1e-9 m, or it carried load in the
    /// step before and curvature alone opened it), not just may meet within it. The no-slip and the
    /// viscous law act there; Coulomb's does not ask.
    bool touching = false;
    /// Whether it touches with a gap that it has yet to close: the no-slip law lets it slip where
    /// it has to.
    bool closing = false;
    double viscosity = 0;  ///< of the viscous law, N s/m, >= 0
  };

  /// A condition beyond contacts, as joints have: free (both bounds infinite: u = 0), unilateral
  /// (0, infinity) with an offset, or boxed, as of a motor. Units: u is in m/s and r in N s, or u
  /// in rad/s and r in N m s.
  struct Row {
    /// What the row sees of a body's velocity, and where its impulse acts: linear, angular; world.
    struct Side {
      int body = -1;  ///< index into `bodies`, no body twice; -1: none, or immovable
      Vec6 jacobian = Vec6::Zero();
    };
    std::array<Side, 4> sides;  ///< of which some must not be zero; gears act on more than two
    double offset = 0;
    /// s >= 0: how the row yields to its impulse, as springs and dampers do that are taken
    /// implicitly: its condition is about u + s r. In (m/s)/(N s), or (rad/s)/(N m s).
    double softness = 0;
    double lower = -std::numeric_limits<double>::infinity();  ///< l
    double upper = std::numeric_limits<double>::infinity();   ///< h, >= l
    /// What u is multiplied by when it is judged against V, > 0: 1, of an angular row the smaller
    /// radius of gyration of its bodies, m.
    double length = 1;
    double start_impulse = 0;  ///< that of the step before, where a search may begin
  };

  std::vector<Body> bodies;
  std::vector<Contact> contacts;
  std::vector<Row> rows;
  /// V of the judge, m/s, >= 0: what velocities are measured against, such as the largest speed of
  /// a contact. With 0 nothing moves that is worth measuring, and no impulses are the answer.
  double velocity_scale = 0;
  /// How long forces act, s; 0 for an impact, in which those that stay finite do nothing.
  double time_step = 0;
  /// What a solve may cost, in units of `Effort`, > 0: less than the model's own limit where the
  /// problem is posed in another way if there is no answer.
  double most_effort = std::numeric_limits<double>::infinity();
};

/// Whether contacts and rows name bodies of the problem, or -1.
bool has_sound_indices(const ContactProblem& problem);
/// Throws std::invalid_argument unless they do.
void require_sound_indices(const ContactProblem& problem);

/// What a model wants to know of a contact in the next problem, beyond its impulse: numbers that
/// only the model which wrote them understands; zeros: nothing. They are kept by the contact's
/// feature ids and come back as they are, while the contact's frame may have turned. A step may be
/// one problem or several in a row, whose `time_step`s add up to it; a problem that is posed anew
/// gets the memories that it got before.
using ContactMemory = std::array<std::uint64_t, 3>;

/// What is remembered of a contact from the step before.
struct ContactGuess {
  bool known = false;           ///< false: a new contact
  bool near = false;            ///< the answer to the same problem with fewer contacts
  Vec3 impulse = Vec3::Zero();  ///< in the contact's present frame, N s
  ContactState state = ContactState::open;
  ContactMemory memory{};
};

enum class ContactStatus { solved, unsolved };

struct ContactStatistics {
  int pivots = 0;
  int passes = 0;          ///< how often the problem was posed again, with other bounds or laws
  int factorisations = 0;  ///< of matrices of the size of the problem
  double effort = 0;       ///< that the search cost, in the units of `Effort`
  /// Whether a way to an answer was given up because it would have cost more than the effort.
  bool is_out_of_effort = false;
  /// Of passes that should agree in the end: by how much the normal impulses changed in the last
  /// one, relative; 0 where they agreed to the tolerance.
  double pass_change = 0;
  std::optional<Rung> rung;   ///< that delivered the answer; empty if none did
  bool warm_started = false;  ///< the remembered states were enough, or led to the answer
  bool fallback = false;      ///< the user named a solver, and another one delivered
};

/// The answer to a `ContactProblem`, one entry per contact, row or body. The lists that may be
/// empty are so for all or for none.
struct ContactSolution {
  ContactStatus status = ContactStatus::unsolved;
  std::vector<Vec3> impulses;  ///< (theta, f1, f2) in the contact frame, N s, on body a
  std::vector<double> row_impulses;
  /// Impulses to start the next solve from: these, less what only took back round-off, N s. May be
  /// empty: these.
  std::vector<Vec3> next_guess;
  std::vector<ContactMemory> memories;  ///< may be empty: nothing to remember
  std::vector<ContactState> states;
  std::vector<Vec6> velocities;  ///< v+ of each body
  /// Of a law whose bounds act along two axes: the angle of the first one, from t1 towards t2, rad.
  /// May be empty: along t1.
  std::vector<double> axis_angles;
  /// Of a method that solves in stages: the normal impulses of each, N s, so that the judge can
  /// recompute and check them.
  std::vector<std::vector<double>> stage_loads;
  ContactResidual residual;  ///< of the independent judge
  ContactStatistics statistics;
};

/// J_c v + offset: the relative velocity of a against b at the contact, in the contact frame.
Vec3 calc_contact_velocity(const ContactProblem::Contact& contact,
                           const std::vector<Vec6>& velocities);

/// The same at v*.
Vec3 calc_free_contact_velocity(const ContactProblem& problem,
                                const ContactProblem::Contact& contact);

/// v* of every body.
std::vector<Vec6> free_velocities(const ContactProblem& problem);
/// The same, into memory that is reused.
void get_free_velocities(const ContactProblem& problem, std::vector<Vec6>& velocities);

/// Adds M^-1 J_c^T impulse (contact frame) to the velocities.
void apply_contact_impulse(const ContactProblem& problem, const ContactProblem::Contact& contact,
                           const Vec3& impulse, std::vector<Vec6>& velocities);

/// J v + offset of a row.
double calc_row_velocity(const ContactProblem::Row& row, const std::vector<Vec6>& velocities);

/// 1/m of a row: J M^-1 J^T, its own diagonal of the Delassus matrix.
double calc_row_compliance(const ContactProblem& problem, const ContactProblem::Row& row);

/// Adds M^-1 J^T impulse of a row to the velocities.
void apply_row_impulse(const ContactProblem& problem, const ContactProblem::Row& row,
                       double impulse, std::vector<Vec6>& velocities);

/// v* + M^-1 J^T r of every body, with all impulses of contacts and rows. Reuses memory.
void get_velocities_after(const ContactProblem& problem, const ContactSolution& solution,
                          std::vector<Vec6>& velocities);

/// The problem of the contacts alone that is left where rows have given impulses: as if these were
/// forces, in v*.
ContactProblem with_known_rows(const ContactProblem& problem,
                               const std::vector<double>& row_impulses);

[[gnu::used]] inline constexpr auto kContactProblemLayouts =
    abi::layouts_of<ContactState, ContactProblem::Body, ContactProblem::Contact,
                    ContactProblem::Row, ContactProblem, ContactGuess, ContactSolution>();

}  // namespace stiction
