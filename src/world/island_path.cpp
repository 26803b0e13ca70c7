#include "island_path.h"

namespace stiction {

void BodyWay::begin(const BodyMotion& from, double time, const BodyPath& along) {
  start = from;
  since = time;
  path = along;
  turn_off(from.velocity);
}

void BodyWay::turn_off(const Vec6& velocity) {
  start.velocity = velocity;
  end.reset();
  turned.clear();
}

namespace {

PlaceOnPath follow_path(const WorldValue& world, std::size_t body, BodyWay& way, double time,
                        double duration) {
  const BodyRecord& record = world.bodies[body];
  const BodyMotion& start = way.start;
  const BodyPath& path = way.path;
  PlaceOnPath point;
  point.motion = start;
  BodyMotion& motion = point.motion;
  if (time == 0) {
    const bool is_led = !path.is_free && record.is_dynamic();
    point.path_velocity = is_led ? path.end_velocity : start.velocity;
    return point;
  }
  if (path.is_free || !record.is_dynamic()) {
    const FreeMotion free =
        calc_free_motion(record, start, world.options.gravity, time, duration, way.turned);
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
  // A spin belongs to the body's frame and turns with it.
  const Quat turn = motion.rotation * start.rotation.conjugate();
  if (time < path.duration) motion.velocity.tail<3>() = turn * Vec3(motion.velocity.tail<3>());
  point.path_velocity = after;
  point.torque_work = time * record.torque.dot(after.tail<3>());
  return point;
}

}  // namespace

PlaceOnPath follow(const WorldValue& world, std::size_t body, BodyWay& way, double time, double h) {
  const double duration = h - way.since;
  if (time != h) return follow_path(world, body, way, time - way.since, duration);
  if (!way.end) way.end = follow_path(world, body, way, duration, duration);
  return *way.end;
}

}  // namespace stiction
