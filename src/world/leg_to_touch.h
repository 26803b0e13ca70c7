#pragma once

#include <limits>

namespace stiction {

/// Finds how long a leg has to be that ends at the touch on its way, where the way changes with how
/// long it is, since the impulses at its start do. Mostly by a few hundredths: the secant method
/// takes two to four legs. Where the touch jumps (what parts comes back the sooner the longer the
/// leg is), a leg in which nothing is met.
class LegToTouch {
 public:
  /// Not longer than `most`, s. What meets something at once, or in legs shorter than `least`
  /// whatever their length, since the forces close what just parts, has none.
  LegToTouch(double most, double least) : most_(most), least_(least) {}

  /// What to try behind a leg on whose way the touch is due then, known to `close`, s: the same
  /// again if that is it, 0 if there is none.
  double try_next(double leg, double due, double close);

  /// It ends before the touch that is due, if any.
  bool is_short() const { return is_short_; }
  /// The longest leg so far that nothing is met in, s; 0: none.
  double clear() const { return clear_; }
  void end_at(double most) { most_ = most; }

 private:
  double most_;
  double least_;
  double clear_ = 0;
  /// The shortest one that something is met in, s.
  double met_ = std::numeric_limits<double>::infinity();
  double last_leg_ = 0;
  double last_due_ = 0;
  bool is_short_ = false;
};

}  // namespace stiction
