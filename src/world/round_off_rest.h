#pragma once

#include <stiction/contact/velocity_round_off.h>

#include <vector>

namespace stiction {

/// Memory of `stop_round_off`.
struct RoundOffTools {
  std::vector<VelocityRoundOff> own;
  std::vector<VelocityRoundOff> shared;
};

/// Bodies whose velocity is no more than what round-off leaves of it stand still: where they moved
/// on, arms would change from step to step, and with them, under a heavy load, the answer.
void stop_round_off(const ContactProblem& problem, RoundOffTools& tools, ContactSolution& answer);

}  // namespace stiction
