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
/// ("reduced-lemke", "structural-lemke") or Lemke's standard one ("lemke") on pyramids. Before it,
/// no impulse at all. Rows beyond contacts are rows of the same problem.
///
/// On the true cone, the remembered impulses are tried as they are, too, and Newton's method goes
/// on from the pyramids and turns their facets (`ConeFinish`). On the pyramids whose facets stay, a
/// solver that the user named runs alone, and behind Lloyd's method as the law's own are Lemke's
/// standard one and sweeps for an answer to go on with.
///
/// Where impulses are not unique they are those nearest to the remembered ones, without such the
/// least in the sum of squares, if those are feasible; with rows, those of the basis.
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
