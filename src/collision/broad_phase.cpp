#include <stiction/collision/broad_phase.h>

#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <stdexcept>
#include <string>
#include <tuple>

#include "bounds.h"
#include "box_sweep.h"
#include "bullet_volume.h"
#include "infinity.h"

namespace stiction {
namespace {

// Both builds of Bullet export the same symbols, so the wrong one links without a word and then
// corrupts memory. Has the library compute with a number that single precision cannot hold.
void require_double_precision() {
  static_assert(std::is_same_v<btScalar, double>, "compile with BT_USE_DOUBLE_PRECISION");
  static const bool is_double = [] {
    const double number = 1 + 1e-12;
    btConvexHullShape hull;
    hull.addPoint(btVector3(-1, 0, 0));
    hull.addPoint(btVector3(number, 0, 0));
    return hull.localGetSupportingVertexWithoutMargin(btVector3(1, 0, 0)).x() == number;
  }();
  if (!is_double) {
    throw std::runtime_error(
        "expected Bullet built in double precision (libBulletCollision-float64), got another");
  }
}

// The tree stores boxes larger than asked for by this fraction of their mean length: what moves
// less stays where it is in the tree. Pairs are judged by the true bounds.
constexpr double kSlack = 0.1;

Aabb with_slack(const Aabb& bounds) {
  const Vec3 slack = Vec3::Constant(kSlack / 3 * (bounds.upper - bounds.lower).sum());
  return {bounds.lower - slack, bounds.upper + slack};
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

}  // namespace

struct BroadPhase::Implementation {
  struct Proxy {
    ProxyId key = 0;
    Aabb bounds;
    bool movable = false;
    btDbvtNode* leaf = nullptr;  // none: unbounded
  };
  using Pairs = std::vector<std::pair<ProxyId, ProxyId>>;

  // Receives the pairs of leaves whose enlarged boxes overlap.
  struct PairCollector : btDbvt::ICollide {
    explicit PairCollector(Pairs& found) : pairs(found) {}
    void Process(const btDbvtNode* a, const btDbvtNode* b) override {
      add_if_overlapping(proxy_of(a), proxy_of(b), pairs);
    }
    Pairs& pairs;
  };

  static const Proxy& proxy_of(const btDbvtNode* leaf) {
    return *static_cast<const Proxy*>(leaf->data);
  }

  static void add_if_overlapping(const Proxy& a, const Proxy& b, Pairs& pairs) {
    if (!a.movable && !b.movable) return;
    if (overlap(a.bounds, b.bounds)) pairs.push_back(std::minmax(a.key, b.key));
  }

  btDbvt& tree_of(const Proxy& proxy) { return proxy.movable ? movable : fixed; }

  void enter(Proxy& proxy) {
    if (is_bounded(proxy.bounds)) {
      proxy.leaf = tree_of(proxy).insert(volume_of(with_slack(proxy.bounds)), &proxy);
    } else {
      proxy.leaf = nullptr;
      unbounded.push_back(&proxy);
    }
  }

  void leave(Proxy& proxy) {
    if (proxy.leaf) {
      tree_of(proxy).remove(proxy.leaf);
    } else {
      std::erase(unbounded, &proxy);
    }
  }

  // Calls `visit` for all proxies but those in subtrees that `is_of_interest` refuses by their
  // bounds.
  template <typename Question, typename Visit>
  void walk(const Question& is_of_interest, const Visit& visit) const {
    std::vector<const btDbvtNode*> stack;
    for (const btDbvt* tree : {&movable, &fixed}) {
      if (tree->m_root) stack.push_back(tree->m_root);
    }
    while (!stack.empty()) {
      const btDbvtNode* node = stack.back();
      stack.pop_back();
      if (!is_of_interest(bounds_of(node->volume))) continue;
      if (node->isleaf()) {
        visit(proxy_of(node));
      } else {
        stack.insert(stack.end(), {node->childs[0], node->childs[1]});
      }
    }
    for (const Proxy* proxy : unbounded) visit(*proxy);
  }

  Proxy& proxy(ProxyId key) {
    const auto found = proxies.find(key);
    if (found == proxies.end()) {
      throw std::invalid_argument("expected the key of a proxy, got " + std::to_string(key));
    }
    return found->second;
  }

