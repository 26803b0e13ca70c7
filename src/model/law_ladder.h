#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/contact_model.h>

#include <span>
#include <vector>

#include "island_ladder.h"
#include "island_problem.h"
#include "sparse_island_system.h"

namespace stiction {

/// Solves contact problems of any size under other laws than Coulomb's, rows beyond contacts
/// included, by the ladder of Coulomb's model on the sparse factor of the island. All laws are
/// linear, so that this is one convex program unless a contact is rough.
class LawLadder {
 public:
  /// From the impulses given, if any is not zero, to what was found, whatever its residual. `laws`
  /// one a contact. The answer can be judged with what is left of the effort.
  IslandLadder::Result solve(const ContactProblem& problem, std::span<const TangentLaw> laws,
                             const ContactModelOptions& options, Effort& effort,
                             std::vector<Vec3>& impulses, std::vector<double>& row_impulses);

 private:
  IslandProblem island_;
  SparseIslandSystem system_;
  IslandLadder ladder_;
  Rows start_;
};

}  // namespace stiction
