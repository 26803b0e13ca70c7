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

/// The pyramids of an island, with facets at given angles (Lloyd 2004, eqs 1-8), and the pivoting
/// methods that solve them: Lloyd's in factored form, and Lemke's standard one on the dense matrix.
/// Results are written into a search's `found`.
class IslandPyramid {
 public:
  explicit IslandPyramid(const ContactModelOptions& options);

  /// Lloyd's method, with the facets at `search.found.angles`, from the last basis found if
  /// `is_warm`. Returns false if the rung is left out, no effort is left or nothing is found, or if
  /// rows beyond contacts (`append_row_columns`) would take too much memory. The caller has to
  /// judge the result.
  bool pivot(CoulombSearch& search, bool is_warm);
  /// Lemke's standard method, likewise, with rows beyond contacts as rows with their bounds.
  /// Returns false if the rung is left out, or its dense matrix is too large for memory or effort.
  /// O(pivots * rows^2), with contacts * (directions + 2) plus these rows.
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
  BoxLcp box_;  ///< `lcp_` with the rows beyond contacts
};

/// The complementarity problem of the pyramids behind a solution, for dumping and replay.
PosedProblem pose_as_pyramid(const ContactProblem& problem, const ContactSolution& solution,
                             std::span<const double> facet_angles, int directions);

}  // namespace stiction
