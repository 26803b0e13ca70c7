#pragma once

#include <stiction/scene/scene.h>

#include <cstddef>
#include <cstdint>

#include "trot_controller.h"

namespace stiction::walk {

/// The result of a walk.
struct WalkResult {
  std::size_t steps = 0;
  bool solved = true;         ///< every step
  std::size_t fallbacks = 0;  ///< steps that a solver other than the named one solved
  double seconds = 0;         ///< processor time of steps and controller
  Vec3 way = Vec3::Zero();    ///< displacement of the trunk, m
  double least_height = 0;    ///< of the trunk's middle above the ground below it, m
  double most_lean = 0;       ///< angle between the trunk's z and the world's, rad
  bool fell = false;          ///< something other than feet and shanks touched the ground
  double residual = 0;        ///< largest of the steps
  double contacts_mean = 0;   ///< touching ones, per step
  std::size_t contacts_max = 0;
  std::uint64_t state_hash = 0;
};

/// Runs the quadruped's trot for the duration of the scene.
WalkResult run_walk(const Scene& scene, const TrotOptions& options, int threads = 1);

}  // namespace stiction::walk
