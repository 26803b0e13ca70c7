#pragma once

#include "lloyd_problems.h"
#include "lloyd_table.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace stiction::bench {

/// An answer counts as solved if the judge's residual is at most this.
inline constexpr double kJudged = 1e-9;
/// The relative difference between the wrench of a warm start and that of its basis.
inline constexpr double kWarmChange = 0.01;

/// How much time a measurement may take.
struct LloydEffort {
  /// The timed solves of a draw take about this time, us, but there are at most `most_solves`, and
  /// at least one.
  double us_per_draw = 5000;
  int most_solves = 300;
  /// The dense method solves as many draws of a set as it can within this time, us, and at least
  /// `least_draws`.
  double us_per_dense_set = 2e6;
  int least_draws = 3;
};

/// One solve of one draw.
struct LloydSample {
  double us = 0;  ///< the fastest of several
  int pivots = 0;
  int kernel = 0;
  double residual = 0;
  bool basis_held = false;  ///< a warm start that needed no pivot
};

/// One method on the draws of one set.
struct LloydSeries {
  LloydRow row;
  std::vector<LloydSample> samples;  ///< one for each of the first draws
};

/// Runs standard, structural and reduced Lemke and the available peers cold, and the two factored
/// methods warm: on a draw perturbed by `kWarmChange`, from the basis of the unperturbed one. All
/// methods solve a draw before the next draw begins, so that noise affects all alike. Only solves
/// are timed, each after an untimed one.
std::vector<LloydSeries> measure_lloyd_set(const LloydSet& set, const LloydEffort& effort);

/// Mean time of posing a set's problems, us: the dense matrix of eq. 8, and the columns.
struct PosingTimes {
  double dense = 0;
  double columns = 0;
};
PosingTimes measure_posing(const LloydSet& set);

/// The rows, with their ratios to the standard method.
std::vector<LloydRow> collect_rows(std::span<const LloydSeries> series);

}  // namespace stiction::bench
