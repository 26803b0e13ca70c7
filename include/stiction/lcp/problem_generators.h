#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>

#include <Eigen/Core>
#include <cstdint>

/// Random complementarity problems for tests and comparisons of solvers.
///
/// Equal arguments give equal bits on all platforms with IEEE 754 doubles: the numbers come from
/// the bits of a Mersenne twister, through sums, products, quotients and square roots only, in an
/// order that does not depend on the vector width of the processor. The one exception is described
/// at `ContactLcpOptions::directions`. Different seeds give unrelated problems. Options out of
/// range throw std::invalid_argument, naming the option, what is accepted and what was given.
namespace stiction {

/// A problem and an answer to it; only rounding errors of q keep `lcp_residual` from zero. It is
/// the only answer if M is a P matrix.
template <typename Problem>
struct KnownAnswer {
  Problem problem;
  Eigen::VectorXd z;
};

// Matrices.

/// Q diag(eigenvalues) Q^T with a random orthogonal Q, a product of n - 1 reflections of random
/// directions; exactly symmetric. The eigenvalues are finite. O(n^3). Source: Stewart, The
/// efficient generation of random orthogonal matrices, SIAM Journal on Numerical Analysis 17
/// (1980).
RowMajorMatrix make_symmetric_matrix(const Eigen::VectorXd& eigenvalues, std::uint64_t seed);

/// Options of `make_semidefinite_matrix` and `make_p_matrix`.
struct RandomMatrixOptions {
  Eigen::Index size = 100;  ///< n >= 0
  /// Largest over smallest eigenvalue of the symmetric part, not counting zeros. The largest is 1,
  /// both occur (from two on), and the logarithms of the others are uniform between them. >= 1.
  double condition = 1e4;
  /// Share of eigenvalues that are zero, round(zero_share n) of them. In [0, 1].
  double zero_share = 0;
  /// Entries of the skew-symmetric part are uniform in -skewness..skewness. >= 0.
  double skewness = 0;
  /// For `make_p_matrix` only: rows and columns are multiplied by numbers between 1 / scaling and
  /// 1. >= 1.
  double scaling = 10;
};

/// S + K: S symmetric positive semidefinite with the spectrum of the options, definite where no
/// eigenvalue is zero, K skew-symmetric. z . M z >= 0 for all z. Erleben 2013, section 7, draws
/// dense ones with a growing share of zero eigenvalues. O(n^3).
RowMajorMatrix make_semidefinite_matrix(const RandomMatrixOptions& options, std::uint64_t seed);

/// A P matrix (all principal minors are positive) that need be neither symmetric nor positive
/// definite: D_1 (S + K) D_2 with S + K positive definite as above and positive diagonal D_1, D_2,
/// whose entries multiply each minor. `zero_share` must be 0. O(n^3).
RowMajorMatrix make_p_matrix(const RandomMatrixOptions& options, std::uint64_t seed);

// Problems for a given or a random dense matrix.

/// Shares of the kinds of rows in the answer of `make_known_lcp`; the remaining rows have
/// z_i = 0 < w_i.
struct AnswerShares {
  double basic = 0.5;     ///< z_i > 0 = w_i
  double degenerate = 0;  ///< z_i = w_i = 0
};

/// q = w - M z for an answer whose rows are drawn independently in the given shares, their positive
/// numbers uniform in (0, 1]. The shares are >= 0 and add up to at most 1; M is square and finite.
KnownAnswer<Lcp> make_known_lcp(const RowMajorMatrix& M, const AnswerShares& shares,
                                std::uint64_t seed);

/// The random problems on which Lacoursiere 2003, section 7, compares solvers, after Alefeld, Chen
/// and Potra, Numerical validation of solutions of linear complementarity problems, Numerische
/// Mathematik 83 (1999): M symmetric positive definite of a prescribed spectrum, bounds around
/// zero, an answer with about a third of its rows each at the lower bound, between the bounds and
/// at the upper bound. The paper leaves open how bounds and answer are drawn. Here
///
///     l_i = -s U(0.05, 1),   u_i = s U(0.05, 1),   |w_i| = s U(0, 1] at a bound,
///
/// z_i is uniform between the bounds if it is between them, and s is such that max |q| = `q_range`.
struct RandomBoxLcpOptions {
  Eigen::Index size = 100;  ///< >= 0
  double condition = 1e4;   ///< of M, whose largest eigenvalue is 1. >= 1.
  double q_range = 1e2;     ///< max |q_i|, up to rounding. > 0.
};
KnownAnswer<BoxLcp> make_random_box_lcp(const RandomBoxLcpOptions& options, std::uint64_t seed);

// Fluid problems.

/// Cells of a regular grid. A grid with one layer of cells in z is two-dimensional.
struct FluidGrid {
  Eigen::Index nx = 10;  ///< >= 1; 1e9 cells in all at most
  Eigen::Index ny = 10;  ///< >= 1
  Eigen::Index nz = 10;  ///< >= 1
};

/// The pressure problem of a fluid that may separate from its walls (Erleben 2013, section 4.2, eqs
/// 32-35). M is the negative Laplacian on the cells, in units where rho dx^2 / dt = 1, with the
/// stencil of 5 (2D) or 7 points (3D), and p = 0 around the grid, which makes it positive definite:
///
///     M_ii = 4 or 6,   M_ij = -1 for cells i and j with a common face.
///
/// Cell (x, y, z) is row x + nx (y + ny z). The paper does not specify how b, the divergence of an
/// invented velocity, is drawn. Here its entries are uniform in -1..1. With these, the methods of
/// the paper take about as many iterations on 1000 cells as in its table 2; with a b computed from
/// a random answer they do not. M is a symmetric positive definite M matrix. O(cells).
SparseLcp make_fluid_lcp(const FluidGrid& grid, std::uint64_t seed);

// Contact problems in the form of Erleben 2013, eq. 27: for n contacts with K friction directions
//
//     | B_nn   B_nt   0 |   | lambda_n |   | b_n |
//     | B_tn   B_tt   E | . | lambda_t | + | b_t |
//     | mu    -E^T    0 |   | beta     |   |  0  |
//
// with n + K n + n rows, the K rows of a contact consecutive.

/// Options of `make_printed_contact_lcp`.
struct PrintedContactOptions {
  Eigen::Index contacts = 30;   ///< n >= 0
  Eigen::Index directions = 4;  ///< K >= 1
  Eigen::Index bodies = 12;     ///< >= 1
  double friction = 0.5;        ///< mu of each contact. >= 0.
};

/// The problem of eq. 27 as the paper invents it for its tables, without bodies, masses or geometry
/// behind it. The paper states that B is symmetric positive semidefinite and extremely sparse, and
/// that there are 6 variables per contact (180 and 300); the rest is our choice. B = J J^T, where
/// each row of a contact's normal and K directions holds numbers uniform in -1..1 in the six
/// columns of each of two random bodies. q = w - M z for a random answer as in `make_known_lcp`, so
/// that the rows of beta, too, have a constant term, which no real contact has.
KnownAnswer<Lcp> make_printed_contact_lcp(const PrintedContactOptions& options,
                                          const AnswerShares& shares, std::uint64_t seed);

/// Options of the problems from real Jacobians.
struct ContactLcpOptions {
  Eigen::Index contacts = 30;  ///< n >= 0
  Eigen::Index bodies = 12;    ///< >= 1
  /// K, even and >= 4. The directions form a regular polygon; with more than 4 they depend on the
  /// last bits of the platform's sine and cosine.
  Eigen::Index directions = 4;
  double largest_friction = 0.8;  ///< mu is uniform up to this. >= 0.
  double mass_ratio = 10;         ///< masses are between 1 / mass_ratio and 1 kg. >= 1.
};

/// Boxes with sides of 0.4 to 1 m in a cloud above a floor. Each contact is between a body and an
/// earlier one, or the floor. Its normal points from centre to centre, or up; its point lies off
/// that line, so that several contacts of the same two bodies are redundant as on a face. B = J
/// M^-1 J^T and b = J v with the Jacobians and masses of these bodies and their free velocity v,
/// which is gravity plus a random velocity. M is copositive and has answers, which Lemke's method
/// finds (Stewart and Trinkle 1996; Lloyd 2004, Appendix B).
Lcp make_contact_lcp(const ContactLcpOptions& options, std::uint64_t seed);

/// The same contacts with box friction (Lacoursiere 2003, eqs 7-8): rows for the normal and the
/// first and second tangent of each contact, with normal impulses >= 0 and tangential ones within
/// mu times a random estimate of the normal impulse. M = J M^-1 J^T is symmetric positive
/// semidefinite and q = J v lies in its range, so there is an answer.
FactoredBoxLcp make_contact_box_lcp(const ContactLcpOptions& options, std::uint64_t seed);

}  // namespace stiction
