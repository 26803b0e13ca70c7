#pragma once

#include <stiction/scene/simulation.h>

#include <chrono>
#include <string>

namespace stiction::command {

/// Shows on standard error how far a run has come: bar, simulated and remaining time, contacts.
/// Redraws at most ten times per second and disappears with the object.
class ProgressBar {
 public:
  /// Never draws anything unless `enabled`.
  explicit ProgressBar(bool enabled);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Call after each step.
  void update(const Simulation& simulation);
  /// Removes the bar, so that something else can be printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool enabled_;
  bool is_drawn_ = false;
  Clock::time_point start_;
  Clock::time_point last_drawing_;
};

/// Whether standard error is a terminal that nothing else is written to: rows of a file on standard
/// output that go to the same terminal would break the bar.
bool can_show_progress(bool output_goes_to_standard_output);

}  // namespace stiction::command
