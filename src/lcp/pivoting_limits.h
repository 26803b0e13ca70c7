#pragma once

namespace stiction {

// What the methods that pivot row by row have in common.

/// A row blocks if it moves by more than this part of the fastest.
inline constexpr double kLeastMotion = 1e-11;
/// Violations up to this many times the rounding error are left alone where nothing can lessen
/// them: the equations of redundant rows disagree by as much.
inline constexpr int kPassedNoise = 64;
/// Times that the point is settled anew after the last violation is gone.
inline constexpr int kMaxRounds = 20;

}  // namespace stiction
