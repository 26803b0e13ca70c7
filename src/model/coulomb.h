#pragma once

#include <stiction/lcp/lemke.h>
#include <stiction/model/contact_model.h>
#include <stiction/model/delassus.h>
#include <stiction/model/pyramid.h>

#include <cstddef>
#include <vector>

#include "canonical_impulses.h"
#include "cone_newton.h"

namespace stiction {

/// Coulomb friction. The cone is posed as a pyramid (Lloyd 2004, eqs 1-8) and solved by the
/// standard Lemke method; the facets of each contact are then turned until one lies along its
/// friction. That fixed point satisfies the true cone, whatever the number of facets. Newton's
/// method on the cone finds it from near by, so few pyramids are solved: none at all where the
/// impulses of the step before, or they and Newton's method, are accepted by the judge.
///
/// Where impulses are not unique they are those that Newton's minimum-norm steps reach from the
/// remembered ones; cold, those of `CanonicalImpulses` if they are feasible, else Lemke's.
class CoulombModel final : public ContactModel {
 public:
  explicit CoulombModel(const ContactModelOptions& options) : options_(options) {}

  std::string_view name() const override { return "coulomb"; }
  std::string_view solver_name() const override { return "lemke"; }
  void solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
             ContactSolution& solution) override;
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override;
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override;
  std::unique_ptr<ContactModel> clone() const override;

 private:
  // The ways to an answer, each tried where those before it failed; true if the judge accepts it.
  bool try_guesses(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  bool turn_facets(const ContactProblem& problem);
  bool sweep(const ContactProblem& problem);
  bool solve_fixed_facets(const ContactProblem& problem);

  void share_load(const ContactProblem& problem);
  void start(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  LcpStatus solve_pyramid(const ContactProblem& problem, const PyramidLayout& layout);
  bool polish(const ContactProblem& problem, int rounds, double accepted);
  bool consider(const ContactProblem& problem, bool align);
  bool may_go_on() const;
  double update_facets(const ContactProblem& problem);
  void perturb_facets(const PyramidLayout& layout, int pass);

  ContactModelOptions options_;

  // Of one call.
  Delassus delassus_;
  PyramidUnits units_;
  std::vector<double> facet_angles_;  ///< of the pyramid that is posed, rad
  std::vector<Vec3> impulses_;        ///< that were found last
  ContactSolution candidate_;         ///< made of them
  ContactSolution best_;              ///< the candidate that the judge likes most
  double best_score_ = 0;
  double best_residual_ = 0;
  double work_ = 0;  ///< multiplications so far, about
  ContactStatistics statistics_;

  // Workspaces.
  LemkeSolver lemke_;
  ConeNewton newton_;
  CanonicalImpulses canonical_;
  Lcp lcp_;
};

}  // namespace stiction
