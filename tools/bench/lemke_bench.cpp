// The standard Lemke method on the problem families of Lloyd 2004, section 5.4, eight friction
// directions. One iteration solves one problem, taking 20 draws in turn.

#include "contact_problems.h"

#include <stiction/lcp/lemke.h>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <vector>

namespace stiction::bench {
namespace {

constexpr int kNumDraws = 20;
constexpr int kNumDirections = 8;

/// Counters: rows of the LCP; mean pivots; draws not solved; the largest residual.
void run_draws(benchmark::State& state, const std::vector<GroupedLcp>& draws) {
  LemkeSolver solver;
  double pivots = 0;
  double largest_residual = 0;
  int unsolved = 0;
  const auto solve = [&](const GroupedLcp& draw) -> const LcpSolution& {
    return solver.solve(draw.lcp, {.covering_group = draw.group});
  };
  for (const GroupedLcp& draw : draws) {
    const LcpSolution& solution = solve(draw);
    pivots += solution.statistics.pivots;
    largest_residual = std::max(largest_residual, solution.residual);
    if (solution.status != LcpStatus::solved) ++unsolved;
  }
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(solve(draws[next]).z.data());
    next = (next + 1) % draws.size();
  }
  state.counters["rows"] = static_cast<double>(draws.front().lcp.q.size());
  state.counters["pivots"] = pivots / static_cast<double>(draws.size());
  state.counters["unsolved"] = unsolved;
  state.counters["residual_max"] = largest_residual;
}

/// Argument: contacts.
void lemke_peg_in_hole(benchmark::State& state) {
  ContactProblems problems(1);
  std::vector<GroupedLcp> draws;
  for (int i = 0; i < kNumDraws; ++i) {
    draws.push_back(problems.peg_in_hole(static_cast<int>(state.range(0)), kNumDirections));
  }
  run_draws(state, draws);
}
BENCHMARK(lemke_peg_in_hole)->RangeMultiplier(2)->Range(8, 64)->Unit(benchmark::kMicrosecond);

/// Arguments: bodies, contacts between two of them.
void lemke_stack(benchmark::State& state) {
  ContactProblems problems(1);
  std::vector<GroupedLcp> draws;
  for (int i = 0; i < kNumDraws; ++i) {
    draws.push_back(problems.stack(static_cast<int>(state.range(0)),
                                   static_cast<int>(state.range(1)), kNumDirections));
  }
  run_draws(state, draws);
}
BENCHMARK(lemke_stack)
    ->Args({1, 8})
    ->Args({2, 8})
    ->Args({5, 4})
    ->Args({5, 8})
    ->Args({10, 8})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace stiction::bench
