#include "next_touch.h"

#include <algorithm>
#include <limits>

#include "pair_contacts.h"
#include "separation.h"

namespace stiction {
namespace {

/// Approaches up to this, m/s, are not impacts, nor are those up to |g| h / 20, after which a
/// rebound would end within h/10.
constexpr double kLeastApproach = 1e-3;
constexpr double kLeastFall = 0.05;

/// The acceleration by external forces, m/s^2; without contact forces.
Vec3 calc_external_acceleration(const WorldValue& world, std::size_t body) {
  const BodyRecord& record = world.bodies[body];
  if (!record.is_dynamic()) return Vec3::Zero();
  return world.options.gravity + record.force / record.mass.mass;
}

double calc_least_gap(std::span<const FoundContact> contacts) {
  double least = std::numeric_limits<double>::infinity();
  for (const FoundContact& contact : contacts) least = std::min(least, contact.gap);
  return least;
}

/// The contacts of a pair of shapes at times after `now` on the paths of its bodies.
class PairOnWay {
 public:
  PairOnWay(const StepView& view, const Island& island, const FoundContact& pair,
            std::span<const FoundContact> contacts, std::span<BodyWay> ways, double now,
            ManifoldList& manifolds, NextTouchTools& tools)
      : view_(view),
        island_(island),
        pair_(pair),
        contacts_(contacts),
        ways_(ways),
        now_(now),
        manifolds_(manifolds),
        tools_(tools) {}

  const std::vector<ContactOnPath>& look(double time) {
    const PlaceOnPath a = follow_body(pair_.body_a, time);
    const PlaceOnPath b = follow_body(pair_.body_b, time);
    std::span<const FoundContact> found = contacts_;
    if (time > 0) {
      tools_.found.clear();
      append_contacts_ahead(view_, island_, pair_, a.motion, b.motion, view_.h - now_ - time,
                            manifolds_, tools_.found);
      found = tools_.found;
    }
    tools_.looks.clear();
    for (const FoundContact& contact : found) {
      const Vec3 n = contact.normal();
      const auto speed_of = [&](const PlaceOnPath& point) {
        return n.dot(point_velocity(point.motion, point.path_velocity, contact.point));
      };
      Vec3 apart = Vec3::Zero();
      double turning = 0;
      const auto add = [&](std::size_t i, const PlaceOnPath& point, double sign) {
        const bool is_free = island_.places[i] >= 0 && ways_[i].path.is_free;
        if (is_free) apart += sign * calc_external_acceleration(view_.world, i);
        const Vec3 w = point.path_velocity.tail<3>();
        // Once for the turning point, and as much for the curvature of the shape that it rolls
        // along.
        turning += 2 * calc_turning(view_.world, i, point.motion, w, contact.point, is_free);
      };
      add(pair_.body_a, a, 1);
      add(pair_.body_b, b, -1);
      tools_.looks.push_back({contact.key, contact.gap, speed_of(a) - speed_of(b),
                              std::max(0.0, -n.dot(apart)) + turning});
    }
    return tools_.looks;
  }

  /// True if a normal, held fixed, separates the shapes up to the end of the step.
  bool stays_apart() {
    const auto end_of = [&](std::size_t i) {
      return follow(view_.world, i, ways_[i], view_.h, view_.h);
    };
    const PlaceOnPath a = follow_body(pair_.body_a, 0), end_a = end_of(pair_.body_a);
    const PlaceOnPath b = follow_body(pair_.body_b, 0), end_b = end_of(pair_.body_b);
    const auto span_of = [&](std::size_t i, const PlaceOnPath& start, const PlaceOnPath& end) {
      return MotionSpan{
          start.motion, end.motion,
          calc_bow(view_.world.bodies[i], start.path_velocity, end.path_velocity, view_.h - now_)};
    };
    return stiction::stays_apart(view_.world, contacts_.empty() ? pair_ : contacts_.front(),
                                 span_of(pair_.body_a, a, end_a), span_of(pair_.body_b, b, end_b));
  }

 private:
  PlaceOnPath follow_body(std::size_t i, double time) {
    return follow(view_.world, i, ways_[i], now_ + time, view_.h);
  }

