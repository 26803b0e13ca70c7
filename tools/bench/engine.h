#pragma once

#include <stiction/world/world.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace stiction::bench {

/// A force (N) at a body's centre of mass and a torque (N m), world frame.
struct EnginePush {
  BodyId body;
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
  /// Whether they act in step k, from 0; null: in every step.
  std::function<bool(int k)> acts = {};
};

/// A scene that every engine can be given: bodies, materials and gravity are those of the world.
struct EngineScene {
  std::string name;
  World world;
  double timestep = 0.01;  ///< s
  int steps = 500;
  std::vector<EnginePush> pushes = {};
};

/// An engine at work on a scene.
class Engine {
 public:
  virtual ~Engine() = default;
  /// Makes a step. False if it fails.
  virtual bool step() = 0;
  /// Of all bodies of the scene, in its order.
  virtual std::vector<BodyState> states() const = 0;
  /// Of the last step, if this is Stiction.
  virtual const StepReport* report() const { return nullptr; }
};

struct EngineEntry {
  std::string name;
  /// Null if the engine does not have the scene's shapes.
  std::function<std::unique_ptr<Engine>(const EngineScene& scene)> make;
};

/// Before step k.
void apply_pushes(const std::vector<EnginePush>& pushes, int k, World& world);

/// Stiction under Coulomb's law, and the peers that were built.
std::vector<EngineEntry> make_engines();

/// Peers, each in the source of its name; built with STICTION_BENCH_PEERS where it was found.
void add_bullet_engine(std::vector<EngineEntry>& engines);
void add_ode_engine(std::vector<EngineEntry>& engines);
void add_mujoco_engine(std::vector<EngineEntry>& engines);

/// Whether each moving body is one shape about its origin, of a kind that the peers have: sphere,
/// box, capsule or cylinder; and each fixed one made of these and planes. Each push is a force that
/// acts in every step. There are no joints.
bool suits_peers(const EngineScene& scene);

}  // namespace stiction::bench
