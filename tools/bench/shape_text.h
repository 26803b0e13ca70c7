#pragma once

#include <string>

#include "pair_draws.h"

namespace stiction::bench {

/// All numbers of the pair, to the last digit.
std::string describe(const PosedPair& pair);

}  // namespace stiction::bench
