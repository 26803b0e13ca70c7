#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <span>
#include <vector>

namespace stiction {

/// A `BoxLcp` counted from its bounds: with z = b + S y, S containing +1 or -1 for each y,
///
///     find y in [0, r] with v = M' y + q':  y = 0, v >= 0  or  y = r, v <= 0  or  v = 0,
///     M' = S^T M S,   q' = S^T (q + M b).
///
/// y counts upwards from the lower bound or downwards from the upper one, whichever is finite; if
/// both are, from the one smaller in magnitude. A free z_i = y - y' is split into two. Fixed rows
/// are dropped. S^T M S is positive semidefinite if M is.
class RangedLcp {
 public:
  enum class Place { at_zero, between, at_range };

  /// `group` holds one number in [0, n) per row of the problem. O(n^2). Allocates nothing if
  /// earlier problems had as many rows of each kind.
  void reduce(const BoxLcp& problem, std::span<const int> group);

  const Lcp& lcp() const { return lcp_; }                  ///< (q', M'); q' may have overflowed
  const Eigen::VectorXd& range() const { return range_; }  ///< r > 0, +infinity if unbounded
  std::span<const int> group() const { return group_; }    ///< numbers in [0, size())
  int size() const { return static_cast<int>(rows_.size()); }

  /// b and the states at y = 0.
  void get_origin(Eigen::VectorXd& z, std::vector<BoundState>& states) const;
  /// Adds the contribution of y_k to a z that started at the origin, and sets its state.
  void move(int k, double y, Place place, Eigen::VectorXd& z,
            std::vector<BoundState>& states) const;

 private:
  struct Row {
    Eigen::Index source;
    double sign;  ///< of the entry in S
  };

  void add_rows(double lower, double upper, Eigen::Index i);
  void group_rows(std::span<const int> group);
  void fill(const BoxLcp& problem);

  std::vector<Row> rows_;
  Eigen::VectorXd origin_;
  std::vector<BoundState> origin_states_;
  Lcp lcp_;
  Eigen::VectorXd range_;
  std::vector<int> group_;
  std::vector<int> first_of_group_;
};

}  // namespace stiction
