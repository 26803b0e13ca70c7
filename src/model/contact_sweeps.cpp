#include "contact_sweeps.h"

#include <algorithm>
#include <cstddef>

#include "island_problem.h"

namespace stiction {
namespace {

/// More sweeps do not improve an approximate answer any further.
constexpr int kMostSettlingSweeps = 200;

/// Approximate multiplications per sweep.
double calc_sweep_work(const ContactProblem& problem) {
  constexpr double kPerContact = 100;
  return kPerContact * static_cast<double>(problem.contacts.size() + problem.rows.size());
}

/// Projects theta of a contact, given its relative velocity u after its impulse r, and updates u_t.
void project_normal(const Mat3& block, Vec3& r, Vec3& u) {
  const double before = r.x();
  r.x() = std::max(0.0, before - u.x() / block(0, 0));
  u.tail<2>() += block.block<2, 1>(1, 0) * (r.x() - before);
}

}  // namespace

void sweep_cone(const ContactProblem& problem, int sweeps, std::vector<Vec3>& impulses,
                std::vector<double>& row_impulses) {
  IslandProblem island;
  make_held_problem(problem, island);
  std::vector<Mat3> blocks;  // W of each contact on its own
  std::vector<Vec6> velocities = free_velocities(problem);
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    blocks.push_back(island.calc_block(static_cast<int>(c)));
    apply_contact_impulse(problem, problem.contacts[c], impulses[c], velocities);
  }
  std::vector<double> compliances;
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    apply_row_impulse(problem, problem.rows[i], row_impulses[i], velocities);
    compliances.push_back(calc_row_compliance(problem, problem.rows[i]));
  }
  for (int k = 0; k < sweeps; ++k) {
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      const ContactProblem::Contact& contact = problem.contacts[c];
      Vec3 u = calc_contact_velocity(contact, velocities);
      Vec3 r = impulses[c];
      project_normal(blocks[c], r, u);
      r.tail<2>() -= u.tail<2>() / std::max(blocks[c](1, 1), blocks[c](2, 2));
      const double bound = contact.friction * (r.x() + contact.prior_normal_impulse);
      const double size = r.tail<2>().norm();
      if (size > bound) r.tail<2>() *= bound / size;
      apply_contact_impulse(problem, contact, r - impulses[c], velocities);
      impulses[c] = r;
    }
    for (std::size_t i = 0; i < problem.rows.size(); ++i) {
      const ContactProblem::Row& row = problem.rows[i];
      const double u = calc_row_velocity(row, velocities);
      const double yielding = u + row.softness * row_impulses[i];
      const double r = std::clamp(row_impulses[i] - yielding / (compliances[i] + row.softness),
                                  row.lower, row.upper);
      apply_row_impulse(problem, row, r - row_impulses[i], velocities);
      row_impulses[i] = r;
    }
  }
}

double calc_settling_reserve(const ContactProblem& problem, const Effort& effort) {
  const double wanted = kMostSettlingSweeps * calc_sweep_work(problem) + calc_judging_work(problem);
  return std::min(0.5 * effort.left(), wanted);
}

int spend_on_sweeps(const ContactProblem& problem, Effort& effort) {
  const double sweep_work = calc_sweep_work(problem);
  const double affordable = (effort.left() - calc_judging_work(problem)) / sweep_work;
  const int sweeps = static_cast<int>(std::min<double>(affordable, kMostSettlingSweeps));
  return sweeps >= 1 && effort.spend(sweeps * sweep_work) ? sweeps : 0;
}

}  // namespace stiction
