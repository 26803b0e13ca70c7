#pragma once

namespace stiction {

/// The proximal term that makes a pass unique (see `BoxPass`), relative to the mean diagonal.
inline constexpr double kProximalShift = 1e-6;

}  // namespace stiction
