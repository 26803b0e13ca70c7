#pragma once

#include "box_answer.h"
#include "box_dictionary.h"
#include "box_polish.h"
#include "box_start.h"
#include "keller_scaling.h"
#include "pivot_limit.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// What the solvers of a `BoxLcp` by pivoting have in common around their method: the scaled
/// problem and the start before it, the judged and polished answer after it.
struct BoxSolve {
  /// Scales the problem and takes the start, which may be the solution, and which is the first
  /// answer. Throws where the start is not valid.
  void begin(const BoxLcp& problem, const LcpStart& given);

  /// Whether the last start was an empty one.
  bool is_cold = true;

  /// Counts a run of the method from its first pivot on; a run without pivots is trivial.
  void count_run();

  /// Offers `z` with the states that a run ended at to the answer and, unless the cap on the pivots
  /// ended it, polishes it.
  void offer(const BoxLcp& problem, const std::vector<BoundState>& states, LcpStop stop);

  /// Runs a method of single pivots on a dictionary of the problem from the start, and offers where
  /// it ends. What ended it.
  template <class Pivoting>
  LcpStop pivot(const BoxLcp& problem, const PivotLimit& limit, BoxDictionary& dictionary,
                Pivoting& pivoting) {
    dictionary.reset(problem, scaling, start);
    const LcpStop stop = pivoting.run(dictionary, limit, solution.statistics.pivots);
    count_run();
    dictionary.write_z(z);
    offer(problem, dictionary.states(), stop);
    return stop;
  }

  /// Writes the solution; `stop` is what ended the last run.
  const LcpSolution& finish(double tolerance, LcpStop stop);

  LcpSolution solution;
  KellerScaling<double> scaling;
  BoxStart start;
  Eigen::VectorXd z;  ///< the candidate for an answer
  BoxAnswer answer;
  BoxPolish polish;
  BoxLcp box;  ///< an `Lcp` with its bounds
};

}  // namespace stiction
