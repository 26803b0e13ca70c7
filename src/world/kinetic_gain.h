#pragma once

#include <algorithm>
#include <span>

#include "contact_posing.h"

namespace stiction {

/// The motion of a non-rotating frame in a step.
struct MovingFrame {
  Vec3 before = Vec3::Zero();  ///< its velocity at the start, m/s
  Vec3 after = Vec3::Zero();   ///< likewise at the end
  Vec3 way = Vec3::Zero();     ///< displacement, m
};

inline MovingFrame move_evenly(const Vec3& velocity, double h) {
  return {velocity, velocity, h * velocity};
}

/// The gain of an island's kinetic energy, measured in a given frame.
struct KineticGain {
  double gain = 0;     ///< of the island's kinetic energy in a step, less the work of forces, J
  double kinetic = 0;  ///< the larger of the energies at start and end, summed over bodies, J
};

/// Computes the gain from the view's motions to `ends`, with `velocities` there (one per body of
/// the island). `torque_work(k)`: the work of the torque on its body k, J.
template <typename TorqueWork>
KineticGain calc_kinetic_gain(const StepView& view, const Island& island, BodyMotions ends,
                              std::span<const Vec6> velocities, const MovingFrame& frame,
                              TorqueWork torque_work) {
  KineticGain sum;
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const std::size_t i = island.bodies[k];
    const BodyRecord& record = view.world.bodies[i];
    const auto energy = [&](const Quat& rotation, const Vec6& velocity, const Vec3& of_frame) {
      const Vec3 v = velocity.head<3>() - of_frame;
      const Vec3 w = velocity.tail<3>();
      return 0.5 * (record.mass.mass * v.squaredNorm() + w.dot(record.inertia_W(rotation) * w));
    };
    const BodyMotion& start = view.motions[i];
    const double before = energy(start.rotation, start.velocity, frame.before);
    const double after = energy(ends[i].rotation, velocities[k], frame.after);
    const Vec3 way = ends[i].center - start.center - frame.way;
    const Vec3 force = record.mass.mass * view.world.options.gravity + record.force;
    sum.gain += after - before - way.dot(force) - torque_work(k);
    sum.kinetic += std::max(before, after);
  }
  return sum;
}

}  // namespace stiction
