#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/effort.h>

#include <vector>

#include "island_problem.h"
#include "sparse_island_system.h"

namespace stiction {

/// What statics may leave open of the impulse at a contact.
enum class OpenImpulse {
  none,    ///< it stays as it is
  normal,  ///< its normal part; the tangential one, if any, stays
  slip,    ///< its size, along the cone's edge against the slip
  all,     ///< all three components
};

/// That of each contact under Coulomb's law, given a solution.
std::vector<OpenImpulse> open_impulses(const ContactProblem& problem,
                                       const ContactSolution& solution);

/// Whether a contact with this relative velocity is closed, and whether one that is closed slips,
/// both up to round-off.
bool is_closed(const ContactProblem& problem, const Vec3& velocity);
bool slips(const ContactProblem& problem, const Vec3& velocity);

/// A choice among the impulses that give the same velocities: where statics leaves them open (four
/// corners of a box), those nearest to given ones, in the units in which equal numbers are equal
/// loads. With zeros as the given ones that is the least sum of squares.
///
/// With a stiffness D for each direction that is open, an impulse that is missing, b, is made up by
///
///     (M + H D H^T) dv = b,   dr = -D H^T dv:
///
/// of all changes with that effect the least one, but for a part of 1 / D that the next round makes
/// up. No rank decision is made anywhere.
class CanonicalImpulses {
 public:
  /// From a solution (velocities, impulses) to other impulses with the same effect. They may leave
  /// the cone; the caller has them judged. Where that is more effort than is left they stay as they
  /// are. O(a factorisation of the island).
  void choose(const ContactProblem& problem, const std::vector<OpenImpulse>& open,
              const ContactSolution& solution, const std::vector<Vec3>& near_to,
              std::vector<Vec3>& impulses, Effort& effort, ContactStatistics& statistics);

 private:
  Mat3 stiffness(const ContactProblem& problem, const ContactSolution& solution, OpenImpulse open,
                 int c) const;

  IslandProblem island_;
  SparseIslandSystem system_;
  std::vector<Mat3> D_;
  Rows r_, no_push_, du_, dr_;
  std::vector<Vec6> b_, dv_;
};

}  // namespace stiction
