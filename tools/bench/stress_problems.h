#pragma once

#include <stiction/contact/contact_problem.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace stiction::bench {

/// The origin of a random problem: the families of Lloyd's section 5.4, or bodies and contacts
/// placed at random.
enum class StressFamily { peg, single, stack, cloud };
inline constexpr std::array<std::string_view, 4> kStressFamilies = {"peg", "single", "stack",
                                                                    "cloud"};

/// Complications, each added to one problem in four.
enum StressFeature : unsigned {
  kMassRatios = 1,    ///< bodies heavier or lighter, by up to 1e4
  kDuplicates = 2,    ///< contacts given twice
  kFrictionless = 4,  ///< contacts with mu = 0
  kPriorImpulse = 8,  ///< normal impulses applied before
  kOpenGaps = 16,     ///< contacts that are still apart
  kTurnedFacets = 32  ///< facets at random angles
};
inline constexpr std::array<std::string_view, 6> kStressFeatures = {
    "mass ratios", "duplicates", "mu = 0", "prior impulses", "open gaps", "turned facets"};

struct StressProblem {
  StressFamily family = StressFamily::peg;
  unsigned features = 0;  ///< of `StressFeature`
  ContactProblem problem;
  int directions = 8;
};

/// Problem `index` of the sequence with this seed, with 4, 8 or 16 friction directions and mu in
/// 0.1..0.8.
StressProblem make_stress_problem(std::uint64_t seed, std::uint64_t index);

}  // namespace stiction::bench
