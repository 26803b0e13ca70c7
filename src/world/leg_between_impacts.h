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

/// What is left of a step when less than this share is left is gone with the rest, lest gaps be
/// divided by next to nothing.
inline constexpr double kLeastRest = 1e-9;

/// How long a part of an island is led at once, s.
struct LegLengths {
  double first = 0;  ///< that can be led with second order; 0: none is known
  double most = 0;   ///< that is solved for: of a piece of the step
};

/// How the part of an island that `ways` has now goes on behind an impact, with the contacts `held`
/// of it: by the forces of a solve of the rest of the step, or with second order, to the next
/// touch.
class LegBetweenImpacts {
 public:
  /// When the next contact closes on the paths that are chosen, s of the step.
  using FindNextTouch = std::function<std::optional<double>()>;

  LegBetweenImpacts(const StepView& view, const Island& island, const LegLengths& lengths,
                    bool keep_problem, IslandWays& ways, IslandTools& tools,
                    IslandSolution& solution);

  /// To the end of the piece, s: all bodies are solved for again there, whatever they meet before.
  /// Near a touch not much further than to that.
  double ahead() const;
  bool is_in_pieces() const { return lengths_.most < view_.h; }
  /// Whether the last leg ended before a touch.
  bool is_short_of_touch() const { return is_short_of_touch_; }

  /// A leg from where the ways are now.
  void begin() { near_ = std::numeric_limits<double>::infinity(); }
  /// Leads the bodies with second order to a touch on that way or to the end of the piece. How far,
  /// s; 0, and nothing is moved, where that is not to be had.
  double lead_with_second_order(const FindNextTouch& find_next_touch);
  /// How the bodies of the part go on to the end of the piece if nothing else meets.
  void choose_paths();
  /// How far the bodies are led, s: to a touch on the paths that are chosen, to the end of the
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
  bool has_looked_ = false;  ///< along a way of second order, since the leg began
  double near_ = std::numeric_limits<double>::infinity();  ///< s: led at most, a touch is due
};

}  // namespace stiction
