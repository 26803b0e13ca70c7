#pragma once

#include <optional>

#include "end_conditions.h"

namespace stiction {

struct IslandSolution;
struct IslandTools;

/// The initial guess for a contact that another problem's solution gives.
ContactGuess make_guess(const ContactSolution& found, std::size_t k);

/// The impulses at the start of a step of second order, along the rows there, after which the exact
/// free motion meets the conditions at its end (see `follow_with_second_order`).
class StartImpulses {
 public:
  /// The arguments must outlive it.
  StartImpulses(const StepView& view, const Island& island, EndConditions& conditions,
                IslandTools& tools, IslandSolution& solution);

  /// Finds them. If what is remembered leads astray (a former impact throws bodies apart, or turns
  /// them too far), the search begins again without it: whether a step is possible must depend on
  /// the state only. With `sees`, bodies that overlap at the end have met. Returns view.h, or what
  /// `follow_with_second_order` returns instead.
  std::optional<double> find(bool stops, bool sees);

 private:
  bool pose(bool recalls);
  std::optional<double> meet_conditions(bool stops, bool sees);
  bool solve(int solves);
  std::optional<double> find_shorter_leg(bool stops, double end) const;
  double calc_end_of_slip() const;

  const StepView& view_;
  const Island& island_;
  EndConditions& conditions_;
  IslandTools& tools_;
  SecondOrderTools& memory_;
  IslandSolution& solution_;
};

}  // namespace stiction
