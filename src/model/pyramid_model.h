#pragma once

#include <stiction/model/contact_model.h>

#include <memory>
#include <span>

#include "cone_finish.h"
#include "coulomb_law.h"
#include "coulomb_search.h"
#include "island_pyramid.h"

namespace stiction {

/// Coulomb friction by one pivoting method, whatever the number of contacts: Lloyd's
/// ("reduced-lemke", "structural-lemke") or Lemke's standard one ("lemke") on pyramids. No impulse
/// at all is tried first. Rows beyond contacts are rows of the same problem.
///
/// On the true cone, the remembered impulses are also tried as they are, and Newton's method
/// continues from the pyramids and turns their facets (`ConeFinish`). On pyramids with fixed
/// facets, a solver that the user named runs alone; if Lloyd's method is the law's own default, it
/// is followed by Lemke's standard method, and by sweeps for an approximate answer.
///
/// Impulses that are not unique are chosen nearest to the remembered ones, or with the least sum of
/// squares if none are remembered, provided that these are feasible; with rows, the impulses of the
/// basis are taken.
class PyramidModel final : public CoulombLaw {
 public:
  explicit PyramidModel(const ContactModelOptions& options)
      : CoulombLaw(options), pyramid_(options) {}

  void solve_within(Effort& effort, const ContactProblem& problem,
                    std::span<const ContactGuess> guesses, ContactSolution& solution) override;
  std::unique_ptr<ContactModel> clone() const override;

 private:
  void find_with_fixed_facets();
  void find_on_cone();

  CoulombSearch search_;
  ConeFinish finish_;
  IslandPyramid pyramid_;
};

}  // namespace stiction
