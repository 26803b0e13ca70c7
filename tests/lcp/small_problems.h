#pragma once

// Problems and starts written out number by number.

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <initializer_list>
#include <vector>

#include "constants.h"

namespace stiction {

using States = std::vector<BoundState>;

inline Eigen::VectorXd make_vector(std::initializer_list<double> numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.begin(),
                                           static_cast<Eigen::Index>(numbers.size()));
}

/// M by rows, then q.
inline Lcp make_lcp(std::initializer_list<double> M, std::initializer_list<double> q) {
  const auto n = static_cast<Eigen::Index>(q.size());
  return {Eigen::Map<const RowMajorMatrix>(M.begin(), n, n), make_vector(q)};
}

/// M by rows, then q, lower and upper.
inline BoxLcp make_box(std::initializer_list<double> M, std::initializer_list<double> q,
                       std::initializer_list<double> lower, std::initializer_list<double> upper) {
  const Lcp plain = make_lcp(M, q);
  return {plain.M, plain.q, make_vector(lower), make_vector(upper)};
}

/// A problem without bounds: M by rows, then q.
inline BoxLcp make_free(std::initializer_list<double> M, std::initializer_list<double> q) {
  const Lcp plain = make_lcp(M, q);
  return {plain.M, plain.q, Eigen::VectorXd::Constant(plain.q.size(), -kInf),
          Eigen::VectorXd::Constant(plain.q.size(), kInf)};
}

inline LcpStart start_at(const Eigen::VectorXd& z) {
  return {.z = {z.data(), static_cast<std::size_t>(z.size())}};
}

inline LcpStart start_from(const LcpSolution& solution) {
  return {.z = {solution.z.data(), static_cast<std::size_t>(solution.z.size())},
          .states = solution.states};
}

}  // namespace stiction
