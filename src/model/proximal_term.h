#pragma once

namespace stiction {

/// The proximal term that makes a pass unique (see `DiscProblem`), relative to the mean diagonal.
inline constexpr double kProximalShift = 1e-6;

}  // namespace stiction
