#pragma once

#include <stiction/model/effort.h>

#include "best_answer.h"
#include "exact_finish.h"
#include "interior_path.h"

namespace stiction {

/// Follows the interior path of `InteriorPath` towards mu = 0, past its turning points, and tries
/// the exact finish on the way.
///
/// The path of Coulomb's law, which is not associated, has folds where mu grows along it for a
/// while: a jam of 216 balls meets dozens. So the path is followed as a curve in (x, mu), and each
/// round corrects, orthogonally to the tangent, and advances at once, with one factorisation
/// (Mehrotra). Corrector steps by themselves are taken where no advance stays near the path.
///
/// Which way it goes on is told by the sign of Newton's determinant: along the path mu falls where
/// it is positive, as at the start, and grows where it is negative, beyond a fold (Garcia and
/// Zangwill's basic differential equation). That holds for every branch, and one that is followed
/// so does not lead back to where the path began, where there is one point only: a step that lands
/// on another branch does no harm. Tangents carried on by continuity turn round there. Of 74
/// problems of jammed balls, of which 2 were solved by tangents and multipliers, 49 are within 300
/// rounds, 172 each.
///
/// Without friction the path is that of a convex program and has no folds. Of 476 islands without
/// friction, most from walls that are hit, 465 are solved to 1e-9 within 60 rounds, with 36
/// factorisations each.
///
/// A predictor of second order spares 2 to 3 of 100 factorisations, 7 without friction, and takes a
/// solve more for each: of 433 problems of jammed balls the ladder solved 416 in 72 s with it, 412
/// in 67 s without.
///
/// Source: study of large islands, 2.3; Garcia and Zangwill, Pathways to Solutions, Fixed Points
/// and Equilibria, 1981; Allgower and Georg, Introduction to Numerical Continuation Methods;
/// Mehrotra, "On the implementation of a primal-dual interior point method", 1992.
class Homotopy {
 public:
  struct Options {
    int rounds = 60;
    double accepted = 1e-10;  ///< residual at which the finish is done
    /// Residual that will do where the finish comes no further: contacts that differ by round-off
    /// leave no better one.
    double sufficient = 1e-9;
    InteriorPath::Options path = {};
    const Rows* warm = nullptr;  ///< to start on their path; may be `interior()`. Null: cold
  };

  /// True if a finish came to a sufficient answer; false out of rounds or effort, at mu = 0 without
  /// an answer, or where no step leads on.
  bool run(IslandSystem& system, const Options& options, Effort& effort, BestAnswer& best);

  /// The impulses of the point of least mu that was on the path, not of any finish: how far the
  /// path itself led. Those of the start, if there was none.
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
