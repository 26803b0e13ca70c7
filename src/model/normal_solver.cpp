#include "normal_solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "row_columns.h"

namespace stiction {
namespace {

/// A damper softer than this (mass over h c) does nothing that a number could show.
constexpr double kSoftest = 1e200;

/// Of a damper, in units of the problem: the root of m / (h c).
double calc_compliance_root(const ContactProblem& problem, const ContactProblem::Contact& contact,
                            double mass_unit) {
  return std::sqrt(mass_unit / (problem.time_step * contact.viscosity));
}

}  // namespace

ConstraintRow NormalSolver::make_row(int contact, int component) const {
  ConstraintRow row;
  const double* left = columns_.left_of(contact);
  for (const int side : {0, 1}) {
    Vec6 part;
    for (int i = 0; i < 6; ++i) part[i] = left[24 * side + 4 * i + component];
    row.add_segment(columns_.contacts[contact].segment[side], part);
  }
  row.free = columns_.contacts[contact].u_free[component];
  return row;
}

/// Rows of length 1, so that tolerances mean the same for light and heavy bodies.
void NormalSolver::scale(ConstraintRow& row, double& length) const {
  length = std::sqrt(row.squared_length());
  row.divide(length);
}

void NormalSolver::make_rows(const ContactProblem& problem, std::span<const TangentLaw> laws,
                             std::span<const char> loaded) {
  make_contact_columns(problem, columns_);
  const int n = columns_.num_contacts();
  problem_.dimension = columns_.dimension;
  problem_.bilateral.clear();
  problem_.bounded.clear();
  places_.clear();
  lengths_.resize(n);
  for (int c = 0; c < n; ++c) {
    problem_.bounded.push_back(make_row(c, 0));
    scale(problem_.bounded.back(), lengths_[c]);
  }
  add_rows_beyond_contacts(problem);
  // Of rows that depend on each other the first ones are taken: let those be rows that may act.
  const auto add_tangents = [&](bool is_loaded) {
    for (int c = 0; c < n; ++c) {
      if ((!loaded.empty() && loaded[c]) == is_loaded) add_tangent_rows(problem, laws[c], c);
    }
  };
  add_tangents(true);
  add_tangents(false);
}

ConstraintRow NormalSolver::make_row(const ContactProblem& problem,
                                     const ContactProblem::Row& row) const {
  const double root = std::sqrt(columns_.mass_unit);
  ConstraintRow constraint;
  constraint.free = row.offset;
  for (const auto& [index, jacobian] : row.sides) {
    if (index < 0) continue;
    const ContactProblem::Body& body = problem.bodies[index];
    constraint.add_segment(6 * index, root * weight_by_mass(body, jacobian));
    constraint.free += jacobian.dot(body.free_velocity);
  }
  constraint.free /= columns_.velocity_unit;
  return constraint;
}

void NormalSolver::add_rows_beyond_contacts(const ContactProblem& problem) {
  bounded_.clear();
  const double unit = columns_.mass_unit * columns_.velocity_unit;
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const ContactProblem::Row& row = problem.rows[i];
    ConstraintRow constraint = make_row(problem, row);
    if (row.softness > 0) {
      constraint.own = problem_.dimension++;
      constraint.own_part = std::sqrt(columns_.mass_unit * row.softness);
    }
    if (std::isinf(row.lower) && std::isinf(row.upper)) {
      BilateralPlace place{.row = static_cast<int>(i)};
      scale(constraint, place.length);
      problem_.bilateral.push_back(constraint);
      places_.push_back(place);
      continue;
    }
    constraint.lower = row.lower / unit;
    constraint.upper = row.upper / unit;
    bounded_.push_back(static_cast<int>(i));
    lengths_.push_back(0);
    scale(constraint, lengths_.back());
    problem_.bounded.push_back(constraint);
  }
}

