#pragma once

#include <vector>

#include "cone_finish.h"
#include "coulomb_search.h"
#include "island_pyramid.h"

namespace stiction {

/// Coulomb's true cone by pyramids: they are solved by pivoting, and Newton's method on the cone
/// goes on from there. Where it does not arrive, the facets of each contact are turned towards its
/// friction, once, and both are tried again. Facets that lie along the friction satisfy the true
/// cone, whatever their number; turned again and again, they may go round in circles.
class TurnedFacets {
 public:
  explicit TurnedFacets(const ContactModelOptions& options) : pyramid_(options) {}

  /// Forgets the island that was posed last.
  void reset() { pyramid_.reset(); }

  /// By Lloyd's method, from the remembered basis if there is one; the facets are turned by
  /// Newton's method on their angles. True if the judge accepts the answer.
  bool pivot(CoulombSearch& search, ConeFinish& finish);

  /// By Lemke's standard method; the facets are turned to the friction that `finish` finds.
  /// Likewise.
  bool solve_pyramids(CoulombSearch& search, ConeFinish& finish);

 private:
  double turn_columns(CoulombSearch& search);

  IslandPyramid pyramid_;
  std::vector<double> turns_;
};

}  // namespace stiction
