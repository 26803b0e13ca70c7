#pragma once

#include <stiction/contact/rung.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "engine.h"

namespace stiction::bench {

enum class EngineEnd {
  finished,
  out_of_time,  ///< between two steps, or within one that did not end
  failed,       ///< the engine reported failure, or a number was not finite
  crashed,
};

/// Measurements of an engine on a scene. Times in us. Overlap and energy are calculated with our
/// own geometry and masses for every engine; for peers they are sampled 100 times in the run.
struct EngineFigures {
  std::string scene;
  std::string engine;
  EngineEnd end = EngineEnd::crashed;
  std::size_t joints = 0;
  int steps = 0;
  int steps_asked = 0;
  double first_us = 0;
  double median_us = 0;
  double processor_us = 0;  ///< median of the processor time of a step
  double settled_us = 0;    ///< median of the last quarter of the steps
  double p99_us = 0;
  double most_us = 0;          ///< includes a step that did not end
  double penetration_max = 0;  ///< m
  double drift = 0;            ///< m: the greatest distance of a body from where it began
  double energy_gain = 0;      ///< J
  double energy_initial = 0;   ///< J
  double memory_mib = 0;       ///< peak of the process
  double grown_mib = 0;        ///< the part of it that the run added
  // Only for Stiction; empty for peers.
  std::optional<double> contacts_mean;
  /// Medians of the last quarter of the steps: broad and narrow phase; contact problems; the rest.
  std::optional<double> collide_us, solve_us, rest_us;
  std::optional<double> residual_max;
  std::optional<double> cone_residual_max;
  std::optional<std::size_t> off_cone;     ///< island solves above 1e-8
  std::optional<std::size_t> beyond_cone;  ///< steps with a residual above 1e-6
  std::optional<double> energy_created;    ///< J
  std::optional<double> energy_turnover;   ///< J: `EnergyBook::turnover`
  RungCounts rungs{};
};

/// Runs the scene in its own process, so that an engine cannot affect the next one. Ends it after
/// `limit` seconds of steps, or, within a step, `limit` seconds later.
EngineFigures run_engine(const EngineEntry& engine, const EngineScene& scene, double limit);

/// The size that figures are fitted against: the contacts of a run, or the joints in scenes of
/// joints.
double calc_size(const EngineFigures& run);

/// The exponent p of figure = c size^p, by least squares in logarithms.
double fit_exponent(std::span<const EngineFigures> runs,
                    double (*figure)(const EngineFigures& figures));

/// "yes", or how far the run came and why it ended.
std::string end_text(const EngineFigures& figures);

}  // namespace stiction::bench
