#pragma once

#include "lcp_scaling.h"
#include "lemke_answer.h"
#include "lemke_tableau.h"

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/lemke.h>

#include <Eigen/Core>
#include <span>

namespace stiction {

/// What `LemkeLadder` solves: an LCP whose z may not exceed their ranges.
struct LemkeProblem {
  const Lcp& lcp;                ///< with a negative entry in q
  const Eigen::VectorXd& range;  ///< as `LemkeTableau::reset` takes it
  std::span<const int> group;    ///< as `LcpScaling` and `make_covering_vector` take it
};

/// The runs of Lemke's method, each with a covering vector of its own, until one comes to an
/// answer within the tolerance: rung by rung of a ladder, which are those of `LcpStage`.
class LemkeLadder {
 public:
  /// Returns what ended the last run; counts in `statistics`.
  LcpStop climb(const LemkeProblem& problem, const LcpScaling& scaling, const LemkeOptions& options,
                LemkeAnswer& answer, LcpStatistics& statistics);

 private:
  LcpStop run(const LemkeProblem& problem, const LcpScaling& scaling, LcpStage stage,
              const LemkeRule& rule, LemkeAnswer& answer, int& pivots);
  template <class Scalar>
  LcpStop run_in(LemkeTableau<Scalar>& tableau, const LemkeProblem& problem,
                 const LcpScaling& scaling, const LemkeRule& rule, LemkeAnswer& answer,
                 int& pivots);

  Eigen::VectorXd covering_;
  LemkeTableau<double> tableau_;
  LemkeTableau<long double> extended_tableau_;
};

}  // namespace stiction
