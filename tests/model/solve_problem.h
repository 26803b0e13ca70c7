#pragma once

#include <stiction/model/contact_model.h>

#include <span>
#include <vector>

namespace stiction {

/// Solves the problem with a fresh model.
inline ContactSolution solve(const ContactProblem& problem, const ContactModelOptions& options = {},
                             std::span<const ContactGuess> guesses = {}) {
  ContactSolution solution;
  make_contact_model(options)->solve(problem, guesses, solution);
  return solution;
}

/// Everything that a solution passes on to the next solve.
inline std::vector<ContactGuess> guesses_from(const ContactSolution& solution) {
  std::vector<ContactGuess> guesses;
  for (std::size_t c = 0; c < solution.impulses.size(); ++c) {
    guesses.push_back(
        {.known = true,
         .impulse = solution.next_guess[c],
         .state = solution.states[c],
         .memory = solution.memories.empty() ? ContactMemory{} : solution.memories[c]});
  }
  return guesses;
}

}  // namespace stiction
