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

  /// Forgets the island that was posed last.
  void reset() { has_delassus_ = false; }

  /// Poses it for Lloyd's method, with the facets at `search.found.angles`, and its rows beyond
  /// contacts (`append_row_columns`). False if that would take too much memory.
  bool pose_columns(const CoulombSearch& search);
  /// Lloyd's method, from the basis that was found last if it `is_warm`. False if it found none.
  bool solve_columns(CoulombSearch& search, bool is_warm);
  /// Lemke's standard method, with the facets at `search.found.angles`, rows beyond contacts as
  /// rows with their bounds. O(pivots * rows^2), rows = contacts * (directions + 2) and these.
  LcpStatus solve_standard(CoulombSearch& search);

  /// Whether the standard method's dense matrix is not too large.
  bool fits(const ContactProblem& problem) const;

  int directions() const { return directions_; }
  ContactColumns& columns() { return columns_; }
  LloydLemke& lloyd() { return lloyd_; }  ///< as it ended

 private:
  bool prepare_delassus(CoulombSearch& search);
  void append_rows(const CoulombSearch& search, const PyramidLayout& layout);

  int directions_;
  LloydMethod method_;
  ContactColumns columns_;
  LloydLemke lloyd_;
  Delassus delassus_;
  bool has_delassus_ = false;
  PyramidUnits units_;
  LemkeSolver lemke_;
  Lcp lcp_;
  BoxLcp box_;  ///< the same with rows beyond contacts
};

/// The complementarity problem of the pyramids behind a solution, for dumping and replay.
PosedProblem pose_as_pyramid(const ContactProblem& problem, const ContactSolution& solution,
                             std::span<const double> facet_angles, int directions);

}  // namespace stiction
