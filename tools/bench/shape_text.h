#pragma once

#include <string>

#include "pair_draws.h"

namespace stiction::bench {

/// All numbers, to the last digit.
std::string describe(const PosedPair& pair);

}  // namespace stiction::bench
