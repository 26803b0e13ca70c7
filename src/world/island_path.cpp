#include "island_path.h"

namespace stiction {

PlaceOnPath follow(const WorldValue& world, std::size_t body, const BodyMotion& start,
                   const BodyPath& path, double time) {
  const BodyRecord& record = world.bodies[body];
  PlaceOnPath point;
  point.motion = start;
  BodyMotion& motion = point.motion;
  if (time == 0) {
    const bool is_led = !path.is_free && record.is_dynamic();
    point.path_velocity = is_led ? path.end_velocity : start.velocity;
    return point;
  }
  if (path.is_free || !record.is_dynamic()) {
    const FreeMotion free = calc_free_motion(record, start, world.options.gravity, time);
    motion.center += free.displacement;
    motion.rotation = free.rotation;
    motion.velocity << free.velocity.head<3>(), free.end_spin;
    point.path_velocity = motion.velocity;
    point.torque_work = free.torque_work;
    return point;
  }
  const Vec6& after = path.end_velocity;
  const double share = path.duration > 0 ? time / path.duration : 1.0;
  motion.center += time * after.head<3>();
  motion.rotation = rotated(start.rotation, after.tail<3>(), time);
  motion.velocity += share * (after - start.velocity);
  // Spins belong to the body's frame: they turn with it.
  const Quat turn = motion.rotation * start.rotation.conjugate();
  if (time < path.duration) motion.velocity.tail<3>() = turn * Vec3(motion.velocity.tail<3>());
  point.path_velocity = after;
  point.torque_work = time * record.torque.dot(after.tail<3>());
  return point;
}

PlaceOnPath follow(const WorldValue& world, std::size_t body, BodyWay& way, double time, double h) {
  if (time != h) return follow(world, body, way.start, way.path, time - way.since);
  if (!way.end) way.end = follow(world, body, way.start, way.path, time - way.since);
  return *way.end;
}

}  // namespace stiction
