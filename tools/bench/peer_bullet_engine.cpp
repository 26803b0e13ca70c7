// Bullet's world with its default solver (sequential impulses, 10 iterations), double precision.

#include "engine.h"

#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>

namespace stiction::bench {
namespace {

btVector3 to_bullet(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
Vec3 from_bullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

btTransform to_bullet(const RigidTransform& X) {
  const Quat& q = X.rotation;
  return btTransform(btQuaternion(q.x(), q.y(), q.z(), q.w()), to_bullet(X.translation));
}

class BulletEngine final : public Engine {
 public:
  explicit BulletEngine(const EngineScene& scene)
      : dispatcher_(&configuration_),
        world_(&dispatcher_, &broad_phase_, &solver_, &configuration_),
        timestep_(scene.timestep) {
    world_.setGravity(to_bullet(scene.world.gravity()));
    const std::vector<BodyId> bodies = scene.world.bodies();
    for (const BodyId id : bodies) add(scene.world, id);
    for (const EnginePush& push : scene.pushes) {
      const auto place = std::ranges::find(bodies, push.body) - bodies.begin();
      pushes_.emplace_back(bodies_[static_cast<std::size_t>(place)].get(), to_bullet(push.force));
    }
  }
  ~BulletEngine() override {
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  bool step() override {
    for (const auto& [body, force] : pushes_) body->applyCentralForce(force);
    world_.stepSimulation(timestep_, 0, timestep_);
    return true;
  }

  std::vector<BodyState> states() const override {
    std::vector<BodyState> states;
    for (const auto& body : bodies_) {
      const btTransform& X = body->getWorldTransform();
      const btQuaternion q = X.getRotation();
      states.push_back({{.rotation = Quat(q.w(), q.x(), q.y(), q.z()),
                         .translation = from_bullet(X.getOrigin())},
                        from_bullet(body->getLinearVelocity()),
                        from_bullet(body->getAngularVelocity())});
    }
    return states;
  }

 private:
  /// Makes the shape, turned so that its axis is z.
  std::unique_ptr<btCollisionShape> make_shape(const Shape& shape) {
    if (const auto* box = std::get_if<Box>(&shape)) {
      return std::make_unique<btBoxShape>(to_bullet(0.5 * box->size));
    }
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
      return std::make_unique<btSphereShape>(sphere->radius);
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
      return std::make_unique<btCapsuleShapeZ>(capsule->radius, capsule->length);
    }
    if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
      return std::make_unique<btCylinderShapeZ>(
          btVector3(cylinder->radius, cylinder->radius, 0.5 * cylinder->length));
    }
    const Plane& plane = std::get<Plane>(shape);
    return std::make_unique<btStaticPlaneShape>(to_bullet(plane.normal), plane.offset);
  }

  void add(const World& world, BodyId id) {
    const BodyDefinition& definition = world.definition(id);
    const MassProperties& mass = world.mass_properties(id);
    const bool is_fixed = definition.kind == BodyKind::fixed;
    shapes_.push_back(make_shape(definition.shapes.front().shape));
    const btVector3 inertia = is_fixed ? btVector3(0, 0, 0) : to_bullet(mass.inertia.diagonal());
    motions_.push_back(std::make_unique<btDefaultMotionState>(to_bullet(definition.pose)));
    btRigidBody::btRigidBodyConstructionInfo info(is_fixed ? 0 : mass.mass, motions_.back().get(),
                                                  shapes_.back().get(), inertia);
    const Material& material = world.materials().get(definition.material);
    info.m_friction = std::sqrt(material.friction);  // Bullet multiplies the values of the two
                                                     // bodies
    info.m_restitution = material.restitution;
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
    const BodyState state = world.state(id);
    bodies_.back()->setLinearVelocity(to_bullet(state.linear_velocity));
    bodies_.back()->setAngularVelocity(to_bullet(state.angular_velocity));
    world_.addRigidBody(bodies_.back().get());
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btMotionState>> motions_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<std::pair<btRigidBody*, btVector3>> pushes_;
  double timestep_;
};

}  // namespace

void add_bullet_engine(std::vector<EngineEntry>& engines) {
  engines.push_back({"bullet", [](const EngineScene& scene) -> std::unique_ptr<Engine> {
                       return std::make_unique<BulletEngine>(scene);
                     }});
}

}  // namespace stiction::bench
