#pragma once

#include <stiction/abi.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace stiction {

/// The method that delivered the answer to a contact problem, roughly in the order in which they
/// are tried. Each model uses some of them.
enum class Rung {
  free,        ///< no contact closes: no impulse
  remembered,  ///< the impulses of the step before, unchanged
  finish,      ///< Newton's method on the cone, from remembered impulses or from those of pivots
  pivots,      ///< Lloyd's method on pyramids
  pyramids,    ///< Lemke's standard method on pyramids
  homotopy,    ///< an interior path to the cone, followed around its folds
  augmented_lagrangian,  ///< the method of multipliers, from where such a path stalled
  sweeps,                ///< Gauss-Seidel sweeps on the cone, if nothing else has an answer
  method,    ///< the solver that the user named; for laws other than Coulomb's, the model's own
  fallback,  ///< for laws other than Coulomb's and `staggered`: another solver, form or law
};
inline constexpr std::size_t kNumRungs = 10;

/// Its name in reports.
std::string_view to_string(Rung rung);

/// Number of solves by the rung that delivered them.
using RungCounts = std::array<std::size_t, kNumRungs>;

/// "remembered 480, pivots 12": the counts above 0.
std::string to_string(const RungCounts& rungs);

}  // namespace stiction
