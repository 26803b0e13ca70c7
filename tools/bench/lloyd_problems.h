#pragma once

#include <stiction/contact/contact_problem.h>

#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The problem families of Lloyd 2004, section 5.4: eight friction directions, mu uniform in
/// 0.2..0.3, a random wrench. Masses are 1 kg, lengths of the order of 1 m, impulses of 1 N s; no
/// gap, so `offset` is zero. z points up, the contacts of a stack come interface by interface from
/// below.
namespace stiction::bench {

inline constexpr int kLloydDirections = 8;
inline constexpr int kLloydDraws = 20;
inline constexpr int kNumSingleBodies = 10;

inline constexpr std::string_view kPegFamily = "peg";
inline constexpr std::string_view kSingleBodyFamily = "single";
inline constexpr std::string_view kStack4Family = "stack-4";
inline constexpr std::string_view kStack8Family = "stack-8";
inline constexpr std::string_view kMixedStackFamily = "stack-mixed";

/// One draw.
struct LloydProblem {
  std::string family;
  std::string situation;  ///< empty if the numbers of bodies and contacts distinguish draws
  ContactProblem problem;
  /// The random impulse (N s) and moment of impulse (N m s) on the last body, already in its v*.
  Vec6 wrench = Vec6::Zero();
};

/// Draws that differ only in mu and wrench.
struct LloydSet {
  std::string family;
  std::string situation;
  int bodies = 0;
  int contacts = 0;
  std::vector<LloydProblem> draws;
};

/// A cylindrical peg (radius 0.5, length 2, upright) that touches its hole 0.5 above and below the
/// middle, contacts / 2 evenly around each level; a wrench of up to 1 per component and no weight.
/// `contacts` is even.
LloydProblem make_peg_problem(int contacts, std::mt19937_64& random);

/// The situation `index` (0..kNumSingleBodies - 1) of a body of size 1 that carries its weight of
/// 1 and a wrench of up to 1 (force) and 0.5 (torque) per component; 1 to 16 contacts, not fewer
/// with a larger index.
LloydProblem make_single_body_problem(int index, std::mt19937_64& random);

/// Unit cubes on the ground and on top of each other, one per entry; the entry is the number of
/// contacts below the cube: 4 for a whole face, 8 for the octagon that two faces share when one
/// is turned by 45 degrees. Each has a weight of 1, the topmost a wrench of up to 0.5 (force) and
/// 0.25 (torque) per component.
LloydProblem make_stack_problem(std::span<const int> contacts_below, std::mt19937_64& random);

/// The same problem with another wrench: force and torque are each moved by `relative` of their
/// length, in random directions. For warm starts.
LloydProblem perturb(const LloydProblem& problem, double relative, std::mt19937_64& random);

/// All sets of the benchmark with `draws` draws each: pegs with 8 to 128 contacts, the single
/// bodies, stacks of 1 to 20 cubes with 4 and with 8 contacts per interface, and a stack of five
/// with 32 contacts, like Lloyd's largest. A set is always the same, whatever else is drawn.
std::vector<LloydSet> make_lloyd_sets(int draws = kLloydDraws);

}  // namespace stiction::bench
