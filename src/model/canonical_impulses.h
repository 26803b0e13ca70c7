#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/effort.h>

#include <vector>

#include "island_problem.h"
#include "sparse_island_system.h"

namespace stiction {

/// The part of a contact's impulse that statics leaves open.
enum class OpenImpulse {
  none,    ///< no part: it stays as it is
  normal,  ///< its normal part; the tangential one, if any, stays
  slip,    ///< its size, along the cone's edge against the slip
  all,     ///< all three components
};

/// The open part of each contact's impulse under Coulomb's law, given a solution.
std::vector<OpenImpulse> open_impulses(const ContactProblem& problem,
                                       const ContactSolution& solution);

/// True if a contact with this relative velocity is closed, or if a closed one slips; both up to
/// round-off.
bool is_closed(const ContactProblem& problem, const Vec3& velocity);
bool slips(const ContactProblem& problem, const Vec3& velocity);

/// Chooses among the impulses that give the same velocities: if statics leaves them open (four
/// corners of a box), takes the ones nearest to given impulses, in the units in which equal numbers
/// are equal loads. If the given ones are zero, these have the least sum of squares.
///
/// With a stiffness D for each open direction, a missing impulse b is supplied by
///
///     (M + H D H^T) dv = b,   dr = -D H^T dv:
///
/// the least change with that effect, except for a part of order 1 / D that the next round
/// supplies. No rank decision is made anywhere.
class CanonicalImpulses {
 public:
  /// Replaces the impulses of a solution (velocities, impulses) by others with the same effect.
  /// They may leave the cone; the caller has them judged. They stay as they are if this would
  /// exceed the remaining effort. Costs one factorisation of the island.
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
