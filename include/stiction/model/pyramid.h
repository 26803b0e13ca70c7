#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/lcp/lcp.h>
#include <stiction/model/delassus.h>

#include <Eigen/Core>

#include <span>
#include <vector>

namespace stiction {

/// The places of the variables of Lloyd's eq. 8 in z = (theta, phi, lambda) and w = (nu, sigma,
/// gamma). Contacts without friction have no phi and lambda.
class PyramidLayout {
 public:
  /// `directions` friction directions for each contact, >= 2.
  PyramidLayout(const ContactProblem& problem, int directions);

  int size() const { return num_contacts_ + num_frictional_ * (directions_ + 1); }
  int num_contacts() const { return num_contacts_; }
  int directions() const { return directions_; }
  bool has_friction(int c) const { return slot_[c] >= 0; }
  int theta(int c) const { return c; }
  int phi(int c, int j) const { return num_contacts_ + slot_[c] * directions_ + j; }
  int lambda(int c) const { return num_contacts_ + num_frictional_ * directions_ + slot_[c]; }

  /// The group of each row for Lemke's covering vector: the sigma rows of one contact share an
  /// entry, as Lloyd's Appendix B requires; every other row has its own.
  std::vector<int> covering_groups() const;

 private:
  int num_contacts_ = 0;
  int num_frictional_ = 0;
  int directions_ = 0;
  std::vector<int> slot_;
};

/// Units in which the problem is posed; 1, 1 is SI. The solver wants numbers around 1. Scaling
/// impulses by m V and velocities by V leaves the structure of eq. 8 (E, mu) as it is.
struct PyramidUnits {
  double mass = 1;      ///< m, kg
  double velocity = 1;  ///< V, m/s
};

/// The units that make eq. 8 dimensionless: the mean of 1 / W_nn (of 1 / W_ii of the rows if there
/// are no contacts) and the judge's V.
PyramidUnits natural_units(const ContactProblem& problem, const Delassus& delassus);

/// Unit vectors of the d facet directions in the tangent frame (one per row), the first at
/// `facet_angle`; opposite directions are exact negatives.
Eigen::Matrix<double, Eigen::Dynamic, 2> facet_directions(double facet_angle, int directions);

/// Lloyd's eq. 8 with the friction directions of contact c turned by facet_angles[c]:
///
///     nu    = N^T M^-1 N theta + N^T M^-1 D phi            + n^T u_free
///     sigma = D^T M^-1 N theta + D^T M^-1 D phi + E lambda + d^T u_free
///     gamma = mu theta - E^T phi                           + mu prior_normal_impulse
///
/// Departures: the gap term is part of u_free, and a prior normal impulse enters gamma. Reuses the
/// memory of `lcp`. This and the functions below throw std::invalid_argument if sizes do not fit.
void pose_pyramid(const ContactProblem& problem, const Delassus& delassus,
                  std::span<const double> facet_angles, const PyramidLayout& layout,
                  const PyramidUnits& units, Lcp& lcp);

/// Impulses (theta, f1, f2) of each contact, N s, from an answer z.
void impulses_from_pyramid(const Eigen::Ref<const Eigen::VectorXd>& z,
                           std::span<const double> facet_angles, const PyramidLayout& layout,
                           const PyramidUnits& units, std::vector<Vec3>& impulses);

/// The z of a solution: the inverse of the above, with lambda the largest component of minus the
/// slip along a facet.
Eigen::VectorXd pyramid_from_solution(const ContactProblem& problem,
                                      const ContactSolution& solution,
                                      std::span<const double> facet_angles,
                                      const PyramidLayout& layout);

}  // namespace stiction
