#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/contact_columns.h>

#include <vector>

#include "impulse_space.h"

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
class CanonicalImpulses {
 public:
  /// From a solution (velocities, impulses) to other impulses with the same effect. `columns` are
  /// those of the problem with facets at angle 0. They may leave the cone; the caller has them
  /// judged. Where that is more effort than is left they stay as they are. O(bodies * envelope^2 +
  /// contacts).
  void choose(const ContactProblem& problem, const std::vector<OpenImpulse>& open,
              const ContactColumns& columns, const ContactSolution& solution,
              const std::vector<Vec3>& near_to, std::vector<Vec3>& impulses, Effort& effort,
              ContactStatistics& statistics);

 private:
  void add_unknowns(const ContactProblem& problem, OpenImpulse open, const ContactColumns& columns,
                    int c, const ContactSolution& solution, const Vec3& near_to);
  void add_unknown(const ContactColumns& columns, int c, const Vec3& direction, double value,
                   double near_to);

  ImpulseSpace space_;
  std::vector<double> values_;  ///< of the solution
  std::vector<double> chosen_;
  std::vector<double> effect_;
};

}  // namespace stiction
