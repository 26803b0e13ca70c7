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

/// The state of a contact over a step.
enum class ContactState {
  open,      ///< carries no impulse
  sticking,  ///< carries an impulse, no tangential velocity
  sliding,   ///< carries an impulse, friction at its bound opposes the slip
};

std::string_view to_string(ContactState state);

/// The contact problem of one island: masses, Jacobians, free velocities, laws; numbers only.
///
/// Unknowns: for each contact c an impulse r_c = (theta, f1, f2) in its frame, in N s, acting on
/// body a and reversed on body b; for each row beyond the contacts an impulse r; and the velocities
/// v+ of the bodies after these impulses,
///
///     M (v+ - v*) = J^T r                                   (Lloyd 2004, eq. 2)
///     u = J v+ + offset                                     relative velocity at contacts and rows
///     0 <= u_n   _|_  theta >= 0                            (eq. 3)
///     |f| <= mu (theta + prior_normal_impulse), f opposite to u_t where it slides   (eqs 4-5)
///     l <= r <= h,  y >= 0 where r = l, y <= 0 where r = h, y = 0 between,
///                   y = u + s r                                                   at rows
///
/// Contacts may have laws other than Coulomb's; the contact model decides. `offset` is the known
/// part of the relative velocity: the gap term gap/h of the normal condition, and minus the
/// velocity of an immovable surface. Conditions on positions fit the same form: with `offset` an
/// error over h, u = 0 removes the error within the step.
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
    /// Normal impulse, N s, >= 0, applied before this solve (already part of v*) that adds to the
    /// friction bound: the restitution phase of an impact.
    double prior_normal_impulse = 0;
    /// True if the bodies touch at the start of the step (gap <= 1e-9 m, or the contact carried
    /// load in the step before and curvature alone opened it), rather than possibly meeting within
    /// it. The no-slip and viscous laws act only on touching contacts; Coulomb's law acts on all.
    bool touching = false;
    /// True if it touches with a gap yet to close: the no-slip law lets it slip if it must.
    bool closing = false;
    double viscosity = 0;  ///< of the viscous law, N s/m, >= 0
  };

  /// A condition beyond contacts, as joints have: free (both bounds infinite: u = 0), unilateral
  /// (0, infinity) with an offset, or boxed, as for a motor. Units: u in m/s and r in N s, or u in
  /// rad/s and r in N m s.
  struct Row {
    /// The row's Jacobian for one body: u depends on its velocity, and r acts on it, through this.
    /// Linear, then angular; world frame.
    struct Side {
      int body = -1;  ///< index into `bodies`, no body twice; -1: none, or immovable
      Vec6 jacobian = Vec6::Zero();
    };
    std::array<Side, 4> sides;  ///< at least one not zero; gears act on more than two
    double offset = 0;
    /// s >= 0: compliance of the row, for springs and dampers taken implicitly; the condition is on
    /// u + s r. In (m/s)/(N s), or (rad/s)/(N m s).
    double softness = 0;
    double lower = -std::numeric_limits<double>::infinity();  ///< l
    double upper = std::numeric_limits<double>::infinity();   ///< h, >= l
    /// Scale of u when it is judged against V, > 0: 1, or for an angular row the smaller radius of
    /// gyration of its bodies, m.
    double length = 1;
    double start_impulse = 0;  ///< of the step before; where a search may begin
  };

  std::vector<Body> bodies;
  std::vector<Contact> contacts;
  std::vector<Row> rows;
  /// V of the judge, m/s, >= 0: the scale for velocities, such as the largest speed of a contact. 0
  /// means that nothing moves measurably; the answer is then no impulses.
  double velocity_scale = 0;
  /// The time over which forces act, s; 0 for an impact, in which finite forces do nothing.
  double time_step = 0;
  /// Limit on the cost of a solve, in units of `Effort`, > 0; lower than the model's own limit if
  /// an unsolved problem will be posed again in another way.
  double most_effort = std::numeric_limits<double>::infinity();
};

/// True if contacts and rows name bodies of the problem, or -1.
bool has_sound_indices(const ContactProblem& problem);
/// Throws std::invalid_argument unless `has_sound_indices`.
void require_sound_indices(const ContactProblem& problem);