  const StepView& view_;
  const Island& island_;
  const FoundContact& pair_;
  std::span<const FoundContact> contacts_;  ///< the pair's contacts now
  std::span<BodyWay> ways_;
  double now_;
  ManifoldList& manifolds_;
  NextTouchTools& tools_;
};

}  // namespace

double least_approach(const StepView& view) {
  return std::max(kLeastApproach, kLeastFall * view.world.options.gravity.norm() * view.h);
}

double calc_normal_speed(const BodyMotions& motions, const FoundContact& contact) {
  return calc_relative_velocity(motions, contact).x();
}

double calc_turning(const WorldValue& world, std::size_t body, const BodyMotion& motion,
                    const Vec3& w, const Vec3& point, bool is_free) {
  const BodyRecord& record = world.bodies[body];
  if (record.is_ball) return 0;
  const Vec3 arm = point - motion.center;
  Vec3 acceleration = w.cross(w.cross(arm));
  if (is_free && record.is_dynamic()) {
    const Vec3 w_B = motion.rotation.conjugate() * w;
    const Vec3 torque_B = motion.rotation.conjugate() * record.torque;
    const Vec3 change_B =
        record.inverse_inertia * (torque_B - w_B.cross(record.mass.inertia * w_B));
    acceleration += (motion.rotation * change_B).cross(arm);
  }
  return acceleration.norm();
}

double calc_turning(const WorldValue& world, const BodyMotions& motions,
                    const FoundContact& contact, bool is_free) {
  double turning = 0;
  for (const std::size_t i : {contact.body_a, contact.body_b}) {
    const Vec3 w = motions[i].velocity.tail<3>();
    turning += calc_turning(world, i, motions[i], w, contact.point_on(i), is_free);
  }
  return turning;
}

double calc_pull(const WorldValue& world, const FoundContact& contact) {
  const Vec3 apart = calc_external_acceleration(world, contact.body_a) -
                     calc_external_acceleration(world, contact.body_b);
  return std::max(0.0, -contact.normal().dot(apart));
}

bool meets(const StepView& view, const FoundContact& contact) {
  const double start = calc_normal_speed(view.motions, contact);
  if (contact.gap <= kTouchingGap) return start < -least_approach(view);
  // One body may be held while the other one falls.
  const Vec3 n = contact.normal();
  const auto speeds_of = [&](std::size_t i) {
    const BodyMotion& body = view.motions[i];
    const Vec6& free = view.free_motions[i].velocity;
    const Vec3 point = contact.point_on(i);
    return std::minmax({n.dot(point_velocity(body, body.velocity, point)),
                        n.dot(point_velocity(body, free, point))});
  };
  const double lowest = speeds_of(contact.body_a).first - speeds_of(contact.body_b).second;
  // As a contact turns, its speed changes by up to w^2 r, and its path accordingly.
  const double turning = calc_turning(view.world, view.motions, contact, true);
  const double reached = contact.gap + view.h * (lowest - 0.5 * view.h * turning);
  if (reached > 0) return false;
  // When it closes, v^2 = u^2 + 2 a gap.
  const double pull = std::max(0.0, start - lowest) / view.h + turning;
  const double fast = std::min(start, 0.0);
  return fast * fast + 2 * pull * contact.gap > least_approach(view) * least_approach(view);
}

void append_contacts_ahead(const StepView& view, const Island& island, const FoundContact& pair,
                           const BodyMotion& a, const BodyMotion& b, double time,
                           ManifoldList& manifolds, std::vector<FoundContact>& contacts) {
  const WorldValue& world = view.world;
  const PosedShape shape_a = pose_shape(world, a, pair.body_a, pair.key.shape_a);
  const PosedShape shape_b = pose_shape(world, b, pair.body_b, pair.key.shape_b);
  NarrowPhaseQuery query;
  // Twice the margin of the contacts at the start, as the bodies have moved on since.
  query.margin = 2 * (view.searches[pair.body_a].margin + view.searches[pair.body_b].margin);
  predict_motion(world, {shape_a, a, a.velocity}, {shape_b, b, b.velocity}, time, query);
  // Bodies meet what is near, not what a sweep beyond their shapes' sizes would hit.
  double size = std::numeric_limits<double>::infinity();
  for (const std::size_t i : {pair.body_a, pair.body_b}) {
    if (island.places[i] >= 0) size = std::min(size, 0.1 * world.bodies[i].radius);
  }
  const double way = query.relative_displacement.norm();
  if (way > size) {
    query.relative_displacement *= size / way;
    query.relative_rotation *= size / way;
  }
  const std::size_t first = contacts.size();
  append_pair_contacts(world, shape_a, shape_b, query, manifolds, contacts);
  const auto is_closed = [&](const FoundContact& contact) {
    const Vec3 speed = point_velocity(a, a.velocity, contact.point_on(pair.body_a)) -
                       point_velocity(b, b.velocity, contact.point_on(pair.body_b));
    return contact.gap <= kTouchingGap && contact.normal().dot(speed) < -least_approach(view);
  };
  if (std::ranges::none_of(std::span(contacts).subspan(first), is_closed)) return;

  // Among the normals that keep the shapes apart, the motion may choose one that does so by less
  // than their distance. But shapes are hit where they touch.
  const std::size_t next = contacts.size();
  append_pair_contacts(world, shape_a, shape_b, {.margin = query.margin}, manifolds, contacts);
  const auto chosen = std::span(contacts).subspan(first, next - first);
  const auto nearest = std::span(contacts).subspan(next);
  const bool is_touched = calc_least_gap(nearest) <= calc_least_gap(chosen) + kTouchingGap;
  const auto begin = contacts.begin() + static_cast<std::ptrdiff_t>(first);
  const auto middle = contacts.begin() + static_cast<std::ptrdiff_t>(next);
  if (is_touched) {
    contacts.erase(middle, contacts.end());
  } else {
    contacts.erase(begin, middle);
  }
}

std::optional<double> find_touch(const StepView& view, const Island& island,
                                 const FoundContact& pair, std::span<const FoundContact> contacts,
                                 std::span<BodyWay> ways, double now,
                                 const std::function<bool(const ContactKey&)>& is_held,
                                 double least_approach, ManifoldList& manifolds,
                                 NextTouchTools& tools) {
  const auto is_movable = [&](std::size_t i) { return island.places[i] >= 0; };
  const auto stays = [&](std::size_t i) {
    if (!is_movable(i)) return view.world.bodies[i].is_fixed();
    return !ways[i].path.is_free && ways[i].path.end_velocity.isZero(0);
  };
  if (stays(pair.body_a) && stays(pair.body_b)) return std::nullopt;
  // Flying bodies fall on once they touch; held ones go on as they came.
  const auto flies = [&](std::size_t i) { return is_movable(i) && ways[i].path.is_free; };
  const bool has_flying = flies(pair.body_a) || flies(pair.body_b);
  PairOnWay on_way(view, island, pair, contacts, ways, now, manifolds, tools);
  if (on_way.stays_apart()) return std::nullopt;
  const auto time = find_time_of_impact(
      [&](double t) -> const std::vector<ContactOnPath>& { return on_way.look(t); }, is_held,
      has_flying ? 0.0 : least_approach, view.h - now);
  return time ? std::optional(now + *time) : std::nullopt;
}

}  // namespace stiction
