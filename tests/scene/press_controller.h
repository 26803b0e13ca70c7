#pragma once

#include <stiction/scene/scene.h>
#include <stiction/scene/simulation.h>

#include <algorithm>
#include <iostream>
#include <string>

using namespace stiction;

namespace press {

/// Lowers the stamp until it touches the block, then presses with `force` (N).
class PressController {
 public:
  PressController(const Scene& scene, const World& world, double force)
      : slide_(*world.find_joint("press-slide")),
        stamp_(*world.find_body("press-stamp")),
        block_(*world.find_body("block")),
        timestep_(scene.timestep),
        limit_(scene.joints.front().effort_limit),
        force_(force) {}

  void operator()(World& world) {
    // The contact force on the stamp in the last step, upwards.
    const Vec3 impulse = calc_contact_impulse(world.contacts(), stamp_, block_);
    const double felt = impulse.z() / timestep_;
    if (felt > 0) has_touched_ = true;
    if (!has_touched_) {
      world.set_motor(
          slide_, JointMotor{.mode = MotorMode::velocity, .target = -0.1, .max_effort = limit_});
      return;
    }
    // An integrator: each step adds a part of the missing force.
    constexpr double kGain = 0.05;
    effort_ = std::clamp(effort_ - kGain * (force_ - felt), -limit_, limit_);
    world.set_motor(slide_, JointMotor{.mode = MotorMode::effort, .target = effort_});
  }

 private:
  JointId slide_;
  BodyId stamp_, block_;
  double timestep_, limit_, force_;
  bool has_touched_ = false;
  double effort_ = 0;
};

/// Runs the scene file and returns the force (N) on the floor at the end.
inline double run_press(const std::string& file, double force) {
  const SceneReadResult read = read_scene_file(file);
  for (const SceneError& error : read.errors) std::cerr << error.to_string() << '\n';
  const Scene& scene = read.scene.value();
  for (const std::string& note : scene.notes) std::cerr << note << '\n';

  Simulation simulation(scene);
  simulation.set_controller(PressController(scene, simulation.world(), force));
  while (!simulation.is_finished()) simulation.step();

  const World& world = simulation.world();
  const BodyId block = *world.find_body("block"), floor = *world.find_body("floor");
  return calc_contact_impulse(world.contacts(), block, floor).z() / scene.timestep;
}

}  // namespace press
