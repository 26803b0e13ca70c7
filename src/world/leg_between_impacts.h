#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>

#include "island_ways.h"
#include "second_order.h"

namespace stiction {

struct IslandTools;
struct IslandSolution;

/// A rest of the step below this share of it is skipped, lest gaps be divided by next to nothing.
inline constexpr double kLeastRest = 1e-9;

/// Lengths of the legs in which a part of an island is led, s.
struct LegLengths {
  double first = 0;  ///< can be led with second order; 0: unknown
  double most = 0;   ///< of one solve: a piece of the step
};

/// How the present part of `ways` goes on after an impact, with its `held` contacts, to the next
/// touch: by the forces of a solve of the rest of the step, or with second order.
class LegBetweenImpacts {
 public:
  /// When the next contact closes on the chosen paths, s in the step.
  using FindNextTouch = std::function<std::optional<double>()>;

  LegBetweenImpacts(const StepView& view, const Island& island, const LegLengths& lengths,
                    bool keep_problem, IslandWays& ways, IslandTools& tools,
                    IslandSolution& solution);

  /// The time to the end of the piece, s: there all bodies are solved for again, whatever they meet
  /// before. Near a touch not much longer than the time to that.
  double ahead() const;
  bool is_in_pieces() const { return lengths_.most < view_.h; }
  /// True if the last leg ended before a touch.
  bool is_short_of_touch() const { return is_short_of_touch_; }

  /// Begins a leg from where the ways are now.
  void begin() { near_ = std::numeric_limits<double>::infinity(); }
  /// Leads the bodies with second order to a touch on that path or to the end of the piece. Returns
  /// how far, s; 0, with nothing moved, if that is impossible.
  double lead_with_second_order(const FindNextTouch& find_next_touch);
  /// Chooses how the bodies of the part go on to the end of the piece if they meet nothing else.
  void choose_paths();
  /// Returns how far the bodies are led, s: to a touch on the chosen paths, to the end of the
  /// piece, or less.
  double lead(std::optional<double> touch, bool is_last, const FindNextTouch& find_next_touch);

 private:
  bool has_joints() const { return !island_.joints.empty(); }
  void solve_leg(double leg);
  void remember_held(double leg);
  bool strays(double leg) const;
  double approach(double leg, const FindNextTouch& find_next_touch);
  bool is_worth_second_order(double leg) const;
  bool is_followed(std::span<const Vec6> end_velocities);
  double follow_leg(double leg, bool stops, const ChooseLeg& choose);
  void remember_first(double leg);
  void put(double leg);
  double lead_to_touch(double leg, const FindNextTouch& find_next_touch);

  const StepView& view_;
  const Island& island_;
  const LegLengths lengths_;
  const bool keep_problem_;
  IslandWays& ways_;
  IslandTools& tools_;
  IslandWaysTools& memory_;
  IslandPhase& held_;
  IslandSolution& solution_;
  bool is_short_of_touch_ = false;
  bool has_looked_ = false;  ///< along a path of second order, since the leg began
  double near_ = std::numeric_limits<double>::infinity();  ///< s: bound on a leg if a touch is due
};

}  // namespace stiction
