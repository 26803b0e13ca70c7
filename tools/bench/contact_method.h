#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/contact/contact_residual.h>
#include <stiction/lcp/lcp.h>
#include <stiction/lcp/lemke.h>
#include <stiction/model/contact_columns.h>
#include <stiction/model/lloyd_lemke.h>
#include <stiction/model/pyramid.h>

#include <Eigen/Core>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::bench {

/// The stage reported by a method that does not call its own answer solved.
inline constexpr std::string_view kGaveUp = "gave-up";

/// The result of one solve.
struct MethodAnswer {
  bool claims_solved = false;
  std::vector<Vec3> impulses = {};  ///< (theta, f1, f2) in the contact frames, N s
  int pivots = 0;
  int kernel = 0;                    ///< largest order of a matrix that was factored, or 0
  std::string_view stage = kGaveUp;  ///< the rung of the method's ladder
};

/// A method that solves contact problems with the facets where the tangent basis puts them. The
/// problem is first posed in the method's own form, so that a clock around `solve` measures the
/// solve alone.
class ContactMethod {
 public:
  virtual ~ContactMethod() = default;

  virtual std::string_view name() const = 0;
  virtual void pose(const ContactProblem& problem, int directions) = 0;
  virtual void solve() = 0;
  /// The answer of the last solve.
  virtual MethodAnswer answer() const = 0;
  /// False for problems that would take it too long.
  virtual bool takes(const ContactProblem&) const { return true; }
  /// Whether it solves on the round cone.
  virtual bool has_round_cone() const { return false; }
};

/// Lloyd's eq. 8 as a dense LCP, in natural units.
class PosedPyramid {
 public:
  void pose(const ContactProblem& problem, int directions);
  /// Impulses from an answer z of `lcp`, N s.
  void get_impulses(const Eigen::VectorXd& z, std::vector<Vec3>& impulses) const;

  Lcp lcp;
  std::vector<int> covering_groups;

 private:
  std::optional<PyramidLayout> layout_;
  PyramidUnits units_;
  std::vector<double> facet_angles_;
};

/// Lemke's algorithm on the dense matrix of Lloyd's eq. 8.
class StandardMethod final : public ContactMethod {
 public:
  std::string_view name() const override;
  void pose(const ContactProblem& problem, int directions) override;
  void solve() override;
  MethodAnswer answer() const override;

 private:
  PosedPyramid posed_;
  LemkeSolver solver_;
  double tolerance_ = 0;
  const LcpSolution* solution_ = nullptr;
};

/// Lloyd's two algorithms on the factors of that matrix.
class FactoredMethod final : public ContactMethod {
 public:
  explicit FactoredMethod(LloydMethod method) : method_(method) {}

  std::string_view name() const override;
  void pose(const ContactProblem& problem, int directions) override;
  void solve() override;
  MethodAnswer answer() const override;

  /// Further solves start from this basis; nullopt: cold.
  void start_from(std::optional<LloydBasis> basis) { start_ = std::move(basis); }
  const LloydSolution& solution() const { return *solution_; }

 private:
  LloydMethod method_;
  LloydLemke solver_;
  ContactColumns columns_;
  std::optional<LloydBasis> start_;
  const LloydSolution* solution_ = nullptr;
};

/// The impulses, with the velocities that they cause.
ContactSolution make_contact_solution(const ContactProblem& problem,
                                      const std::vector<Vec3>& impulses);

/// The residual of the last answer, on the round cone for methods that solve on it, else on the
/// pyramid.
double judge_answer(const ContactProblem& problem, int directions, const ContactMethod& method,
                    const MethodAnswer& answer);

}  // namespace stiction::bench
