#pragma once

#include <optional>

#include "end_conditions.h"

namespace stiction {

struct IslandSolution;
struct IslandTools;

/// What a contact begins with that another problem found.
ContactGuess make_guess(const ContactSolution& found, std::size_t k);

/// The impulses at the start of a step of second order, along the rows there, behind which the
/// exact free motion meets the conditions at its end (see `follow_with_second_order`).
class StartImpulses {
 public:
  /// The arguments must outlive it.
  StartImpulses(const StepView& view, const Island& island, EndConditions& conditions,
                IslandTools& tools, IslandSolution& solution);

  /// Finds them. Where what is remembered leads astray (what was an impact throws bodies apart, or
  /// turns them too far), the search begins again without: whether a step is to be had is up to the
  /// state. With `sees`, bodies that overlap at the end have met. view.h, or what
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
