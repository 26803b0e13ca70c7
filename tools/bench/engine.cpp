#include "engine.h"

#include <algorithm>

namespace stiction::bench {
namespace {

class StictionEngine final : public Engine {
 public:
  explicit StictionEngine(const EngineScene& scene)
      : world_(scene.world), timestep_(scene.timestep), pushes_(scene.pushes) {}

  bool step() override {
    apply_pushes(pushes_, steps_++, world_);
    report_ = world_.step(timestep_);
    return report_.status == StepStatus::solved || report_.status == StepStatus::approximate;
  }
  std::vector<BodyState> states() const override {
    std::vector<BodyState> states;
    for (const BodyId body : world_.bodies()) states.push_back(world_.state(body));
    return states;
  }
  const StepReport* report() const override { return &report_; }

 private:
  World world_;
  double timestep_;
  std::vector<EnginePush> pushes_;
  StepReport report_;
  int steps_ = 0;
};

bool is_common(const Shape& shape, BodyKind kind) {
  return std::holds_alternative<Sphere>(shape) || std::holds_alternative<Box>(shape) ||
         std::holds_alternative<Capsule>(shape) || std::holds_alternative<Cylinder>(shape) ||
         (kind == BodyKind::fixed && std::holds_alternative<Plane>(shape));
}

}  // namespace

void apply_pushes(const std::vector<EnginePush>& pushes, int k, World& world) {
  for (const EnginePush& push : pushes) {
    if (!push.acts || push.acts(k)) world.apply_force(push.body, push.force, push.torque);
  }
}

std::vector<EngineEntry> make_engines() {
  std::vector<EngineEntry> engines;
  engines.push_back({"stiction", [](const EngineScene& scene) -> std::unique_ptr<Engine> {
                       return std::make_unique<StictionEngine>(scene);
                     }});
#ifdef STICTION_BENCH_BULLET
  add_bullet_engine(engines);
#endif
#ifdef STICTION_BENCH_ODE
  add_ode_engine(engines);
#endif
#ifdef STICTION_BENCH_MUJOCO
  add_mujoco_engine(engines);
#endif
  return engines;
}

bool suits_peers(const EngineScene& scene) {
  const bool is_steady = std::ranges::all_of(
      scene.pushes, [](const EnginePush& push) { return !push.acts && push.torque.isZero(0); });
  return is_steady && scene.world.joints().empty() &&
         std::ranges::all_of(scene.world.bodies(), [&](BodyId id) {
           const BodyDefinition& body = scene.world.definition(id);
           const auto suits = [&](const ShapeDefinition& part) {
             const bool is_centred = part.pose.translation.isZero(0) &&
                                     part.pose.rotation.isApprox(Quat::Identity(), 0);
             return is_common(part.shape, body.kind) &&
                    (is_centred || body.kind == BodyKind::fixed);
           };
           const bool is_one = body.shapes.size() == 1 || body.kind == BodyKind::fixed;
           return body.kind != BodyKind::kinematic && is_one &&
                  std::ranges::all_of(body.shapes, suits);
         });
}

}  // namespace stiction::bench
