#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/lcp/lcp_solvers.h>
#include <stiction/lcp/ppm.h>
#include <stiction/lcp/row_space.h>
#include <stiction/lcp/sparse_lcp.h>
#include <stiction/model/contact_model.h>
#include <stiction/model/effort.h>

#include <Eigen/Core>

#include <span>
#include <string>
#include <vector>

#include "island_problem.h"

namespace stiction {

/// Solves contact problems in which only the normal conditions are complementary: frictionless,
/// no-slip and viscous contacts (Drumwright, sections IV to VI). By Gauss's principle of least
/// constraint with unilateral conditions, this is one convex program: in mass-weighted velocities,
/// with M = G G^T and dv = G^T (v+ - v*), find the dv of least norm with
///
///     B dv + b = 0,      N dv + n >= 0.
///
/// B holds the rows that are to stand still (J, S and T of eq. 47). It also holds rows that yield,
/// each with its own entry of dv: soft rows beyond contacts, and dampers with compliance 1/(h c),
/// so that no viscosity is too large and an infinite one would hold. N holds the normals;
/// dv = B^T y + N^T z, with z >= 0 orthogonal to N dv + n. Rows beyond contacts may have other
/// bounds, l <= z <= u: then N dv + n is >= 0 if z = l, <= 0 if z = u, and 0 between. dv is unique;
/// z is unique if the loaded rows are independent.
///
/// The independent rows of B are found first (FIND-INDICES, Drumwright's Algorithm 2); the others
/// get no impulse. The rest is a problem for a solver of the toolbox, in one of two forms:
///
/// - condensed, in z alone (eqs 9-10): with the projection P onto the motions that B allows, and
///   the least motion dv_0 that B demands,
///
///       w = N P N^T z + n + N dv_0,     l <= z <= u,
///
///   which is symmetric positive semidefinite;
/// - in factors, in y and z, with a matrix that is never formed: O(rows) per pivot.
///
/// Costs O(m^2) per row, with m coordinates of dv, plus the solver's own time.
class NormalSolver {
 public:
  /// "ppm", "active-set" or "lemke". "active-set" is the dual active-set method of Goldfarb and
  /// Idnani 1983; in terms of z, Keller's. "ppm" uses the form in factors if there are many rows.
  explicit NormalSolver(std::string name);
  const std::string& name() const { return name_; }

  /// Finds the impulses of the contacts and rows. `laws`: one linear law per contact. `loaded`: one
  /// flag per contact, or empty; marks contacts that are likely to carry a normal impulse. If the
  /// effort runs out, returns what it has found by then.
  void solve(const ContactProblem& problem, std::span<const TangentLaw> laws,
             std::span<const char> loaded, std::vector<Vec3>& impulses,
             std::vector<double>& row_impulses, Effort& effort, ContactStatistics& statistics);

  /// The condensed LCP of the normal impulses, in m/s and N s, for a problem without rows beyond
  /// contacts.
  Lcp pose(const ContactProblem& problem, std::span<const TangentLaw> laws);

 private:
  /// A row of B or N.
  struct Row {
    int group = 0;
    int component = 0;
    double length = 1;            ///< the factor by which it was divided
    double free = 0;              ///< entry of b or n
    int own = -1;                 ///< its own entry of dv, if it yields; -1: none
    double own_part = 0;          ///< the row's coefficient there
    double lower = 0, upper = 0;  ///< bounds of y or z
  };

  void make_rows(const ContactProblem& problem, std::span<const TangentLaw> laws,
                 std::span<const char> loaded);
  void add_rows(const ContactProblem& problem, int group);
  template <class Visit>
  void for_segments(const Row& row, const Visit& visit) const;
  void write(const Row& row);
  double calc_speed(const Row& row) const;
  bool append(const Row& row, double value);
  double& impulse(const Row& row);
  void set_impulse(const Row& row, double multiplier);

  bool find_independent_rows(Effort& effort);
  void add_states(std::span<const char> loaded);
  void solve_in_factors(std::span<const char> loaded, Effort& effort,
                        ContactStatistics& statistics);
  void solve_condensed(std::span<const char> loaded, Effort& effort, ContactStatistics& statistics);
  bool condense(Effort& effort);
  void answer(const LcpSolution& solution, Effort& effort);

  std::string name_;
  IslandProblem island_;             ///< with G^-1 H in place of H
  std::vector<Mat6> roots_;          ///< G^-T of each body
  int dimension_ = 0;                ///< m
  double unit_ = 1;                  ///< unit of dv
  std::vector<Row> free_, bounded_;  ///< B and N
  RowSpace space_;                   ///< spanned by `basis_`
  std::vector<Row> basis_;           ///< independent rows of B; at the end also of N
  BoxLcp condensed_;
  Eigen::MatrixXd allowed_;  ///< P N^T
  FactoredBoxLcp factored_;
  std::vector<BoundState> states_;  ///< start of the solver
  std::vector<Vec3> impulses_;      ///< of the groups
  NamedLcpSolver solver_;
  PpmSolver factored_solver_;
  Eigen::VectorXd row_, given_, motion_, multipliers_;
};

}  // namespace stiction
