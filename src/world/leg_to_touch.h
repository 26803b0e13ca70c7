#pragma once

#include <limits>

namespace stiction {

/// Finds the length of a leg that ends at the touch on its path. The path depends on the length,
/// since the impulses at its start do, mostly by a few hundredths: the secant method takes two to
/// four legs. If the touch jumps (parting contacts come back sooner the longer the leg is), finds a
/// leg in which nothing is met.
class LegToTouch {
 public:
  /// The leg is not longer than `most`, s. There is none if something is met at once, or in all
  /// legs shorter than `least`, since the forces close what just parts.
  LegToTouch(double most, double least) : most_(most), least_(least) {}

  /// Returns the length to try after a leg on whose path the touch is due at `due`, known to
  /// `close`, s: the same length again if that is it, 0 if there is none.
  double try_next(double leg, double due, double close);

  /// True if the leg ends before the touch that is due, if any.
  bool is_short() const { return is_short_; }
  /// The longest leg so far in which nothing is met, s; 0: none.
  double clear() const { return clear_; }
  void end_at(double most) { most_ = most; }

 private:
  double most_;
  double least_;
  double clear_ = 0;
  /// The shortest leg in which something is met, s.
  double met_ = std::numeric_limits<double>::infinity();
  double last_leg_ = 0;
  double last_due_ = 0;
  bool is_short_ = false;
};

}  // namespace stiction
