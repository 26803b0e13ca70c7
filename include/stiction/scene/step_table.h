#pragma once

#include <stiction/scene/run_table.h>

namespace stiction {

/// Writes the work and accuracy of a run's steps (contract, section 6):
///
///     time,energy,work,residual,cone_residual,contacts,penetration,pivots,factorisations,rung,
///     collide_us,solve_us,total_us
///
/// with a row per Nth step. energy is the energy after the step, work the work put in since the
/// start (J): their difference grows only by energy that the step creates. penetration is in m.
/// cone_residual is empty under laws that have none. rung is the furthest rung of the islands,
/// "free" if there was nothing to solve. Times are wall times in microseconds: all other columns
/// are the same on every run.
class StepTableWriter : public RunTable {
 public:
  explicit StepTableWriter(std::ostream& out, std::size_t every = 1);

 private:
  void append_rows(const Simulation& simulation) override;
};

}  // namespace stiction
