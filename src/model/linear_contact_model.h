#pragma once

#include <stiction/model/contact_model.h>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "canonical_impulses.h"
#include "island_ladder.h"
#include "island_problem.h"
#include "normal_solver.h"
#include "shared_effort_model.h"
#include "sparse_island_system.h"

namespace stiction {

/// How a `LinearContactModel` solves what it poses.
enum class LinearMethod {
  pivots,  ///< `NormalSolver`: a method of the papers, dense in what is active
  /// The ladder of Coulomb's model on the sparse factor of the island: for problems of any size.
  /// All laws are linear, so that this is one convex program unless a contact is rough.
  ladder,
};

/// What tells one linear model from another.
struct LinearLaw {
  std::string_view name;
  /// The law at a contact that carries a normal impulse or not. What a contact that touches does
  /// when loaded is posed first, and what another one does when not; then it is revised.
  TangentLaw (*at)(const ContactProblem& problem, const ContactProblem::Contact& contact,
                   bool is_loaded);
  ContactResidual (*judge)(const ContactProblem& problem, const ContactSolution& solution);
};

/// A contact model whose tangential laws are linear: the frictionless, no-slip and viscous ones. It
/// chooses the law of each contact, revises that choice once there is an answer, and judges the
/// answer.
///
/// In this order: no impulse at all; the remembered impulses as they are; on the ladder, what is to
/// be held posed as rough contacts; the method, its problem posed again as long as a law does not
/// fit the answer, 2 n times at most; the same with contacts held again that slip under load, as
/// long as that is worth its while. Where a loaded contact slips, those that close gaps on its
/// bodies may slip first. Where the impulses that pivots lead to are not unique they are then those
/// nearest to the remembered ones, or the least in the sum of squares, if those are an answer too;
/// those of the ladder are near to what it began with.
class LinearContactModel final : public SharedEffortModel {
 public:
  LinearContactModel(const LinearLaw& law, const ContactModelOptions& options, LinearMethod method)
      : SharedEffortModel(options), law_(law), method_(method), solver_(options.solver) {}

  std::string_view name() const override { return law_.name; }
  std::string_view solver_name() const override { return solver_.name(); }
  double calc_score(const ContactResidual& residual) const override;
  void solve_within(Effort& effort, const ContactProblem& problem,
                    std::span<const ContactGuess> guesses, ContactSolution& solution) override;
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override {
    return law_.judge(problem, solution);
  }
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override;
  std::unique_ptr<ContactModel> clone() const override {
    return std::make_unique<LinearContactModel>(law_, options(), method_);
  }

 private:
  void start(const ContactProblem& problem);
  void find_answer(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  bool consider(const ContactProblem& problem);
  bool remember(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  bool hold_by_roughness(const ContactProblem& problem);
  bool is_slip_left() const;
  bool let_closing_slip(const ContactProblem& problem);
  TangentLaw choose_law(const ContactProblem& problem, std::size_t c, bool is_loaded) const;
  void start_laws(const ContactProblem& problem);
  bool solve_laws(const ContactProblem& problem);
  bool climb_ladder(const ContactProblem& problem);
  void solve_until_laws_fit(const ContactProblem& problem);
  void hold_what_slips(const ContactProblem& problem);
  std::size_t find_most_slipping(const ContactProblem& problem) const;
  double best_slip_under_load(const ContactProblem& problem, std::size_t c) const;
  bool revise_laws(const ContactProblem& problem);
  bool release_worst(const ContactProblem& problem);
  bool release_strained(const ContactProblem& problem, double strain);
  bool revise_law(const ContactProblem& problem, std::size_t c, double unloaded);
  void share_load(const ContactProblem& problem);

  LinearLaw law_;
  LinearMethod method_;

  // Of one call.
  std::vector<TangentLaw> laws_;
  std::vector<char> let_slip_;        ///< contacts that are not held, loaded or not
  std::vector<int> revisions_;        ///< of each contact's law, so far
  std::vector<char> loaded_;          ///< contacts that the pivots start from
  std::vector<Vec3> remembered_;      ///< impulses
  std::vector<Vec3> impulses_;        ///< that were found last,
  std::vector<double> row_impulses_;  ///< of rows too
  ContactSolution candidate_;         ///< made of them
  ContactSolution best_;              ///< the candidate that the judge likes most
  std::vector<TangentLaw> best_laws_;
  std::vector<char> slipping_;  ///< bodies at which a loaded contact slips
  std::vector<char> tried_;     ///< contacts that were held again
  double holding_end_ = 0;      ///< effort, multiplications, after which no more is held
  Rung rung_ = Rung::free;      ///< the way that is tried
  ContactStatistics statistics_;
  Effort* effort_ = nullptr;

  // Workspaces.
  NormalSolver solver_;
  IslandProblem island_;
  SparseIslandSystem system_;
  IslandLadder ladder_;
  Rows start_;  ///< of the ladder
  CanonicalImpulses canonical_;
  std::vector<OpenImpulse> open_;
};

}  // namespace stiction
