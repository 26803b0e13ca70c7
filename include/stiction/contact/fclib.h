#pragma once

#include <stiction/abi.h>

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

namespace stiction {

/// Thrown for a faulty file. `what()` reads "FILE: OBJECT: what was wrong and what is accepted"
/// with OBJECT the path inside the HDF5 file; OBJECT is left out if the fault concerns the file as
/// a whole.
class FclibError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A frictional contact problem as the Frictional Contact Library (FCLIB) poses it: find impulses r
/// and relative velocities u with, for each contact c,
///
///     r_c in K_c,   u_c + mu_c |u_T,c| N in the dual of K_c,   and the two orthogonal,
///     K_c = { (r_N, r_T) : |r_T| <= mu_c r_N },
///
/// in the local form   u = W r + q,
/// in the global form  M v = H r + f,  u = H^T v + w.
///
/// A contact has `dimension` rows, its normal first, then its tangents: m = dimension * contacts.
/// Units are the file's. Only the members of `form` are used; the others are neither read nor
/// written.
///
/// Source: Acary, Bremond, Koziara and Perignon, FCLIB: a collection of discrete 3D frictional
/// contact problems, Inria RT-444 (2014). Equality constraints (G and b; V, R and s) are left out.
struct FclibProblem {
  enum class Form { local, global };

  Form form = Form::local;
  int dimension = 3;  ///< 2 or 3

  Eigen::SparseMatrix<double> W;  ///< local: m x m
  Eigen::VectorXd q;              ///< local: m

  Eigen::SparseMatrix<double> M;  ///< global: n x n, regular
  Eigen::SparseMatrix<double> H;  ///< global: n x m
  Eigen::VectorXd f;              ///< global: n
  Eigen::VectorXd w;              ///< global: m

  Eigen::VectorXd mu;  ///< one friction coefficient for each contact, >= 0
  std::string title;
  std::string description;

  int num_contacts() const { return static_cast<int>(mu.size()); }
};

/// An answer to an FclibProblem; empty vectors are not written.
struct FclibSolution {
  Eigen::VectorXd r;  ///< impulses, m
  Eigen::VectorXd u;  ///< relative velocities, m
  Eigen::VectorXd v;  ///< global form: velocities, n
};

/// Throws std::invalid_argument, saying what was expected and what was given, unless the dimension
/// is 2 or 3, the sizes fit as above, every number is finite and no mu is negative.
void validate(const FclibProblem& problem);

/// The error of r: the natural residual
///
///     max_c |r_c - P_c(r_c - s (u_c + mu_c |u_T,c| N))| / (s max |q|)
///
/// with P_c the projection on K_c and s = 1 / mean diagonal of W; in global form W and q stand for
/// H^T M^-1 H and H^T M^-1 f + w. 0 where q is 0. Infinity where a number is not finite, M is
/// singular or the mean diagonal is not positive. It shares no code with any solver.
///
/// Throws std::invalid_argument if sizes do not fit. O(entries); in global form a sparse LU of M
/// and a solve with it for each of the m columns of H.
double calc_fclib_residual(const FclibProblem& problem, const Eigen::VectorXd& r);

/// The local form of a problem: W = H^T M^-1 H, every element of it stored, and q = H^T M^-1 f + w.
/// A problem in local form is returned as it is. 16 m^2 bytes.
///
/// Throws std::invalid_argument if `validate` does, or if M is singular to working precision.
FclibProblem make_local(const FclibProblem& problem);

/// True if FCLIB files can be read and written: the build has HDF5 support, and its shared library
/// can be loaded. The library is opened when this or one of the two functions below is first
/// called. Otherwise these two throw an FclibError with the reason. Threads as for `read_fclib`.
bool has_fclib_files();

/// Reads the problem from an HDF5 file in FCLIB's layout:
///
///     /fclib_local   spacedim, W/, vectors/{q, mu}, info/{title, description}
///     /fclib_global  spacedim, M/, H/, vectors/{f, w, mu}, info/{title, description}
///
/// where a matrix is a group of m (rows), n (columns), nzmax, nz, p, i and x: nz = -1 compressed
/// columns, nz = -2 compressed rows, nz >= 0 that many triplets with rows p and columns i. (Some
/// writers exchange p and i in triplets; if they fit in no other way, they are read so.) Repeated
/// elements are summed. `info` may be missing. Other objects, such as `solution` and `guesses`, are
/// ignored; equality constraints (G; V and R) are refused.
///
/// Integers and floating-point numbers may have any HDF5 width that fits 64 bits; data must be
/// stored in the file itself, contiguous or in chunks, with no filters but deflate, shuffle and
/// fletcher32. Memory is proportional to the file's data. May be called from several threads, as
/// long as nothing else in the program uses HDF5 meanwhile (unless the library is a thread-safe
/// build).
///
/// Throws FclibError for anything missing, damaged, of the wrong type or size, or rejected by
/// `validate`, and if `has_fclib_files()` is false.
FclibProblem read_fclib(const std::filesystem::path& path);

/// Writes the problem, matrices in compressed columns, and the answer, if given, to the group
/// /solution; an existing file is replaced. Every number reads back bit for bit, and the same
/// problem always gives the same bytes. Threads as for `read_fclib`.
///
/// Throws std::invalid_argument, before anything is written, when `validate(problem)` does or when
/// a vector of the answer has the wrong size or a number that is not finite; FclibError when the
/// file cannot be written or `has_fclib_files()` is false.
void write_fclib(const FclibProblem& problem, const std::filesystem::path& path,
                 const std::optional<FclibSolution>& solution = std::nullopt);

[[gnu::used]] inline constexpr auto kFclibLayouts = abi::layouts_of<FclibProblem, FclibSolution>();

}  // namespace stiction
