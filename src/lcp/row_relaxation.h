#pragma once

#include "box_point.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace stiction {

/// Sums up the rows as a sweep finds them on its way.
struct SweepMeasure {
  /// The largest |z_i - mid(l_i, z_i - w_i, u_i)|: the natural residual along the sweep, which is
  /// free and close to that of its last point.
  double violation = 0.0;
  /// The sum of |w_i|; not finite if a number exceeds the range of double.
  double sum_of_w = 0.0;

  void see(const BoxPoint& point, Eigen::Index i, double w) {
    violation = std::max(violation, std::abs(point.z[i] - point.clamp(i, point.z[i] - w)));
    sum_of_w += std::abs(w);
  }
};

/// The rows that a sweep by single rows has to move, or the obstacle to sweeping.
class SweptRows {
 public:
  void clear() {
    moving_.clear();
    obstacle_.reset();
  }

  /// Takes all rows of a problem.
  template <class Rows>
  void start(const Rows& rows, const Eigen::VectorXd& q, BoxPoint& point) {
    clear();
    for (Eigen::Index i = 0; i < q.size(); ++i) add(rows, q, i, point);
  }

  /// Fixed rows (l_i = u_i) stay. A row without any element has w_i = q_i whatever z is: z_i goes
  /// to the bound that the sign of q_i requires; without such a bound, the problem has no solution.
  /// All others need a positive diagonal element.
  template <class Rows>
  void add(const Rows& rows, const Eigen::VectorXd& q, Eigen::Index i, BoxPoint& point) {
    if (point.lower[i] == point.upper[i]) return;
    const double diagonal = rows.diagonal(i);
    if (!std::isfinite(diagonal)) return stop_at(LcpStop::diverged);
    if (diagonal > 0.0) return moving_.push_back(i);
    if (!rows.is_zero(i)) return stop_at(LcpStop::not_applicable);
    if (q[i] == 0.0) return;
    const double bound = q[i] > 0.0 ? point.lower[i] : point.upper[i];
    if (!std::isfinite(bound)) return stop_at(LcpStop::ray);
    point.z[i] = bound;
  }

  const std::vector<Eigen::Index>& moving() const { return moving_; }
  std::optional<LcpStop> obstacle() const { return obstacle_; }

 private:
  /// A ray, which proves that there is no solution, has precedence; else the first row counts.
  void stop_at(LcpStop stop) {
    if (!obstacle_ || stop == LcpStop::ray) obstacle_ = stop;
  }

  std::vector<Eigen::Index> moving_;
  std::optional<LcpStop> obstacle_;
};

/// z_i <- x, moved into the bounds.
template <class Rows>
void move_row(Rows& rows, Eigen::Index i, double x, BoxPoint& point) {
  const double before = point.z[i];
  const double after = point.clamp(i, x);
  if (after == before) return;
  point.z[i] = after;
  rows.moved(i, after - before);
}

/// z_i <- mid(l_i, z_i - relaxation w_i / M_ii, u_i)                     (Erleben 2013, eq. 59)
template <class Rows>
void relax_row(Rows& rows, Eigen::Index i, double relaxation, BoxPoint& point,
               SweepMeasure& measure) {
  const double w = rows.w(i, point.z);
  measure.see(point, i, w);
  move_row(rows, i, point.z[i] - relaxation * w / rows.diagonal(i), point);
}

/// One sweep of successive over-relaxation; of Gauss-Seidel with relaxation 1.
template <class Rows>
SweepMeasure relax_rows(Rows& rows, const std::vector<Eigen::Index>& moving, double relaxation,
                        BoxPoint& point) {
  SweepMeasure measure;
  for (const Eigen::Index i : moving) relax_row(rows, i, relaxation, point, measure);
  return measure;
}

}  // namespace stiction
