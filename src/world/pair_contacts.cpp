#include "pair_contacts.h"

#include <stiction/math/tangent_basis.h>

#include <algorithm>
#include <numbers>
#include <tuple>

namespace stiction {
namespace {

Mat3 make_contact_frame(const Vec3& normal) {
  const TangentBasis basis = make_tangent_basis(normal);
  Mat3 frame;
  frame << normal, basis.t1, basis.t2;
  return frame;
}

/// The axis through a shape's origin about which turning does not change it, in its own frame; 0 if
/// it has none.
Vec3 find_axis_of_revolution(const Shape& shape) {
  const bool is_round = std::holds_alternative<Cylinder>(shape) ||
                        std::holds_alternative<Capsule>(shape) ||
                        std::holds_alternative<Cone>(shape);
  const auto* rounded = std::get_if<Rounded>(&shape);
  const bool has_round_core = rounded && std::holds_alternative<Cylinder>(rounded->core);
  return is_round || has_round_core ? Vec3(Vec3::UnitZ()) : Vec3(Vec3::Zero());
}

/// The velocity of a shape at its origin, without rotation that does not change it.
Vec6 calc_shape_velocity(const Shape& shape, const MovingShape& moving) {
  Vec3 spin = moving.velocity.tail<3>();
  if (std::holds_alternative<Sphere>(shape)) spin.setZero();
  const Vec3 axis = moving.shape.X_WS.rotation * find_axis_of_revolution(shape);
  spin -= axis.dot(spin) * axis;
  Vec6 velocity;
  velocity << point_velocity(moving.body, moving.velocity, moving.shape.X_WS.translation), spin;
  return velocity;
}

/// How far the centre of the shape leaves the straight line, m: it moves on an arc about the body's
/// centre.
double calc_sagitta(const MovingShape& moving, double time) {
  const Vec3 w = moving.velocity.tail<3>();
  const Vec3 arm = moving.shape.X_WS.translation - moving.body.center;
  return 0.5 * time * time * w.norm() * w.cross(arm).norm();
}

/// See `FoundContact::shift`; zero for other shapes, and if the point is already that of a touch.
Vec3 calc_shift_on_ball(const BodyRecord& body, const PosedShape& posed,
                        const FoundContact& contact) {
  constexpr double kRoundOff = 1e-9;
  const auto* ball = std::get_if<Sphere>(&body.colliders[posed.shape].shape());
  if (!ball) return Vec3::Zero();
  const Vec3 arm = contact.point - posed.X_WS.translation;
  const Vec3 shift = contact.normal().dot(arm) * contact.normal() - arm;
  return shift.norm() > kRoundOff * ball->radius ? shift : Vec3(Vec3::Zero());
}

}  // namespace

void append_pair_contacts(const WorldValue& world, const PosedShape& a, const PosedShape& b,
                          const NarrowPhaseQuery& query, ManifoldList& manifolds,
                          std::vector<FoundContact>& contacts) {
  const BodyRecord& body_a = world.bodies[a.body];
  const BodyRecord& body_b = world.bodies[b.body];
  calc_manifolds(body_a.colliders[a.shape], a.X_WS, body_b.colliders[b.shape], b.X_WS, query,
                 manifolds);
  if (manifolds.empty()) return;

  FoundContact contact;
  contact.body_a = a.body;
  contact.body_b = b.body;
  contact.surface = world.materials.mix(body_a.material_of(a.shape), body_b.material_of(b.shape));
  const bool is_swept = !query.relative_displacement.isZero(0);
  for (const ShapeManifold& manifold : manifolds) {
    contact.frame = make_contact_frame(manifold.normal);
    for (const ManifoldPoint& point : manifold.points) {
      contact.key = {body_a.id, body_b.id, a.shape, b.shape, point.feature};
      contact.point = point.point;
      contact.gap = point.gap;
      if (is_swept) {
        const Vec3 shift_b = calc_shift_on_ball(body_b, b, contact);
        contact.is_b_shifted = !shift_b.isZero(0);
        contact.shift = contact.is_b_shifted ? shift_b : calc_shift_on_ball(body_a, a, contact);
      }
      contacts.push_back(contact);
    }
  }
}

void predict_motion(const WorldValue& world, const MovingShape& a, const MovingShape& b,
                    double time, NarrowPhaseQuery& query) {
  const auto shape_of = [&](const MovingShape& moving) -> const Shape& {
    return world.bodies[moving.shape.body].colliders[moving.shape.shape].shape();
  };
  // Ranks shapes: a point of the higher one is followed.
  const auto rank = [&](const MovingShape& moving) {
    const Shape& shape = shape_of(moving);
    return std::tuple(world.bodies[moving.shape.body].is_dynamic(),
                      std::holds_alternative<Sphere>(shape), -bounding_radius(shape));
  };
  const MovingShape& followed = rank(a) >= rank(b) ? a : b;
  query.motion_center = followed.shape.X_WS * inner_point(shape_of(followed));
  const Vec6 shape_a_velocity = calc_shape_velocity(shape_of(a), a);
  const Vec6 shape_b_velocity = calc_shape_velocity(shape_of(b), b);
  const auto move_center = [&](const MovingShape& moving, const Vec6& velocity) {
    const Vec3 arm = query.motion_center - moving.shape.X_WS.translation;
    return Vec3(velocity.head<3>() + velocity.tail<3>().cross(arm));
  };
  query.relative_displacement =
      time * (move_center(a, shape_a_velocity) - move_center(b, shape_b_velocity));
  query.relative_rotation = time * (shape_a_velocity.tail<3>() - shape_b_velocity.tail<3>());
  query.deviation += calc_sagitta(a, time) + calc_sagitta(b, time);
}

PosedShape pose_shape(const WorldValue& world, const BodyMotion& motion, std::size_t body,
                      int shape) {
  const BodyRecord& record = world.bodies[body];
  const RigidTransform X_WB{motion.rotation, motion.center - motion.rotation * record.mass.center};
  return {body, shape, X_WB * record.definition.shapes[shape].pose};
}

void append_contacts_at(const WorldValue& world, const FoundContact& pair, BodyMotions motions,
                        const Vec6& velocity_a, const Vec6& velocity_b, double margin, double time,
                        ManifoldList& manifolds, std::vector<FoundContact>& contacts) {
  const BodyMotion& body_a = motions[pair.body_a];
  const BodyMotion& body_b = motions[pair.body_b];
  const PosedShape a = pose_shape(world, body_a, pair.body_a, pair.key.shape_a);
  const PosedShape b = pose_shape(world, body_b, pair.body_b, pair.key.shape_b);
  NarrowPhaseQuery query;
  query.margin = margin;
  predict_motion(world, {a, body_a, velocity_a}, {b, body_b, velocity_b}, time, query);
  append_pair_contacts(world, a, b, query, manifolds, contacts);
}

bool is_same_pair(const ContactKey& a, const ContactKey& b) {
  return a.body_a == b.body_a && a.body_b == b.body_b && a.shape_a == b.shape_a &&
         a.shape_b == b.shape_b;
}

std::span<const FoundContact> contacts_of(std::span<const FoundContact> contacts,
                                          const ContactKey& pair) {
  const auto shapes_of = [](const ContactKey& key) {
    return std::tie(key.body_a, key.body_b, key.shape_a, key.shape_b);
  };
  const auto of =
      std::ranges::equal_range(contacts, shapes_of(pair), {},
                               [&](const FoundContact& contact) { return shapes_of(contact.key); });
  return {of.begin(), of.end()};
}

bool is_same_side(const FoundContact& a, const FoundContact& b) {
  return a.normal().dot(b.normal()) > std::numbers::sqrt2 / 2;
}

}  // namespace stiction
