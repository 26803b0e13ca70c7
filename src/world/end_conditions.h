#pragma once

#include <optional>
#include <span>
#include <vector>

#include "island_phase.h"
#include "pair_contacts.h"

namespace stiction {

/// Conditions at the end are met along the rows of the start. Bodies that turn by more than this,
/// rad, have different rows there, unless they look the same whichever way they turn.
inline constexpr double kMostTurn = 1.0;

/// Memory of `follow_with_second_order`, one per thread.
struct SecondOrderTools {
  IslandPhase end;           ///< the bodies at the end of the step, and the contacts there
  ContactProblem positions;  ///< the problem of the impulses at the start
  ContactSolution first;     ///< its solution
  std::vector<ContactGuess> guesses;
  std::vector<Vec6> start_velocities;  ///< after the impulses at the start
  std::vector<Vec6> end_velocities;    ///< at the end, before the impulses there
  std::vector<Vec3> surface_velocities;
  std::vector<Vec3> mean_velocities;  ///< at the contacts, over the step
  std::vector<Vec2> start_slips;      ///< per contact, in its frame; 0 if it all but sticks
  std::vector<char> opposes_start;    ///< whether friction at the start opposes the slip there
};

/// Finds where the velocities after the impulses at the start of a step lead, and how far that is
/// from the conditions at its end (see `follow_with_second_order`). `solves`: how often the
/// impulses were solved for so far; before the first solve the remembered ones are used instead.
class EndConditions {
 public:
  EndConditions(const StepView& view, const Island& island, SecondOrderTools& memory)
      : view_(view), world_(view.world), island_(island), memory_(memory), end_(memory.end) {}

  /// Moves the bodies to the end, finds the contacts there, and the mean velocities.
  void look(ManifoldList& manifolds);
  /// Makes friction at the start oppose the mean slip at contacts whose slip has reversed by the
  /// middle of the step; false if there is no such contact.
  bool turn_to_mean_slip();
  /// The velocity that the laws of the impulses at the start apply to: the mean velocity of a
  /// contact, or along the surface its slip at the start.
  Vec3 calc_posed_velocity(std::size_t k) const;
  /// True if a contact is hit at the start, by an impact.
  bool is_hit_at_start(std::size_t k) const { return is_hit(view_.motions, start_contact(k), 0); }
  /// True if a contact that acts is hit at the start, by an impact, which is not one of the step's
  /// forces.
  bool is_any_hit(int solves) const;
  /// True if a contact that acts (before the first solve: that is remembered to act) is not found
  /// at the end: it moved to the next facet, where the condition to meet is unknown.
  bool has_lost(int solves) const;
  /// True if bodies would overlap at the end because they met on the way: a corner that did not
  /// bear before came down.
  bool meets() const;
  /// True if with these velocities a body of the island that is not a ball turns by more than this,
  /// rad, or any body by a number out of range.
  bool turns_by(double turn, std::span<const Vec6> velocities) const;
  /// The time up to which no contact runs too far on its bodies, s: view.h if none does.
  double calc_swept_leg() const;
  /// True if the leg is so much of the step that it may be halved.
  bool is_long() const;
  /// How far the conditions are from what the solve assumed, m.
  double calc_error() const;

  /// True if a contact at the end of the step will be hit.
  bool is_hit_next(const FoundContact& contact) const;
  /// True if a contact that touches at the end lies in the plane of one that acts at the start, and
  /// closes no faster than a held body falls: it is no impact, but takes over beyond a seam.
  bool goes_on(const FoundContact& contact) const;
  const FoundContact& start_contact(std::size_t k) const {
    return view_.contacts[island_.contacts[k]];
  }
  /// The contact at the end. Null if it is not found there or lies in another plane; the conditions
  /// of the start then hold.
  const FoundContact* end_contact(const FoundContact& start) const;
  /// The index of a contact in the island's list; empty if it was not there at the start.
  std::optional<std::size_t> find_start(const ContactKey& key) const;
  /// True if a contact acts at the start.
  bool is_loaded(std::size_t k) const { return !memory_.first.impulses[k].isZero(0); }

 private:
  /// True if bodies with these motions, less their `fall`, m/s, approach so fast that a contact is
  /// hit: a contact that is still open closes at its own time. When closing counted as part of the
  /// forces of a step up to 2 g h, a block that rocks from edge to edge lost up to 40 % more of its
  /// energy than it should.
  bool is_hit(BodyMotions motions, const FoundContact& contact, double fall) const;
  Vec3 calc_mean_velocity(std::size_t k) const;
  double calc_sweep() const;
  double calc_change_by_turning(std::size_t k) const;
  const FoundContact* find_end(const FoundContact& start) const;
  bool goes_on_in_plane(const FoundContact& start, double most_turn) const;

  const StepView& view_;
  const WorldValue& world_;
  const Island& island_;
  SecondOrderTools& memory_;
  IslandPhase& end_;
};

}  // namespace stiction
