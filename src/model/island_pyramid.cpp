#include "island_pyramid.h"

#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "row_columns.h"

namespace stiction {
namespace {

/// Beyond this size dense matrices take more memory (300 MB) and time than they are worth.
constexpr int kMostPyramidRows = 6000;

}  // namespace

IslandPyramid::IslandPyramid(const ContactModelOptions& options)
    : directions_(options.directions),
      method_(options.solver == to_string(LloydMethod::structural) ? LloydMethod::structural
                                                                   : LloydMethod::reduced) {}

void IslandPyramid::pose_columns(const CoulombSearch& search) {
  make_contact_columns(search.problem(), search.found.angles, directions_, columns_);
  append_row_columns(search.problem(), columns_);
}

bool IslandPyramid::solve_columns(CoulombSearch& search, bool is_warm) {
  if (!search.has_effort_left()) return false;
  FacetAnswer& found = search.found;
  // Of rows beyond contacts it is known whether limits are met; conditions need no basis.
  const std::vector<ContactProblem::Row>& rows = search.problem().rows;
  for (std::size_t i = found.basis.contacts.size() - found.impulses.size(); i < rows.size(); ++i) {
    found.basis.contacts.push_back({.theta = found.row_impulses[i] != 0});
  }
  const LloydOptions options{.method = method_, .effort = &search.share_effort()};
  const LloydSolution& answer = lloyd_.solve(columns_, options, is_warm ? &found.basis : nullptr);
  search.statistics().pivots += answer.statistics.pivots;
  search.statistics().factorisations += answer.statistics.factorisations;
  if (answer.statistics.stage != LloydStage::warm) search.leave_memory();
  if (!answer.solved) return false;
  const double unit = columns_.mass_unit * columns_.velocity_unit;
  for (std::size_t c = 0; c < found.impulses.size(); ++c) {
    const auto& [theta, x, y] = answer.impulses[c];
    const double cosine = std::cos(found.angles[c]);
    const double sine = std::sin(found.angles[c]);
    found.impulses[c] = unit * Vec3(theta, cosine * x - sine * y, sine * x + cosine * y);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double theta = answer.impulses[found.impulses.size() + i][0];
    found.row_impulses[i] = calc_row_impulse(rows[i], theta, columns_);
  }
  found.basis = answer.basis;
  found.has_basis = true;
  return true;
}

LcpStatus IslandPyramid::solve_standard(CoulombSearch& search) {
  const ContactProblem& problem = search.problem();
  const PyramidLayout layout(problem, directions_);
  FacetAnswer& found = search.found;
  found.has_basis = false;
  Effort& effort = search.share_effort();
  const double row_work = static_cast<double>(layout.size()) * layout.size();
  if (!prepare_delassus(search) || !effort.spend(row_work)) return LcpStatus::iteration_limit;
  pose_pyramid(problem, delassus_, found.angles, layout, units_, lcp_);
  const std::vector<int> groups = layout.covering_groups();
  const std::function<bool()> may_go_on = [&] { return effort.spend(row_work); };
  const LcpSolution& answer =
      lemke_.solve(lcp_, {.covering_group = groups, .may_go_on = &may_go_on});
  search.statistics().pivots += answer.statistics.pivots;
  impulses_from_pyramid(answer.z, found.angles, layout, units_, found.impulses);
  return answer.status;
}

bool IslandPyramid::fits(const ContactProblem& problem) const {
  return PyramidLayout(problem, directions_).size() <= kMostPyramidRows;
}

/// The dense contact matrix; false if it costs more effort than is left.
bool IslandPyramid::prepare_delassus(CoulombSearch& search) {
  if (has_delassus_) return true;
  if (!search.share_effort().spend(calc_delassus_work(search.problem()))) return false;
  calc_delassus(search.problem(), delassus_);
  units_ = natural_units(search.problem(), delassus_);
  has_delassus_ = true;
  return true;
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
