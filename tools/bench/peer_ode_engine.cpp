// ODE's world with dWorldStep, its exact stepper (Dantzig's method).

#include "engine.h"

#include <ode/ode.h>

#include <algorithm>
#include <array>
#include <cstdarg>

namespace stiction::bench {
namespace {

/// When a step fails, ODE prints a message and goes on.
void ignore_message(int, const char*, va_list) {}

class OdeEngine final : public Engine {
 public:
  explicit OdeEngine(const EngineScene& scene)
      : scene_(scene.world), bodies_(scene_.bodies()), timestep_(scene.timestep) {
    dInitODE2(0);
    dSetMessageHandler(ignore_message);
    dAllocateODEDataForThread(dAllocateMaskAll);
    world_ = dWorldCreate();
    space_ = dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
    contacts_ = dJointGroupCreate(0);
    const Vec3& g = scene_.gravity();
    dWorldSetGravity(world_, g.x(), g.y(), g.z());
    dWorldSetAutoDisableFlag(world_, 0);
    for (std::size_t i = 0; i < bodies_.size(); ++i) add(i);
    for (const EnginePush& push : scene.pushes) {
      const auto place = std::ranges::find(bodies_, push.body) - bodies_.begin();
      pushes_.emplace_back(own_[static_cast<std::size_t>(place)], push.force);
    }
  }
  ~OdeEngine() override {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    dCloseODE();
  }
  OdeEngine(const OdeEngine&) = delete;
  OdeEngine& operator=(const OdeEngine&) = delete;

  bool step() override {
    for (const auto& [body, f] : pushes_) dBodyAddForce(body, f.x(), f.y(), f.z());
    dSpaceCollide(space_, this, &OdeEngine::meet);
    const bool is_made = dWorldStep(world_, timestep_) != 0;
    dJointGroupEmpty(contacts_);
    return is_made;
  }

  std::vector<BodyState> states() const override {
    std::vector<BodyState> states;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (!own_[i]) {
        states.push_back(scene_.state(bodies_[i]));
        continue;
      }
      const dReal* p = dBodyGetPosition(own_[i]);
      const dReal* q = dBodyGetQuaternion(own_[i]);
      const dReal* v = dBodyGetLinearVel(own_[i]);
      const dReal* w = dBodyGetAngularVel(own_[i]);
      states.push_back(
          {{.rotation = Quat(q[0], q[1], q[2], q[3]), .translation = Vec3(p[0], p[1], p[2])},
           Vec3(v[0], v[1], v[2]),
           Vec3(w[0], w[1], w[2])});
    }
    return states;
  }

 private:
  dGeomID make_geometry(const Shape& shape) {
    if (const auto* box = std::get_if<Box>(&shape)) {
      return dCreateBox(space_, box->size.x(), box->size.y(), box->size.z());
    }
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
      return dCreateSphere(space_, sphere->radius);
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
      return dCreateCapsule(space_, capsule->radius, capsule->length);
    }
    if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
      return dCreateCylinder(space_, cylinder->radius, cylinder->length);
    }
    const Plane& plane = std::get<Plane>(shape);
    const Vec3 n = plane.normal.normalized();
    return dCreatePlane(space_, n.x(), n.y(), n.z(), plane.offset / plane.normal.norm());
  }

  void add(std::size_t place) {
    const BodyDefinition& definition = scene_.definition(bodies_[place]);
    const BodyState state = scene_.state(bodies_[place]);
    const Vec3& p = state.pose.translation;
    const Quat& r = state.pose.rotation;
    const dQuaternion q = {r.w(), r.x(), r.y(), r.z()};
    const dGeomID geometry = make_geometry(definition.shapes.front().shape);
    dGeomSetData(geometry, reinterpret_cast<void*>(place));
    own_.push_back(nullptr);
    if (definition.kind == BodyKind::fixed) {
      if (std::holds_alternative<Plane>(definition.shapes.front().shape)) return;
      dGeomSetPosition(geometry, p.x(), p.y(), p.z());
      dGeomSetQuaternion(geometry, q);
      return;
    }
    const MassProperties& properties = scene_.mass_properties(bodies_[place]);
    const Mat3& I = properties.inertia;
    dMass mass;
    dMassSetParameters(&mass, properties.mass, 0, 0, 0, I(0, 0), I(1, 1), I(2, 2), 0, 0, 0);
    const dBodyID body = dBodyCreate(world_);
    dBodySetMass(body, &mass);
    dBodySetPosition(body, p.x(), p.y(), p.z());
    dBodySetQuaternion(body, q);
    dBodySetLinearVel(body, state.linear_velocity.x(), state.linear_velocity.y(),
                      state.linear_velocity.z());
    dBodySetAngularVel(body, state.angular_velocity.x(), state.angular_velocity.y(),
                       state.angular_velocity.z());
    dGeomSetBody(geometry, body);
    own_.back() = body;
  }

  static void meet(void* self, dGeomID a, dGeomID b) {
    auto& engine = *static_cast<OdeEngine*>(self);
    const dBodyID body_a = dGeomGetBody(a);
    const dBodyID body_b = dGeomGetBody(b);
    if (!body_a && !body_b) return;
    const auto material_of = [&](dGeomID geometry) {
      const auto place = reinterpret_cast<std::size_t>(dGeomGetData(geometry));
      return engine.scene_.definition(engine.bodies_[place]).material;
    };
    const SurfacePair pair = engine.scene_.materials().mix(material_of(a), material_of(b));
    std::array<dContact, 16> contacts;
    const int count =
        dCollide(a, b, static_cast<int>(contacts.size()), &contacts[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      dSurfaceParameters& surface = contacts[static_cast<std::size_t>(i)].surface;
      surface.mode = dContactApprox1 | (pair.restitution > 0 ? dContactBounce : 0);
      surface.mu = pair.friction;
      surface.bounce = pair.restitution;
      surface.bounce_vel = 0.01;
      const dJointID joint = dJointCreateContact(engine.world_, engine.contacts_,
                                                 &contacts[static_cast<std::size_t>(i)]);
      dJointAttach(joint, body_a, body_b);
    }
  }

  World scene_;
  std::vector<BodyId> bodies_;
  std::vector<dBodyID> own_;  ///< null for fixed ones
  std::vector<std::pair<dBodyID, Vec3>> pushes_;
  dWorldID world_ = nullptr;
  dSpaceID space_ = nullptr;
  dJointGroupID contacts_ = nullptr;
  double timestep_;
};

}  // namespace

void add_ode_engine(std::vector<EngineEntry>& engines) {
  engines.push_back({"ode", [](const EngineScene& scene) -> std::unique_ptr<Engine> {
                       return std::make_unique<OdeEngine>(scene);
                     }});
}

}  // namespace stiction::bench
