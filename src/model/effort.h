#pragma once

#include <functional>
#include <utility>

namespace stiction {

/// What a search for an answer may still cost, in units of one factorisation of the island and one
/// pass over its contacts. Every loop of every rung asks it before it works, so that no search goes
/// on beyond its allotment, or after the caller wants it to end.
class Effort {
 public:
  explicit Effort(double allotment, std::function<bool()> should_stop = {})
      : allotment_(allotment), should_stop_(std::move(should_stop)) {}

  /// Books `units` of work. False if they are no longer there: the work must not be done then.
  bool spend(double units) {
    if (exhausted_ || spent_ + units > allotment_ || (should_stop_ && should_stop_())) {
      exhausted_ = true;
      return false;
    }
    spent_ += units;
    return true;
  }

  bool exhausted() const { return exhausted_; }
  double spent() const { return spent_; }

 private:
  double allotment_;
  std::function<bool()> should_stop_;
  double spent_ = 0;
  bool exhausted_ = false;
};

}  // namespace stiction
