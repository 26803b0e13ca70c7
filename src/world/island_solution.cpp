#include "island_solution.h"

namespace stiction {

void IslandSolution::clear() {
  is_repeated = false;
  rungs = {};
  statistics = {};
  begin_again();
}

void IslandSolution::begin_again() {
  contacts.clear();
  speeds.clear();
  has_parted.clear();
  ends.clear();
  impact_impulses.clear();
  joint_places.clear();
  row_impulses.clear();
  impact_row_impulses.clear();
  joint_motions.clear();
  joint_work = driven_work = 0;
  final_velocities.clear();
  analyses.clear();
  discard_answer();
}

void IslandSolution::discard_answer() {
  residual = {};
  is_held_at_start = false;
  way = Way::whole;
  off_cone = 0;
  problem.reset();
  unsolved.reset();
}

void IslandSolution::take_answer(IslandSolution& other) {
  impulses.swap(other.impulses);
  next_guess.swap(other.next_guess);
  states.swap(other.states);
  memories.swap(other.memories);
  analyses.swap(other.analyses);
  velocities.swap(other.velocities);
  joint_places.swap(other.joint_places);
  row_impulses.swap(other.row_impulses);
}

}  // namespace stiction
