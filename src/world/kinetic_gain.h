#pragma once

#include <algorithm>
#include <span>

#include "contact_posing.h"

namespace stiction {

struct KineticGain {
  double gain = 0;  ///< of the island's kinetic energy in a step, less the work of forces, J
  /// Summed over bodies: the larger of the energies at start and end, relative to `frame`, J.
  double kinetic = 0;
};

/// Computes the gain from the view's motions to `ends`, with `velocities` there (one per body of
/// the island). `torque_work(k)`: the work of the torque on its body k, J. `frame`: a velocity,
/// m/s.
template <typename TorqueWork>
KineticGain calc_kinetic_gain(const StepView& view, const Island& island, BodyMotions ends,
                              std::span<const Vec6> velocities, const Vec3& frame,
                              TorqueWork torque_work) {
  KineticGain sum;
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const std::size_t i = island.bodies[k];
    const BodyRecord& record = view.world.bodies[i];
    const double m = record.mass.mass;
    const auto energy = [&](const Quat& rotation, const Vec6& v) {
      const Vec3 w = v.tail<3>();
      return 0.5 * (m * v.head<3>().squaredNorm() + w.dot(record.inertia_W(rotation) * w));
    };
    const auto seen_from_frame = [&](double kinetic, const Vec6& v) {
      return kinetic + m * frame.dot(0.5 * frame - v.head<3>());
    };
    const BodyMotion& start = view.motions[i];
    const double before = energy(start.rotation, start.velocity);
    const double after = energy(ends[i].rotation, velocities[k]);
    const Vec3 way = ends[i].center - view.motions[i].center;
    const Vec3 force = record.mass.mass * view.world.options.gravity + record.force;
    sum.gain += after - before - way.dot(force) - torque_work(k);
    sum.kinetic +=
        std::max(seen_from_frame(before, start.velocity), seen_from_frame(after, velocities[k]));
  }
  return sum;
}

}  // namespace stiction