  std::map<ProxyId, Proxy> proxies;
  std::vector<Proxy*> unbounded;
  btDbvt movable;
  btDbvt fixed;
};

namespace {

void require_bounds(const Aabb& bounds) {
  if ((bounds.lower.array() <= bounds.upper.array()).all()) return;
  throw std::invalid_argument("expected bounds with lower <= upper, got others");
}

}  // namespace

BroadPhase::BroadPhase() {
  require_double_precision();
  implementation_ = std::make_unique<Implementation>();
}
BroadPhase::~BroadPhase() = default;
BroadPhase::BroadPhase(BroadPhase&&) noexcept = default;
BroadPhase& BroadPhase::operator=(BroadPhase&&) noexcept = default;

void BroadPhase::add(ProxyId key, const Aabb& bounds, bool is_movable) {
  require_bounds(bounds);
  const auto [entry, is_new] =
      implementation_->proxies.try_emplace(key, Implementation::Proxy{key, bounds, is_movable});
  if (!is_new) {
    throw std::invalid_argument("expected a new key, got " + std::to_string(key) + " again");
  }
  implementation_->enter(entry->second);
}

void BroadPhase::update(ProxyId key, const Aabb& bounds) {
  require_bounds(bounds);
  Implementation::Proxy& proxy = implementation_->proxy(key);
  if (proxy.leaf && is_bounded(bounds)) {
    proxy.bounds = bounds;
    btDbvtVolume volume = volume_of(bounds);
    if (proxy.leaf->volume.Contain(volume)) return;
    volume = volume_of(with_slack(bounds));
    implementation_->tree_of(proxy).update(proxy.leaf, volume);
    return;
  }
  implementation_->leave(proxy);
  proxy.bounds = bounds;
  implementation_->enter(proxy);
}

void BroadPhase::remove(ProxyId key) {
  implementation_->leave(implementation_->proxy(key));
  implementation_->proxies.erase(key);
}

void BroadPhase::collect_pairs(std::vector<std::pair<ProxyId, ProxyId>>& pairs) {
  Implementation& all = *implementation_;
  pairs.clear();
  // Keeps the trees balanced at the price of one pass over a few leaves.
  all.movable.optimizeIncremental(1);
  Implementation::PairCollector collector(pairs);
  all.movable.collideTTpersistentStack(all.movable.m_root, all.movable.m_root, collector);
  all.movable.collideTTpersistentStack(all.movable.m_root, all.fixed.m_root, collector);
  for (const Implementation::Proxy* plane : all.unbounded) {
    for (const auto& [key, other] : all.proxies) {
      // Of two unbounded ones, the first in order of key asks.
      if (other.leaf || plane->key < key) Implementation::add_if_overlapping(*plane, other, pairs);
    }
  }
  std::sort(pairs.begin(), pairs.end());
}

void BroadPhase::collect_overlapping(const Aabb& box, std::vector<ProxyId>& keys) const {
  keys.clear();
  implementation_->walk([&](const Aabb& bounds) { return overlap(box, bounds); },
                        [&](const Implementation::Proxy& proxy) {
                          if (overlap(box, proxy.bounds)) keys.push_back(proxy.key);
                        });
  std::sort(keys.begin(), keys.end());
}

void BroadPhase::collect_along(const BoxSweep& sweep, std::vector<Meeting>& meetings) const {
  meetings.clear();
  const auto is_met = [](double t) { return t < kInfinity; };
  implementation_->walk([&](const Aabb& bounds) { return is_met(meeting_time(sweep, bounds)); },
                        [&](const Implementation::Proxy& proxy) {
                          const double t = meeting_time(sweep, proxy.bounds);
                          if (is_met(t)) meetings.push_back({t, proxy.key});
                        });
  std::sort(meetings.begin(), meetings.end());
}

void BroadPhase::visit_near(const Vec3& point, double max_distance,
                            const std::function<double(ProxyId)>& visit) const {
  struct Entry {
    double distance = 0;
    std::size_t order = 0;  // of entry, so that equals leave in a fixed order
    const btDbvtNode* node = nullptr;
    const Implementation::Proxy* proxy = nullptr;
    bool operator<(const Entry& other) const {
      return std::tie(distance, order) > std::tie(other.distance, other.order);
    }
  };
  std::priority_queue<Entry> waiting;
  std::size_t count = 0;
  const auto enter = [&](const btDbvtNode* node) {
    if (node) waiting.push({distance_from(point, bounds_of(node->volume)), count++, node, nullptr});
  };
  const auto enter_proxy = [&](const Implementation::Proxy& proxy) {
    waiting.push({distance_from(point, proxy.bounds), count++, nullptr, &proxy});
  };
  enter(implementation_->movable.m_root);
  enter(implementation_->fixed.m_root);
  for (const Implementation::Proxy* proxy : implementation_->unbounded) enter_proxy(*proxy);
  while (!waiting.empty() && !(waiting.top().distance > max_distance)) {
    const Entry next = waiting.top();
    waiting.pop();
    if (next.proxy) {
      max_distance = std::min(max_distance, visit(next.proxy->key));
    } else if (next.node->isleaf()) {
      enter_proxy(Implementation::proxy_of(next.node));
    } else {
      enter(next.node->childs[0]);
      enter(next.node->childs[1]);
    }
  }
}

}  // namespace stiction
