#pragma once

#include <stiction/contact/contact_problem.h>

#include <Eigen/Core>

#include <span>
#include <vector>

#include "infinity.h"

namespace stiction {

using Mat6 = Eigen::Matrix<double, 6, 6>;
using Mat63 = Eigen::Matrix<double, 6, 3>;

/// The law that the impulses of a group of rows must obey.
enum class RowLaw {
  /// Three rows n, t1, t2 with Coulomb's law on its true cone:
  ///     0 <= u_n  _|_  r_n >= 0,   |r_T| <= mu (r_n + prior), r_T against u_T where they slide.
  contact,
  /// Up to three rows by themselves, each with bounds and a compliance s of its own:
  ///     l <= r <= h;   u + s r >= 0 at l, <= 0 at h, 0 between.
  /// Contacts without friction (0, inf), dampers (-inf, inf, s), joints (-inf, inf), limits,
  /// motors.
  bounded,
};

/// The law in the tangent plane of a contact, linear in the velocities.
enum class TangentLaw {
  free,    ///< nothing
  held,    ///< u_t = 0
  rough,   ///< Coulomb friction far beyond any real one, so that contacts hold if their load can
           ///< hold them
  damped,  ///< f = -h c u_t at the end of the step, c the contact's viscosity
};

/// A group of rows: the parameters of its law, and its size.
struct RowGroup {
  RowLaw law = RowLaw::contact;
  int num_rows = 3;  ///< used rows; the others have no columns in H and no impulse
  double friction = 0;
  double prior = 0;  ///< normal impulse applied before, on which friction may lean
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Constant(kInfinity);
  Vec3 softness = Vec3::Zero();  ///< s of bounded rows
  /// Mean diagonal of its block of H^T M^-1 H: the change of velocity per unit impulse.
  double compliance = 1;
  /// m of the judge: 1 / (the first diagonal of that block).
  double mass = 1;

  /// The velocity in the condition of a bounded row: u + s r.
  Vec3 yielding_velocity(const Vec3& r, const Vec3& u) const {
    return u + softness.cwiseProduct(r);
  }
};

/// Makes the group of a contact with `num_rows` rows, 2 or 3. Without friction it becomes a bounded
/// row, as it does if its friction is so small that its cone is too thin for the scaling of a cone.
RowGroup make_contact_group(double friction, int num_rows);

/// The problem of an island in the space of its bodies' velocities, numbers only: find impulses r
/// of all groups and velocities v with
///
///     M v = f + H r,     u = H^T v + w,     each group's (r, u) within its law,
///
/// M is block-diagonal, 6 x 6 and symmetric positive definite, f = M v* (momentum before); w is
/// the offset. A group acts on any number of bodies, a contact on one or two, through a 6 x 3 block
/// H for each; immovable bodies have no block.
struct IslandProblem {
  struct Side {
    Mat63 H = Mat63::Zero();
    int body = 0;
  };

  std::vector<Mat6> masses;
  std::vector<Mat6> inverse_masses;
  std::vector<Vec6> momenta;  ///< f
  std::vector<RowGroup> groups;
  std::vector<Vec3> offsets;     ///< w, per group
  std::vector<Side> sides;       ///< of all groups, one group after the other
  std::vector<int> first_sides;  ///< into `sides`, one more than there are groups
  double velocity_scale = 0;     ///< V of the judge

  int num_bodies() const { return static_cast<int>(masses.size()); }
  int num_groups() const { return static_cast<int>(groups.size()); }
  std::span<const Side> sides_of(int group) const {
    return {sides.data() + first_sides[group], sides.data() + first_sides[group + 1]};
  }

  /// Empties it and keeps the memory.
  void clear();
  /// Adds a group with the sides pushed to `sides` since the last one, and sets its sizes (see
  /// `RowGroup`). The masses of its bodies must be there.
  void close_group(const RowGroup& group, const Vec3& offset);
  /// A group's own block of H^T M^-1 H.
  Mat3 calc_block(int group) const;
};

/// Poses the contacts of an island, one group each, then the rows beyond them, scaled as for the
/// judge: u times the row's length, r divided by it. Contacts without friction, and any that may
/// not lean on anything, become bounded rows; a contact of a body with itself does not occur.
void make_island_problem(const ContactProblem& contacts, IslandProblem& island);

/// The same with linear laws in the tangent planes, one per contact: all groups are bounded rows.
void make_island_problem(const ContactProblem& contacts, std::span<const TangentLaw> laws,
                         IslandProblem& island);

/// The same with all contacts held: three rows each, whatever their friction.
void make_held_problem(const ContactProblem& contacts, IslandProblem& island);

/// Copies impulses into the groups of an island's problem: the contacts, then the rows, scaled as
/// for the judge.
void join_impulses(const ContactProblem& problem, const std::vector<Vec3>& impulses,
                   const std::vector<double>& row_impulses, std::vector<Vec3>& groups);

/// The reverse.
void split_impulses(const ContactProblem& problem, const std::vector<Vec3>& groups,
                    std::vector<Vec3>& impulses, std::vector<double>& row_impulses);

}  // namespace stiction
