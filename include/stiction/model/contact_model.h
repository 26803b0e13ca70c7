#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/contact/contact_residual.h>
#include <stiction/lcp/lcp.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

enum class FacetAlignment {
  slip,   ///< facets are turned until one lies along the friction impulse
  world,  ///< facets stay where the tangent basis puts them
};

struct ContactModelOptions {
  std::string model = "coulomb";
  std::string solver = "reduced-lemke";
  int directions = 8;  ///< even, >= 4
  FacetAlignment alignment = FacetAlignment::slip;
};

/// A complementarity problem as it was posed, with its answer.
struct PosedProblem {
  Lcp lcp;
  Eigen::VectorXd z;
  ContactProblem contact_problem;  ///< behind it; without contacts if there is none
  std::size_t island = 0;          ///< place of its island in the step
  bool solved = true;              ///< whether z is an answer, or only the best that was met
};

/// A contact law: poses a complementarity problem for an island and has it solved. One object
/// serves one thread; it keeps its workspace from call to call, which never changes an answer.
class ContactModel {
 public:
  virtual ~ContactModel() = default;

  virtual std::string_view name() const = 0;
  virtual std::string_view solver_name() const = 0;

  /// Solves `problem` into `solution`. `guesses` has one entry per contact, or none. The status is
  /// `solved` only if `judge` puts the answer below 1e-6.
  virtual void solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
                     ContactSolution& solution) = 0;

  /// The independent residual of this law.
  virtual ContactResidual judge(const ContactProblem& problem,
                                const ContactSolution& solution) const = 0;

  /// The complementarity problem behind `solution` (its facet angles), for dumping and replay.
  virtual PosedProblem pose(const ContactProblem& problem,
                            const ContactSolution& solution) const = 0;

  virtual std::unique_ptr<ContactModel> clone() const = 0;
};

/// The names that `make_contact_model` accepts.
std::vector<std::string> contact_model_names();
/// The solvers among which a model has the choice; empty for an unknown model.
std::vector<std::string> contact_solver_names(std::string_view model);

/// Throws std::invalid_argument for an unknown model or solver, or directions out of range.
std::unique_ptr<ContactModel> make_contact_model(const ContactModelOptions& options);

}  // namespace stiction
