#pragma once

#include <stiction/scene/run_table.h>

namespace stiction {

/// Writes the contacts of a run (contract, section 6):
///
///     time,body_a,body_b,x,y,z,nx,ny,nz,gap,normal_impulse,friction_x,friction_y,friction_z,state
///
/// with a row per touching contact (`Contact::is_touching`: those that the report counts) after
/// every Nth step, in the order of `World::contacts`. x y z is the point (m), n the normal from b
/// to a, gap the gap at the start of the step (m); impulses are those of the whole step on body a
/// (N s): divided by the time step they are the mean forces. All in the world frame. `state` is
/// "open", "sticking" or "sliding".
class ContactTableWriter : public RunTable {
 public:
  explicit ContactTableWriter(std::ostream& out, std::size_t every = 1);

 private:
  void append_rows(const Simulation& simulation) override;
};

}  // namespace stiction
