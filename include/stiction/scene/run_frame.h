#pragma once

#include <stiction/scene/simulation.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stiction {

/// Figures of a step, as `--steps` writes them. Energy and work are those at the end of the step,
/// J; times are wall times, microseconds.
struct StepFigures {
  double energy = 0;
  double work = 0;
  double residual = 0;
  std::optional<double> cone_residual = {};
  std::size_t contacts = 0;
  double penetration = 0;  ///< m
  int pivots = 0;
  int factorisations = 0;
  Rung rung = Rung::free;  ///< the furthest of the islands' rungs
  double collide_us = 0;
  double solve_us = 0;
  double total_us = 0;
};

/// The figures of the last step; before the first step, of the start.
StepFigures take_step_figures(const Simulation& simulation);

/// The number in single precision, as frames, recordings and animations store it. A finite number
/// stays finite: beyond the range of floats it becomes the largest float with its sign.
float to_single(double value);

/// The stored data of a touching contact (`Contact`), in single precision except for the point;
/// bodies by their indices in `World::bodies` at the start.
struct FrameContact {
  std::uint32_t body_a = 0;
  std::uint32_t body_b = 0;
  std::uint32_t shape_a = 0;
  std::uint32_t shape_b = 0;
  FeatureId feature = 0;
  std::array<double, 3> point = {};            ///< world, m; in a recording in single precision
  std::array<float, 3> normal = {};            ///< from b to a
  float gap = 0;                               ///< m
  float normal_impulse = 0;                    ///< N s
  std::array<float, 3> friction_impulse = {};  ///< N s, on body a
  float friction = 0;                          ///< mu
  ContactState state = ContactState::open;
};

/// A shape of a body entered or left a trigger; bodies by index as above.
struct TriggerChange {
  std::size_t step = 0;
  bool enters = false;
  std::uint32_t trigger = 0;
  std::uint32_t shape = 0;  ///< of the trigger's body
  std::uint32_t other = 0;
};

/// The state of a run at the end of one step: all that pages, recordings and animations show of it.
struct RunFrame {
  /// Position of the body frame (m), orientation w x y z, linear velocity of the centre of mass
  /// (m/s), angular velocity (rad/s); world frame.
  using Motion = std::array<double, 13>;

  std::size_t step = 0;
  StepFigures figures;
  std::vector<Motion> motions;  ///< of dynamic and kinematic bodies, in the order of creation
  std::vector<FrameContact> contacts;  ///< touching contacts, in the order of `World::contacts`
  std::vector<TriggerChange> trigger_changes;
};

/// Takes frames of a run. The bodies are those of its start: a body that a controller removes stays
/// where it was; a body that it adds is left out, with its contacts.
class FrameTaker {
 public:
  /// `start` is at time 0.
  explicit FrameTaker(const World& start);

  /// Takes a frame of the last step; before the first step, of the start. `frame` is the frame of
  /// the step before, or empty; its memory is reused. O(bodies + contacts).
  void take(const Simulation& simulation, RunFrame& frame) const;

 private:
  std::vector<BodyId> moving_;
  /// By body handle; `kUnknown` for bodies added after the start.
  std::vector<std::uint32_t> index_of_;
};

[[gnu::used]] inline constexpr auto kRunFrameLayouts =
    abi::layouts_of<RunFrame, FrameContact, FrameTaker>();

}  // namespace stiction
