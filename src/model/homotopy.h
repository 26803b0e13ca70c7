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
/// while: a jam meets up to six. So the path is followed as a curve in (x, mu): predictor steps
/// along the tangent, the sign of which is carried on by continuity, second-order terms, and
/// corrector steps orthogonal to the tangent, one factorisation each. A point that no corrector
/// brings back to the path is given up for the one before, with a shorter step.
///
/// Without friction the path is that of a convex program and has no folds: each round corrects and
/// advances at once (Mehrotra). Of 476 islands without friction, most from walls that are hit, 462
/// are solved within 60 rounds so, with 35 factorisations each, and 308 by separate correctors.
///
/// Source: study of large islands, 2.3; Allgower and Georg, Introduction to Numerical Continuation
/// Methods, for bordering and orientation; Mehrotra, "On the implementation of a primal-dual
/// interior point method", 1992.
class Homotopy {
 public:
  struct Options {
    int rounds = 60;
    double accepted = 1e-10;  ///< residual at which the finish is done
    /// Residual that will do where the finish comes no further: contacts that differ by round-off
    /// leave no better one.
    double sufficient = 1e-9;
    InteriorPath::Options path = {};
    const Rows* warm = nullptr;  ///< impulses to start on the path of; cold without
  };

  enum class Outcome {
    solved,   ///< by the finish
    stalled,  ///< out of rounds or effort, at mu = 0 without an answer, or no step leads on
    strayed,  ///< mu grew far above what it was: onto another branch
  };

  Outcome run(IslandSystem& system, const Options& options, Effort& effort, BestAnswer& best);

  /// The impulses of the point of least mu that was on the path, not of any finish: how far the
  /// path itself led. Those of the start, if there was none.
  const Rows& interior() const { return interior_; }

 private:
  /// A point to come back to, with what led there.
  struct Mark {
    PathPoint x;
    PathDirection tangent;
    double sign = 0;  ///< of the direction taken along the tangent; 0: none yet
    double step = 0;  ///< that was taken from here, relative to mu
    bool is_set = false;
  };

  void set_mark(Mark& mark, double step) const;
  void return_to(const Mark& mark, double step);
  bool find_orientation();
  void reject();
  bool advance();
  bool correct();
  bool has_strayed();
  bool is_worth_finishing();

  InteriorPath path_;
  ExactFinish finish_;
  PathPoint x_, next_;
  PathDirection C_, B_, Q_;
  Mark last_;  ///< the last accepted point
  Mark safe_;  ///< the last one that was very near the path
  PathDirection previous_tangent_;
  Rows interior_, trial_;

  double sign_ = 0;           ///< +-1: mu grows or falls along the path; 0 before the first step
  double direction_ = -1;     ///< of this round
  double along_ = 0;          ///< change of mu that makes the corrector orthogonal to the path
  double distance_ = 0;       ///< largest relative change by the corrector
  double last_distance_ = 0;  ///< of the round before
  double step_ = 0;           ///< to try next
  int corrections_ = 0;       ///< since the last advance
  int rejections_ = 0;
  int strict_ = 0;            ///< rounds that must come nearer to the path
  bool was_at_last_ = false;  ///< the last rejection went back to `last_`, the next one to `safe_`
  double least_mu_ = 0;
  double tried_mu_ = 0;  ///< of the last finish
  double start_mu_ = 0;
  double last_mu_ = 0;
};

}  // namespace stiction
