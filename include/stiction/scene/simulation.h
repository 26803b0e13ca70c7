#pragma once

#include <stiction/scene/expectation.h>
#include <stiction/scene/scene.h>
#include <stiction/world/world.h>

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace stiction {

/// Runs a scene: its world, its forces and its expectations, step by step.
///
/// A run has round(duration / timestep) steps, at least 1; step k ends at time k h.
///
/// A force acts in step k with the share of [(k-1) h, k h] that its from..to covers, so that its
/// impulse over the run is exact.
class Simulation {
 public:
  /// Throws std::invalid_argument for a scene that no file can produce: a time step that is not
  /// positive, an unknown name, an impossible body. `should_stop` is passed to the world: a step
  /// that it cancels is not made, and may be tried again.
  explicit Simulation(const Scene& scene, int threads = 1, bool keep_problems = false,
                      std::function<bool()> should_stop = {});

  std::size_t num_steps() const { return num_steps_; }
  std::size_t steps_done() const { return steps_done_; }
  bool is_finished() const { return steps_done_ >= num_steps_ || failed_; }
  bool has_failed() const { return failed_; }
  double time() const;  ///< k h

  /// Sets a controller, called at the beginning of every step, time 0 included, after the scene's
  /// forces for that step were applied. It reads joints (`World::joint_state`), poses
  /// (`World::state`) and the contacts of the last step (`World::contacts`,
  /// `calc_contact_impulse`), and sets motors (`World::set_motor`) or applies forces for this step.
  /// If it throws, `step` throws before the world has moved and may be called again: the scene's
  /// forces act only once. An empty controller ends control; motors keep their settings.
  void set_controller(std::function<void(World& world)> controller) {
    controller_ = std::move(controller);
  }

  /// Applies the forces of this step, calls the controller, steps the world, and updates the
  /// expectations. A step that fails ends the simulation and is not observed. Must not be called
  /// when the simulation is finished.
  const StepReport& step();

  /// Steps that were made with the status `approximate`.
  const std::vector<std::size_t>& approximate_steps() const { return approximate_steps_; }
  /// True if each of them lies within the time of an `<expect quantity="residual" below="...">`
  /// that holds (so far).
  bool tolerates_approximations() const;

  /// Makes the last step determine which contact impulses are unique.
  void analyse_last_step() { analyses_last_step_ = true; }

  /// Input that is valid but probably not intended, each reported once: the scene's own warnings,
  /// `find_start_warnings`, forces that begin after the end, and warnings from steps: a body that
  /// turns by more than pi in one step, joints that contradict each other or are pulled apart.
  const std::vector<std::string>& warnings() const { return warnings_; }

  const Scene& scene() const { return scene_; }
  const World& world() const { return world_; }
  const StepReport& last_report() const { return report_; }
  const ExpectationMonitor& expectations() const { return expectations_; }

 private:
  /// A force of the scene and the body on which it acts.
  struct ActingForce {
    ForceDefinition definition;
    BodyId body;
  };

  void apply_forces();
  void look_for_fast_turns();
  void look_for_joint_errors();

  Scene scene_;
  World world_;
  std::vector<ActingForce> forces_;
  std::function<void(World& world)> controller_;
  ExpectationMonitor expectations_;
  StepReport report_;
  std::size_t num_steps_ = 0;
  std::size_t steps_done_ = 0;
  std::vector<std::size_t> approximate_steps_;
  std::vector<std::string> warnings_;
  bool has_warned_of_turn_ = false;
  bool has_warned_of_joint_ = false;
  bool has_applied_forces_ = false;  ///< of the next step, in an earlier attempt
  bool has_controlled_ = false;
  bool failed_ = false;
  bool analyses_last_step_ = false;
};

}  // namespace stiction
