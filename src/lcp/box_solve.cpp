#include "box_solve.h"

namespace stiction {

void BoxSolve::begin(const BoxLcp& problem, const LcpStart& given) {
  stiction::validate(given, static_cast<std::size_t>(problem.q.size()));
  is_cold = given.z.empty() && given.states.empty();
  start.set(problem, given);  // before `solution` is changed, as `given` may be part of it
  solution.statistics = {};
  scaling.compute(problem);
  answer.start(problem, scaling, start.z);
}

void BoxSolve::count_run() {
  LcpStatistics& statistics = solution.statistics;
  statistics.stage = statistics.pivots == 0 ? LcpStage::trivial : LcpStage::largest_pivot;
  ++statistics.runs[static_cast<std::size_t>(statistics.stage)];
}

void BoxSolve::offer(const BoxLcp& problem, const std::vector<BoundState>& states, LcpStop stop) {
  answer.offer(problem, scaling, z, states);
  if (stop == LcpStop::iteration_limit) return;
  polish.run(problem, scaling, states, z, answer, solution.statistics);
}

const LcpSolution& BoxSolve::finish(double tolerance, LcpStop stop) {
  answer.finish(tolerance, stop, solution);
  return solution;
}

}  // namespace stiction
