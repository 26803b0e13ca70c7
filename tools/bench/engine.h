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
  /// Whether it acts in step k, counted from 0; null: in every step.
  std::function<bool(int k)> acts = {};
};

/// A scene that any engine can run: bodies, materials and gravity are those of the world.
struct EngineScene {
  std::string name;
  World world;
  double timestep = 0.01;  ///< s
  int steps = 500;
  std::vector<EnginePush> pushes = {};
};

/// An engine that runs a scene.
class Engine {
 public:
  virtual ~Engine() = default;
  /// Makes a step. Returns false if it fails.
  virtual bool step() = 0;
  /// The states of all bodies of the scene, in its order.
  virtual std::vector<BodyState> states() const = 0;
  /// The report of the last step; null for engines other than Stiction.
  virtual const StepReport* report() const { return nullptr; }
};

struct EngineEntry {
  std::string name;
  /// Returns null if the engine does not support the scene's shapes.
  std::function<std::unique_ptr<Engine>(const EngineScene& scene)> make;
};

/// Applies the pushes of step k, before it.
void apply_pushes(const std::vector<EnginePush>& pushes, int k, World& world);

/// Stiction under Coulomb's law, and the peers that this program was built with.
std::vector<EngineEntry> make_engines();

/// The peers, each in the source file of its name; built with STICTION_BENCH_PEERS if found.
void add_bullet_engine(std::vector<EngineEntry>& engines);
void add_ode_engine(std::vector<EngineEntry>& engines);
void add_mujoco_engine(std::vector<EngineEntry>& engines);

/// True if there are no joints, each moving body is one shape about its origin of a kind that the
/// peers have (sphere, box, capsule or cylinder), each fixed one is made of these and planes, and
/// each push is a force that acts in every step.
bool suits_peers(const EngineScene& scene);

}  // namespace stiction::bench
