#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/lemke.h>
#include <stiction/lcp/row_space.h>
#include <stiction/model/effort.h>

#include <Eigen/Core>

#include <array>
#include <vector>

#include "infinity.h"

namespace stiction {

/// One condition on the motion dv of an island: row . dv + free is the relative velocity that it is
/// about. The row is sparse: at most four segments of 6 entries, one a body, and one entry of its
/// own (the compliance of a damper).
struct ConstraintRow {
  struct Segment {
    int first = -1;  ///< entry; -1: none, nor are there others behind
    Eigen::Matrix<double, 6, 1> part;
  };
  std::array<Segment, 4> segments;
  int own = -1;              ///< entry of dv that no other row has; -1: none
  double own_part = 0;       ///< what the row has there
  double free = 0;           ///< relative velocity without any impulse
  double lower = 0;          ///< least impulse, and
  double upper = kInfinity;  ///< largest one, of a row with bounds

  void add_segment(int first, const Eigen::Matrix<double, 6, 1>& part);
  /// All of it: segments, the entry of its own, and `free`; bounds are multiplied. > 0.
  void divide(double divisor);
  double squared_length() const;
  double dot(const Eigen::VectorXd& motion) const;
  void write(Eigen::VectorXd& row) const;  ///< as a dense row of the size that it has
};

/// Gauss's principle of least constraint with unilateral conditions: the dv of least norm with
///
///     B dv + b_free = 0,      N dv + n_free >= 0.
///
/// In mass-weighted velocities this is Drumwright's mixed problem (eqs 4-7) for any model whose
/// conditions besides the normal ones are linear: B holds the rows that are to stand still (J, S
/// and T of eq. 47) or, with an entry of their own, those that are damped; dv = B^T y + N^T z, z >=
/// 0 orthogonal to N dv + n_free. Rows of N may have other bounds, l <= z <= u: then N dv + n_free
/// is >= 0 where z = l, <= 0 where z = u, and 0 between. dv is unique; z is where the active rows
/// are independent.
struct LeastConstraintProblem {
  int dimension = 0;
  std::vector<ConstraintRow> bilateral;
  std::vector<ConstraintRow> bounded;
};

struct LeastConstraintSolution {
  bool solved = false;  ///< by the method's own account; the caller has it judged
  Eigen::VectorXd y;    ///< one a bilateral row; 0 for rows that depend on others
  Eigen::VectorXd z;    ///< one a row with bounds, within them
  int pivots = 0;       ///< rows that came or went
};

/// The state that the methods share: which rows are active, all of them independent. The bilateral
/// ones are found first (FIND-INDICES, Drumwright's Algorithm 2) and stay. The impulses of rows
/// with bounds that are not active are held, at first at zero.
class ActiveRows {
 public:
  /// `problem` and `effort` must stay alive. False if the rows cost more than is left.
  bool start(const LeastConstraintProblem& problem, Effort& effort);
  /// Makes rows active that have zero between their bounds, and holds all others at the bound next
  /// to it. False if that costs more than is left.
  bool settle();
  /// Books a pivot of one of the methods below: a row that comes or goes, and a look at all others.
  bool spend_pivot();

  /// False if the row depends on the active ones; then it is not made active.
  bool activate(int row);
  /// The row at a place among the active ones with bounds, whose impulse is held from now on.
  void deactivate(int place, double impulse);
  /// Holds the impulse of a row that is not active.
  void hold(int row, double impulse);
  int size() const { return static_cast<int>(active_.size()); }
  int row(int place) const { return active_[place]; }
  bool is_active(int row) const { return is_active_[row]; }

  /// N dv + n_free of a row.
  double speed(int row) const;
  /// By how much the speed of a row held at a bound is on the wrong side; < 0 if it is not.
  double violation(int row) const;
  /// z of the active rows with bounds, by place.
  void calc_impulses(Eigen::VectorXd& z) const;
  /// By how much z at a place is beyond a bound, < 0 if it is not, and which is the nearest one.
  double excess(int place, double z) const;
  double bound_near(int place, double z) const;
  /// How a row leans on the active ones: row = sum of coefficients (of active rows with bounds, by
  /// place) + bilateral rows + rest. Returns |rest|^2, 0 if it depends on them.
  double lean(int row, Eigen::VectorXd& coefficients);
  /// What ends first as the impulse of a row that is held at a bound goes towards the other one.
  struct End {
    double way = kInfinity;  ///< from its bound
    int place = -1;          ///< of the active row that gets to a bound; -1: the row itself does
    double bound = 0;        ///< that is met
  };
  /// `z` and `coefficients` as they are with the row at its bound. Infinitely far if nothing ends.
  End find_end(int row, const Eigen::VectorXd& z, const Eigen::VectorXd& coefficients) const;
  void get_solution(LeastConstraintSolution& solution) const;
  /// The part of a row that the bilateral ones leave free; none may be active.
  void calc_free_part(int row, Eigen::VectorXd& part);

  const LeastConstraintProblem& problem() const { return *problem_; }
  int num_independent() const { return static_cast<int>(bilateral_.size()); }

 private:
  const LeastConstraintProblem* problem_ = nullptr;
  Effort* effort_ = nullptr;
  RowSpace space_;
  std::vector<int> bilateral_;  // those that are independent, in their places
  std::vector<int> active_;
  std::vector<char> is_active_;
  std::vector<double> held_;  // impulses; 0 of active rows
  Eigen::VectorXd given_;     // dv by the impulses that are held
  Eigen::VectorXd motion_;    // dv
  mutable Eigen::VectorXd dense_, multipliers_, rest_;
};

/// A row is violated if N dv + n_free is on the wrong side of zero by more than this, an impulse if
/// z is beyond a bound by more. In the units of the problem, whose rows are of length 1 and whose
/// velocities are of size 1.
inline constexpr double kConstraintTolerance = 1e-13;

/// Drumwright's modified principal pivoting (Algorithm 1): the row with the most negative speed
/// comes in, the one with the most negative impulse goes; N M^-1 N^T is never formed. O(m^2 + n m)
/// a pivot with m independent coordinates and n rows.
///
/// Departs from the paper: of rows with other bounds the one whose speed is most on the wrong side
/// comes in, the one that is farthest beyond a bound goes there; a row that depends on the active
/// ones takes the place of the active row that would come to a bound first; where pivots bring
/// nothing new for a while, indices are chosen by Murty's least-index rule, and their number is
/// limited, since the paper's rule can cycle.
///
/// Starts from the rows that are active.
void solve_by_principal_pivoting(ActiveRows& rows, LeastConstraintSolution& solution);

/// The dual active-set method of Goldfarb and Idnani 1983 for the strictly convex quadratic program
/// that the problem is, with upper bounds of the multipliers, too. Finite: each row that comes in
/// raises the dual function. Starts from the rows that are active, less those beyond a bound. Not
/// solved where no motion meets all conditions.
void solve_by_active_set(ActiveRows& rows, LeastConstraintSolution& solution);

/// Condenses the problem to the LCP of its rows with bounds (Drumwright, eqs 9-10), which is
/// symmetric positive semidefinite. O(n m^2 + n^2 m). No row may be active or held. False if that
/// is more effort than is left.
bool condense(ActiveRows& rows, Effort& effort, BoxLcp& lcp);

/// Lemke's method on the condensed problem.
void solve_by_lemke(ActiveRows& rows, LemkeSolver& lemke, Effort& effort,
                    LeastConstraintSolution& solution);

}  // namespace stiction
