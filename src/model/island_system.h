#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "island_problem.h"

namespace stiction {

/// One entry per group: impulses r, relative velocities u, or quantities of the same shape.
using Rows = std::vector<Vec3>;

inline double largest_component(const Rows& rows) {
  double most = 0;
  for (const Vec3& row : rows) most = std::max(most, row.lpNorm<Eigen::Infinity>());
  return most;
}

/// The linear part of an island's problem that all rungs share:
///
///     M v = f + H r,     u = H^T v + w,
///
/// and the systems that Newton's method solves for it,
///
///     M dv - H dr = b,   dr + D H^T dv = g,       D: a 3 x 3 block for each group,
///
/// which reduce, with dr eliminated, to A dv = b + H g with A = M + H D H^T. `SparseIslandSystem`
/// works in the bodies' velocities; `DelassusSystem` is for problems of which only W = H^T M^-1 H
/// is known, and has u - w for v, I for H^T and W for H M^-1.
///
/// One object serves one thread and keeps its memory from problem to problem.
class IslandSystem {
 public:
  virtual ~IslandSystem() = default;

  int num_groups() const { return static_cast<int>(groups_.size()); }
  const RowGroup& group(int c) const { return groups_[c]; }
  double velocity_scale() const { return velocity_scale_; }
  /// U0: the largest component of the relative velocity that no impulse changes, H^T M^-1 f + w.
  double free_speed() const { return free_speed_; }
  /// The mean of the groups' compliances.
  double mean_compliance() const { return mean_compliance_; }
  /// Factor on group c's stiffness if the group carries far heavier bodies than it touches: the
  /// root of (heaviest mass times its compliance) / 1e4, at least 1. The digits that separate the
  /// two are then left half to the rounds and half to the factor. Measured on a wall of 50 under
  /// 1e8 times a brick's weight: it is solved to round-off with this factor, and not without;
  /// values from 1 to 1e5 instead of 1e4 perform alike, and no other scene has such masses.
  double stiffening(int c) const { return stiffening_[c]; }
  /// rho of a proximal step of group c's impulses at `kappa`.
  double proximal_mass(int c, double kappa) const {
    return stiffening_[c] * kappa / groups_[c].compliance;
  }
  /// Number of rows per degree of freedom of the island; above 1 its impulses are not unique.
  double redundancy() const { return redundancy_; }
  /// True if all rows have fixed bounds: contacts without friction or with a linear law, joints,
  /// motors. The island is then a convex program.
  bool is_convex() const { return is_convex_; }
  /// The largest (heaviest mass times a group's compliance), at least 1.
  double mass_ratio() const { return mass_ratio_; }

  virtual void calc_velocities(const Rows& r, std::vector<Vec6>& v) = 0;
  virtual void calc_relative(const std::vector<Vec6>& v, Rows& u) = 0;
  /// b = f + H r - M v.
  virtual void calc_imbalance(const Rows& r, const std::vector<Vec6>& v, std::vector<Vec6>& b) = 0;
  /// |b| in the norm of M^-1: the root of an energy.
  virtual double measure(const std::vector<Vec6>& b) = 0;

  /// Factors A. `is_symmetric`: all D are. Returns the sign of A's determinant, 0 if it is
  /// singular.
  virtual int factor(std::span<const Mat3> D, bool is_symmetric) = 0;
  /// Solves for dv, du = H^T dv and dr with `refinements` steps of refinement. False if a number is
  /// not finite. Without refinement D's large elements leave errors of 1e-6 in the momentum
  /// (measured).
  virtual bool solve(const std::vector<Vec6>& b, const Rows& g, int refinements,
                     std::vector<Vec6>& dv, Rows& du, Rows& dr) = 0;

  /// r projected onto its cones and bounds: r_n >= 0, then r_T onto its disc.
  void project(const Rows& r, Rows& projected) const;
  /// How far (r, u) is from the laws: the largest `cone_residual` of a group (see
  /// `calc_cone_residual`), infinity if a number is not finite.
  double judge(const Rows& r, const Rows& u) const;

 protected:
  /// `groups` must outlive its use. The free velocities are u at r = 0. `bodies`: their number and
  /// largest mass; zeros if unknown.
  struct Bodies {
    int count = 0;
    double heaviest = 0;
  };
  void set_groups(std::span<const RowGroup> groups, const Rows& free_velocities,
                  double velocity_scale, const Bodies& bodies);

 private:
  std::span<const RowGroup> groups_;
  double velocity_scale_ = 0;
  double free_speed_ = 0;
  double mean_compliance_ = 1;
  double mass_ratio_ = 1;
  double redundancy_ = 1;
  bool is_convex_ = true;
  std::vector<double> stiffening_;
};

/// The radius of the disc that holds the friction of a contact.
inline double disc_radius(const RowGroup& group, double normal_impulse) {
  const double load = std::max(0.0, normal_impulse) + group.prior;
  return load > 0 ? group.friction * load : 0.0;
}

/// The size of the tangential part. Computed from scalars, not from a vector of two: reading memory
/// in other portions than it was just written in stalls the load. The multipliers' evaluation was
/// 11 % of the profile of a wall that is hit, and is 4 % so.
inline double tangential_size(const Vec3& r) { return std::sqrt(r.y() * r.y() + r.z() * r.z()); }

/// r of a contact moved to the nearest point of its law's set; the normal first.
inline Vec3 within_contact_law(const RowGroup& group, const Vec3& r) {
  const double radius = disc_radius(group, r.x());
  const double size = tangential_size(r);
  const double share = size > radius ? radius / size : 1.0;
  return {std::max(0.0, r.x()), share * r.y(), share * r.z()};
}

}  // namespace stiction
