#include "../../src/lcp/iteration_monitor.h"

#include "../../src/lcp/judging_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "constants.h"

namespace stiction {
namespace {

Eigen::VectorXd point(double x) { return Eigen::Vector2d(x, 0); }

LcpSolution finish(const IterationMonitor& monitor, LcpStop stop) {
  LcpSolution solution;
  monitor.finish(stop, solution);
  return solution;
}

TEST(IterationMonitor, EndsWhenTheResidualIsReachedAlreadyAtTheStart) {
  const StoppingCriteria criteria = {.tolerance = 1e-3};
  IterationMonitor monitor;
  monitor.start(criteria, 10);
  EXPECT_EQ(monitor.observe(point(1), 5.0, 1.0), std::nullopt);
  EXPECT_EQ(monitor.observe(point(2), 5.0, 1e-3), LcpStop::residual);
  const LcpSolution solution = finish(monitor, LcpStop::residual);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_EQ(solution.stop, LcpStop::residual);
  EXPECT_EQ(solution.z, point(2));
  EXPECT_EQ(solution.residual, 1e-3);
  EXPECT_EQ(solution.statistics.iterations, 1);
  monitor.start(criteria, 10);
  EXPECT_EQ(monitor.observe(point(1), 5.0, 0.0), LcpStop::residual);
  EXPECT_EQ(finish(monitor, LcpStop::residual).statistics.iterations, 0);
}

// Eq. 107 is about points that an iteration has made: the start may have any merit.
TEST(IterationMonitor, AbsoluteCountsFromTheFirstIterationOn) {
  const StoppingCriteria criteria = {.absolute = 0.5};
  IterationMonitor monitor;
  monitor.start(criteria, 10);
  EXPECT_EQ(monitor.observe(point(0), 0.0, 1.0), std::nullopt);
  EXPECT_EQ(monitor.observe(point(1), 0.5, 1.0), std::nullopt);  // < is required
  EXPECT_EQ(monitor.observe(point(2), 0.49, 1.0), LcpStop::absolute);
  EXPECT_EQ(finish(monitor, LcpStop::absolute).status, LcpStatus::no_solution_found);
}

TEST(IterationMonitor, RelativeComparesWithThePointBefore) {
  const StoppingCriteria criteria = {.relative = 0.25};
  IterationMonitor monitor;
  monitor.start(criteria, 10);
  EXPECT_EQ(monitor.observe(point(0), 8.0, 1.0), std::nullopt);
  EXPECT_EQ(monitor.observe(point(1), 4.0, 1.0), std::nullopt);
  EXPECT_EQ(monitor.observe(point(2), 3.0, 1.0), std::nullopt);  // 1 < 1/4 of 4 is not true
  EXPECT_EQ(monitor.observe(point(3), 3.5, 1.0), LcpStop::relative);
}

TEST(IterationMonitor, StagnationIsRelativeToLargePoints) {
  const StoppingCriteria criteria = {.stagnation = 0.01};
  IterationMonitor monitor;
  monitor.start(criteria, 10);
  EXPECT_EQ(monitor.observe(point(100), 1.0, 1.0), std::nullopt);
  EXPECT_EQ(monitor.observe(point(102), 1.0, 1.0), std::nullopt);  // 2 > 1.02
  EXPECT_EQ(monitor.observe(point(101), 1.0, 1.0), LcpStop::stagnation);
  monitor.start(criteria, 10);
  EXPECT_EQ(monitor.observe(point(0.1), 1.0, 1.0), std::nullopt);
  EXPECT_EQ(monitor.pass(point(0.2)), std::nullopt);
  EXPECT_EQ(monitor.pass(point(0.195)), LcpStop::stagnation);
  // By default stagnation means the same point as before, bit by bit.
  const StoppingCriteria standard;
  monitor.start(standard, 10);
  EXPECT_EQ(monitor.observe(point(1), 1.0, 1.0), std::nullopt);
  EXPECT_EQ(monitor.pass(point(std::nextafter(1.0, 2.0))), std::nullopt);
  EXPECT_EQ(monitor.pass(point(std::nextafter(1.0, 2.0))), LcpStop::stagnation);
}

TEST(IterationMonitor, TheLimitIsThatOfTheCriteriaElseTheMethods) {
  for (const int limit : {0, 3}) {
    const StoppingCriteria criteria = {.iteration_limit = limit};
    IterationMonitor monitor;
    monitor.start(criteria, 5);
    int iterations = 0;
    EXPECT_EQ(monitor.observe(point(0), 1.0, 1.0), std::nullopt);
    while (monitor.pass(point(++iterations)) == std::nullopt) {
    }
    EXPECT_EQ(iterations, limit == 0 ? 5 : 3);
    EXPECT_EQ(monitor.iterations(), iterations);
    const LcpSolution solution = finish(monitor, LcpStop::iteration_limit);
    EXPECT_EQ(solution.status, LcpStatus::iteration_limit);
    EXPECT_EQ(solution.stop, LcpStop::iteration_limit);
    EXPECT_EQ(solution.z, point(0));  // the only one that was judged
  }
}

TEST(IterationMonitor, NumbersBeyondTheRangeEndTheSolveAtTheBestPoint) {
  const StoppingCriteria criteria;
  IterationMonitor monitor;
  for (const double bad : {kInf, -kInf, kNaN}) {
    monitor.start(criteria, 10);
    EXPECT_EQ(monitor.observe(point(0), 1.0, 1.0), std::nullopt);
    EXPECT_EQ(monitor.observe(point(1), 0.5, 0.5), std::nullopt);
    EXPECT_EQ(monitor.observe(point(2), 4.0, 4.0), std::nullopt);
    EXPECT_EQ(monitor.observe(point(bad), 1.0, kInf), LcpStop::diverged);
    const LcpSolution solution = finish(monitor, LcpStop::diverged);
    EXPECT_EQ(solution.status, LcpStatus::no_solution_found);
    EXPECT_EQ(solution.z, point(1));
    EXPECT_EQ(solution.residual, 0.5);
    monitor.start(criteria, 10);
    EXPECT_EQ(monitor.observe(point(0), 1.0, 1.0), std::nullopt);
    EXPECT_EQ(monitor.pass(point(bad)), LcpStop::diverged);
    monitor.start(criteria, 10);
    EXPECT_EQ(monitor.observe(point(0), bad, 1.0), LcpStop::diverged);  // the merit
  }
}

TEST(IterationMonitor, KeepsWhatIsOffered) {
  const StoppingCriteria criteria;
  IterationMonitor monitor;
  monitor.start(criteria, 10);
  EXPECT_EQ(monitor.observe(point(0), 1.0, 1.0), std::nullopt);
  EXPECT_EQ(monitor.pass(point(1)), std::nullopt);
  monitor.offer(point(1), 2.0);
  EXPECT_EQ(finish(monitor, LcpStop::cycle).z, point(0));
  monitor.offer(point(2), kNaN);
  EXPECT_EQ(finish(monitor, LcpStop::cycle).z, point(0));
  monitor.offer(point(3), 1e-9);
  EXPECT_EQ(finish(monitor, LcpStop::cycle).z, point(3));
  EXPECT_EQ(finish(monitor, LcpStop::cycle).status, LcpStatus::solved);  // however it ended
}

// A start whose residual is not finite is still a point.
TEST(IterationMonitor, TheStartIsKeptWhateverItsResidual) {
  const StoppingCriteria criteria;
  IterationMonitor monitor;
  monitor.start(criteria, 10);
  EXPECT_EQ(monitor.observe(point(7), kInf, kInf), LcpStop::diverged);
  EXPECT_EQ(finish(monitor, LcpStop::diverged).z, point(7));
  EXPECT_EQ(finish(monitor, LcpStop::diverged).residual, kInf);
}

TEST(IterationMonitor, CallsBackWithEachPoint) {
  std::vector<LcpIteration> seen;
  StoppingCriteria criteria;
  IterationMonitor monitor;
  monitor.start(criteria, 10);
  EXPECT_FALSE(monitor.needs_measures());
  criteria.on_iteration = [&](const LcpIteration& at) { seen.push_back(at); };
  monitor.start(criteria, 10);
  EXPECT_TRUE(monitor.needs_measures());
  const Eigen::VectorXd first = point(1);
  const Eigen::VectorXd second = point(2);
  monitor.observe(first, 3.0, 4.0);
  monitor.observe(second, 5.0, 0.0);
  ASSERT_EQ(seen.size(), 2);
  EXPECT_EQ(seen[0].number, 0);
  EXPECT_EQ(seen[0].merit, 3.0);
  EXPECT_EQ(seen[0].residual, 4.0);
  EXPECT_EQ(&seen[0].z, &first);
  EXPECT_EQ(seen[1].number, 1);
  EXPECT_EQ(seen[1].residual, 0.0);
  const StoppingCriteria absolute = {.absolute = 1};
  monitor.start(absolute, 10);
  EXPECT_TRUE(monitor.needs_measures());
  const StoppingCriteria relative = {.relative = 1};
  monitor.start(relative, 10);
  EXPECT_TRUE(monitor.needs_measures());
}

/// The residual falls by `rate` with each sweep and is `ratio` times the estimate. How often it is
/// judged, and after which sweep it is found to be at most the tolerance.
struct Judged {
  int times = 0;
  int found = 0;
  int first = 0;  ///< sweep at which it could have been found
};
Judged run_schedule(double rate, double ratio) {
  constexpr double kTolerance = 1e-8;
  JudgingSchedule schedule;
  schedule.start(kTolerance);
  Judged judged;
  double residual = 1.0;
  for (int sweep = 1; judged.found == 0; ++sweep) {
    residual *= rate;
    if (judged.first == 0 && residual <= kTolerance) judged.first = sweep;
    if (!schedule.is_due(sweep, residual / ratio)) continue;
    ++judged.times;
    schedule.judged(sweep, residual / ratio, residual);
    if (residual <= kTolerance) judged.found = sweep;
  }
  return judged;
}

// Exact prediction where convergence is linear, whatever the ratio of estimate and residual, with
// few judgements besides those within the margin of 3/2 above the tolerance.
TEST(JudgingSchedule, FindsTheFirstSweepThatIsGoodEnough) {
  for (const double rate : {0.1, 0.9, 0.99, 0.999}) {
    for (const double ratio : {1e-3, 0.5, 1.0, 30.0}) {
      const Judged judged = run_schedule(rate, ratio);
      EXPECT_EQ(judged.found, judged.first) << rate << " " << ratio;
      const double within_margin = std::log(1.5) / -std::log(rate);
      EXPECT_LE(judged.times, 45 + 32 * std::log(judged.first) + within_margin);
      EXPECT_LE(judged.times, judged.first);
    }
  }
  EXPECT_LE(run_schedule(0.999, 1.0).times, 0.05 * run_schedule(0.999, 1.0).first);
}

TEST(JudgingSchedule, IsNeverLateByMoreThanAShare) {
  JudgingSchedule schedule;
  schedule.start(1e-8);
  int last = 0;
  for (int sweep = 1; sweep < 100000; ++sweep) {
    if (!schedule.is_due(sweep, kInf)) continue;  // an estimate that never comes near
    EXPECT_LE(sweep - last, std::max(4, last / 32)) << sweep;
    schedule.judged(sweep, kInf, 1.0);
    last = sweep;
  }
  EXPECT_GT(last, 96000);
}

}  // namespace
}  // namespace stiction
