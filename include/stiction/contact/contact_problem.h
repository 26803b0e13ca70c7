#pragma once

#include <stiction/math/vector.h>

#include <stiction/contact/contact_residual.h>
#include <stiction/contact/rung.h>

#include <Eigen/Core>

#include <cstdint>
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

/// The contact problem of one island: masses, Jacobians, free velocities, friction; numbers only.
///
/// Unknowns: for each contact c an impulse r_c = (theta, f1, f2) in its frame, in N s, acting on
/// body a and reversed on body b, and the velocities v+ of the bodies after it,
///
///     M (v+ - v*) = J^T r                                   (Lloyd 2004, eq. 2)
///     u = J v+ + offset                                     relative velocity at the contacts
///     0 <= u_n   _|_  theta >= 0                            (eq. 3)
///     |f| <= mu (theta + prior_normal_impulse), f opposite to u_t where it slides   (eqs 4-5)
///
/// where the disk |f| <= mu theta is approximated by a regular polygon of `directions` corners, the
/// first of them at the contact's facet angle. `offset` holds what is known of the relative
/// velocity beforehand: the gap term gap/h of the normal condition, and minus the velocity of an
/// immovable surface.
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
    double viscosity = 0;  ///< of the viscous law, N s/m, >= 0
  };

  std::vector<Body> bodies;
  std::vector<Contact> contacts;
  int directions = 8;         ///< friction directions per contact: even, >= 4
  double velocity_scale = 0;  ///< V of the judge, m/s: what velocities are measured against
  /// How long forces act, s; 0 for an impact, in which those that stay finite do nothing.
  double time_step = 0;
};

/// Which variables of Lloyd's eq. 8 are basic at a contact: theta, lambda, and phi_j for the bits
/// of `phi`; nu, gamma and sigma_j where those are not. The pivoting solvers start from it.
struct ContactBasis {
  bool theta = false;
  bool lambda = false;
  std::uint64_t phi = 0;

  bool operator==(const ContactBasis&) const = default;
};

/// What is remembered of a contact from the step before, in its present frame.
struct ContactGuess {
  bool known = false;  ///< false: a new contact
  Vec3 impulse = Vec3::Zero();
  ContactState state = ContactState::open;
  double facet_angle = 0;  ///< of the first facet, from t1 towards t2, rad
  ContactBasis basis;
};

enum class ContactStatus { solved, unsolved };

struct ContactStatistics {
  int pivots = 0;
  int facet_passes = 0;    ///< how often the problem was posed again with turned facets
  int factorisations = 0;  ///< of matrices of the size of the problem
  double effort = 0;       ///< that the search cost, in the units of `Effort`
  /// Whether a way to an answer was given up because it would have cost more than the effort.
  bool is_out_of_effort = false;
  int release_passes = 0;    ///< no-slip: how often it was posed again without unloaded contacts
  int splitting_passes = 0;  ///< of box friction, and of staggering
  /// Of these: by how much the normal impulses changed in the last pass, relative; 0 where they
  /// agreed to the tolerance.
  double splitting_change = 0;
  std::optional<Rung> rung;   ///< that delivered the answer; empty if none did
  bool warm_started = false;  ///< the remembered states were enough, or led to the answer
  bool fallback = false;      ///< the user named a solver, and another one delivered
};

/// The answer to a `ContactProblem`, one entry per contact or body.
struct ContactSolution {
  ContactStatus status = ContactStatus::unsolved;
  std::vector<Vec3> impulses;  ///< (theta, f1, f2) in the contact frame, N s, on body a
  /// Impulses to start the next solve from: these, less what only took back round-off. N s.
  std::vector<Vec3> next_guess;
  std::vector<double> facet_angles;  ///< rad
  std::vector<ContactBasis> bases;   ///< to start the next solve from
  std::vector<ContactState> states;
  std::vector<Vec6> velocities;  ///< v+ of each body
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

[[gnu::used]] inline constexpr auto kContactProblemLayouts =
    abi::layouts_of<ContactState, ContactProblem::Body, ContactProblem::Contact, ContactProblem,
                    ContactGuess, ContactSolution>();

}  // namespace stiction