void NormalSolver::add_tangent_rows(const ContactProblem& problem, TangentLaw law, int c) {
  if (law == TangentLaw::free) return;
  double root = 0;
  if (law == TangentLaw::damped) {
    root = calc_compliance_root(problem, problem.contacts[c], columns_.mass_unit);
    if (!(root < kSoftest)) return;
  }
  for (const int component : {1, 2}) {
    ConstraintRow row = make_row(c, component);
    if (root > 0) {
      row.own = problem_.dimension++;
      row.own_part = root;
    }
    BilateralPlace place{.contact = c, .component = component};
    scale(row, place.length);
    problem_.bilateral.push_back(row);
    places_.push_back(place);
  }
}

bool NormalSolver::start(std::span<const char> loaded, Effort& effort) {
  if (!rows_.start(problem_, effort)) return false;
  for (std::size_t c = 0; c < loaded.size(); ++c) {
    if (!loaded[c]) continue;
    if (!rows_.spend_pivot()) return false;
    rows_.activate(static_cast<int>(c));
  }
  return true;
}

void NormalSolver::run(std::span<const char> loaded, Effort& effort) {
  const bool is_pivoting = name_ != "lemke";
  if (!start(is_pivoting ? loaded : std::span<const char>(), effort)) return;
  if (name_ == "ppm") {
    solve_by_principal_pivoting(rows_, solution_);
  } else if (name_ == "active-set") {
    solve_by_active_set(rows_, solution_);
  } else {
    solve_by_lemke(rows_, lemke_, effort, solution_);
  }
}

void NormalSolver::get_impulses(std::vector<Vec3>& impulses,
                                std::vector<double>& row_impulses) const {
  const double unit = columns_.mass_unit * columns_.velocity_unit;
  const std::size_t n = lengths_.size() - bounded_.size();
  impulses.assign(n, Vec3::Zero());
  const auto impulse_of = [&](std::size_t i) {
    return unit * solution_.z[static_cast<Eigen::Index>(i)] / lengths_[i];
  };
  for (std::size_t c = 0; c < n; ++c) impulses[c].x() = impulse_of(c);
  for (std::size_t k = 0; k < bounded_.size(); ++k) row_impulses[bounded_[k]] = impulse_of(n + k);
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const BilateralPlace& place = places_[k];
    const double impulse = unit * solution_.y[static_cast<Eigen::Index>(k)] / place.length;
    if (place.row >= 0) {
      row_impulses[place.row] = impulse;
    } else {
      impulses[place.contact][place.component] = impulse;
    }
  }
}

void NormalSolver::solve(const ContactProblem& problem, std::span<const TangentLaw> laws,
                         std::span<const char> loaded, std::vector<Vec3>& impulses,
                         std::vector<double>& row_impulses, Effort& effort,
                         ContactStatistics& statistics) {
  make_rows(problem, laws, loaded);
  solution_.y.setZero(static_cast<Eigen::Index>(problem_.bilateral.size()));
  solution_.z.setZero(static_cast<Eigen::Index>(problem_.bounded.size()));
  solution_.pivots = 0;
  run(loaded, effort);
  statistics.pivots += solution_.pivots;
  get_impulses(impulses, row_impulses);
}

Lcp NormalSolver::pose(const ContactProblem& problem, std::span<const TangentLaw> laws) {
  make_rows(problem, laws, {});
  Effort unlimited;
  rows_.start(problem_, unlimited);
  BoxLcp box;
  condense(rows_, unlimited, box);
  Lcp lcp{std::move(box.M), std::move(box.q)};
  const Eigen::Map<const Eigen::VectorXd> lengths(lengths_.data(), lcp.q.size());
  lcp.M = lengths.asDiagonal() * lcp.M * lengths.asDiagonal();
  lcp.M /= columns_.mass_unit;
  lcp.q = columns_.velocity_unit * lcp.q.cwiseProduct(lengths);
  return lcp;
}

}  // namespace stiction
