#include <stiction/collision/broad_phase.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "bounds.h"
#include "box_sweep.h"
#include "bullet_tree.h"
#include "infinity.h"

namespace stiction {
namespace {

// The trees store boxes enlarged by this share of their mean length: a proxy that moves less stays
// where it is in the tree. Pairs and answers are judged by the true bounds.
constexpr double kSlack = 0.1;

Aabb with_slack(const Aabb& bounds) {
  const Vec3 slack = Vec3::Constant(kSlack / 3 * (bounds.upper - bounds.lower).sum());
  return {bounds.lower - slack, bounds.upper + slack};
}

bool contains(const Aabb& outer, const Aabb& inner) {
  return (outer.lower.array() <= inner.lower.array()).all() &&
         (inner.upper.array() <= outer.upper.array()).all();
}

// -infinity if the point is inside: an object in there may be nearer than any bounds nearby.
double distance_from(const Vec3& point, const Aabb& bounds) {
  const Vec3 outside = (bounds.lower - point).cwiseMax(point - bounds.upper);
  if (outside.maxCoeff() <= 0) return -kInfinity;
  return outside.cwiseMax(0.0).stableNorm();
}

// False for bounds that are infinite, or too large for the tree with slack: they stay out of it.
bool is_bounded(const Aabb& bounds) {
  const Aabb enlarged = with_slack(bounds);
  return enlarged.lower.minCoeff() >= -BulletTree::kLargestCoordinate &&
         enlarged.upper.maxCoeff() <= BulletTree::kLargestCoordinate;
}

// Calls `visit` for 0 to count - 1 in scrambled order: leaves that are added or moved in the order
// of a row would make a chain. A linear congruential generator modulo a power of two gives each
// number once, since its increment is odd and its multiplier 1 modulo 4 (Hull and Dobell, 1962; the
// multiplier is L'Ecuyer's, 1999).
template <typename Visit>
void for_each_shuffled(int count, const Visit& visit) {
  const std::uint32_t last = std::bit_ceil(static_cast<std::uint32_t>(count)) - 1;
  std::uint32_t x = 0;
  for (std::uint32_t i = 0; i <= last; ++i) {
    x = (2891336453u * x + 2531011u) & last;
    if (x < static_cast<std::uint32_t>(count)) visit(static_cast<int>(x));
  }
}

void require_bounds(const Aabb& bounds) {
  if ((bounds.lower.array() <= bounds.upper.array()).all()) return;
  throw std::invalid_argument("expected bounds with lower <= upper, got others");
}

}  // namespace

struct BroadPhase::Implementation {
  struct Proxy {
    ProxyId key = 0;
    Aabb bounds;
    bool movable = false;
    bool is_pending = false;          // not in the tree, or moved since
    BulletTree::Leaf leaf = nullptr;  // null: unbounded, or new and pending
  };

  // The movable or fixed proxies, by their places in `proxies`.
  struct Group {
    BulletTree tree;
    std::vector<int> unbounded;
    std::vector<int> pending;
    int num_new = 0;  // of the pending ones
  };

  Group& group_of(const Proxy& proxy) { return proxy.movable ? movable : fixed; }

  void enter(int place) {
    Proxy& proxy = proxies[place];
    Group& group = group_of(proxy);
    proxy.leaf = nullptr;
    if (is_bounded(proxy.bounds)) {
      await_settling(place);
      ++group.num_new;
    } else {
      group.unbounded.push_back(place);
    }
  }

  void await_settling(int place) {
    Proxy& proxy = proxies[place];
    if (proxy.is_pending) return;
    proxy.is_pending = true;
    group_of(proxy).pending.push_back(place);
  }

  void leave(int place) {
    const Proxy& proxy = proxies[place];
    Group& group = group_of(proxy);
    if (proxy.is_pending) settle(group);
    if (proxy.leaf) {
      group.tree.remove(proxy.leaf);
    } else {
      std::erase(group.unbounded, place);
    }
  }

  void settle(Group& group) {
    const bool is_rebuilt = group.num_new > group.tree.num_leaves();
    const int count = static_cast<int>(group.pending.size());
    for_each_shuffled(count, [&](int i) {
      Proxy& proxy = proxies[group.pending[i]];
      const Aabb bounds = with_slack(proxy.bounds);
      if (proxy.leaf) {
        group.tree.move(proxy.leaf, bounds);
      } else if (is_rebuilt) {
        proxy.leaf = group.tree.append(bounds, group.pending[i]);
      } else {
        proxy.leaf = group.tree.insert(bounds, group.pending[i]);
      }
      proxy.is_pending = false;
    });
    if (is_rebuilt) group.tree.rebuild();
    group.pending.clear();
    group.num_new = 0;
  }

  int place_of(ProxyId key) const {
    const auto found = places.find(key);
    if (found != places.end()) return found->second;
    throw std::invalid_argument("expected the key of a proxy, got " + std::to_string(key));
  }

  // See BulletTree::walk; also visits proxies that are not in the tree.
  template <typename Interest, typename Swap, typename Visit>
  void walk(const Interest& is_of_interest, const Swap& is_swapped, const Visit& visit) const {
    for (const Group* group : {&movable, &fixed}) {
      group->tree.walk(is_of_interest, is_swapped, [&](int place) {
        if (!proxies[place].is_pending) visit(proxies[place]);
      });
      for (const int place : group->pending) visit(proxies[place]);
      for (const int place : group->unbounded) visit(proxies[place]);
    }
  }

  // Finds all overlapping pairs by a walk of the trees.
  void find_pairs();

