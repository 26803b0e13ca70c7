// World::step on stacks of boxes, four contacts between two of them: at rest, where the answer is
// repeated; at rest after a setting was written again, so that it is not, and the remembered
// impulses are judged; and without memory, where the pyramid is solved from scratch. The ratios
// are the value of repeating and of remembering.

#include <stiction/world/world.h>

#include <benchmark/benchmark.h>

#include <algorithm>

namespace stiction::bench {
namespace {

World make_stack(int num_boxes) {
  World world;
  world.add_body({.name = "ground", .kind = BodyKind::fixed, .shapes = {{.shape = Plane{}}}});
  for (int k = 0; k < num_boxes; ++k) {
    world.add_body({.name = "box",
                    .pose = {.translation = Vec3(0, 0, 0.1 + 0.2 * k)},
                    .shapes = {{.shape = Box{Vec3(0.2, 0.2, 0.2)}}}});
  }
  return world;
}

void set_counters(benchmark::State& state, const World& world, double residual, int unsolved) {
  state.counters["contacts"] = static_cast<double>(world.contacts().size());
  state.counters["residual_max"] = residual;
  state.counters["unsolved"] = unsolved;
}

void step_at_rest(benchmark::State& state, bool repeats) {
  World world = make_stack(static_cast<int>(state.range(0)));
  for (int k = 0; k < 100; ++k) world.step(0.01);
  double residual = 0;
  int unsolved = 0;
  for (auto _ : state) {
    if (!repeats) world.set_gravity(world.gravity());
    const StepReport report = world.step(0.01);
    residual = std::max(residual, report.residual);
    unsolved += report.status != StepStatus::solved;
  }
  set_counters(state, world, residual, unsolved);
}

/// Argument: boxes.
void step_stack_repeated(benchmark::State& state) { step_at_rest(state, true); }
BENCHMARK(step_stack_repeated)->Arg(1)->Arg(5)->Arg(10)->Unit(benchmark::kMicrosecond);

/// Argument: boxes.
void step_stack_remembered(benchmark::State& state) { step_at_rest(state, false); }
BENCHMARK(step_stack_remembered)->Arg(1)->Arg(5)->Arg(10)->Unit(benchmark::kMicrosecond);

/// Argument: boxes. A fresh world remembers nothing.
void step_stack_cold(benchmark::State& state) {
  const World fresh = make_stack(static_cast<int>(state.range(0)));
  World world = fresh;
  double residual = 0;
  int unsolved = 0;
  for (auto _ : state) {
    state.PauseTiming();
    world = fresh;
    state.ResumeTiming();
    const StepReport report = world.step(0.01);
    residual = std::max(residual, report.residual);
    unsolved += report.status != StepStatus::solved;
  }
  set_counters(state, world, residual, unsolved);
}
BENCHMARK(step_stack_cold)->Arg(1)->Arg(5)->Arg(10)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace stiction::bench
