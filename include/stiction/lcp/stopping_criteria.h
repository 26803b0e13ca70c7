#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <functional>

namespace stiction {

/// One iteration of an iterative method, as passed to `StoppingCriteria::on_iteration`.
struct LcpIteration {
  int number;                ///< from 0, which is the start
  double merit;              ///< the method's merit function theta(z)
  double residual;           ///< the natural residual of z (`lcp_residual`)
  const Eigen::VectorXd& z;  ///< only valid during the call
};

/// When an iterative method ends (Erleben 2013, section 6). Each criterion has its own `LcpStop`;
/// only the first one ends in `LcpStatus::solved`, and among the others only the limit in
/// `iteration_limit`. With the defaults a method continues until its answer is accepted, nothing
/// changes any more, or the limit is reached.
struct StoppingCriteria {
  /// Natural residual (`lcp_residual` of the problem as given) <= tolerance. > 0.
  double tolerance = 1e-8;
  /// theta(z') < absolute, theta being the method's merit function and z' the result of an
  /// iteration, not the start (eq. 107). >= 0.
  double absolute = 0;
  /// |theta(z') - theta(z)| < relative |theta(z)| (eq. 108). >= 0.
  double relative = 0;
  /// max |z' - z| <= stagnation max(1, max |z|) (eq. 109, scaled). >= 0.
  double stagnation = 0;
  /// Limit on the iterations; 0: the method's own. >= 0.
  int iteration_limit = 0;
  /// Called before each iteration, if not null; false ends the solve like the limit.
  const std::function<bool()>* may_go_on = nullptr;
  /// Called with the start and after each iteration; costs one evaluation of both measures.
  std::function<void(const LcpIteration&)> on_iteration = {};
};

/// Throws std::invalid_argument, naming the option, what is accepted and what was given.
void validate(const StoppingCriteria& criteria);

}  // namespace stiction
