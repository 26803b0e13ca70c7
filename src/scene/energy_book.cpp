#include <stiction/scene/energy_book.h>

#include <algorithm>
#include <cmath>

namespace stiction {

EnergyBook::EnergyBook(const Energy& start)
    : start_potential_(start.potential),
      energy_(start.total()),
      least_energy_(start.total()),
      least_less_work_(start.total()),
      turnover_(start.kinetic) {}

void EnergyBook::add_step(const Energy& energy, double work) {
  energy_ = energy.total();
  least_energy_ = std::min(least_energy_, energy_);
  gain_ = std::max(gain_, energy_ - least_energy_);
  work_ += work;
  least_less_work_ = std::min(least_less_work_, energy_ - work_);
  created_ = std::max(created_, energy_ - work_ - least_less_work_);
  const double fallen = std::abs(energy.potential - start_potential_);
  turnover_ = std::max(turnover_, energy.kinetic + fallen);
}

}  // namespace stiction
