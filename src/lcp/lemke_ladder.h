#pragma once

#include "lcp_scaling.h"
#include "lemke_answer.h"
#include "lemke_tableau.h"

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/lemke.h>

#include <Eigen/Core>
#include <span>

namespace stiction {

/// The problem of `LemkeLadder`: an LCP whose z must not exceed their ranges.
struct LemkeProblem {
  const Lcp& lcp;                ///< with a negative entry in q
  const Eigen::VectorXd& range;  ///< as for `LemkeTableau::reset`
  std::span<const int> group;    ///< as for `LcpScaling` and `make_covering_vector`
};

/// Runs Lemke's method, each time with another covering vector, until a run finds an answer within
/// the tolerance. The runs climb a ladder with the rungs of `LcpStage`.
class LemkeLadder {
 public:
  /// Returns the reason for the end of the last run; counts in `statistics`.
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
