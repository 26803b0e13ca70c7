#pragma once

#include <stiction/model/contact_columns.h>
#include <stiction/model/effort.h>

#include <Eigen/Core>

#include <array>
#include <vector>

namespace stiction {

/// Impulses y along given directions at contacts, and what they do to the bodies: dv = C y. Solves
/// in the space of the bodies' velocities, where redundant contacts cost nothing and mass ratios
/// lose nothing, for
///
///     the y nearest to a given y_0 with C y = dv:   y = y_0 + C^T (C C^T)^-1 (dv - C y_0)
///     the dv that makes given relative velocities:  C^T dv = u, in the least-squares sense.
///
/// C C^T has a block of 6 x 6 for every pair of bodies that touch. It is factored by Cholesky's
/// method inside the envelope of the bodies' order, with a diagonal shift of round-off size for
/// what no contact moves; one step of iterative refinement takes the shift back.
class ImpulseSpace {
 public:
  /// Forgets all directions. `columns` must have segments of 6 and stay alive.
  void start(const ContactColumns& columns);
  /// Adds the direction (n, x, y) at contact c; its y is the next entry.
  void add(int c, const std::array<double, 3>& direction);
  int size() const { return static_cast<int>(directions_.size()); }
  int contact(int i) const { return directions_[i].contact; }
  const std::array<double, 3>& direction(int i) const { return directions_[i].nxy; }

  /// O(bodies * envelope^2). False if that is more effort than is left, or the factorisation breaks
  /// down.
  bool factor(Effort& effort);

  /// dv += C y.
  void apply(const std::vector<double>& y, std::vector<double>& dv) const;
  /// u = C^T dv.
  void measure(const std::vector<double>& dv, std::vector<double>& u) const;
  /// Moves y to the nearest one with C y = dv.
  void move_to(const std::vector<double>& dv, std::vector<double>& y);
  /// The dv with C^T dv = u.
  void find_velocity(const std::vector<double>& u, std::vector<double>& dv);

 private:
  using Block = Eigen::Matrix<double, 6, 6>;
  struct Direction {
    int contact;
    std::array<double, 3> nxy;
    std::array<Vec6, 2> column;
  };

  Block& block(int i, int j) { return blocks_[start_of_row_[i] + j - first_[i]]; }
  void assemble();
  double calc_factor_work() const;
  void solve(std::vector<double>& b) const;

  const ContactColumns* columns_ = nullptr;
  std::vector<Direction> directions_;
  std::vector<int> first_;         ///< first block of each row of the lower triangle
  std::vector<int> start_of_row_;  ///< its place in blocks_
  std::vector<Block> blocks_;
  std::vector<double> right_, rest_, step_;
};

}  // namespace stiction
