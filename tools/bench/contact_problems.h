#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <cstdint>
#include <random>
#include <vector>

namespace stiction::bench {

/// A contact LCP with the grouping of its rows for `LemkeOptions::covering_group`: one group for
/// the friction rows of a contact.
struct GroupedLcp {
  Lcp lcp;
  std::vector<int> group;
};

/// Random contact problems of the families that Lloyd 2004, section 5.4, measures, as LCPs in the
/// form of eq. 8 with rows in the order nu (one per contact), sigma (num_directions per contact),
/// gamma (one per contact). Masses are 1 kg, lengths of the order of 1 m, mu uniform in 0.2..0.3.
/// Each call draws the next problem; equal seeds give equal sequences.
class ContactProblems {
 public:
  explicit ContactProblems(std::uint64_t seed) : random_(seed) {}

  /// A cylindrical peg (radius 0.5, length 2) that touches its hole at two levels, num_contacts / 2
  /// contacts evenly around each, and is pushed by a random wrench.
  GroupedLcp peg_in_hole(int num_contacts, int num_directions);

  /// num_bodies unit cubes on top of each other, contacts_per_face contacts evenly around a circle
  /// between each and the next, weight on all of them and a random wrench on the topmost.
  GroupedLcp stack(int num_bodies, int contacts_per_face, int num_directions);

 private:
  struct Contact {
    int body;                                   ///< the one that `normal` points into
    int other;                                  ///< -1 for the world
    Eigen::Vector3d arm_of_body, arm_of_other;  ///< from the centre of mass to the contact point
    Eigen::Vector3d normal;
    double friction;
  };
  /// The inverse mass matrix of all bodies, diagonal here: 6 entries per body; then the impulse k.
  struct System {
    Eigen::VectorXd inverse_mass;
    Eigen::VectorXd impulse;
    std::vector<Contact> contacts;
  };

  double uniform(double low, double high);
  Eigen::Matrix<double, 6, 1> random_wrench(double force, double torque);
  static Eigen::RowVectorXd jacobian_row(const System& system, const Contact& contact,
                                         const Eigen::Vector3d& direction);
  static GroupedLcp make_lcp(const System& system, int num_directions);

  std::mt19937_64 random_;
};

}  // namespace stiction::bench
