#pragma once

#include <stiction/world/step_report.h>
#include <stiction/world/world.h>

#include <cstddef>
#include <string>

#include "text_table.h"

namespace stiction::bench {

/// How exact the answers to contact problems are, and how many each rung found.
struct ConeTally {
  std::size_t steps = 0;
  std::size_t off = 0;       ///< problems with a cone residual above 1e-8, including remembered
                             ///< ones
  std::size_t unsolved = 0;  ///< of those, the ones above 1e-6
  double worst = 0;          ///< cone residual
  RungCounts rungs{};

  void add(const StepReport& report);
  void add(const ConeTally& other);
  /// Number of problems that needed more than no impulse or the remembered ones.
  std::size_t searched() const;
};

/// The largest shares of the searched problems that may be off the cone, and unsolved.
struct ConeBounds {
  double off = 1.0 / 500;
  double unsolved = 0;

  bool hold(const ConeTally& tally) const;
};

/// Follows a run whose world goes on with the best answer where none is found.
class ConeRun {
 public:
  /// Problems left unsolved are written to a folder of the run's name in `dump`, unless that is
  /// empty.
  ConeRun(std::string name, std::string dump);

  /// Call after each step. Prints a line if a problem is off the cone, with the reason if it is
  /// known.
  void observe(const StepReport& report, const World& world);
  const ConeTally& tally() const { return tally_; }

 private:
  std::string name_;
  std::string dump_;
  ConeTally tally_;
};

/// The head of a table of runs, and its rows.
Cells tally_head();
Cells tally_line(const std::string& name, const ConeTally& tally, const ConeBounds& bounds);

}  // namespace stiction::bench
