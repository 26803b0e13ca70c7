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

/// The common frame of the pivoting solvers of a `BoxLcp`: the scaled problem and the start before
/// the method, the judged and polished answer after it.
struct BoxSolve {
  /// Scales the problem and takes the start, which may be the last solution and is the first
  /// answer. Throws if the start is not valid.
  void begin(const BoxLcp& problem, const LcpStart& given);

  /// The last start was empty.
  bool is_cold = true;

  /// Counts a run of the method from its first pivot on; a run without pivots is trivial.
  void count_run();

  /// Offers `z`, with the states at the end of a run, to the answer, and polishes it unless the
  /// limit on pivots ended the run.
  void offer(const BoxLcp& problem, const std::vector<BoundState>& states, LcpStop stop);

  /// Runs a method of single pivots on a dictionary of the problem from the start, and offers its
  /// result. Returns the reason for the end.
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

  /// Writes the solution; `stop` is the reason for the end of the last run.
  const LcpSolution& finish(double tolerance, LcpStop stop);

  LcpSolution solution;
  KellerScaling<double> scaling;
  BoxStart start;
  Eigen::VectorXd z;  ///< the candidate answer
  BoxAnswer answer;
  BoxPolish polish;
  BoxLcp box;  ///< an `Lcp` with its bounds added
};

}  // namespace stiction
