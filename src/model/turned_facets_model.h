#pragma once

#include <stiction/model/contact_model.h>

#include <memory>
#include <span>

#include "cone_finish.h"
#include "cone_model.h"
#include "coulomb_search.h"
#include "island_pyramid.h"

namespace stiction {

/// Coulomb friction on the true cone by one pivoting method alone, whatever the number of contacts:
/// Lloyd's ("reduced-lemke", "structural-lemke") or Lemke's standard one ("lemke") on pyramids, and
/// Newton's method from there, which turns their facets (`ConeFinish`). Before it, no impulse at
/// all and the remembered impulses as they are. Rows beyond contacts are rows of the same problem.
///
/// Where impulses are not unique they are those nearest to the remembered ones, without such the
/// least in the sum of squares, if those are feasible; with rows, those of the basis.
class TurnedFacetsModel final : public ConeModel {
 public:
  explicit TurnedFacetsModel(const ContactModelOptions& options)
      : ConeModel(options), pyramid_(options) {}

  void solve_within(Effort& effort, const ContactProblem& problem,
                    std::span<const ContactGuess> guesses, ContactSolution& solution) override;
  std::unique_ptr<ContactModel> clone() const override;

 private:
  void find_answer(const ContactProblem& problem);

  CoulombSearch search_;
  ConeFinish finish_;
  IslandPyramid pyramid_;
};

}  // namespace stiction
