#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/lcp/lemke.h>
#include <stiction/model/contact_columns.h>
#include <stiction/model/delassus.h>
#include <stiction/model/lloyd_lemke.h>
#include <stiction/model/pyramid.h>

#include <Eigen/Core>

#include <memory>
#include <string_view>
#include <vector>

#include "cone_problem.h"

namespace stiction {

/// The pyramid of a `ConeProblem`, for facets that turn: who solves it, and who can say how to turn
/// them.
class FacetPyramid {
 public:
  virtual ~FacetPyramid() = default;

  /// Solves with the facets at `angles` (rad, one a contact; of no meaning in plane problems) in
  /// about `affordable` pivots at most, and adds what it took to `pivots`. False if no answer was
  /// found; r is the best that was met, if any.
  virtual bool solve(const std::vector<double>& angles, double affordable, Eigen::VectorXd& r,
                     int& pivots) = 0;

  /// Newton's step on the angles behind the last answer; false where it is not defined.
  virtual bool calc_turns(std::vector<double>& turns) = 0;

  /// Multiplications of a pivot, more or less.
  virtual double pivot_work() const = 0;
};

/// `solver` is "reduced-lemke", "structural-lemke" or "lemke", which is told what the rows mean.
/// `problem` must outlive the pyramid.
std::unique_ptr<FacetPyramid> make_facet_pyramid(const ConeProblem& problem,
                                                 std::string_view solver, int directions);

}  // namespace stiction
