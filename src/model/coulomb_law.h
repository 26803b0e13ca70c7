#pragma once

#include <stiction/model/contact_model.h>

#include <string_view>

#include "shared_effort_model.h"

namespace stiction {

/// Coulomb friction, independent of the method that solves it. On the true cone it is judged by
/// `calc_cone_residual` and posed as pyramids with a facet along each friction impulse. Facets that
/// stay along the world's axes (`FacetAlignment::world`) are a law of their own, which misdirects
/// friction by up to half a facet: it is judged by `calc_coulomb_residual`, and posed with those
/// facets.
class CoulombLaw : public SharedEffortModel {
 public:
  using SharedEffortModel::SharedEffortModel;

  std::string_view name() const final { return "coulomb"; }
  std::string_view solver_name() const final { return options().solver; }
  bool has_friction_bound() const final { return true; }
  bool has_true_cone() const final { return options().alignment == FacetAlignment::slip; }
  ContactResidual judge(const ContactProblem& problem, const ContactSolution& solution) const final;
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const final;
};

}  // namespace stiction
