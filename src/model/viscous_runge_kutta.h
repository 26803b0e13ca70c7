#pragma once

#include <memory>
#include <vector>

#include "linear_models.h"
#include "shared_effort_model.h"

namespace stiction {

/// Viscous friction at acceleration level, for sustained contact (Drumwright, section IV, eqs
/// 29-32). The classical Runge-Kutta method integrates over the step
///
///     M dv/dt = f - S^T c S v - T^T c T v + N^T f_n,    0 <= f_n  _|_  N dv/dt + dN/dt v >= 0,
///
/// so that velocities are of fourth order in the step, while those of the velocity-level form
/// (`make_viscous_model`) are of first order. Each of the four stages is one frictionless problem.
///
/// Departs from the paper: contact points and normals are those of the start of the step (poses are
/// advanced with the end velocity, as under every model), and dN/dt v is taken from the normal
/// velocity at the end of the previous step. Two kinds of steps use the velocity-level form:
/// impacts, in which bodies meet faster than their forces alone would bring them together, and
/// steps with h lambda > 2.5, in which an explicit method would gain energy; the latter are
/// reported as `Rung::fallback`.
///
/// Costs four frictionless solves.
class ViscousRungeKuttaModel final : public SharedEffortModel {
 public:
  explicit ViscousRungeKuttaModel(const ContactModelOptions& options)
      : SharedEffortModel(options),
        implicit_(make_viscous_model(options)),
        normal_(make_frictionless_model(options)) {}

  std::string_view name() const override { return "viscous-rk4"; }
  bool damps_slip() const override { return true; }
  std::string_view solver_name() const override { return normal_->solver_name(); }

  void solve_within(Effort& effort, const ContactProblem& problem,
                    std::span<const ContactGuess> guesses, ContactSolution& solution) override;
  /// Recomputes the stages; they are judged like the answer.
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override;
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override;
  std::unique_ptr<ContactModel> clone() const override {
    return std::make_unique<ViscousRungeKuttaModel>(options());
  }

 private:
  std::unique_ptr<SharedEffortModel> implicit_, normal_;
};

}  // namespace stiction
