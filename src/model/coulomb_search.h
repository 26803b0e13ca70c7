#pragma once

#include <stiction/contact/velocity_round_off.h>
#include <stiction/model/contact_model.h>
#include <stiction/model/lloyd_lemke.h>

#include <span>
#include <vector>

#include "canonical_impulses.h"
#include "shared_effort_model.h"

namespace stiction {

/// The impulses that a method found, and the facets behind them.
struct FacetAnswer {
  std::vector<Vec3> impulses;        ///< N s
  std::vector<double> row_impulses;  ///< of the rows beyond contacts
  std::vector<double> angles;        ///< of the pyramids' first facets, rad
  LloydBasis basis;                  ///< behind the impulses, if `has_basis`
  bool has_basis = false;            ///< they come from a pivoting solver or from the memory
};

/// The start of Lloyd's solver at a contact, remembered from step to step. Measured with bases that
/// fit only the states instead: a stack of ten boxes under `structural-lemke` takes 41 pivots per
/// step instead of 0.7, and card houses need half as many factorisations again.
struct FacetStart {
  double angle = 0;  ///< of the first facet, from t1 towards t2, rad
  ContactBasis basis;
};

/// The search for an answer to one problem under Coulomb's law, on the cone, the pyramid or the
/// box. It keeps the best answer so far by the model's judge, the rung that delivered it, the
/// costs, and the parts of the effort that each method may spend.
///
/// A method begins with `enter`, writes its result into `found`, and has it judged by `consider`,
/// which makes a candidate of it. `found` is also the start of the next method. The methods that
/// need no solver are here: free motion, the remembered impulses, and sweeps.
class CoulombSearch {
 public:
  FacetAnswer found;  ///< by the last method; at first no impulses, and facets along the first
                      ///< tangents

  /// Starts on a new problem. The arguments must outlive the search.
  void reset(const ContactProblem& problem, std::span<const ContactGuess> guesses,
             const SharedEffortModel& model, const ContactModelOptions& options, Effort& effort);

  const ContactProblem& problem() const { return *problem_; }
  const ContactModelOptions& options() const { return *options_; }
  ContactStatistics& statistics() { return statistics_; }  ///< of all methods so far
  /// Counts work given in units of effort, each about one factorisation of the island.
  void count_factorisations(double units);
  const ContactSolution& best() const { return best_; }
  /// The answer that was judged last.
  const ContactSolution& candidate() const { return is_candidate_best_ ? best_ : candidate_; }
  double best_score() const { return best_score_; }
  bool is_best_warm() const { return is_best_warm_; }  ///< it came from remembered impulses
  bool is_solved() const;

  /// Begins a method; false if the options leave it out.
  bool enter(Rung rung, bool is_warm);
  /// The same for a method that has already checked whether it is left out.
  void attribute(Rung rung, bool is_warm);
  /// The current method makes no use of remembered impulses after all.
  void leave_memory() { is_warm_ = false; }
  bool is_warm() const { return is_warm_; }  ///< the current method starts from remembered impulses
  /// Makes a candidate of `found` and has it judged, with the facets as they were posed or, if they
  /// may turn and `align` is set, along its friction. Returns true if no better answer is needed.
  /// Costs a pass over the contacts.
  bool consider(bool align);
  /// Discards the best answer so far.
  void forget_best();

  /// True if the speed of a body, including its spin times the radius of gyration, exceeds
  /// round-off.
  bool moves(const ContactSolution& answer) const;
  /// Like `consider`, but the candidate becomes the best if it is an answer in which nothing moves.
  void consider_rest();

  /// Tries no impulse at all.
  bool accept_free();
  /// Tries the remembered impulses as they are.
  bool accept_remembered();
  /// Sets `found` to the remembered impulses, including those of rows, with none at new contacts,
  /// and to the remembered bases. Returns false if nothing is remembered.
  bool remember();
  /// The same without row impulses, if the remembered ones have a round-off above `attainable`;
  /// else returns false. Redundant rows may strain against each other with any force and keep it
  /// from step to step: 1e5 times the force needed was met, picked up where the rows were almost
  /// redundant.
  bool remember_without_strain(double attainable);
  /// Turns the facets to where they were in the previous step, those of new contacts against the
  /// free slip.
  void start_facets();
  /// Replaces the best impulses by those nearest to the remembered ones, or by the least, if they
  /// are as good an answer.
  void share_load();
  /// Spends the remaining effort on sweeps, for an approximate answer to go on with.
  void settle();

  /// Limits a method to the rest of the share of all methods that have the ladder as their
  /// fallback.
  Effort& share_effort();
  bool has_effort_left() { return share_effort().left() > 0; }
  /// Allows all effort but the reserve for the final sweeps.
  Effort& whole_effort();

  /// The residual that round-off alone may leave in an answer.
  double calc_round_off(const ContactSolution& answer) {
    return calc_round_off(answer.impulses, answer.row_impulses);
  }
  /// The least residual that a search can reach despite round-off: a tenth of that bound, as
  /// measured under 1e6 and 1e8 times a body's own weight. At most `kMostRoundOffOfAnswers`.
  double calc_attainable(const ContactSolution& answer);
  /// True if round-off keeps every search from finding an answer near this one: its impulses are
  /// 1e12 times larger than needed, as after a motor pressed against its own limit until now.
  bool is_lost_in_round_off(const ContactSolution& answer);

  /// The impulses to start the next step from, if they differ from the answer.
  std::vector<Vec3>& next_guess() { return best_.next_guess; }
  /// Ends the search and moves out the best answer, with its status, the cost of the search, and
  /// the rung that delivered it.
  void get_answer(ContactSolution& solution);

 private:
  void keep_candidate();
  double calc_round_off(std::span<const Vec3> impulses, std::span<const double> row_impulses);

  const ContactProblem* problem_ = nullptr;
  std::span<const ContactGuess> guesses_;
  const SharedEffortModel* model_ = nullptr;
  const ContactModelOptions* options_ = nullptr;
  Effort* effort_ = nullptr;
  double first_effort_ = 0;  ///< left when the search began, multiplications
  double spent_before_ = 0;  ///< spent when the search began, multiplications
  double reserve_ = 0;       ///< for `settle`, multiplications

  Rung rung_ = Rung::free;          ///< the current method
  bool is_warm_ = false;            ///< it starts from remembered impulses
  ContactSolution candidate_;       ///< made from `found`
  std::vector<FacetStart> facets_;  ///< the start for the next step that goes with it
  ContactSolution best_;            ///< the candidate with the best score
  std::vector<FacetStart> best_facets_;
  bool is_candidate_best_ = false;  ///< the best was judged last; `candidate_` is then unused
  double best_score_ = 0;
  bool is_best_warm_ = false;
  ContactStatistics statistics_;

  // Workspaces.
  std::vector<Vec3> remembered_;
  CanonicalImpulses canonical_;
  std::vector<VelocityRoundOff> round_off_;
};

}  // namespace stiction
