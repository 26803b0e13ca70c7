#include "normal_solver.h"

#include <array>
#include <cmath>

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
    row.segment[side] = columns_.contacts[contact].segment[side];
    for (int i = 0; i < 6; ++i) row.part[side][i] = left[24 * side + 4 * i + component];
  }
  row.free = columns_.contacts[contact].u_free[component];
  return row;
}

/// Rows of length 1, so that tolerances mean the same for light and heavy bodies.
void NormalSolver::scale(ConstraintRow& row, double& length) const {
  double squared = row.own_part * row.own_part;
  for (const int side : {0, 1}) {
    if (row.segment[side] >= 0) squared += row.part[side].squaredNorm();
  }
  length = std::sqrt(squared);
  for (auto& part : row.part) part /= length;
  row.own_part /= length;
  row.free /= length;
}

void NormalSolver::make_rows(const ContactProblem& problem, std::span<const TangentLaw> laws,
                             std::span<const char> loaded) {
  make_contact_columns(problem, columns_);
  const int n = columns_.num_contacts();
  problem_.dimension = columns_.dimension;
  problem_.bilateral.clear();
  problem_.unilateral.clear();
  places_.clear();
  lengths_.resize(n);
  for (int c = 0; c < n; ++c) {
    problem_.unilateral.push_back(make_row(c, 0));
    scale(problem_.unilateral.back(), lengths_[c]);
  }
  // Of rows that depend on each other the first ones are taken: let those be rows that may act.
  const auto add_tangents = [&](bool is_loaded) {
    for (int c = 0; c < n; ++c) {
      if ((!loaded.empty() && loaded[c]) == is_loaded) add_tangent_rows(problem, laws[c], c);
    }
  };
  add_tangents(true);
  add_tangents(false);
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
    BilateralPlace place{c, component, 0};
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

void NormalSolver::get_impulses(std::vector<Vec3>& impulses) const {
  const double unit = columns_.mass_unit * columns_.velocity_unit;
  impulses.assign(lengths_.size(), Vec3::Zero());
  for (std::size_t c = 0; c < lengths_.size(); ++c) {
    impulses[c].x() = unit * solution_.z[static_cast<Eigen::Index>(c)] / lengths_[c];
  }
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const BilateralPlace& place = places_[k];
    impulses[place.contact][place.component] =
        unit * solution_.y[static_cast<Eigen::Index>(k)] / place.length;
  }
}

void NormalSolver::solve(const ContactProblem& problem, std::span<const TangentLaw> laws,
                         std::span<const char> loaded, std::vector<Vec3>& impulses, Effort& effort,
                         ContactStatistics& statistics) {
  make_rows(problem, laws, loaded);
  solution_.y.setZero(static_cast<Eigen::Index>(problem_.bilateral.size()));
  solution_.z.setZero(static_cast<Eigen::Index>(problem_.unilateral.size()));
  solution_.pivots = 0;
  run(loaded, effort);
  statistics.pivots += solution_.pivots;
  get_impulses(impulses);
}

Lcp NormalSolver::pose(const ContactProblem& problem, std::span<const TangentLaw> laws) {
  make_rows(problem, laws, {});
  Effort unlimited;
  rows_.start(problem_, unlimited);
  Lcp lcp;
  condense(rows_, unlimited, lcp);
  const Eigen::Map<const Eigen::VectorXd> lengths(lengths_.data(), lcp.q.size());
  lcp.M = lengths.asDiagonal() * lcp.M * lengths.asDiagonal();
  lcp.M /= columns_.mass_unit;
  lcp.q = columns_.velocity_unit * lcp.q.cwiseProduct(lengths);
  return lcp;
}

}  // namespace stiction
