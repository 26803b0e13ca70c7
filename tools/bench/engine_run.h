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
  failed,       ///< the engine said so, or a number was not finite
  crashed,
};

/// What was measured of an engine on a scene. Times in us. Overlap and energy are those of our own
/// geometry and masses for every engine; for peers they are looked at 100 times in the run.
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
  double most_us = 0;          ///< includes the step that did not end
  double penetration_max = 0;  ///< m
  double drift = 0;            ///< m: the furthest that a body is from where it began
  double energy_gain = 0;      ///< J
  double energy_initial = 0;   ///< J
  double memory_mib = 0;       ///< peak of the process
  double grown_mib = 0;        ///< of that, what was added by the run
  // Of Stiction alone; empty for peers.
  std::optional<double> contacts_mean;
  /// Medians of the last quarter of the steps: broad and narrow phase, contact problems, all else.
  std::optional<double> collide_us, solve_us, rest_us;
  std::optional<double> residual_max;
  std::optional<double> cone_residual_max;
  std::optional<std::size_t> off_cone;     ///< island solves above 1e-8
  std::optional<std::size_t> beyond_cone;  ///< steps above 1e-6, the residual of an answer
  std::optional<double> energy_created;    ///< J
  std::optional<double> energy_turnover;   ///< J: `EnergyBook::turnover`
  RungCounts rungs{};
};

/// Runs the scene in a process of its own, so that nothing that an engine does can reach the next
/// one, and ends it after `limit` seconds of steps, or `limit` seconds later within a step.
EngineFigures run_engine(const EngineEntry& engine, const EngineScene& scene, double limit);

/// What a figure is fitted against: the contacts of a run, or of scenes of joints these.
double calc_size(const EngineFigures& run);

/// The exponent p of figure = c size^p, by least squares in logarithms.
double fit_exponent(std::span<const EngineFigures> runs,
                    double (*figure)(const EngineFigures& figures));

/// "yes", or how far it came and why no further.
std::string end_text(const EngineFigures& figures);

}  // namespace stiction::bench
