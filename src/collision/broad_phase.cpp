#include <stiction/collision/broad_phase.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "aabb_tree.h"
#include "bounds.h"
#include "box_sweep.h"
#include "infinity.h"

namespace stiction {
namespace {

// The trees store boxes larger than asked for by this fraction of their mean length: what moves
// less stays where it is in the tree. Pairs and answers are judged by the true bounds.
constexpr double kSlack = 0.1;

Aabb with_slack(const Aabb& bounds) {
  const Vec3 slack = Vec3::Constant(kSlack / 3 * (bounds.upper - bounds.lower).sum());
  return {bounds.lower - slack, bounds.upper + slack};
}

bool contains(const Aabb& outer, const Aabb& inner) {
  return (outer.lower.array() <= inner.lower.array()).all() &&
         (inner.upper.array() <= outer.upper.array()).all();
}

// Less than any if the point is inside: whatever is in there may be nearer than nearby bounds.
double distance_from(const Vec3& point, const Aabb& bounds) {
  const Vec3 outside = (bounds.lower - point).cwiseMax(point - bounds.upper);
  if (outside.maxCoeff() <= 0) return -kInfinity;
  return outside.cwiseMax(0.0).stableNorm();
}

// Bounds that are infinite, or would be with slack, stay out of the tree.
bool is_bounded(const Aabb& bounds) {
  const Aabb enlarged = with_slack(bounds);
  return enlarged.lower.allFinite() && enlarged.upper.allFinite();
}

void require_bounds(const Aabb& bounds) {
  if ((bounds.lower.array() <= bounds.upper.array()).all()) return;
  throw std::invalid_argument("expected bounds with lower <= upper, got others");
}

}  // namespace

struct BroadPhase::Implementation {
  static constexpr int kNoLeaf = -1;

  struct Proxy {
    ProxyId key = 0;
    Aabb bounds;
    bool movable = false;
    int leaf = kNoLeaf;  // none: unbounded
  };

  // The proxies of one kind, by their places in `proxies`.
  struct Group {
    AabbTree tree;
    std::vector<int> unbounded;
  };

  Group& group_of(const Proxy& proxy) { return proxy.movable ? movable : fixed; }

  void enter(int place) {
    Proxy& proxy = proxies[place];
    if (is_bounded(proxy.bounds)) {
      proxy.leaf = group_of(proxy).tree.insert(with_slack(proxy.bounds), place);
    } else {
      proxy.leaf = kNoLeaf;
      group_of(proxy).unbounded.push_back(place);
    }
  }

  void leave(int place) {
    const Proxy& proxy = proxies[place];
    if (proxy.leaf != kNoLeaf) {
      group_of(proxy).tree.remove(proxy.leaf);
    } else {
      std::erase(group_of(proxy).unbounded, place);
    }
  }

  int place_of(ProxyId key) const {
    const auto found = places.find(key);
    if (found != places.end()) return found->second;
    throw std::invalid_argument("expected the key of a proxy, got " + std::to_string(key));
  }

  // See AabbTree::walk; the unbounded ones are visited too.
  template <typename Interest, typename Swap, typename Visit>
  void walk(const Interest& is_of_interest, const Swap& is_swapped, const Visit& visit) const {
    for (const Group* group : {&movable, &fixed}) {
      group->tree.walk(is_of_interest, is_swapped, [&](int place) { visit(proxies[place]); });
      for (const int place : group->unbounded) visit(proxies[place]);
    }
  }

  std::vector<Proxy> proxies;  // with gaps
  std::vector<int> gaps;
  std::unordered_map<ProxyId, int> places;
  Group movable;
  Group fixed;
  AabbTree::PairStack stack;
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
  all.proxies[place] = {key, bounds, is_movable};
  all.enter(place);
}

void BroadPhase::update(ProxyId key, const Aabb& bounds) {
  require_bounds(bounds);
  Implementation& all = *implementation_;
  const int place = all.place_of(key);
  Implementation::Proxy& proxy = all.proxies[place];
  if (proxy.leaf != Implementation::kNoLeaf && is_bounded(bounds)) {
    proxy.bounds = bounds;
    AabbTree& tree = all.group_of(proxy).tree;
    if (!contains(tree.bounds(proxy.leaf), bounds)) tree.move(proxy.leaf, with_slack(bounds));
    return;
  }
  all.leave(place);
  proxy.bounds = bounds;
  all.enter(place);
}

void BroadPhase::remove(ProxyId key) {
  Implementation& all = *implementation_;
  const int place = all.place_of(key);
  all.leave(place);
  all.gaps.push_back(place);
  all.places.erase(key);
}

void BroadPhase::collect_pairs(std::vector<std::pair<ProxyId, ProxyId>>& pairs) {
  pairs.clear();
  Implementation& all = *implementation_;
  const auto add_if_overlapping = [&](int i, int k) {
    const Implementation::Proxy& a = all.proxies[i];
    const Implementation::Proxy& b = all.proxies[k];
    if (overlap(a.bounds, b.bounds)) pairs.push_back(std::minmax(a.key, b.key));
  };
  const auto add_with_all = [&](int place, const Implementation::Group& group) {
    group.tree.walk([](const Aabb&) { return true; },
                    [&](int other) { add_if_overlapping(place, other); });
  };
  const auto& [movable, unbounded] = all.movable;
  movable.visit_overlaps(movable, all.stack, add_if_overlapping);
  movable.visit_overlaps(all.fixed.tree, all.stack, add_if_overlapping);
  for (auto place = unbounded.begin(); place != unbounded.end(); ++place) {
    add_with_all(*place, all.movable);
    add_with_all(*place, all.fixed);
    for (auto other = unbounded.begin(); other != place; ++other) {
      add_if_overlapping(*place, *other);
    }
    for (const int other : all.fixed.unbounded) add_if_overlapping(*place, other);
  }
  for (const int place : all.fixed.unbounded) add_with_all(place, all.movable);
  std::sort(pairs.begin(), pairs.end());
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
  // The one whose middle is reached first goes first.
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
