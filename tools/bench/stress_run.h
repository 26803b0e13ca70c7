#pragma once

#include <stiction/contact/contact_residual.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "stress_problems.h"

namespace stiction::bench {

/// The solvers that a random problem is given to. `model` is the whole Coulomb model, on the round
/// cone.
enum class StressSolver { reduced, structural, standard, model };
inline constexpr std::array<std::string_view, 4> kStressSolvers = {"reduced", "structural",
                                                                   "standard", "model"};
/// The judge's residual up to which an answer counts as right, for each solver; the model promises
/// less accuracy.
inline constexpr std::array<double, 4> kStressBounds = {1e-9, 1e-9, 1e-9, 1e-6};
/// The model's cone errors up to which its facets agree with its answer, rad and relative.
inline constexpr double kConeBound = 1e-6;

/// One solver on one problem.
struct StressRun {
  ContactResidual residual;  ///< by the judge; only the model's cone errors are used
  std::string_view stage;    ///< the rung of the solver's ladder, or "exception"

  bool is_right(StressSolver solver) const {
    return residual.max <= kStressBounds[static_cast<std::size_t>(solver)];
  }
  double cone_error() const { return std::max(residual.cone_angle, residual.cone_force); }
};

struct StressOutcome {
  std::uint64_t index = 0;
  StressFamily family = StressFamily::peg;
  unsigned features = 0;
  int bodies = 0;
  int contacts = 0;
  int directions = 0;
  std::array<std::optional<StressRun>, 4> runs;  ///< empty for a solver whose turn it was not
  /// Distance of the velocities of structural and standard from those of reduced, if both are
  /// right: sqrt of the kinetic energy of the difference over that of all bodies moving at V.
  std::array<std::optional<double>, 4> distance;

  bool has_failed() const;
  /// Whether the model's facets disagree with its answer.
  bool is_unsettled() const;
};

struct StressOptions {
  std::uint64_t seed = 1;
  std::uint64_t first = 0;
  std::uint64_t problems = 100'000;
  bool all_solvers =
      false;             ///< on every problem, else each in its turn; the dense one on small ones
  int dense_rows = 200;  ///< rows of the largest problems for the dense method
};

/// Solves the problems on two threads. The outcomes are in the order of the problems and depend
/// only on the options.
std::vector<StressOutcome> run_stress(const StressOptions& options);

}  // namespace stiction::bench
