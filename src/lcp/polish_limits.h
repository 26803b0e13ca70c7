#pragma once

namespace stiction {

/// Limits of the polish: principal pivots, and steps of refinement for each basis.
inline constexpr int kMaxPrincipalPivots = 8;
inline constexpr int kNumRefinements = 3;

}  // namespace stiction
