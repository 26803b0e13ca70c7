#include "semismooth_newton.h"

#include "gmres_solver.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// d is a direction of sufficient descent if grad theta . d <= -kDescent |d|^kDescentPower (De
/// Luca, Facchinei and Kanzow 1996).
constexpr double kDescent = 1e-18;
constexpr double kDescentPower = 2.1;
/// gamma of eqs 71 and 105 far from the solution; near it |F| / 10, for quadratic convergence.
constexpr double kForcing = 1e-2;
constexpr double kLeastForcing = 1e-12;

}  // namespace

LcpStop SemismoothNewton::run(NewtonProblem& problem, NewtonFunction& function,
                              const SemismoothSettings& settings, const Eigen::VectorXd& start) {
  problem_ = &problem;
  function_ = &function;
  settings_ = &settings;
  report_ = {};
  line_search_steps_ = difference_iterations_ = 0;
  equation_.reset(problem, settings.system);
  monitor_.start(problem, *settings.stop);
  rows_.resize(problem.size());
  for (Eigen::VectorXd* v : {&w_, &direction_, &gradient_, &trial_z_, &trial_w_}) {
    v->resize(problem.size());
  }
  z_ = start;
  problem.calc_w(z_, w_);
  merit_ = calc_merit(z_, w_);
  history_.assign(static_cast<std::size_t>(settings.memory), merit_);
  newest_ = 0;
  for (;;) {
    if (const std::optional<LcpStop> stop = monitor_.observe(z_, merit_)) return *stop;
    linearise();
    if (!make_step()) return failure_;
  }
}

/// F, J and grad theta = J^T F.
void SemismoothNewton::linearise() {
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    const NewtonRow row =
        function_->calc_row(z_[i], w_[i], problem_->lower()[i], problem_->upper()[i]);
    rows_.value[i] = row.value;
    rows_.dz[i] = row.dz;
    rows_.dw[i] = row.dw;
  }
  equation_.multiply_transposed(rows_, rows_.value, gradient_);
}

/// Steps along the Newton direction, else along that of steepest descent. True if z has moved.
bool SemismoothNewton::make_step() {
  if (find_newton_direction()) {
    if (search_along_direction(gradient_.dot(direction_))) return true;
    failure_ = LcpStop::local_minimum;
  } else {
    failure_ = LcpStop::non_descent;
  }
  if (!settings_->has_gradient_fallback) return false;
  direction_ = -gradient_;
  const double slope = -gradient_.squaredNorm();
  failure_ = LcpStop::local_minimum;
  if (!(slope < 0.0) || !search_along_direction(slope)) return false;
  ++report_.gradient_steps;
  return true;
}

bool SemismoothNewton::find_newton_direction() {
  if (settings_->difference > 0.0) {
    solve_by_differences();
  } else if (equation_.solve(rows_, calc_forcing(), direction_) !=
             NewtonEquation::Outcome::regular) {
    ++report_.singular_systems;
  }
  if (!direction_.allFinite()) return false;
  const double slope = gradient_.dot(direction_);
  return slope < 0.0 && slope <= -kDescent * std::pow(direction_.norm(), kDescentPower);
}

double SemismoothNewton::calc_forcing() const {
  return std::clamp(0.1 * rows_.value.norm(), kLeastForcing, kForcing);
}

/// J p = (F(z + h p) - F(z)) / h (eq. 102), along the directions p that GMRES needs.
void SemismoothNewton::solve_by_differences() {
  const double h = settings_->difference;
  difference_iterations_ += solve_by_gmres(
      [&](const Eigen::VectorXd& p, Eigen::VectorXd& product) {
        problem_->multiply(p, trial_w_);
        product.resize(p.size());
        for (Eigen::Index i = 0; i < p.size(); ++i) {
          const double value = function_->calc_value(z_[i] + h * p[i], w_[i] + h * trial_w_[i],
                                                     problem_->lower()[i], problem_->upper()[i]);
          product[i] = (value - rows_.value[i]) / h;
        }
      },
      -rows_.value, calc_forcing(), direction_);
}

/// Back-tracking search (eq. 83) against the largest of the last merits (Grippo, Lampariello and
/// Lucidi 1986). True if z has moved.
bool SemismoothNewton::search_along_direction(double slope) {
  const double reference = *std::max_element(history_.begin(), history_.end());
  for (double tau = 1.0; tau >= settings_->least_step; tau *= settings_->step_reduction) {
    ++line_search_steps_;
    trial_z_ = z_ + tau * direction_;
    if (settings_->has_projection) {
      trial_z_ = trial_z_.cwiseMax(problem_->lower()).cwiseMin(problem_->upper());
    }
    if (trial_z_ == z_) return false;
    problem_->calc_w(trial_z_, trial_w_);
    const double merit = calc_merit(trial_z_, trial_w_);
    if (!(merit <= reference + settings_->sufficient_decrease * tau * slope)) continue;
    z_.swap(trial_z_);
    w_.swap(trial_w_);
    merit_ = merit;
    newest_ = (newest_ + 1) % history_.size();
    history_[newest_] = merit;
    return true;
  }
  return false;
}

/// theta = 1/2 F . F (eqs 64 and 103).
double SemismoothNewton::calc_merit(const Eigen::VectorXd& z, const Eigen::VectorXd& w) const {
  double sum = 0.0;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double value =
        function_->calc_value(z[i], w[i], problem_->lower()[i], problem_->upper()[i]);
    sum += value * value;
  }
  return 0.5 * sum;
}

void SemismoothNewton::finish(LcpStop stop, LcpSolution& solution, NewtonReport& report) const {
  solution.states.clear();
  solution.statistics = {};
  monitor_.finish(stop, solution);
  solution.statistics.line_search_steps = line_search_steps_;
  solution.statistics.linear_iterations = equation_.linear_iterations() + difference_iterations_;
  report = report_;
}

}  // namespace stiction
