#include "island_pyramid.h"

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "cone_problem.h"
#include "facet_angles.h"
#include "infinity.h"
#include "row_columns.h"

namespace stiction {
namespace {

/// Beyond this many rows dense matrices take too much memory (300 MB) and time.
constexpr int kMostPyramidRows = 6000;

}  // namespace

IslandPyramid::IslandPyramid(const ContactModelOptions& options)
    : directions_(options.directions), method_(lloyd_method_of(options.solver)) {}

bool IslandPyramid::pivot(CoulombSearch& search, bool is_warm) {
  if (!search.enter(Rung::pivots, is_warm) || !search.has_effort_left()) return false;
  FacetAnswer& found = search.found;
  make_contact_columns(search.problem(), found.angles, directions_, columns_);
  if (!append_row_columns(search.problem(), columns_)) return false;
  const std::vector<ContactProblem::Row>& rows = search.problem().rows;
  for (std::size_t i = found.basis.contacts.size() - found.impulses.size(); i < rows.size(); ++i) {
    found.basis.contacts.push_back(basis_of_row(rows[i], found.row_impulses[i], directions_));
  }
  const LloydOptions options{.method = method_, .effort = &search.share_effort()};
  const LloydSolution& answer = lloyd_.solve(columns_, options, is_warm ? &found.basis : nullptr);
  search.statistics().pivots += answer.statistics.pivots;
  search.statistics().factorisations += answer.statistics.factorisations;
  if (answer.statistics.stage != LloydStage::warm) search.leave_memory();
  if (!answer.solved) return false;
  const double unit = columns_.mass_unit * columns_.velocity_unit;
  for (std::size_t c = 0; c < found.impulses.size(); ++c) {
    found.impulses[c] = unit * turn_to_tangents(answer.impulses[c], found.angles[c]);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    found.row_impulses[i] =
        calc_row_impulse(rows[i], answer.impulses[found.impulses.size() + i], columns_);
  }
  found.basis = answer.basis;
  found.has_basis = true;
  return true;
}

bool IslandPyramid::solve_standard(CoulombSearch& search) {
  const ContactProblem& problem = search.problem();
  const PyramidLayout layout(problem, directions_);
  const auto num_rows = layout.size() + static_cast<int>(problem.rows.size());
  if (!search.enter(Rung::pyramids, false) || num_rows > kMostPyramidRows) return false;
  FacetAnswer& found = search.found;
  found.has_basis = false;
  Effort& effort = search.share_effort();
  const double row_work = static_cast<double>(num_rows) * num_rows;
  if (!effort.spend(calc_delassus_work(problem)) || !effort.spend(row_work)) return false;
  calc_delassus(problem, delassus_);
  units_ = natural_units(problem, delassus_);
  pose_pyramid(problem, delassus_, found.angles, layout, units_, lcp_);
  std::vector<int> groups = layout.covering_groups();
  const std::function<bool()> may_go_on = [&] { return effort.spend(row_work); };
  LemkeOptions options{.may_go_on = &may_go_on};
  if (!problem.rows.empty()) {
    append_rows(search, layout);
    for (std::size_t i = 0; i < problem.rows.size(); ++i) {
      groups.push_back(static_cast<int>(groups.size()));
    }
  }
  options.covering_group = groups;
  const LcpSolution& answer =
      problem.rows.empty() ? lemke_.solve(lcp_, options) : lemke_.solve(box_, options);
  search.statistics().pivots += answer.statistics.pivots;
  impulses_from_pyramid(answer.z.head(layout.size()), found.angles, layout, units_, found.impulses);
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const double z = answer.z[layout.size() + static_cast<Eigen::Index>(i)];
    found.row_impulses[i] = units_.mass * units_.velocity * problem.rows[i].length * z;
  }
  return true;
}

/// Appends the rows beyond contacts to those of the pyramid.
void IslandPyramid::append_rows(const CoulombSearch& search, const PyramidLayout& layout) {
  const ContactProblem& problem = search.problem();
  const Eigen::Index n = layout.size();
  const auto m = static_cast<Eigen::Index>(problem.rows.size());
  const auto first = 3 * static_cast<Eigen::Index>(problem.contacts.size());
  box_.M.setZero(n + m, n + m);
  box_.M.topLeftCorner(n, n) = lcp_.M;
  box_.M.bottomRightCorner(m, m) = units_.mass * delassus_.W.bottomRightCorner(m, m);
  for (int c = 0; c < static_cast<int>(problem.contacts.size()); ++c) {
    const Eigen::MatrixX3d W = units_.mass * delassus_.W.block(first, 3 * c, m, 3);
    box_.M.col(layout.theta(c)).tail(m) = W.col(0);
    box_.M.row(layout.theta(c)).tail(m) = W.col(0);
    if (!layout.has_friction(c)) continue;
    const int d = layout.directions();
    const auto D = facet_directions(search.found.angles[static_cast<std::size_t>(c)], d);
    box_.M.block(n, layout.phi(c, 0), m, d) = W.rightCols<2>() * D.transpose();
    box_.M.block(layout.phi(c, 0), n, d, m) = D * W.rightCols<2>().transpose();
  }
  box_.q.resize(n + m);
  box_.q << lcp_.q, delassus_.u_free.tail(m) / units_.velocity;
  box_.lower.setZero(n + m);
  box_.upper.setConstant(n + m, kInfinity);
  get_row_bounds(problem, units_.mass * units_.velocity, box_.lower.tail(m), box_.upper.tail(m));
}

PosedProblem pose_as_pyramid(const ContactProblem& problem, const ContactSolution& solution,
                             std::span<const double> facet_angles, int directions) {
  PosedProblem posed;
  Delassus delassus;
  calc_delassus(with_known_rows(problem, solution.row_impulses), delassus);
  const PyramidLayout layout(problem, directions);
  Lcp lcp;
  pose_pyramid(problem, delassus, facet_angles, layout, PyramidUnits{}, lcp);
  posed.lcp = std::move(lcp);
  posed.z = pyramid_from_solution(problem, solution, facet_angles, layout);
  posed.contact_problem = problem;
  return posed;
}

}  // namespace stiction
