#pragma once

#include <stiction/lcp/lemke.h>
#include <stiction/model/contact_columns.h>
#include <stiction/model/contact_model.h>
#include <stiction/model/delassus.h>
#include <stiction/model/lloyd_lemke.h>
#include <stiction/model/pyramid.h>

#include <cstddef>
#include <vector>

#include "canonical_impulses.h"
#include "exact_finish.h"
#include "facet_memory.h"
#include "island_ladder.h"
#include "island_problem.h"
#include "sparse_island_system.h"

namespace stiction {

/// Coulomb friction. The cone is posed as a pyramid (Lloyd 2004, eqs 1-8) and solved by a pivoting
/// method; the facets of each contact are then turned until one lies along its friction. That fixed
/// point satisfies the true cone, whatever the number of facets.
///
/// In this order: the remembered impulses as they are; on few contacts, or with a solver that the
/// user named, Newton's method on the cone from remembered impulses, and the solver, which with
/// Lloyd's starts from the remembered basis; at last, on many contacts at once, the rungs of
/// `IslandLadder`, to which rows beyond contacts are left from the start. Everything is judged by
/// `calc_cone_residual`. Facets that stay along the world's axes are solved by pivoting alone and
/// judged by `calc_coulomb_residual`; there is no way for rows beyond contacts.
///
/// Where impulses are not unique they are those nearest to the remembered ones, without such the
/// least in the sum of squares, if those are feasible, else what the solver found.
class CoulombModel final : public ContactModel {
 public:
  explicit CoulombModel(const ContactModelOptions& options) : options_(options) {}

  std::string_view name() const override { return "coulomb"; }
  std::string_view solver_name() const override { return options_.solver; }
  bool has_friction_bound() const override { return true; }
  bool has_true_cone() const override { return options_.alignment == FacetAlignment::slip; }
  void solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
             ContactSolution& solution) override;
  /// With what is left of an effort, which other ways to an answer share.
  void solve(const ContactProblem& problem, std::span<const ContactGuess> guesses, Effort& effort,
             ContactSolution& solution);
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override;
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override;
  std::unique_ptr<ContactModel> clone() const override;

 private:
  // The ways to an answer, each tried where those before it failed; true if the judge accepts it.
  bool accept_remembered(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  bool pivot(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  bool finish(const ContactProblem& problem);
  bool turn_pyramids(const ContactProblem& problem);
  void climb(const ContactProblem& problem);
  void forget_motion(const ContactProblem& problem, ExactFinish& finish);
  bool solve_fixed_facets(const ContactProblem& problem);
  void settle(const ContactProblem& problem);

  void find_answer(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  void find_on_cone(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  void prepare_island(const ContactProblem& problem);
  Rung own_rung() const { return uses_lloyd() ? Rung::pivots : Rung::pyramids; }
  bool uses_lloyd() const { return options_.solver != "lemke"; }
  void share_load(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  void start(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  bool prepare_delassus(const ContactProblem& problem);
  bool remember(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  LcpStatus solve_pyramid(const ContactProblem& problem, const PyramidLayout& layout);
  bool solve_columns(bool is_warm);
  double turn_columns(const ContactProblem& problem);
  bool consider(const ContactProblem& problem, bool align);
  bool enter(Rung rung, bool is_warm);
  void book(ContactSolution& solution) const;
  bool has_effort_left() { return set_part() > 0; }
  double set_part();
  void lift_part();
  double update_facets(const ContactProblem& problem);
  void take_best();
  void remember_facets(ContactSolution& solution) const;

  ContactModelOptions options_;

  // Of one call.
  Delassus delassus_;
  bool has_delassus_ = false;
  bool has_island_ = false;  ///< in `island_` and `system_`
  PyramidUnits units_;
  std::vector<double> facet_angles_;  ///< of the pyramid that is posed, rad
  std::vector<Vec3> impulses_;        ///< that were found last
  std::vector<double> row_impulses_;  ///< likewise
  LloydBasis basis_;                  ///< behind them,
  bool has_basis_ = false;            ///< if they come from a pivoting solver or from the memory
  ContactSolution candidate_;         ///< made of them
  std::vector<FacetStart> candidate_facets_;  ///< where the next step may start from it
  ContactSolution best_;                      ///< the candidate that the judge likes most
  std::vector<FacetStart> best_facets_;
  double best_score_ = 0;
  Rung rung_ = Rung::free;     ///< the way that is tried,
  bool is_warm_ = false;       ///< from what is remembered
  bool best_is_warm_ = false;  ///< so was `best_`
  Effort* effort_ = nullptr;
  double whole_effort_ = 0;  ///< that was left when the solve began, multiplications
  double spent_before_ = 0;  ///< when the solve began
  double share_ = 1;         ///< of the whole that the search may cost
  double reserve_ = 0;       ///< that the searches leave for `settle`, multiplications
  ContactStatistics statistics_;

  // Workspaces.
  LemkeSolver lemke_;
  LloydLemke lloyd_;
  ContactColumns columns_;  ///< facets turned by facet_angles_
  ContactColumns straight_columns_;
  std::vector<Mat3> blocks_;  ///< of each contact by itself, for sweeps
  std::vector<double> turns_;
  std::vector<Vec3> remembered_;
  std::vector<Vec6> start_velocities_, momenta_;
  Rows changes_;
  IslandProblem island_;
  SparseIslandSystem system_;
  Rows island_start_;
  BestAnswer island_best_;
  ExactFinish finish_;
  IslandLadder ladder_;
  CanonicalImpulses canonical_;
  Lcp lcp_;
};

}  // namespace stiction
