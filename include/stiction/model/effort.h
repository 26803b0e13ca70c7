#pragma once

#include <stiction/abi.h>

#include <functional>
#include <limits>

namespace stiction {

struct ContactProblem;

/// A budget for the solve of one island. Work is counted in approximate multiplications; the limit
/// is given in units of one factorisation of the island plus one pass over its contacts
/// (`calc_effort_unit`). Work is booked before it is done, so the limit is never exceeded; every
/// loop of every method asks. The same problem costs the same effort on every machine.
class Effort {
 public:
  /// No limit, and no way to stop the solve from outside.
  Effort() = default;
  /// A limit of `units` > 0 (may be infinite), each of `unit` > 0 multiplications. `should_stop`,
  /// if not null, is called whenever work is booked, and must outlive this object.
  Effort(double units, double unit, const std::function<bool()>* should_stop);

  /// Books work that is about to be done. Returns false, and books nothing, if it exceeds what is
  /// left or if the solve is to stop; the work must then not be done.
  bool spend(double multiplications);
  /// Multiplications that may still be booked; 0 once the solve is to stop.
  double left() const { return is_stopped_ ? 0.0 : cap_ - spent_; }
  double spent() const { return spent_; }  ///< multiplications
  double spent_units() const { return spent_ / unit_; }
  double unit() const { return unit_; }  ///< multiplications
  /// True if work was refused because the limit, or that of the current part, was too small.
  bool is_exhausted() const { return is_exhausted_; }

  /// Limits the next part of the work to `multiplications`, or to what is left if that is less.
  void set_part(double multiplications);

 private:
  double unit_ = 1;
  double limit_ = std::numeric_limits<double>::infinity();
  double cap_ = std::numeric_limits<double>::infinity();  ///< of the current part
  double spent_ = 0;
  bool is_exhausted_ = false;
  bool is_stopped_ = false;
  const std::function<bool()>* should_stop_ = nullptr;
};

/// Approximate multiplications to judge an answer: the impulses of all contacts are applied to the
/// bodies, and the bodies' velocities taken to the contacts.
double calc_judging_work(const ContactProblem& problem);

/// One unit of effort in approximate multiplications: one factorisation of M + sum H D H^T in 6 x 6
/// blocks, within the envelope of the bodies' order, and one pass over the contacts that assembles
/// this matrix and its right-hand side and judges the answer. O(bodies + contacts).
double calc_effort_unit(const ContactProblem& problem);

[[gnu::used]] inline constexpr auto kEffortLayouts = abi::layouts_of<Effort>();

}  // namespace stiction