/// Data that a model keeps about a contact for the next problem, beyond its impulse. Only the model
/// that wrote them understands them; zeros mean nothing. They are kept by the contact's feature ids
/// and returned unchanged, while the contact's frame may have turned. A step may consist of several
/// problems in a row whose `time_step`s add up to its length; a problem that is posed again gets
/// the same memories as before.
using ContactMemory = std::array<std::uint64_t, 3>;

/// Warm-start data of a contact from the step before.
struct ContactGuess {
  bool known = false;           ///< false: a new contact
  bool near = false;            ///< `impulse` solves the same problem with fewer contacts
  Vec3 impulse = Vec3::Zero();  ///< in the contact's present frame, N s
  ContactState state = ContactState::open;
  ContactMemory memory{};
};

enum class ContactStatus { solved, unsolved };

struct ContactStatistics {
  int pivots = 0;
  int passes = 0;          ///< how often the problem was posed again with other bounds or laws
  int factorisations = 0;  ///< of matrices of the size of the problem
  double effort = 0;       ///< cost of the search, in units of `Effort`
  /// True if some method was abandoned because it would have exceeded the effort.
  bool is_out_of_effort = false;
  /// For passes that should converge: relative change of the normal impulses in the last pass; 0 if
  /// it is within the tolerance.
  double pass_change = 0;
  std::optional<Rung> rung;   ///< the rung that delivered the answer; empty if none did
  bool warm_started = false;  ///< the remembered states sufficed, or led to the answer
  bool fallback = false;      ///< the user named a solver, and another one delivered
};

/// The answer to a `ContactProblem`, one entry per contact, row or body. The lists that may be
/// empty are either complete or empty.
struct ContactSolution {
  ContactStatus status = ContactStatus::unsolved;
  std::vector<Vec3> impulses;  ///< (theta, f1, f2) in the contact frame, N s, on body a
  std::vector<double> row_impulses;
  /// Impulses to start the next solve from, N s: `impulses` without the part that only removed
  /// round-off. If empty: `impulses`.
  std::vector<Vec3> next_guess;
  std::vector<ContactMemory> memories;  ///< may be empty: nothing to remember
  std::vector<ContactState> states;
  std::vector<Vec6> velocities;  ///< v+ of each body
  /// For laws with bounds along two axes: angle of the first from t1 towards t2, rad. Empty: 0.
  std::vector<double> axis_angles;
  /// For methods that solve in stages: the normal impulses of each stage, N s, so that the judge
  /// can recompute and check them.
  std::vector<std::vector<double>> stage_loads;
  ContactResidual residual;  ///< from the independent judge
  ContactStatistics statistics;
};

/// J_c v + offset: the velocity of a relative to b at the contact, in the contact frame.
Vec3 calc_contact_velocity(const ContactProblem::Contact& contact,
                           const std::vector<Vec6>& velocities);

/// The same for v*.
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

/// Ja M^-1 Jb^T of two rows: an entry of the Delassus matrix.
double calc_row_coupling(const ContactProblem& problem, const ContactProblem::Row& a,
                         const ContactProblem::Row& b);

/// 1/m of a row: J M^-1 J^T, its own diagonal of the Delassus matrix.
double calc_row_compliance(const ContactProblem& problem, const ContactProblem::Row& row);

/// Adds M^-1 J^T impulse of a row to the velocities.
void apply_row_impulse(const ContactProblem& problem, const ContactProblem::Row& row,
                       double impulse, std::vector<Vec6>& velocities);

/// v* + M^-1 J^T r of every body, with all impulses of contacts and rows. Reuses memory.
void get_velocities_after(const ContactProblem& problem, const ContactSolution& solution,
                          std::vector<Vec6>& velocities);

/// The problem that remains for the contacts alone once the rows' impulses are given: these
/// impulses become part of v*.
ContactProblem with_known_rows(const ContactProblem& problem,
                               const std::vector<double>& row_impulses);

[[gnu::used]] inline constexpr auto kContactProblemLayouts =
    abi::layouts_of<ContactState, ContactProblem::Body, ContactProblem::Contact,
                    ContactProblem::Row, ContactProblem, ContactGuess, ContactSolution>();

}  // namespace stiction
