#pragma once

#include <stiction/model/box_friction_options.h>

#include <Eigen/Core>

#include <span>
#include <string_view>
#include <vector>

#include "box_mixing.h"
#include "box_pass.h"

namespace stiction {

/// The fixed-point iteration of the splitting. Its unknowns are, for each contact,
///
///     (theta, f - rho u_t)
///
/// the normal impulse, which bounds friction in the next pass, and the direction of the first axis
/// in it (see `BoxFrictionModel`).
class BoxSplitting {
 public:
  /// The passes' box problems are solved by `solver`, one of `lcp_solvers()`.
  explicit BoxSplitting(std::string_view solver) : pass_(solver) {}

  /// Starts from impulses (N s, contact frames) and angles of the first axes, rad, that are
  /// remembered, or zero; `options.first` says whether they bound friction in the first pass. False
  /// if that is more effort than is left.
  bool start(const ContactProblem& problem, const BoxFrictionOptions& options,
             const std::vector<Vec3>& impulses, const std::vector<double>& angles, Effort& effort);

  /// Makes a pass; false if its box problem was not solved.
  bool pass(const ContactProblem& problem, SolverWork& work);
  /// Chooses the estimate of the next pass: what the last one found, or a mixture with those
  /// before.
  void choose_next();

  int num_passes() const { return num_passes_; }
  /// Of the last pass: its impulses, the angles of its axes and by how much it changed the
  /// estimate, as `BoxFrictionOptions::tolerance` measures it.
  const std::vector<Vec3>& impulses() const { return pass_.impulses(); }
  const std::vector<double>& angles() const { return angles_; }
  double change() const { return change_; }
  bool has_stagnated() const;

 private:
  void calc_steps();
  void estimate_first(const std::vector<Vec3>& impulses);
  void take_estimate(const ContactProblem& problem);
  double calc_compliance(std::size_t c) const;
  void calc_found();
  double calc_change(const ContactProblem& problem) const;
  double calc_turn(std::size_t c) const;

  BoxFrictionOptions options_;
  Eigen::VectorXd estimate_;         ///< that the last pass was given, dimensionless
  Eigen::VectorXd found_;            ///< what it led to
  std::vector<double> angles_;       ///< of the first axes
  std::vector<double> bounds_;       ///< of friction, N s
  std::vector<double> compliances_;  ///< of the second axes (`BoxPass`)
  std::vector<double> steps_;        ///< rho, dimensionless
  std::vector<Vec2> slips_;          ///< of the last pass, dimensionless
  int num_passes_ = 0;
  double change_ = 0;
  double best_change_ = 0;  ///< the least so far
  int passes_since_best_ = 0;

  BoxPass pass_;
  BoxMixing mixing_;
};

/// mu (theta + prior normal impulse), N s, and 0 for negative theta.
double friction_bound(const ContactProblem::Contact& contact, double normal_impulse);

}  // namespace stiction
