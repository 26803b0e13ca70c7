#pragma once

namespace stiction {

// Constants that the methods that pivot row by row share.

/// A row blocks if it moves faster than this share of the fastest.
inline constexpr double kLeastMotion = 1e-11;
/// Violations up to this many times the rounding error are ignored if nothing can reduce them: the
/// equations of redundant rows disagree by as much.
inline constexpr int kPassedNoise = 64;
/// Most times that the point is recomputed after the last violation has gone.
inline constexpr int kMaxRounds = 20;

}  // namespace stiction
