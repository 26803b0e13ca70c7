#include "pair_contacts.h"

#include <stiction/math/tangent_basis.h>

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
  for (const ShapeManifold& manifold : manifolds) {
    contact.frame = make_contact_frame(manifold.normal);
    for (const ManifoldPoint& point : manifold.points) {
      contact.key = {body_a.id, body_b.id, a.shape, b.shape, point.feature};
      contact.point = point.point;
      contact.gap = point.gap;
      contacts.push_back(contact);
    }
  }
}

void predict_motion(const WorldValue& world, const MovingShape& a, const MovingShape& b,
                    double time, NarrowPhaseQuery& query) {
  const auto shape_of = [&](const MovingShape& moving) -> const Shape& {
    return world.bodies[moving.shape.body].colliders[moving.shape.shape].shape();
  };
  // By what a point of one shape is to be followed rather than one of the other.
  const auto rank = [&](const MovingShape& moving) {
    const Shape& shape = shape_of(moving);
    return std::tuple(world.bodies[moving.shape.body].is_dynamic(),
                      std::holds_alternative<Sphere>(shape), -bounding_radius(shape));
  };
  const MovingShape& followed = rank(a) >= rank(b) ? a : b;
  query.motion_center = followed.shape.X_WS * inner_point(shape_of(followed));
  query.relative_displacement = time * (point_velocity(a.body, a.velocity, query.motion_center) -
                                        point_velocity(b.body, b.velocity, query.motion_center));
  query.relative_rotation = time * (a.velocity.tail<3>() - b.velocity.tail<3>());
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

bool is_same_side(const FoundContact& a, const FoundContact& b) {
  return a.normal().dot(b.normal()) > std::numbers::sqrt2 / 2;
}

}  // namespace stiction
