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
  slip,   ///< one lies along the friction impulse: Coulomb's law on the true cone
  world,  ///< facets stay where the tangent basis puts them
};

/// Lets nearly every way to an answer be tried once. The first step of a wall of 200 bricks that is
/// hit ends at a residual of 1.7e-7 with 2000, of 1.9e-9 with 3000, and no lower with 6000.
inline constexpr double kDefaultEffort = 3000;

struct ContactModelOptions {
  std::string model = "coulomb";
  std::string solver = "";  ///< of those that the model has; empty: its own choice, the first
  int directions = 8;       ///< of the Coulomb model; even, 4 to 64
  FacetAlignment alignment = FacetAlignment::slip;  ///< of the Coulomb model
  /// What a solve may cost, in the units of `Effort`, > 0; it ends with the best answer that was
  /// met. A world sets it to its `WorldOptions::effort`.
  double effort = kDefaultEffort;
  /// If it returns true the solve ends as at its limit. A world sets it to its
  /// `WorldOptions::should_stop`.
  std::function<bool()> should_stop = {};
  std::vector<Rung> without = {};  ///< for tests: ways to an answer that are left out
  bool is_solver_named = false;    ///< set by `ContactModelCatalogue::make`: `solver` was not empty

  /// Of a solve of the problem.
  Effort make_effort(const ContactProblem& problem) const {
    return Effort(std::min(effort, problem.most_effort), calc_effort_unit(problem), &should_stop);
  }
  bool has(Rung rung) const { return std::ranges::find(without, rung) == without.end(); }
};

/// Of more contacts a step keeps no complementarity problem, only the contact problem: its matrix
/// is dense, and with 8 directions those of 300 contacts take 72 MB.
inline constexpr std::size_t kMostPosedContacts = 300;

/// A complementarity problem as it was posed, with its answer.
struct PosedProblem {
  /// Without rows if there are more than `kMostPosedContacts` contacts, or the step went on with
  /// its best answer and problems are not kept; then so is `z`.
  std::variant<Lcp, BoxLcp> lcp;
  Eigen::VectorXd z;
  ContactProblem contact_problem;  ///< behind it; without contacts if there is none
  /// What the search for an answer that was not found started from; empty where there is one.
  std::vector<ContactGuess> guesses;
  std::size_t island = 0;  ///< place of its island in the step
  bool solved = true;      ///< whether z is an answer, or only the best that was met
};

/// A contact law: poses a complementarity problem for an island and has it solved. One object
/// serves one thread; it keeps its workspace from call to call, which never changes an answer.
class ContactModel {
 public:
  virtual ~ContactModel() = default;

  virtual std::string_view name() const = 0;
  virtual std::string_view solver_name() const = 0;

  /// Whether friction has a bound mu theta, so that contacts can be told how near they are to it
  /// (`Contact::friction_use`, `Contact::analysis`).
  virtual bool has_friction_bound() const { return false; }

  /// Whether its law is Coulomb's on the true cone, and its judge `calc_cone_residual`.
  virtual bool has_true_cone() const { return false; }

  /// Whether viscosity of contacts damps their slip over `ContactProblem::time_step`, which its
  /// method integrates by itself: with such contacts a step is not halved into impulses at its
  /// start and its end.
  virtual bool damps_slip() const { return false; }

  /// Solves `problem` into `solution`. `guesses` has one entry per contact, or none. The status is
  /// `solved` only if `judge` puts the answer below 1e-6. The models of this library solve problems
  /// with rows beyond contacts.
  virtual void solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
                     ContactSolution& solution) = 0;

  /// The independent residual of this law.
  virtual ContactResidual judge(const ContactProblem& problem,
                                const ContactSolution& solution) const = 0;

  /// The complementarity problem of the contacts behind `solution`, its row impulses taken as
  /// given, for dumping and replay.
  virtual PosedProblem pose(const ContactProblem& problem,
                            const ContactSolution& solution) const = 0;

  virtual std::unique_ptr<ContactModel> clone() const = 0;
};

/// A model as it is offered by name.
struct ContactModelEntry {
  std::string name;
  std::vector<std::string> solvers;  ///< that it can use, its default first; not empty
  /// Makes it; `options.solver` is one of `solvers`.
  std::function<std::unique_ptr<ContactModel>(const ContactModelOptions& options)> make;
};

/// The contact models that worlds and scenes may name. A value: what is added to a copy is known to
/// that copy, and to the worlds and scenes that are made with it, alone.
class ContactModelCatalogue {
 public:
  /// The models of this library: "coulomb", "no-slip", "viscous", "box-friction", "viscous-rk4",
  /// "frictionless".
  ContactModelCatalogue();

  /// Adds a model. Throws std::invalid_argument for a name that is empty or taken, without solvers
  /// or without a way to make it.
  void add(ContactModelEntry entry);

  /// In the order in which they were added, those of the library first.
  std::vector<std::string> names() const;
  /// The solvers of a model, its own choice first; empty for an unknown model.
  std::vector<std::string> solvers(std::string_view model) const;
  /// Throws std::invalid_argument for what is unknown or out of range, or if the entry makes none.
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
