#pragma once

#include <stiction/world/world.h>

namespace stiction {

/// Books the energy of a run against the work put into it, J. The energy is the world's
/// (`World::energy`), kinetic and potential.
class EnergyBook {
 public:
  EnergyBook() = default;
  explicit EnergyBook(const Energy& start);

  /// Call after each step, with the work of that step (`StepReport::work`).
  void add_step(const Energy& energy, double work);

  double total() const { return energy_; }
  /// The greatest rise of the energy above its running minimum so far.
  double gain() const { return gain_; }
  /// Total work of all steps so far.
  double work() const { return work_; }
  /// The greatest rise of energy minus work above its running minimum so far: energy that no force
  /// nor anything else put in. Dissipation can only lower it.
  double created() const { return created_; }
  /// Energy that the run exchanges: the maximum of the kinetic energy plus the absolute change of
  /// the potential energy since the start. `created` is measured against it.
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
