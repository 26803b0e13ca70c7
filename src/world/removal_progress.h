#pragma once

namespace stiction {

/// How far the removal of depth has come in a group of bodies, kept by each of them: groups may
/// join.
struct RemovalProgress {
  /// Passes in which errors of joints need not fall to the share; those of joints that contradict
  /// each other do not fall. Eight bodies near a dead centre took theirs to 0.55 to 0.8 a pass.
  static constexpr int kJointPatience = 2;

  double least_error = 0;  ///< of joints, m
  int patience = kJointPatience;
  bool has_begun = false;
  // By the last pass:
  bool has_moved = true;
  bool is_held = false;           ///< contacts of the pass before were posed that are gone: should
                                  ///< they forbid every way, the next pass is made without them
  bool is_cut = false;            ///< some displacements were made in part,
  bool is_contradictory = false;  ///< or were those of a best answer

  void join(const RemovalProgress& other);
  /// Takes note of what the last pass left, m; whether another one is to be made.
  bool goes_on(double depth, double error);
};

}  // namespace stiction
