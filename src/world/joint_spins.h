#pragma once

#include <vector>

#include "contact_posing.h"

namespace stiction {

/// The rotation of a body over a step in which joints hold it.
///
/// With the angular momentum l in the world, R0 and I0 at the start, and the body turning by h u,
///
///     l1 = l0 + h torque + (J^T r) angular,   u = I(exp(h u / 2) R0)^-1 l1,
///
/// which with the equations of `add_joint_rows` keeps the angular momentum to round-off if no outer
/// torque acts, and neither loses nor gains energy in the long run (the midpoint rule on the
/// rotations; Krysl and Endres 2005). The contact problem asks for I0 (u - u*) = J^T r, so its free
/// velocity u* is found iteratively, pass by pass.
struct JointSpin {
  Vec3 momentum = Vec3::Zero();  ///< l0 + h torque, or a share of that, N m s
  Vec3 free = Vec3::Zero();      ///< u*, rad/s
};

/// Initialises the spins of the island's bodies for a first solve, as if nothing held them. `share`
/// is that of the step's torques.
void start_spins(const StepView& view, const Island& island, double share,
                 std::vector<JointSpin>& spins);

/// Corrects the spins for another solve, given the velocities that the solve with the present ones
/// found. Returns by how much the change moves a point of a body, at its radius of gyration, over
/// the step, m; the largest of all.
double correct_spins(const StepView& view, const Island& island, std::span<const Vec6> velocities,
                     std::vector<JointSpin>& spins);

/// Computes the angular velocities I(R1)^-1 l1 of the bodies at the end of the step, rad/s.
void get_end_spins(const StepView& view, const Island& island, std::span<const JointSpin> spins,
                   std::span<const Vec6> velocities, std::vector<Vec3>& end_spins);

}  // namespace stiction
