#pragma once

#include "newton_equation.h"
#include "newton_functions.h"
#include "newton_monitor.h"
#include "newton_problem.h"

#include <stiction/lcp/newton_system.h>
#include <stiction/lcp/stopping_criteria.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// A function f(z, w) of one row that is zero exactly at the solutions of a complementarity
/// problem.
class NewtonFunction {
 public:
  virtual ~NewtonFunction() = default;
  virtual double calc_value(double z, double w, double lower, double upper) const = 0;
  virtual NewtonRow calc_row(double z, double w, double lower, double upper) = 0;
};

/// The options that all semismooth Newton methods share.
struct SemismoothSettings {
  const StoppingCriteria* stop;
  double sufficient_decrease;
  double step_reduction;
  double least_step;
  int memory;
  bool has_projection;
  bool has_gradient_fallback;
  NewtonSystem system;
  double difference = 0;  ///< h of eq. 102; 0 for exact products
};

/// Newton's method for F(z) = 0, F_i = f(z_i, w_i), with the merit function theta = 1/2 |F|^2:
///
///     J d = -F,   z <- z + tau d,   tau the first of 1, beta, beta^2, ... with
///     theta(z + tau d) <= max theta of the last `memory` points + alpha tau grad theta . d,
///
/// on the scaled problem. If the system is singular, d is not a direction of sufficient descent, or
/// no tau >= least_step passes, the direction is -grad theta = -J^T F for this step.
class SemismoothNewton {
 public:
  /// Runs from z (scaled) until one of the criteria is met; the best point is in the monitor.
  LcpStop run(NewtonProblem& problem, NewtonFunction& function, const SemismoothSettings& settings,
              const Eigen::VectorXd& start);

  /// Hands over the best point and the counters.
  void finish(LcpStop stop, LcpSolution& solution, NewtonReport& report) const;

 private:
  bool make_step();
  bool find_newton_direction();
  bool search_along_direction(double slope);
  double calc_merit(const Eigen::VectorXd& z, const Eigen::VectorXd& w) const;
  void linearise();
  void solve_by_differences();
  double calc_forcing() const;

  NewtonProblem* problem_ = nullptr;
  NewtonFunction* function_ = nullptr;
  const SemismoothSettings* settings_ = nullptr;
  NewtonEquation equation_;
  NewtonMonitor monitor_;
  NewtonReport report_;
  LcpStop failure_ = LcpStop::local_minimum;  ///< stop reported if a step cannot be made
  int line_search_steps_ = 0;
  int difference_iterations_ = 0;
  double merit_ = 0;
  std::vector<double> history_;  ///< the last merits, a ring
  std::size_t newest_ = 0;
  NewtonLinearisation rows_;
  Eigen::VectorXd z_, w_, direction_, gradient_, trial_z_, trial_w_;
};

}  // namespace stiction
