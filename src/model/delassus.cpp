#include <stiction/model/delassus.h>

#include <vector>

#include "island_problem.h"

namespace stiction {

double calc_delassus_work(const ContactProblem& problem) {
  constexpr double kPerPairOfContacts = 60;
  const double n =
      static_cast<double>(problem.contacts.size()) + static_cast<double>(problem.rows.size()) / 3;
  return kPerPairOfContacts * n * n;
}

void calc_delassus(const ContactProblem& problem, Delassus& delassus) {
  require_sound_indices(problem);
  const int n = static_cast<int>(problem.contacts.size());
  const int size = 3 * n + static_cast<int>(problem.rows.size());
  delassus.u_free.resize(size);
  const std::vector<Vec6> free = free_velocities(problem);
  for (int c = 0; c < n; ++c) {
    delassus.u_free.segment<3>(3 * c) = calc_contact_velocity(problem.contacts[c], free);
  }
  for (int i = 3 * n; i < size; ++i) {
    const ContactProblem::Row& row = problem.rows[i - 3 * n];
    delassus.u_free[i] = row.length * calc_row_velocity(row, free);
  }

  IslandProblem island;
  make_held_problem(problem, island);
  struct Acting {
    int group;
    const IslandProblem::Side* side;
  };
  std::vector<std::vector<Acting>> acting(problem.bodies.size());  // on each body
  for (int g = 0; g < island.num_groups(); ++g) {
    for (const IslandProblem::Side& side : island.sides_of(g))
      acting[side.body].push_back({g, &side});
  }
  // H_k^T M^-1 H_g for all pairs of groups that share a body, k up to g.
  const auto first_row = [n](int g) { return g < n ? 3 * g : 2 * n + g; };
  delassus.W.setZero(size, size);
  for (int g = 0; g < island.num_groups(); ++g) {
    const int num_rows = island.groups[g].num_rows;
    for (const IslandProblem::Side& side : island.sides_of(g)) {
      const Mat63 response = island.inverse_masses[side.body] * side.H;
      for (const auto& [k, other] : acting[side.body]) {
        if (k > g) break;
        const Mat3 block = other->H.transpose() * response;
        const int other_rows = island.groups[k].num_rows;
        delassus.W.block(first_row(k), first_row(g), other_rows, num_rows) +=
            block.topLeftCorner(other_rows, num_rows);
      }
    }
    delassus.W.diagonal().segment(first_row(g), num_rows) +=
        island.groups[g].softness.head(num_rows);
  }
  delassus.W.triangularView<Eigen::StrictlyLower>() = delassus.W.transpose();
}

}  // namespace stiction
