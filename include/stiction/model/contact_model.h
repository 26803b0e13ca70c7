#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/contact/contact_residual.h>
#include <stiction/lcp/lcp.h>
#include <stiction/model/effort.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stiction {

enum class FacetAlignment {
  slip,   ///< a facet lies along the friction impulse: Coulomb's law on the true cone
  world,  ///< facets stay where the tangent basis puts them
};

/// Enough for nearly every method to be tried once. Measured on the first step of a wall of 200
/// bricks that is hit: the residual ends at 1.7e-7 with 2000, at 1.9e-9 with 3000, and no lower
/// with 6000.
inline constexpr double kDefaultEffort = 3000;

struct ContactModelOptions {
  std::string model = "coulomb";
  std::string solver = "";  ///< one of the model's solvers; empty: the model's default
  int directions = 8;       ///< of the Coulomb model; even, 4 to 64
  FacetAlignment alignment = FacetAlignment::slip;  ///< of the Coulomb model
  /// Limit on the cost of a solve, in the units of `Effort`, > 0. A solve that reaches it ends with
  /// its best answer so far. A world sets it to its `WorldOptions::effort`.
  double effort = kDefaultEffort;
  /// Ends the solve, as at its limit, once it returns true. A world sets it to its
  /// `WorldOptions::should_stop`.
  std::function<bool()> should_stop = {};
  std::vector<Rung> without = {};  ///< for tests: rungs to leave out
  bool is_solver_named = false;    ///< set by `ContactModelCatalogue::make`: `solver` was not empty

  /// The effort that one solve of the problem may spend.
  Effort make_effort(const ContactProblem& problem) const {
    return Effort(std::min(effort, problem.most_effort), calc_effort_unit(problem), &should_stop);
  }
  bool has(Rung rung) const { return std::ranges::find(without, rung) == without.end(); }
};

/// The most contacts for which a step keeps the complementarity problem; with more it keeps the
/// contact problem only. The matrix is dense: with 8 directions, those of 300 contacts take 72 MB.
inline constexpr std::size_t kMostPosedContacts = 300;

/// A complementarity problem as it was posed, with its answer.
struct PosedProblem {
  /// Has no rows if there are more than `kMostPosedContacts` contacts, or if the step went on with
  /// its best answer and problems are not kept. `z` is then empty, too.
  std::variant<Lcp, BoxLcp> lcp;
  Eigen::VectorXd z;
  ContactProblem contact_problem;  ///< the contact problem behind it; without contacts if there is
                                   ///< none
  /// Where the failed search for an answer started; empty if an answer was found.
  std::vector<ContactGuess> guesses;
  std::size_t island = 0;  ///< index of its island in the step
  bool solved = true;      ///< whether z is an answer, or only the best one found
};

/// A contact law: poses a complementarity problem for an island and has it solved. One object
/// serves one thread. It keeps its workspace from call to call, which never changes an answer.
class ContactModel {
 public:
  virtual ~ContactModel() = default;

  virtual std::string_view name() const = 0;
  virtual std::string_view solver_name() const = 0;

  /// True if friction has a bound mu theta, so that contacts can report how close to it they are
  /// (`Contact::friction_use`, `Contact::analysis`).
  virtual bool has_friction_bound() const { return false; }

  /// True if the law is Coulomb's on the true cone, judged by `calc_cone_residual`.
  virtual bool has_true_cone() const { return false; }

  /// True if the viscosity of contacts damps their slip over `ContactProblem::time_step` and the
  /// model integrates this itself: a step with such contacts is not split into impulses at its
  /// start and at its end.
  virtual bool damps_slip() const { return false; }

  /// Solves `problem` into `solution`. `guesses` has one entry per contact, or is empty. The status
  /// is `solved` only if `judge` gives the answer a residual below 1e-6. The models of this library
  /// also solve problems with rows beyond contacts.
  virtual void solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
                     ContactSolution& solution) = 0;

  /// The independent residual of this law.
  virtual ContactResidual judge(const ContactProblem& problem,
                                const ContactSolution& solution) const = 0;

  /// The complementarity problem of the contacts behind `solution`, with its row impulses taken as
  /// given; for dumping and replay.
  virtual PosedProblem pose(const ContactProblem& problem,
                            const ContactSolution& solution) const = 0;

  virtual std::unique_ptr<ContactModel> clone() const = 0;
};

/// A model that is available by name.
struct ContactModelEntry {
  std::string name;
  std::vector<std::string> solvers;  ///< the model's solvers, its default first; not empty
  /// Makes the model; `options.solver` is one of `solvers`.
  std::function<std::unique_ptr<ContactModel>(const ContactModelOptions& options)> make;
};

/// The contact models that worlds and scenes may name. A value type: a model added to a copy is
/// known only to that copy and to the worlds and scenes made with it.
class ContactModelCatalogue {
 public:
  /// The models of this library: "coulomb", "no-slip", "viscous", "box-friction", "viscous-rk4",
  /// "frictionless".
  ContactModelCatalogue();

  /// Adds a model. Throws std::invalid_argument if the name is empty or taken, or if solvers or a
  /// way to make the model are missing.
  void add(ContactModelEntry entry);

  /// The models' names in the order in which they were added, those of the library first.
  std::vector<std::string> names() const;
  /// The solvers of a model, its default first; empty for an unknown model.
  std::vector<std::string> solvers(std::string_view model) const;
  /// Makes a model. Throws std::invalid_argument for unknown names, for options out of range, or if
  /// the entry returns null.
  std::unique_ptr<ContactModel> make(const ContactModelOptions& options) const;

 private:
  const ContactModelEntry* find(std::string_view model) const;

  std::vector<ContactModelEntry> entries_;
};

/// `ContactModelCatalogue().make(options)`: a model of this library.
std::unique_ptr<ContactModel> make_contact_model(const ContactModelOptions& options);

[[gnu::used]] inline constexpr auto kContactModelLayouts =
    abi::layouts_of<ContactModelOptions, PosedProblem, ContactModelEntry, ContactModelCatalogue>();

}  // namespace stiction
