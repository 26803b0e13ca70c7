#pragma once

#include <stiction/scene/run_table.h>

namespace stiction {

/// Writes what the steps of a run did and how exact they were (contract, section 6):
///
///     time,energy,work,residual,cone_residual,contacts,penetration,pivots,factorisations,rung,
///     collide_us,solve_us,total_us
///
/// with a row per Nth step. energy is that after the step, work what was put in from the start on
/// (J): their difference grows only by what the step creates. penetration is in m. cone_residual is
/// empty under laws that have none. rung is the farthest that an island's answer came from, "free"
/// where nothing was to be solved. Times are wall times in microseconds: all other columns are the
/// same on every run.
class StepTableWriter : public RunTable {
 public:
  explicit StepTableWriter(std::ostream& out, std::size_t every = 1);

 private:
  void append_rows(const Simulation& simulation) override;
};

}  // namespace stiction
