#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/lcp_solvers.h>

#include <Eigen/Core>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::bench {

/// A method has solved a problem if `lcp_residual` of its answer is at most this.
inline constexpr double kBoxTolerance = 1e-8;

/// A solver of box-constrained problems, ours or another library's.
class BoxMethod {
 public:
  virtual ~BoxMethod() = default;
  virtual std::string_view name() const = 0;
  virtual bool is_peer() const { return true; }
  /// True if `count` is of pivots, which grow with the problem; false if it is of Newton steps and
  /// the like, which should not.
  virtual bool counts_pivots() const { return true; }
  /// Whether it is guaranteed to solve all problems of the class.
  virtual bool is_guaranteed_for(MatrixClass) const { return false; }

  /// Takes the problem in the form that the library needs; not timed. `problem` must live until the
  /// answer has been read.
  virtual void pose(const BoxLcp& problem) = 0;
  virtual void solve() = 0;
  virtual const Eigen::VectorXd& z() const = 0;
  virtual int count() const { return 0; }  ///< 0: not known
  /// True if its limit on work ended it: it might have solved the problem with more.
  virtual bool was_cut() const { return false; }
};

/// The solvers of the library's catalogue except the splitting methods, whose sweeps grow with the
/// condition number; then those of other libraries that this program was built with (CMake's
/// STICTION_BENCH_PEERS).
std::vector<std::unique_ptr<BoxMethod>> make_box_methods();

/// The result of one method on one problem.
struct BoxRun {
  bool solved = false;
  double residual = 0;
  double us = 0;  ///< the fastest of several solves, after an untimed one
  int count = 0;
  bool was_cut = false;  ///< by its limit on work
};

/// A method on all problems of a set.
struct BoxSeries {
  std::string method;
  bool is_peer = false;
  bool counts_pivots = false;
  bool is_guaranteed = false;
  std::vector<BoxRun> runs = {};
};

/// How long a problem is solved with a method: until the time is spent, but no more often than
/// this.
struct BoxEffort {
  double us_per_problem = 3000;
  int most_solves = 5;
};

/// Runs all methods on all problems. The timed solves of a problem alternate among the methods, so
/// that other load on the machine affects all of them alike.
std::vector<BoxSeries> run_box_methods(const std::vector<std::unique_ptr<BoxMethod>>& methods,
                                       const std::vector<BoxLcp>& problems,
                                       MatrixClass matrix_class, const BoxEffort& effort);

/// The solvers of other libraries, each in its own source file, built if the library is found.
void add_ode_methods(std::vector<std::unique_ptr<BoxMethod>>& methods);

}  // namespace stiction::bench
