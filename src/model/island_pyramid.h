#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/lcp/lemke.h>
#include <stiction/model/contact_columns.h>
#include <stiction/model/contact_model.h>
#include <stiction/model/delassus.h>
#include <stiction/model/lloyd_lemke.h>
#include <stiction/model/pyramid.h>

#include <span>

#include "coulomb_search.h"

namespace stiction {

/// The pyramids of an island, their facets at given angles (Lloyd 2004, eqs 1-8), and the pivoting
/// methods that solve them: Lloyd's in factored form, and Lemke's standard one on the dense matrix.
/// What they find is written into a search's `found`.
class IslandPyramid {
 public:
  explicit IslandPyramid(const ContactModelOptions& options);

  /// Lloyd's method, with the facets at `search.found.angles`, from the basis that was found last
  /// if it `is_warm`. False if the way is left out, no effort is left or nothing is found, or if
  /// rows beyond contacts (`append_row_columns`) would take too much memory. What it finds is for
  /// the caller to judge.
  bool pivot(CoulombSearch& search, bool is_warm);
  /// Lemke's standard method, likewise, rows beyond contacts as rows with their bounds. False if
  /// the way is left out, or its dense matrix too large for memory or effort. O(pivots * rows^2),
  /// rows = contacts * (directions + 2) and these.
  bool solve_standard(CoulombSearch& search);

 private:
  void append_rows(const CoulombSearch& search, const PyramidLayout& layout);

  int directions_;
  LloydMethod method_;
  ContactColumns columns_;
  LloydLemke lloyd_;
  Delassus delassus_;
  PyramidUnits units_;
  LemkeSolver lemke_;
  Lcp lcp_;
  BoxLcp box_;  ///< the same with rows beyond contacts
};

/// The complementarity problem of the pyramids behind a solution, for dumping and replay.
PosedProblem pose_as_pyramid(const ContactProblem& problem, const ContactSolution& solution,
                             std::span<const double> facet_angles, int directions);

}  // namespace stiction
