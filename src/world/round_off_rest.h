#pragma once

#include <stiction/contact/velocity_round_off.h>

#include <vector>

namespace stiction {

/// Memory of `stop_round_off`.
struct RoundOffTools {
  std::vector<VelocityRoundOff> own;
  std::vector<VelocityRoundOff> shared;
};

/// Stops bodies whose velocity is only round-off: if they moved on, arms would change from step to
/// step and so, under a heavy load, would the answer.
void stop_round_off(const ContactProblem& problem, RoundOffTools& tools, ContactSolution& answer);

}  // namespace stiction
