#pragma once

#include <stiction/model/contact_model.h>

#include <string_view>

#include "shared_effort_model.h"

namespace stiction {

/// Coulomb friction on the true cone, whatever method solves it: judged by `calc_cone_residual`,
/// and posed as pyramids with a facet along each friction impulse.
class ConeModel : public SharedEffortModel {
 public:
  using SharedEffortModel::SharedEffortModel;

  std::string_view name() const final { return "coulomb"; }
  std::string_view solver_name() const final { return options().solver; }
  bool has_friction_bound() const final { return true; }
  bool has_true_cone() const final { return true; }
  ContactResidual judge(const ContactProblem& problem, const ContactSolution& solution) const final;
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const final;
};

}  // namespace stiction
