#include "engine_targets.h"

namespace stiction::bench {
namespace {

constexpr EngineMeasure kFirst = {"first step", "ms",
                                  [](const EngineFigures& run) { return 1e-3 * run.first_us; }};
constexpr EngineMeasure kMedian = {"median step", "ms",
                                   [](const EngineFigures& run) { return 1e-3 * run.median_us; }};
constexpr EngineMeasure kSettled = {"settled median", "ms",
                                    [](const EngineFigures& run) { return 1e-3 * run.settled_us; }};
constexpr EngineMeasure kMost99 = {"99 % of steps", "ms",
                                   [](const EngineFigures& run) { return 1e-3 * run.p99_us; }};
constexpr EngineMeasure kMost = {"longest step", "ms",
                                 [](const EngineFigures& run) { return 1e-3 * run.most_us; }};
constexpr EngineMeasure kOverlap = {"overlap", "m",
                                    [](const EngineFigures& run) { return run.penetration_max; }};
constexpr EngineMeasure kDrift = {"drift", "m", [](const EngineFigures& run) { return run.drift; }};
constexpr EngineMeasure kCreated = {
    "energy created", "J", [](const EngineFigures& run) { return run.energy_created.value_or(0); }};

// Energy created at most, J.
constexpr double kAtRest = 1e-9;
constexpr double kTumbling = 1e-3;

/// Half the thickness of a plank of the Kapla tower, m: a plank that moved no further is still in
/// place.
constexpr double kHalfPlank = 0.0039;

/// Time on two threads relative to one: 1.6 times as fast.
constexpr double kOnTwoThreads = 1 / 1.6;

}  // namespace

std::vector<EngineTarget> list_engine_targets() {
  std::vector<EngineTarget> targets = {
      {"stack-10", &kSettled, 0.025},
      {"stack-10", &kCreated, kAtRest},
      {"stack-10-1e6", &kOverlap, 1e-6},
      {"stack-10-1e6", &kMedian, 2, "stack-10"},
      {"stack-10-1e8", &kOverlap, 1e-6},
      {"stack-10-1e8", &kMedian, 2, "stack-10"},
      {"pyramid-55", &kSettled, 0.22},
      {"pyramid-55", &kFirst, 10},
      {"pyramid-55", &kCreated, kAtRest},
      {"wall-50", &kSettled, 0.3},
      {"wall-50", &kCreated, kAtRest},
      {"wall-50-1e6", &kOverlap, 1e-6},
      {"wall-50-1e6", &kMedian, 2, "wall-50"},
      {"wall-50-1e8", &kOverlap, 1e-6},
      {"wall-50-1e8", &kMedian, 2, "wall-50"},
      {"wall-100", &kSettled, 0.6},
      {"wall-100", &kCreated, kAtRest},
      {"wall-500", &kSettled, 4},
      {"wall-500", &kCreated, kAtRest},
      {"wall-1000", &kSettled, 9},
      {"wall-1000", &kFirst, 500},
      {"wall-1000", &kCreated, kAtRest},
      {"wall-1000-nudged", &kMedian, 50},
      {"wall-1000-nudged", &kCreated, kAtRest},
  };
  for (const char* bricks : {"50", "100", "200", "500", "1000"}) {
    const std::string wall = std::string("wall-") + bricks + "-hit";
    targets.push_back({wall, &kMost99, 600});
    targets.push_back({wall, &kCreated, kTumbling});
  }
  targets.insert(targets.end(),
                 {{"boxes-1000", &kSettled, 1.5},
                  {"boxes-1000", &kCreated, kAtRest},
                  {"boxes-10000", &kSettled, 20},
                  {"boxes-10000", &kCreated, kAtRest},
                  {"stacks-100", &kCreated, kAtRest},
                  {"stacks-100-threads-2", &kSettled, kOnTwoThreads, "stacks-100"},
                  {"stacks-100-tumbling", &kCreated, kTumbling},
                  {"stacks-100-tumbling-threads-2", &kMedian, kOnTwoThreads, "stacks-100-tumbling"},
                  {"kapla-102", &kCreated, kAtRest},
                  {"logs-40", &kMedian, 5},
                  {"logs-40", &kMost, 150},
                  {"logs-40", &kCreated, kTumbling},
                  {"balls-216", &kMedian, 40},
                  {"balls-216", &kSettled, 5},
                  {"balls-216", &kMost, 1200},
                  {"balls-216", &kCreated, kTumbling},
                  {"balls-216-ten-seconds", &kSettled, 5},
                  {"tumbling-50", &kMedian, 5},
                  {"tumbling-50", &kMost99, 80},
                  {"tumbling-50", &kCreated, kTumbling},
                  {"heap-80", &kMost99, 300},
                  {"heap-80", &kCreated, kTumbling},
                  {"card-house-4", &kMost, 50},
                  {"card-house-4", &kCreated, kAtRest},
                  {"dominoes-30", &kMost, 50},
                  {"dominoes-30", &kCreated, kTumbling},
                  {"jenga-54", &kCreated, kTumbling},
                  {"jenga-24-blasted", &kMost, 150},
                  {"jenga-24-blasted", &kCreated, kTumbling},
                  {"kapla-102-ten-minutes", &kDrift, kHalfPlank},
                  {"kapla-102-ten-minutes", &kMedian, 10}});
  return targets;
}

const std::vector<std::string>& walls_of_exponent() {
  static const std::vector<std::string> walls = {"wall-50", "wall-100", "wall-500", "wall-1000"};
  return walls;
}

}  // namespace stiction::bench
