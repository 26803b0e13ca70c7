#pragma once

#include <utility>
#include <vector>

#include "block_factor.h"
#include "island_system.h"

namespace stiction {

/// An `IslandProblem` in the space of its bodies' velocities: A = M + H D H^T as a sparse matrix of
/// 6 x 6 blocks on the graph of the bodies. Its order and structure are kept until the graph
/// changes.
class SparseIslandSystem : public IslandSystem {
 public:
  /// `problem` must outlive its use.
  void set_problem(const IslandProblem& problem);

  void calc_velocities(const Rows& r, std::vector<Vec6>& v) override;
  void calc_relative(const std::vector<Vec6>& v, Rows& u) override;
  void calc_imbalance(const Rows& r, const std::vector<Vec6>& v, std::vector<Vec6>& b) override;
  double measure(const std::vector<Vec6>& b) override;
  int factor(std::span<const Mat3> D, bool is_symmetric) override;
  bool solve(const std::vector<Vec6>& b, const Rows& g, int refinements, std::vector<Vec6>& dv,
             Rows& du, Rows& dr) override;

 private:
  const IslandProblem* problem_ = nullptr;
  BlockFactor factor_;
  Rows free_velocities_;
  /// D of the present factor. The same D is not factored again, as in rounds in which no contact
  /// slides; these are a third of the cost of chains.
  std::vector<Mat3> D_;
  int sign_ = 0;
  std::vector<std::pair<int, int>> edges_;
  /// One for each pair of sides (i, j), i < j, of all groups in order.
  std::vector<BlockFactor::Slot> slots_;
  std::vector<Vec6> rest_;
};

}  // namespace stiction
