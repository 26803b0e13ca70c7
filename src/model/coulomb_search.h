#pragma once

#include <stiction/contact/velocity_round_off.h>
#include <stiction/model/contact_model.h>
#include <stiction/model/lloyd_lemke.h>

#include <span>
#include <vector>

#include "canonical_impulses.h"
#include "shared_effort_model.h"

namespace stiction {

/// The impulses that a way to an answer led to, and the facets behind them.
struct FacetAnswer {
  std::vector<Vec3> impulses;        ///< N s
  std::vector<double> row_impulses;  ///< of the rows beyond contacts
  std::vector<double> angles;        ///< of the pyramids' first facets, rad
  LloydBasis basis;                  ///< behind the impulses,
  bool has_basis = false;            ///< if they come from a pivoting solver, or from the memory
};

/// Where Lloyd's solver starts at a contact. It is remembered from step to step: without, with
/// bases that fit the states alone, a stack of ten boxes under `structural-lemke` took 41 pivots a
/// step in place of 0.7, and card houses half as many factorisations again.
struct FacetStart {
  double angle = 0;  ///< of the first facet, from t1 towards t2, rad
  ContactBasis basis;
};

/// The search for an answer to one problem under Coulomb's law, on the cone, the pyramid or the
/// box: the best answer so far by the model's judge, the rung it came by, its costs, and the parts
/// of the effort that the ways to an answer may spend.
///
/// A way is begun by `enter`, writes what it finds into `found`, whatever is there, and has that
/// judged by `consider`, which makes a candidate of it. `found` is also what the next way begins
/// with. The ways that need no solver are here: free motion, the remembered impulses, and sweeps.
class CoulombSearch {
 public:
  FacetAnswer found;  ///< last; at first no impulses, and facets along the first tangents

  /// For a new problem. The arguments must outlive the search.
  void reset(const ContactProblem& problem, std::span<const ContactGuess> guesses,
             const SharedEffortModel& model, const ContactModelOptions& options, Effort& effort);

  const ContactProblem& problem() const { return *problem_; }
  const ContactModelOptions& options() const { return *options_; }
  ContactStatistics& statistics() { return statistics_; }  ///< of all ways so far
  /// Work in units of effort, which are factorisations of the island, about.
  void count_factorisations(double units);
  const ContactSolution& best() const { return best_; }
  /// That was judged last.
  const ContactSolution& candidate() const { return is_candidate_best_ ? best_ : candidate_; }
  double best_score() const { return best_score_; }
  bool is_best_warm() const { return is_best_warm_; }  ///< it came from what is remembered
  bool is_solved() const;

  /// Begins to try a way to an answer; false if it is left out.
  bool enter(Rung rung, bool is_warm);
  /// The same of a way that asked itself whether it is left out.
  void attribute(Rung rung, bool is_warm);
  /// What is remembered was of no use to the way after all.
  void leave_memory() { is_warm_ = false; }
  bool is_warm() const { return is_warm_; }  ///< the way starts from what is remembered
  /// Makes a candidate of what was found and has it judged, with the facets as they were posed or,
  /// if they may turn, `align`ed with its friction. True if no better one is needed. A pass over
  /// the contacts.
  bool consider(bool align);
  /// Takes nothing that was judged so far for an answer.
  void forget_best();

  /// Whether a body's speed, with that of its spin at the radius of gyration, is more than
  /// round-off.
  bool moves(const ContactSolution& answer) const;
  /// Likewise, and takes it for the best if it is an answer in which nothing moves.
  void consider_rest();

  /// No impulse at all.
  bool accept_free();
  /// The remembered impulses as they are.
  bool accept_remembered();
  /// Makes the remembered impulses, of rows too, what was found, none at contacts that are new, and
  /// takes the remembered bases; false if none are remembered.
  bool remember();
  /// Likewise, but of rows none, if remembered ones have a round-off above `attainable`; false if
  /// they have not. Rows that follow from each other may hold each other with any force, and keep
  /// it from step to step: 1e5 times what is needed, taken up where they all but followed.
  bool remember_without_strain(double attainable);
  /// Turns the facets to where they were in the step before, those of new contacts against the free
  /// slip.
  void start_facets();
  /// Takes the impulses nearest to the remembered ones, or the least, instead of the best ones, if
  /// they are as good an answer.
  void share_load();
  /// What effort is left goes into sweeps, for an answer to go on with.
  void settle();

  /// Allows a way what all of them may still cost where the ladder stands behind them.
  Effort& share_effort();
  bool has_effort_left() { return share_effort().left() > 0; }
  /// Allows all but what is kept for the sweeps at the end.
  Effort& whole_effort();

  /// The residual that round-off alone may leave of an answer.
  double calc_round_off(const ContactSolution& answer) {
    return calc_round_off(answer.impulses, answer.row_impulses);
  }
  /// The residual below which round-off keeps a search from getting: a tenth of that bound, as
  /// measured under 1e6 and 1e8 times a body's own weight. At most `kMostRoundOffOfAnswers`.
  double calc_attainable(const ContactSolution& answer);
  /// Whether round-off keeps every search from an answer near this one: its impulses are 1e12 times
  /// those that are needed, as of a motor that pressed against its own limit until now.
  bool is_lost_in_round_off(const ContactSolution& answer);

  /// The impulses to start the next step from, if other than the answer.
  std::vector<Vec3>& next_guess() { return best_.next_guess; }
  /// The best answer, with its status, what the search cost, and which way led to it: the end of
  /// the search, which gives it away.
  void get_answer(ContactSolution& solution);

 private:
  void keep_candidate();
  double calc_round_off(std::span<const Vec3> impulses, std::span<const double> row_impulses);

  const ContactProblem* problem_ = nullptr;
  std::span<const ContactGuess> guesses_;
  const SharedEffortModel* model_ = nullptr;
  const ContactModelOptions* options_ = nullptr;
  Effort* effort_ = nullptr;
  double first_effort_ = 0;  ///< that was left when the search began, multiplications
  double spent_before_ = 0;  ///< when it began, likewise
  double reserve_ = 0;       ///< for `settle`, likewise

  Rung rung_ = Rung::free;          ///< the way that is tried,
  bool is_warm_ = false;            ///< from what is remembered
  ContactSolution candidate_;       ///< made of what was found
  std::vector<FacetStart> facets_;  ///< where the next step may start from it
  ContactSolution best_;            ///< the candidate that the judge likes most
  std::vector<FacetStart> best_facets_;
  bool is_candidate_best_ = false;  ///< nothing else was judged last; then `candidate_` is spare
  double best_score_ = 0;
  bool is_best_warm_ = false;
  ContactStatistics statistics_;

  // Workspaces.
  std::vector<Vec3> remembered_;
  CanonicalImpulses canonical_;
  std::vector<VelocityRoundOff> round_off_;
};

}  // namespace stiction
