#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine_run.h"

namespace stiction::bench {

/// A figure of a run, and how its table names it.
struct EngineMeasure {
  std::string_view name;
  std::string_view unit;
  double (*of)(const EngineFigures& figures);
};

/// What a scene is meant to reach, run to its end by Stiction: at most `bound`.
struct EngineTarget {
  std::string scene;
  const EngineMeasure* measure = nullptr;
  double bound = 0;
  std::string beside = {};  ///< unless empty: of the ratio to the same figure of this scene
};

/// In the order in which the scenes are to be run: those that are compared follow each other.
std::vector<EngineTarget> list_engine_targets();

/// Walls whose median steps tell how time grows with the contacts, and the most of the exponent.
const std::vector<std::string>& walls_of_exponent();
inline constexpr double kMostExponent = 1.15;

}  // namespace stiction::bench
