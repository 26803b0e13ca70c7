#pragma once

#include <stiction/abi.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace stiction {

/// The way to the answer of a contact problem that delivered it, roughly in the order in which they
/// are tried. A model has some of them.
enum class Rung {
  free,        ///< no contact closes: no impulse
  remembered,  ///< the impulses of the step before, as they are
  finish,      ///< Newton's method on the cone, from remembered impulses or from those of pivots
  pivots,      ///< Lloyd's method on pyramids
  pyramids,    ///< Lemke's standard method on pyramids
  homotopy,    ///< an interior path to the cone, followed past its folds
  augmented_lagrangian,  ///< the method of multipliers, from where such a path stalled
  sweeps,                ///< Gauss-Seidel sweeps on the cone, where nothing else has an answer
  method,    ///< the solver that the user named; under other laws than Coulomb's the model's own
  fallback,  ///< under other laws, and with `staggered`: another solver, form or law
};
inline constexpr std::size_t kNumRungs = 10;

/// Its name in reports.
std::string_view to_string(Rung rung);

/// Solves by the rung that delivered them.
using RungCounts = std::array<std::size_t, kNumRungs>;

/// "remembered 480, pivots 12": those above 0.
std::string to_string(const RungCounts& rungs);

}  // namespace stiction
