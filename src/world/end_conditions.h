#pragma once

#include <optional>
#include <span>
#include <vector>

#include "island_phase.h"
#include "pair_contacts.h"

namespace stiction {

/// Conditions of the end are met along the rows of the start: bodies that turn by more, rad, have
/// others there, unless they look the same whichever way they turn.
inline constexpr double kMostTurn = 1.0;

/// Memory of `follow_with_second_order`, one a thread.
struct SecondOrderTools {
  IslandPhase end;           ///< the bodies at the end of the step, and what touches there
  ContactProblem positions;  ///< of the impulses at the start
  ContactSolution first;     ///< these impulses
  std::vector<ContactGuess> guesses;
  std::vector<Vec6> start_velocities;  ///< behind them
  std::vector<Vec6> end_velocities;    ///< to which these lead, before the impulses at the end
  std::vector<Vec3> surface_velocities;
  std::vector<Vec3> mean_velocities;  ///< at the contacts, over the step
  std::vector<Vec2> start_slips;      ///< of the contacts in their frames; 0 of what all but sticks
  std::vector<char> opposes_start;    ///< whether friction at the start opposes the slip there
};

/// Where the velocities behind the impulses at the start of a step lead, and how far that is from
/// the conditions at its end (see `follow_with_second_order`). `solves`: how often impulses were
/// solved for so far; before the first time those that are remembered stand for them.
class EndConditions {
 public:
  EndConditions(const StepView& view, const Island& island, SecondOrderTools& memory)
      : view_(view), world_(view.world), island_(island), memory_(memory), end_(memory.end) {}

  /// Moves the bodies to the end, finds what touches there, and the mean velocities.
  void look(ManifoldList& manifolds);
  /// Lets friction at the start oppose the mean of the slip where that has turned round by the
  /// middle of the step; false if there is no such contact.
  bool turn_to_mean_slip();
  /// What the laws of the impulses at the start are about: the mean velocity of a contact, or along
  /// the surface its slip at the start.
  Vec3 calc_posed_velocity(std::size_t k) const;
  /// Whether a contact is hit at the start: in an impact.
  bool is_hit_at_start(std::size_t k) const { return is_hit(view_.motions, start_contact(k), 0); }
  /// Whether a contact that acts is hit at the start: in an impact, which is none of the forces of
  /// the step.
  bool is_any_hit(int solves) const;
  /// Whether a contact that acts, or before the first solve is remembered to, is not found at the
  /// end: it went over to the next facet, and what is to be met there is not known.
  bool has_lost(int solves) const;
  /// Whether bodies would overlap at the end because they met on the way: a corner came down that
  /// did not bear before.
  bool meets() const;
  /// Whether a body of the island that is not a ball turns by more with these velocities, rad, or
  /// any out of the range of numbers.
  bool turns_by(double turn, std::span<const Vec6> velocities) const;
  /// Up to where no contact runs too far on its bodies, s: view.h if none does.
  double calc_swept_leg() const;
  /// Whether what is followed is so much of the step that it may be made in two halves.
  bool is_long() const;
  /// How far the conditions are from what the solve took them for, m.
  double calc_error() const;

  /// Whether a contact at the end of the step will be hit.
  bool is_hit_next(const FoundContact& contact) const;
  const FoundContact& start_contact(std::size_t k) const {
    return view_.contacts[island_.contacts[k]];
  }
  /// The place of a contact in the island's list; none if it was not there at the start.
  std::optional<std::size_t> find_start(const ContactKey& key) const;
  /// Whether a contact acts at the start.
  bool is_loaded(std::size_t k) const { return !memory_.first.impulses[k].isZero(0); }

 private:
  /// Whether bodies that move like that, but for their fall, m/s, approach so fast that a contact
  /// is hit: what is open yet comes down at its time. Where that was part of the forces of a step
  /// up to 2 g h, a block that rocks from edge to edge lost up to 40 % more of its energy than it
  /// should.
  bool is_hit(BodyMotions motions, const FoundContact& contact, double fall) const;
  Vec3 calc_mean_velocity(std::size_t k) const;
  double calc_sweep() const;
  double calc_change_by_turning(std::size_t k) const;
  const FoundContact* end_contact(const FoundContact& start) const;
  bool goes_on_in_plane(const FoundContact& start, double most_turn) const;
  bool is_same_motion(const FoundContact& start, const FoundContact& end) const;

  const StepView& view_;
  const WorldValue& world_;
  const Island& island_;
  SecondOrderTools& memory_;
  IslandPhase& end_;
};

}  // namespace stiction
