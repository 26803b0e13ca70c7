#pragma once

#include <stiction/abi.h>

#include <functional>
#include <limits>

namespace stiction {

struct ContactProblem;

/// What the solve of an island may still cost. It is counted in multiplications, about, and given
/// in units of one factorisation of the island and one pass over its contacts (`calc_effort_unit`).
/// Work is booked before it is done, so that the limit is never exceeded; every loop of every way
/// to an answer asks. The same problem costs the same effort on every machine.
class Effort {
 public:
  /// No limit, and nobody who stops it.
  Effort() = default;
  /// `units` > 0, may be infinite, of `unit` > 0 multiplications each. `should_stop`, if any, is
  /// asked whenever work is booked, and must outlive this.
  Effort(double units, double unit, const std::function<bool()>* should_stop);

  /// Books work that is to be done now. False, and nothing booked, if it is more than is left, or
  /// the solve is to stop: then the work must not be done.
  bool spend(double multiplications);
  /// Work that may still be booked, multiplications; 0 once the solve is to stop.
  double left() const { return is_stopped_ ? 0.0 : cap_ - spent_; }
  double spent() const { return spent_; }  ///< multiplications
  double spent_units() const { return spent_ / unit_; }
  double unit() const { return unit_; }  ///< multiplications
  /// Whether work was refused because it, or the part, was too small.
  bool is_exhausted() const { return is_exhausted_; }

  /// From now on a part of the whole: `multiplications` more, or less if less is left.
  void set_part(double multiplications);

 private:
  double unit_ = 1;
  double limit_ = std::numeric_limits<double>::infinity();
  double cap_ = std::numeric_limits<double>::infinity();  ///< of the present part
  double spent_ = 0;
  bool is_exhausted_ = false;
  bool is_stopped_ = false;
  const std::function<bool()>* should_stop_ = nullptr;
};

/// Multiplications, about, of having an answer judged: what all contacts do to the bodies, and the
/// bodies to them.
double calc_judging_work(const ContactProblem& problem);

/// One unit of effort, multiplications, about: a factorisation of M + sum H D H^T in blocks of 6 x
/// 6 within the envelope of the bodies' order, and one pass over the contacts, in which that matrix
/// and its right-hand side are made of them and the answer is judged. O(bodies + contacts).
double calc_effort_unit(const ContactProblem& problem);

[[gnu::used]] inline constexpr auto kEffortLayouts = abi::layouts_of<Effort>();

}  // namespace stiction
