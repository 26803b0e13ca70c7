#pragma once

#include <stiction/scene/run_frame.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace stiction::command {

/// Gathers the data of a run's page during the run: poses and velocities of the moving bodies after
/// every Nth step, figures of the steps, contacts, and trigger events.
///
/// When it is full, it drops every other frame, or the contacts of every other frame; of trigger
/// events it keeps the first ones.
class PageRecorder {
 public:
  /// `RunFrame::Motion` in single precision, positions from `origin`.
  static constexpr std::size_t kMotionSize = std::tuple_size_v<RunFrame::Motion>;
  using Motion = std::array<float, kMotionSize>;

  /// Figures of the steps since the frame before: energy and work at the end of the last of them
  /// (J), the maximum of all others.
  struct Figures {
    float energy = 0;
    float work = 0;
    float residual = 0;
    float cone_residual = 0;
    float contacts = 0;
    float penetration = 0;
    float collide_us = 0;
    float solve_us = 0;
    float total_us = 0;
  };

  struct Frame {
    std::size_t step = 0;
    std::vector<Motion> motions;  ///< of the bodies that are not fixed, in the order of creation
    Figures figures;
  };

  struct ContactPoint {
    std::uint64_t key = 0;  ///< identifies the same features of the same shapes
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;         ///< indices in `World::bodies` at the start
    std::array<float, 3> point = {};  ///< from `origin`, m
    std::array<float, 3> normal = {};
    float normal_force = 0;              ///< N, mean over the step
    std::array<float, 3> friction = {};  ///< N, on body a
    float mu = 0;
    ContactState state = ContactState::open;
  };

  struct ContactFrame {
    std::size_t step = 0;
    std::vector<ContactPoint> contacts;  ///< those that touch
  };

  /// How much is kept at most, unless a single step has more.
  struct Room {
    std::size_t poses = std::size_t{10} << 20;  ///< 52 bytes each
    /// 80 bytes each; packed 16, if all of them change: 8 MB, beside a million poses of 10 MB.
    std::size_t contacts = std::size_t{1} << 19;
    std::size_t trigger_changes = std::size_t{1} << 17;  ///< 24 bytes each
  };

  /// Every Nth step becomes a frame; a step is `timestep` long, s.
  PageRecorder(double timestep, std::size_t every) : PageRecorder(timestep, every, Room{}) {}
  PageRecorder(double timestep, std::size_t every, const Room& room)
      : timestep_(timestep), stride_(every), room_(room) {}

  /// Call with the start, then with each step that succeeded, or with those that are known.
  void observe(const RunFrame& frame);
  /// Call after the last step: makes it a frame if it is none.
  void observe_end();

  /// The origin of positions, in the world, m: drawn numbers have seven digits, too few for
  /// millimetres far away. 0 if the scene is near.
  const std::array<double, 3>& origin() const { return origin_; }
  std::size_t stride() const { return stride_; }
  /// Contacts are kept for every frame whose number is a multiple of this.
  std::size_t contact_stride() const { return contact_stride_; }
  const std::vector<Frame>& frames() const { return frames_; }
  const std::vector<ContactFrame>& contact_frames() const { return contact_frames_; }
  const std::vector<TriggerChange>& trigger_changes() const { return trigger_changes_; }
  std::size_t num_trigger_changes_left_out() const { return num_trigger_changes_left_out_; }

 private:
  void choose_origin(const RunFrame& start);
  void add_frame(const RunFrame& frame);
  void add_contacts(const RunFrame& frame);
  void forget_every_other_frame();
  void forget_every_other_contacts();

  double timestep_;
  std::size_t stride_;
  std::size_t contact_stride_ = 1;
  Room room_;
  std::array<double, 3> origin_ = {};
  std::vector<Frame> frames_;
  std::vector<ContactFrame> contact_frames_;
  std::size_t num_contacts_ = 0;
  std::vector<TriggerChange> trigger_changes_;
  std::size_t num_trigger_changes_left_out_ = 0;
  Figures since_last_;  ///< of the steps after the last frame
  RunFrame latest_;     ///< the last step, if it is no frame
};

/// Another run of the same scene, shown beside the one that a page is about.
struct PageGhost {
  std::string name;
  double timestep = 0;  ///< s
  PageRecorder recorder;
};

}  // namespace stiction::command
