#include "box_as_lcp.h"

#include <cmath>

namespace stiction {
namespace {

bool has_both(const BoxLcp& box, Eigen::Index i) {
  return std::isfinite(box.lower[i]) && std::isfinite(box.upper[i]);
}

/// A row with one finite bound needs one unknown, the others two.
bool needs_another(const BoxLcp& box, Eigen::Index i) {
  return std::isfinite(box.lower[i]) == std::isfinite(box.upper[i]);
}

}  // namespace

const Lcp& BoxAsLcp::start(const BoxLcp& box) {
  choose_unknowns(box);
  // S^T (M (o + S x) + q), with S the map and o the origin.
  mapped_.noalias() = box.M.lazyProduct(map_);
  problem_.M.noalias() = map_.transpose().lazyProduct(mapped_);
  w_ = box.q;
  w_.noalias() += box.M.lazyProduct(origin_);
  problem_.q.noalias() = map_.transpose().lazyProduct(w_);
  Eigen::Index extra = box.q.size();
  for (Eigen::Index i = 0; i < box.q.size(); ++i) {
    if (has_both(box, i)) {
      problem_.M(i, extra) = 1.0;
      problem_.M(extra, i) = -1.0;
      problem_.q[extra] = box.upper[i] - box.lower[i];
    }
    if (needs_another(box, i)) ++extra;
  }
  return problem_;
}

void BoxAsLcp::choose_unknowns(const BoxLcp& box) {
  const Eigen::Index n = box.q.size();
  Eigen::Index num_unknowns = n;
  for (Eigen::Index i = 0; i < n; ++i) num_unknowns += needs_another(box, i) ? 1 : 0;
  map_.setZero(n, num_unknowns);
  origin_.setZero(n);
  Eigen::Index extra = n;
  for (Eigen::Index i = 0; i < n; ++i) {
    const bool has_lower = std::isfinite(box.lower[i]);
    const bool has_upper = std::isfinite(box.upper[i]);
    map_(i, i) = has_upper && !has_lower ? -1.0 : 1.0;
    if (has_upper) origin_[i] = box.upper[i];
    if (has_lower) origin_[i] = box.lower[i];
    if (!has_lower && !has_upper) map_(i, extra) = -1.0;
    if (needs_another(box, i)) ++extra;
  }
}

void BoxAsLcp::calc_z(const BoxLcp& box, const Eigen::VectorXd& x, Eigen::VectorXd& z) const {
  z = origin_;
  z.noalias() += map_.lazyProduct(x);
  z = z.cwiseMax(box.lower).cwiseMin(box.upper);
}

}  // namespace stiction
