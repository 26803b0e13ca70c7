#pragma once

namespace stiction {

/// The progress of the removal of depth in a group of bodies; each of them keeps a copy, since
/// groups may join.
struct RemovalProgress {
  /// Passes in which joint errors may fail to shrink; errors of joints that contradict each other
  /// do not shrink. Eight bodies near a dead centre reduced theirs to 0.55 to 0.8 per pass.
  static constexpr int kJointPatience = 2;

  double least_error = 0;  ///< of joints, m
  int patience = kJointPatience;
  bool has_begun = false;
  // In the last pass:
  bool has_moved = true;
  /// it kept contacts from the pass before that were not found any more; if they forbid every
  /// motion, the next pass is made without them
  bool is_held = false;
  bool is_cut = false;            ///< some displacements were made only in part
  bool is_contradictory = false;  ///< some were those of a best answer

  void join(const RemovalProgress& other);
  /// Notes what the last pass left, m; returns whether to make another one.
  bool goes_on(double depth, double error);
};

}  // namespace stiction
