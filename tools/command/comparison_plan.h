#pragma once

#include "comparison_choices.h"

#include <stiction/scene/scene.h>

#include <string>
#include <vector>

namespace stiction::command {

/// One run of a comparison.
struct ComparisonCase {
  ContactModelOptions contact;  ///< without a solver: the model's own choice
  double timestep = 0;          ///< s
  bool has_facets = false;      ///< whether the model reads directions and alignment
};

/// The runs of a comparison in order, the reference first.
struct ComparisonPlan {
  std::vector<ComparisonCase> cases;
  std::vector<std::string> skipped;  ///< combinations that were left out, with the reason
};

/// Every combination of the choices that makes sense for the scene. The model changes slowest, then
/// solver, directions, alignment and time step. A solver is combined with the models that have it,
/// directions and alignment with the models that have facets. If nothing at all is chosen: every
/// model of the scene's catalogue, the scene's own first. A solver that none of the models has is
/// added to `errors`; without errors there is at least one case.
ComparisonPlan plan_comparison(const ComparisonChoices& choices, const Scene& scene,
                               std::vector<std::string>& errors);

/// The scene with the settings of a case, without expectations of quantities that the case's law
/// does not measure.
Scene apply_case(const ComparisonCase& one, Scene scene);

/// "coulomb, lemke, 8 directions aligned to slip, steps of 0.01 s", the solver if one was named.
std::string describe(const ComparisonCase& one);

}  // namespace stiction::command
