#pragma once

#include <stiction/model/contact_model.h>

#include <memory>
#include <span>
#include <string_view>

#include "coulomb_search.h"
#include "island_pyramid.h"
#include "shared_effort_model.h"

namespace stiction {

/// Friction bounded by a pyramid whose facets stay along the world's axes
/// (`FacetAlignment::world`): a law of its own, which misdirects friction by up to half a facet. It
/// is solved by pivoting alone, whatever the number of contacts: Lloyd's method, then Lemke's
/// standard one, then sweeps for an answer to go on with; a solver that the user named runs alone.
/// Everything is judged by `calc_coulomb_residual`. Rows beyond contacts are rows of the same
/// problem.
///
/// Where impulses are not unique they are those nearest to the remembered ones, without such the
/// least in the sum of squares, if those are feasible; with rows, those of the basis.
class FixedFacetsModel final : public SharedEffortModel {
 public:
  explicit FixedFacetsModel(const ContactModelOptions& options)
      : SharedEffortModel(options), pyramid_(options) {}

  std::string_view name() const override { return "coulomb"; }
  std::string_view solver_name() const override { return options().solver; }
  bool has_friction_bound() const override { return true; }
  void solve_within(Effort& effort, const ContactProblem& problem,
                    std::span<const ContactGuess> guesses, ContactSolution& solution) override;
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override;
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override;
  std::unique_ptr<ContactModel> clone() const override;

 private:
  void find_answer();

  CoulombSearch search_;
  IslandPyramid pyramid_;
};

}  // namespace stiction
