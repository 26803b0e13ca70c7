#pragma once

#include <stiction/contact/fclib.h>

#include <Eigen/Core>

#include <vector>

#include "delassus_system.h"
#include "island_system.h"
#include "sparse_island_system.h"

namespace stiction {

/// Units of the dimensionless W, q and r.
struct FclibUnits {
  double W = 1;
  double q = 1;
  double impulse() const { return q / W; }
};

/// Divides W of a problem in local form by its mean diagonal and q by its largest entry, if these
/// are positive: the file's numbers may be anywhere in double's range.
FclibUnits make_dimensionless(FclibProblem& local);

/// An FCLIB problem as a linear operator for the ladder.
///
/// The global form is used if M is symmetric positive definite and splits into diagonal blocks of
/// at most six consecutive rows, as the masses of bodies do; small blocks share a body. Any other
/// M, such as the stiffness of an elastic body, is brought to its local form, and so is a problem
/// with contacts that move nothing.
class FclibIsland {
 public:
  /// Throws std::invalid_argument if the local form is needed and `make_local` throws.
  explicit FclibIsland(const FclibProblem& problem);

  IslandSystem& system();
  /// Approximate multiplications of a factorisation and a pass over the contacts, without fill-in.
  double unit() const { return unit_; }

  /// Impulses of the system's groups in the file's order and units, and the reverse.
  Eigen::VectorXd from_groups(const Rows& groups) const;
  Rows to_groups(const Eigen::VectorXd& r) const;

 private:
  bool take_bodies(const FclibProblem& problem);
  bool take_contacts(const FclibProblem& problem, const std::vector<int>& blocks);
  void take_local(const FclibProblem& problem);

  int dimension_;
  bool is_global_ = false;
  IslandProblem bodies_;  ///< of the global form
  SparseIslandSystem sparse_;
  DelassusSystem delassus_;
  double impulse_unit_ = 1;
  double unit_ = 1;
};

}  // namespace stiction
