#pragma once

#include <vector>

#include "island_system.h"

namespace stiction {

/// A point of the path: (r, y, z) of each group, the velocities, and the path parameter.
struct PathPoint {
  struct Group {
    Vec3 r;  ///< impulse
    Vec3 y;  ///< contact: u, up to theta y0; bounded row: multiplier of its lower bound
    Vec3 z;  ///< contact: (gamma, 0, 0), gamma = |u_T| at the end; bounded row: multiplier of its
             ///< upper bound
  };
  std::vector<Group> groups;
  std::vector<Vec6> v;
  double mu = 0;  ///< path parameter; the friction coefficient is `RowGroup::friction`
};

/// A change of a point; its mu is ignored.
using PathDirection = PathPoint;

/// An interior path to Coulomb's law in its quasi-variational form: the curve of points that obey,
/// for theta = mu / mu0 and with R = friction (r_n + prior) held as the radius of the disc,
///
///     r_n y_n            = k mu                       (1)
///     R gamma + r_T.y_T  = k mu                       (2)   (R, r_T) o (gamma, y_T) = (k mu, 0)
///     gamma r_T + R y_T  = 0                          (3)   in the Jordan algebra of the cone
///     u - y              = theta y0                   (4)
///     f + H r - M v      = theta b0                   (5)
///
/// At mu = 0 this is exactly Coulomb's law: u_n >= 0, r_n >= 0, maximal dissipation. y0 and b0 are
/// the violations at the start, so that the start lies on the path. The cone is not shifted and
/// |u_T| not smoothed: the barrier itself smooths friction, and everything but (1)-(3) is linear.
/// Bounded rows obey (r - l) y = k mu, (h - r) z = k mu, u + s r - (y - z) = theta y0. The weights
/// k are proportional to 1 / compliance.
///
/// Newton's equation is reduced to one D for each group. D grows like 1 / mu, and without a cap the
/// factor would lose all digits at mu = 1e-10. The cap is the compliance del = 1e-8 times the
/// group's own, a proximal term that the iteration removes again (1e-6 stalls the path).
///
/// Source: study of large islands, 2.3.
class InteriorPath {
 public:
  struct Options {
    double start_mu = 5;  ///< in units of E0 = U0^2 / mean compliance
  };

  /// Starts far inside, with only the impulses of the barrier. If a load exceeds 1e4 times a body's
  /// mass, starts at `start_mu` times that ratio, because the impulses of the answer are of that
  /// size. Measured on a wall of 50 under 1e8 times a brick's weight: from 5 E0 the path stalls at
  /// once; from 1e6 to 1e11 E0 it takes 40 rounds.
  void start_cold(IslandSystem& system, const Options& options, PathPoint& x);
  /// Starts on the path that leads approximately through these impulses.
  void start_warm(IslandSystem& system, const Options& options, const Rows& r, PathPoint& x);

  /// Assembles and factors Newton's equation at x. Returns the sign of its determinant, 0 if it is
  /// singular.
  int linearise(const PathPoint& x);
  /// Newton's step to the point of the path at the mu of x.
  bool find_corrector(const PathPoint& x, PathDirection& corrector);
  /// The derivative of the path with respect to mu.
  bool find_tangent(const PathPoint& x, PathDirection& tangent);

  /// How central a point is: the least and the largest eigenvalue of the products (1)-(3), in units
  /// of k mu; both are 1 on the path. (For the discs: of Q_{(R, r_T)^1/2} (gamma, y_T).)
  struct Spectrum {
    double least = 0;
    double largest = 0;
  };
  Spectrum measure(const PathPoint& x) const;

  /// Sets z to x + a C + dm B, with mu changed by dm. Returns false, and leaves z undefined, if
  /// that is outside of `limits`.
  bool try_move(const PathPoint& x, double a, const PathDirection& C, double dm,
                const PathDirection& B, const Spectrum& limits, PathPoint& z);

  /// <a, b> in the local metric of x: every variable is measured by its own size.
  double inner(const PathPoint& x, const PathDirection& a, const PathDirection& b) const;

  double energy_unit() const { return energy_unit_; }  ///< E0
  static void take_impulses(const PathPoint& x, Rows& r);

 private:
  /// Right minus left side of (1) and (3), of (2) or of the upper bounds, and the excess of dy over
  /// du.
  struct Misfit {
    Vec3 first = Vec3::Zero();
    Vec3 second = Vec3::Zero();
    Vec3 gap = Vec3::Zero();
  };

  void prepare(IslandSystem& system, double start_mu, PathPoint& x);
  void fix_start(PathPoint& x);
  Vec3 mismatch(int c, const PathPoint::Group& x) const;
  Mat3 reduce_contact(int c, const PathPoint::Group& x);
  Mat3 reduce_bounded(int c, const PathPoint::Group& x) const;
  bool find_direction(const PathPoint& x, PathDirection& direction);

  IslandSystem* system_ = nullptr;
  int narrowest_ = 0;  ///< where the last move failed: shorter moves fail there first
  double energy_unit_ = 0;
  double mu0_ = 0;
  std::vector<double> weights_;  ///< k
  std::vector<double> caps_;     ///< del
  Rows y0_;
  std::vector<Vec6> b0_;
  // At the point of `linearise`:
  Rows r_, u_;
  std::vector<Vec6> b_;
  std::vector<Mat3> D_;
  std::vector<Mat3> K_;  ///< of contacts; see `reduce_contact`
  // For the direction being computed:
  std::vector<Misfit> misfits_;
  Rows g_, du_, dr_;
};

}  // namespace stiction
