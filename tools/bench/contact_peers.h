#pragma once

#include <Eigen/Core>

#include <memory>
#include <vector>

#include "contact_method.h"

namespace stiction::bench {

/// The solvers of other libraries that this program was built with (CMake's STICTION_BENCH_PEERS).
std::vector<std::unique_ptr<ContactMethod>> make_contact_peers();

/// A peer that solves the LCP of eq. 8, posed as for `StandardMethod`; `solve` fills z_.
class DensePeer : public ContactMethod {
 public:
  void pose(const ContactProblem& problem, int directions) override;
  MethodAnswer answer() const override;

 protected:
  const Lcp& lcp() const { return posed_.lcp; }

  Eigen::VectorXd z_;
  int pivots_ = 0;
  bool claims_solved_ = false;

 private:
  PosedPyramid posed_;
};

/// The solvers of other libraries, each in its own source file, built if the library is found.
void add_bullet_peers(std::vector<std::unique_ptr<ContactMethod>>& peers);
void add_siconos_peers(std::vector<std::unique_ptr<ContactMethod>>& peers);

}  // namespace stiction::bench
