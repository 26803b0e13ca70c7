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

/// How a `LinearContactModel` solves the problems that it poses.
enum class LinearMethod {
  pivots,  ///< `NormalSolver`: a method of the papers, dense in the active rows
  /// The ladder of Coulomb's model on the sparse factor of the island, for problems of any size. As
  /// all laws are linear, this is one convex program unless a contact is rough.
  ladder,
};

/// The parts in which linear models differ from each other.
struct LinearLaw {
  std::string_view name;
  /// The law at a contact, depending on whether it carries a normal impulse. At first, contacts
  /// that touch get the law of a loaded contact and the others that of an unloaded one; then laws
  /// are revised.
  TangentLaw (*at)(const ContactProblem& problem, const ContactProblem::Contact& contact,
                   bool is_loaded);
  ContactResidual (*judge)(const ContactProblem& problem, const ContactSolution& solution);
};

/// The laws currently assigned to the contacts.
struct Holding {
  std::vector<TangentLaw> laws;
  std::vector<int> revisions;  ///< of each law so far

  /// Gives a contact a law for good.
  void settle(std::size_t c, TangentLaw law);
};

/// A contact model whose tangential laws are linear: the frictionless, no-slip and viscous ones. It
/// chooses the law of each contact, revises that choice once there is an answer, and judges the
/// answer.
///
/// The following are tried in this order until an answer is accepted:
///
/// 1. no impulse at all;
/// 2. the remembered impulses as they are;
/// 3. on the ladder: contacts that are to be held are posed as rough ones;
/// 4. the method, with the problem posed again as long as a law does not fit the answer, at most
///    2 n + 1 times;
/// 5. if a loaded contact slips: 4 again, with the contacts free that close gaps on its bodies;
/// 6. 4 again, holding contacts that slip under load, one after the other: with pivots as long as
///    any is left, on the ladder twice.
///
/// If the impulses found by pivots are not unique, they are replaced by those nearest to the
/// remembered ones, or by those with the least sum of squares, if these are an answer too. The
/// ladder's impulses are close to those that it started from.
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
  bool remember(const ContactProblem& problem, std::span<const ContactGuess> guesses);
  void hold(const ContactProblem& problem);
  bool hold_by_roughness(const ContactProblem& problem);
  void solve_until_laws_fit(const ContactProblem& problem, Holding& holding);
  bool let_closing_slip(const ContactProblem& problem);
  void hold_what_slips(const ContactProblem& problem, std::size_t most, double alike);
  void share_load(const ContactProblem& problem);

  TangentLaw choose_law(const ContactProblem& problem, std::size_t c, bool is_loaded) const;
  void start_laws(const ContactProblem& problem, Holding& holding) const;
  bool revise_laws(const ContactProblem& problem, Holding& holding);
  bool release_worst(const ContactProblem& problem, Holding& holding) const;
  bool release_strained(const ContactProblem& problem, double strain, Holding& holding) const;

  bool solve_laws(const ContactProblem& problem, const std::vector<TangentLaw>& laws);
  bool climb_ladder(const ContactProblem& problem, const std::vector<TangentLaw>& laws);
  bool consider(const ContactProblem& problem, const std::vector<TangentLaw>& laws);
  bool is_slip_left() const;
  double best_slip_under_load(const ContactProblem& problem, std::size_t c) const;

  LinearLaw law_;
  LinearMethod method_;

  // State of one call.
  std::vector<char> let_slip_;        ///< contacts that are not held, loaded or not
  std::vector<char> loaded_;          ///< contacts that are active when pivoting starts
  std::vector<Vec3> remembered_;      ///< remembered impulses
  std::vector<Vec3> impulses_;        ///< found last
  std::vector<double> row_impulses_;  ///< likewise, of rows
  ContactSolution candidate_;         ///< made from these
  ContactSolution best_;              ///< the candidate with the best score
  std::vector<TangentLaw> best_laws_;
  Holding first_;               ///< the laws that the method starts from
  Holding holding_;             ///< those being revised
  std::vector<char> slipping_;  ///< bodies at which a loaded contact slips
  std::vector<char> tried_;     ///< contacts that were held again
  double holding_end_ = 0;      ///< effort, multiplications, after which holding ends
  Rung rung_ = Rung::free;      ///< the rung being tried
  ContactStatistics statistics_;
  Effort* effort_ = nullptr;

  // Workspaces.
  NormalSolver solver_;
  IslandProblem island_;
  SparseIslandSystem system_;
  IslandLadder ladder_;
  Rows start_;  ///< start of the ladder
  CanonicalImpulses canonical_;
  std::vector<OpenImpulse> open_;
};

}  // namespace stiction
