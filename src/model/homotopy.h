#pragma once

#include <stiction/model/effort.h>

#include "best_answer.h"
#include "exact_finish.h"
#include "interior_path.h"

namespace stiction {

/// Follows the interior path of `InteriorPath` towards mu = 0, past its turning points, and tries
/// the exact finish on the way.
///
/// Coulomb's law is not associated, so its path has folds, where mu grows along it for a while: a
/// jam of 216 balls meets dozens. The path is therefore followed as a curve in (x, mu). Each round
/// corrects orthogonally to the tangent and advances in one move, with one factorisation
/// (Mehrotra). If no advance stays near the path, a corrector step alone is taken.
///
/// The sign of Newton's determinant gives the direction: along the path mu falls where it is
/// positive, as at the start, and grows where it is negative, beyond a fold (Garcia and Zangwill's
/// basic differential equation). This holds on every branch, and a branch followed this way does
/// not lead back to where the path began, where there is only one point; a step that lands on
/// another branch does no harm. Tangents chosen by continuity would turn back there. Tangents and
/// multipliers solved 2 of 74 problems of jammed balls; this solves 49 within 300 rounds, with 172
/// rounds each.
///
/// Without friction the path is that of a convex program and has no folds. It solves 465 of 476
/// islands without friction, most from walls that are hit, to 1e-9 within 60 rounds, with 36
/// factorisations each.
///
/// A second-order predictor would save 2 to 3 % of the factorisations, 7 % without friction, but
/// needs one more solve for each: of 433 problems of jammed balls the ladder solved 416 in 72 s
/// with it, and 412 in 67 s without.
///
/// Source: study of large islands, 2.3; Garcia and Zangwill, Pathways to Solutions, Fixed Points
/// and Equilibria, 1981; Allgower and Georg, Introduction to Numerical Continuation Methods;
/// Mehrotra, "On the implementation of a primal-dual interior point method", 1992.
class Homotopy {
 public:
  struct Options {
    int rounds = 60;
    double accepted = 1e-10;  ///< residual at which the finish ends
    /// Residual that is enough if the finish makes no more progress: contacts that differ only by
    /// round-off allow no better one.
    double sufficient = 1e-9;
    InteriorPath::Options path = {};
    const Rows* warm = nullptr;  ///< impulses near the path to start from; may be `interior()`.
                                 ///< Null: cold start
  };

  /// True if a finish reached a sufficient answer; false if rounds or effort run out, if mu reaches
  /// 0 without an answer, or if no step leads on.
  bool run(IslandSystem& system, const Options& options, Effort& effort, BestAnswer& best);

  /// The impulses of the point of least mu on the path, not of any finish: how far the path itself
  /// led. Those of the start if no such point was reached.
  const Rows& interior() const { return interior_; }

 private:
  bool advance(int direction);
  bool correct();

  InteriorPath path_;
  ExactFinish finish_;
  PathPoint x_, next_;
  PathDirection C_, B_;
  double along_ = 0;  ///< change of mu that makes the corrector orthogonal to the path
  Rows interior_, trial_;
};

}  // namespace stiction
