#include "removal_progress.h"

#include <algorithm>

namespace stiction {
namespace {

/// A joint error counts as having shrunk if it is at most this share of the least so far.
constexpr double kFallenError = 0.9;

}  // namespace

void RemovalProgress::join(const RemovalProgress& other) {
  least_error = std::max(least_error, other.least_error);
  patience = std::max(patience, other.patience);
  has_begun |= other.has_begun;
  has_moved |= other.has_moved;
  is_held |= other.is_held;
  is_cut |= other.is_cut;
  is_contradictory |= other.is_contradictory;
}

bool RemovalProgress::goes_on(double depth, double error) {
  if (!has_begun) {
    least_error = std::max(error, depth);  // Removing overlap may shift joints as far.
    has_begun = true;
  } else {
    if (error <= kFallenError * least_error) {
      patience = kJointPatience;
    } else if (!is_cut) {
      patience = std::max(0, patience - 1);
    }
    least_error = std::min(least_error, error);
  }
  const bool is_hopeless = patience == 0 && (depth == 0 || is_contradictory);
  return (depth > 0 || error > 0) && (has_moved || is_held) && !is_hopeless;
}

}  // namespace stiction
