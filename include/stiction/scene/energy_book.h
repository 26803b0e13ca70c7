#pragma once

#include <stiction/world/world.h>

namespace stiction {

/// Books the energy of a run against the work that was put into it. J; the energy is the world's
/// (`World::energy`), kinetic and potential.
class EnergyBook {
 public:
  EnergyBook() = default;
  explicit EnergyBook(const Energy& start);

  /// After a step, and the work of that step (`StepReport::work`).
  void add_step(const Energy& energy, double work);

  double total() const { return energy_; }
  /// The most that the energy rose above its running minimum so far.
  double gain() const { return gain_; }
  /// Of all steps so far.
  double work() const { return work_; }
  /// The most that the energy less the work rose above its running minimum so far: what neither
  /// forces nor anything else put in, and dissipation can only lower.
  double created() const { return created_; }
  /// What the run turns over: the most of the kinetic energy plus the size of the change of the
  /// potential energy since the start. `created` is measured against it.
  double turnover() const { return turnover_; }

 private:
  double start_potential_ = 0;
  double energy_ = 0;
  double least_energy_ = 0;
  double gain_ = 0;
  double work_ = 0;
  double least_less_work_ = 0;
  double created_ = 0;
  double turnover_ = 0;
};

}  // namespace stiction
