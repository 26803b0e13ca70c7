#include "joint_spins.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// Returns l1, given the solve's angular velocity.
Vec3 calc_end_momentum(const BodyRecord& body, const BodyMotion& start, const JointSpin& spin,
                       const Vec3& u) {
  return spin.momentum + body.inertia_W(start.rotation) * (u - spin.free);
}

}  // namespace

void start_spins(const StepView& view, const Island& island, double share,
                 std::vector<JointSpin>& spins) {
  spins.clear();
  for (const std::size_t i : island.bodies) {
    const BodyRecord& body = view.world.bodies[i];
    const BodyMotion& start = view.motions[i];
    const Vec3 w = start.velocity.tail<3>();
    JointSpin& spin = spins.emplace_back();
    spin.momentum = body.inertia_W(start.rotation) * w + share * view.h * body.torque;
    const Quat middle = rotated(start.rotation, w, 0.5 * view.h);
    spin.free = body.inverse_inertia_W(middle) * spin.momentum;
  }
}

double correct_spins(const StepView& view, const Island& island, std::span<const Vec6> velocities,
                     std::vector<JointSpin>& spins) {
  double most = 0;
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const std::size_t i = island.bodies[k];
    const BodyRecord& body = view.world.bodies[i];
    const BodyMotion& start = view.motions[i];
    const Vec3 u = velocities[k].tail<3>();
    const Vec3 end = calc_end_momentum(body, start, spins[k], u);
    const Quat middle = rotated(start.rotation, u, 0.5 * view.h);
    const Vec3 free = body.inverse_inertia_W(middle) * end -
                      body.inverse_inertia_W(start.rotation) * (end - spins[k].momentum);
    const double gyration = std::sqrt(body.mass.inertia.trace() / body.mass.mass);
    most = std::max(most, view.h * gyration * (free - spins[k].free).norm());
    spins[k].free = free;
  }
  return most;
}

void get_end_spins(const StepView& view, const Island& island, std::span<const JointSpin> spins,
                   std::span<const Vec6> velocities, std::vector<Vec3>& end_spins) {
  end_spins.clear();
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const std::size_t i = island.bodies[k];
    const BodyRecord& body = view.world.bodies[i];
    const BodyMotion& start = view.motions[i];
    const Vec3 u = velocities[k].tail<3>();
    if (u.isZero(0)) {
      end_spins.push_back(Vec3::Zero());
      continue;
    }
    const Quat end = rotated(start.rotation, u, view.h);
    end_spins.push_back(body.inverse_inertia_W(end) * calc_end_momentum(body, start, spins[k], u));
  }
}

}  // namespace stiction
