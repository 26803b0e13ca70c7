#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine_run.h"

namespace stiction::bench {

/// A figure of a run and its name in tables.
struct EngineMeasure {
  std::string_view name;
  std::string_view unit;
  double (*of)(const EngineFigures& figures);
};

/// A target of a scene that Stiction runs to its end: the figure is at most `bound`.
struct EngineTarget {
  std::string scene;
  const EngineMeasure* measure = nullptr;
  double bound = 0;
  std::string beside = {};  ///< if not empty, the bound is on the ratio to the same figure of this
                            ///< scene
};

/// All targets, in the order in which to run the scenes: compared scenes follow each other.
std::vector<EngineTarget> list_engine_targets();

/// Walls whose median steps show how time grows with the contacts, and the largest exponent
/// allowed.
const std::vector<std::string>& walls_of_exponent();
inline constexpr double kMostExponent = 1.15;

}  // namespace stiction::bench
