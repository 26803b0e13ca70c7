#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "contact_posing.h"

namespace stiction {

struct KineticGain {
  double gain = 0;  ///< of the island's kinetic energy over a step, less the work of forces, J
  /// The larger of that at the start and at the end, of each body, seen from `frame`, J.
  double kinetic = 0;
};

/// From where the view finds the bodies to `ends`, with `velocities` (one a body of the island)
/// there. `torque_work(k)`: what the torque on its body k did, J. `frame`: a velocity, m/s.
template <typename TorqueWork>
KineticGain calc_kinetic_gain(const StepView& view, const Island& island, BodyMotions ends,
                              std::span<const Vec6> velocities, const Vec3& frame,
                              TorqueWork torque_work) {
  KineticGain sum;
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const std::size_t i = island.bodies[k];
    const BodyRecord& record = view.world.bodies[i];
    const auto energy = [&](const Quat& rotation, const Vec6& v, const Vec3& from) {
      const Vec3 w = v.tail<3>();
      return 0.5 * (record.mass.mass * (v.head<3>() - from).squaredNorm() +
                    w.dot(record.inertia_W(rotation) * w));
    };
    const BodyMotion& start = view.motions[i];
    const auto gain_from = [&](const Vec3& from) {
      return std::pair(energy(start.rotation, start.velocity, from),
                       energy(ends[i].rotation, velocities[k], from));
    };
    const auto [before, after] = gain_from(Vec3::Zero());
    const Vec3 way = ends[i].center - view.motions[i].center;
    const Vec3 force = record.mass.mass * view.world.options.gravity + record.force;
    sum.gain += after - before - way.dot(force) - torque_work(k);
    const auto [first, last] = gain_from(frame);
    sum.kinetic += std::max(first, last);
  }
  return sum;
}

}  // namespace stiction
