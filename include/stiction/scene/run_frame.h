#pragma once

#include <stiction/scene/simulation.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stiction {

/// Figures of a step, as `--steps` has them. Energy and work are those at its end, J; times are
/// wall times, microseconds.
struct StepFigures {
  double energy = 0;
  double work = 0;
  double residual = 0;
  std::optional<double> cone_residual = {};
  std::size_t contacts = 0;
  double penetration = 0;  ///< m
  int pivots = 0;
  int factorisations = 0;
  Rung rung = Rung::free;  ///< the farthest of the islands
  double collide_us = 0;
  double solve_us = 0;
  double total_us = 0;
};

/// Of the step that was made last; at time 0 of the start.
StepFigures take_step_figures(const Simulation& simulation);

/// The number in single precision, as frames, recordings and animations keep it. A finite one stays
/// finite: beyond the range of floats it becomes the largest of them with its sign.
float to_single(double value);

/// What is kept of a contact that touches (`Contact`), in single precision but for its place;
/// bodies by their indices in `World::bodies` at the start.
struct FrameContact {
  std::uint32_t body_a = 0;
  std::uint32_t body_b = 0;
  std::uint32_t shape_a = 0;
  std::uint32_t shape_b = 0;
  FeatureId feature = 0;
  std::array<double, 3> point = {};            ///< world, m; of a recording in single precision
  std::array<float, 3> normal = {};            ///< from b to a
  float gap = 0;                               ///< m
  float normal_impulse = 0;                    ///< N s
  std::array<float, 3> friction_impulse = {};  ///< N s, on body a
  float friction = 0;                          ///< mu; infinite where nothing slips
  ContactState state = ContactState::open;
};

/// A shape of a body entered a trigger or left it; bodies by index as above.
struct TriggerChange {
  std::size_t step = 0;
  bool enters = false;
  std::uint32_t trigger = 0;
  std::uint32_t shape = 0;  ///< of the trigger's body
  std::uint32_t other = 0;
};

/// A run at the end of one step: all that pages, recordings and animations show of it.
struct RunFrame {
  /// Position of the body frame (m), orientation w x y z, linear velocity of the centre of mass
  /// (m/s), angular velocity (rad/s); world frame.
  using Motion = std::array<double, 13>;

  std::size_t step = 0;
  StepFigures figures;
  std::vector<Motion> motions;  ///< of the dynamic and kinematic bodies, in the order of creation
  std::vector<FrameContact> contacts;  ///< those that touch, in the order of `World::contacts`
  std::vector<TriggerChange> trigger_changes;
};

/// Takes frames of a run. The bodies are those of its start: one that a controller removes stays
/// where it was, one that it adds is not seen, nor are its contacts.
class FrameTaker {
 public:
  /// `start` is at time 0.
  explicit FrameTaker(const World& start);

  /// Of the step that was made last; at time 0 of the start. `frame` is that of the step before, or
  /// empty: its memory is used again. O(bodies + contacts).
  void take(const Simulation& simulation, RunFrame& frame) const;

 private:
  std::vector<BodyId> moving_;
  /// By handle; `kUnknown` for those that are not of the start.
  std::vector<std::uint32_t> index_of_;
};

[[gnu::used]] inline constexpr auto kRunFrameLayouts =
    abi::layouts_of<RunFrame, FrameContact, FrameTaker>();

}  // namespace stiction
