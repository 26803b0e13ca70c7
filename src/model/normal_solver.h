#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/lcp/lemke.h>
#include <stiction/model/contact_columns.h>
#include <stiction/model/effort.h>

#include <span>
#include <string>
#include <vector>

#include "island_problem.h"
#include "least_constraint.h"

namespace stiction {

/// Solves contact problems in which only the normal conditions are complementary: frictionless,
/// no-slip and viscous contacts (Drumwright, sections IV to VI). In mass-weighted velocities that
/// is Gauss's principle with unilateral conditions, one convex program (`LeastConstraintProblem`).
///
/// Dampers are rows with a compliance 1/(h c) of their own, so that no viscosity is too large, and
/// an infinite one would hold. Rows beyond contacts are rows of the same program: free ones are to
/// stand still (J of eq. 47), soft ones yield as dampers do, those with bounds are like contacts
/// without friction whose impulses have these bounds.
class NormalSolver {
 public:
  /// "ppm", "active-set" or "lemke".
  explicit NormalSolver(std::string name) : name_(std::move(name)) {}
  const std::string& name() const { return name_; }

  /// Finds the impulses of the contacts and rows, `laws` one a contact, linear ones. `loaded`, one
  /// a contact or none, are those that the pivots start from. Where the solver does not deliver,
  /// the impulses are what it ended with, or zero where the effort ended first.
  void solve(const ContactProblem& problem, std::span<const TangentLaw> laws,
             std::span<const char> loaded, std::vector<Vec3>& impulses,
             std::vector<double>& row_impulses, Effort& effort, ContactStatistics& statistics);

  /// The LCP of the normal impulses, in m/s and N s, all else eliminated (Drumwright, eqs 9-10). Of
  /// a problem without rows beyond contacts.
  Lcp pose(const ContactProblem& problem, std::span<const TangentLaw> laws);

 private:
  void make_rows(const ContactProblem& problem, std::span<const TangentLaw> laws,
                 std::span<const char> loaded);
  void add_rows_beyond_contacts(const ContactProblem& problem);
  ConstraintRow make_row(const ContactProblem& problem, const ContactProblem::Row& row) const;
  void add_tangent_rows(const ContactProblem& problem, TangentLaw law, int contact);
  ConstraintRow make_row(int contact, int component) const;
  void scale(ConstraintRow& row, double& length) const;
  bool start(std::span<const char> loaded, Effort& effort);
  void run(std::span<const char> loaded, Effort& effort);
  void get_impulses(std::vector<Vec3>& impulses, std::vector<double>& row_impulses) const;

  /// A contact's component, or a row beyond contacts.
  struct BilateralPlace {
    int contact = -1;
    int component = 0;
    int row = -1;
    double length = 0;
  };

  std::string name_;
  ContactColumns columns_;
  LeastConstraintProblem problem_;
  std::vector<BilateralPlace> places_;  ///< of the bilateral rows
  std::vector<int> bounded_;            ///< rows with bounds, behind those of contacts
  std::vector<double> lengths_;         ///< of the rows with bounds before they were scaled
  ActiveRows rows_;
  LeastConstraintSolution solution_;
  LemkeSolver lemke_;
};

}  // namespace stiction