  std::vector<std::pair<ProxyId, ProxyId>> pairs;  // result of the last `find_pairs`
  bool has_changed = true;                         // since then
  std::vector<Proxy> proxies;                      // with gaps
  std::vector<int> gaps;
  std::unordered_map<ProxyId, int> places;
  Group movable;
  Group fixed;
};

BroadPhase::BroadPhase() : implementation_(std::make_unique<Implementation>()) {}
BroadPhase::~BroadPhase() = default;
BroadPhase::BroadPhase(BroadPhase&&) noexcept = default;
BroadPhase& BroadPhase::operator=(BroadPhase&&) noexcept = default;

void BroadPhase::add(ProxyId key, const Aabb& bounds, bool is_movable) {
  require_bounds(bounds);
  Implementation& all = *implementation_;
  const int place = all.gaps.empty() ? static_cast<int>(all.proxies.size()) : all.gaps.back();
  if (!all.places.try_emplace(key, place).second) {
    throw std::invalid_argument("expected a new key, got " + std::to_string(key) + " again");
  }
  if (all.gaps.empty()) {
    all.proxies.emplace_back();
  } else {
    all.gaps.pop_back();
  }
  all.has_changed = true;
  all.proxies[place] = {.key = key, .bounds = bounds, .movable = is_movable};
  all.enter(place);
}

void BroadPhase::update(ProxyId key, const Aabb& bounds) {
  require_bounds(bounds);
  Implementation& all = *implementation_;
  const int place = all.place_of(key);
  all.has_changed = true;
  Implementation::Proxy& proxy = all.proxies[place];
  if (proxy.leaf && contains(bounds_of(proxy.leaf->volume), bounds)) {
    proxy.bounds = bounds;
    return;
  }
  if (is_bounded(proxy.bounds) && is_bounded(bounds)) {
    proxy.bounds = bounds;
    all.await_settling(place);
    return;
  }
  all.leave(place);
  proxy.bounds = bounds;
  all.enter(place);
}

void BroadPhase::remove(ProxyId key) {
  Implementation& all = *implementation_;
  const int place = all.place_of(key);
  all.has_changed = true;
  all.leave(place);
  all.gaps.push_back(place);
  all.places.erase(key);
}

void BroadPhase::settle() {
  implementation_->settle(implementation_->movable);
  implementation_->settle(implementation_->fixed);
}

void BroadPhase::collect_pairs(std::vector<std::pair<ProxyId, ProxyId>>& pairs) {
  settle();
  if (implementation_->has_changed) implementation_->find_pairs();
  pairs = implementation_->pairs;
}

void BroadPhase::Implementation::find_pairs() {
  pairs.clear();
  const auto add_if_overlapping = [&](int i, int k) {
    const Proxy& a = proxies[i];
    const Proxy& b = proxies[k];
    if (overlap(a.bounds, b.bounds)) pairs.push_back(std::minmax(a.key, b.key));
  };
  const auto add_with_all = [&](int place, const Group& group) {
    group.tree.walk([](const Aabb&) { return true; },
                    [&](int other) { add_if_overlapping(place, other); });
  };
  movable.tree.visit_overlaps(movable.tree, add_if_overlapping);
  movable.tree.visit_overlaps(fixed.tree, add_if_overlapping);
  const std::vector<int>& unbounded = movable.unbounded;
  for (auto place = unbounded.begin(); place != unbounded.end(); ++place) {
    add_with_all(*place, movable);
    add_with_all(*place, fixed);
    for (auto other = unbounded.begin(); other != place; ++other) {
      add_if_overlapping(*place, *other);
    }
    for (const int other : fixed.unbounded) add_if_overlapping(*place, other);
  }
  for (const int place : fixed.unbounded) add_with_all(place, movable);
  std::sort(pairs.begin(), pairs.end());
  has_changed = false;
}

void BroadPhase::visit_overlapping(const Aabb& box,
                                   const std::function<void(ProxyId)>& visit) const {
  implementation_->walk([&](const Aabb& bounds) { return overlap(box, bounds); },
                        [](const Aabb&, const Aabb&) { return false; },
                        [&](const Implementation::Proxy& proxy) {
                          if (overlap(box, proxy.bounds)) visit(proxy.key);
                        });
}

void BroadPhase::visit_along(const BoxSweep& sweep,
                             const std::function<double(ProxyId, double)>& visit) const {
  BoxSweep rest = sweep;
  // The box whose middle is reached first goes first.
  const auto is_swapped = [&](const Aabb& a, const Aabb& b) {
    return sweep.direction.dot(b.lower - a.lower + b.upper - a.upper) < 0;
  };
  implementation_->walk([&](const Aabb& bounds) { return meeting_time(rest, bounds) < kInfinity; },
                        is_swapped,
                        [&](const Implementation::Proxy& proxy) {
                          const double t = meeting_time(rest, proxy.bounds);
                          if (t < kInfinity) rest.end = std::min(rest.end, visit(proxy.key, t));
                        });
}

void BroadPhase::visit_near(const Vec3& point, double max_distance,
                            const std::function<double(ProxyId)>& visit) const {
  double reach = max_distance;
  implementation_->walk([&](const Aabb& bounds) { return !(distance_from(point, bounds) > reach); },
                        [&](const Aabb& a, const Aabb& b) {
                          return distance_from(point, b) < distance_from(point, a);
                        },
                        [&](const Implementation::Proxy& proxy) {
                          if (distance_from(point, proxy.bounds) > reach) return;
                          reach = std::min(reach, visit(proxy.key));
                        });
}

}  // namespace stiction
