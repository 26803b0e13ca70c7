#pragma once

#include <stiction/collision/broad_phase.h>
#include <stiction/collision/narrow_phase.h>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "contact_memory.h"
#include "world_value.h"

namespace stiction {

/// A contact point that the collision module reports, before anything is known of its impulse.
struct FoundContact {
  std::size_t body_a = 0;  ///< index into the world's bodies
  std::size_t body_b = 0;
  ContactKey key;
  Vec3 point = Vec3::Zero();      ///< world, m
  double gap = 0;                 ///< m
  Mat3 frame = Mat3::Identity();  ///< columns n (from b to a), t1, t2; world
  SurfacePair surface;

  Vec3 normal() const { return frame.col(0); }
};

/// How far a body may move, for the search of contacts.
struct SearchMotion {
  double margin = 0;             ///< no point of the body moves further, m
  Vec6 velocity = Vec6::Zero();  ///< predicted, of the centre of mass and angular, world
};

/// Finds the contacts of a world: broad phase, filters, narrow phase.
class ContactFinder {
 public:
  /// All points of contact that the bodies can reach by the given motions (one a body) over h
  /// seconds, ordered by key. h = 0 looks at the present poses as they are.
  void find(const WorldValue& world, std::span<const SearchMotion> motions, double h,
            std::vector<FoundContact>& contacts);

 private:
  /// A shape of a body in the broad phase.
  struct Proxy {
    BroadPhase::ProxyId id = 0;
    std::size_t body = 0;
    int shape = 0;
    RigidTransform X_WS;
    Aabb bounds;
    bool movable = false;
  };

  void place_proxies(const WorldValue& world, std::span<const SearchMotion> motions);
  void update_broad_phase();
  void find_pair(const WorldValue& world, const Proxy& a, const Proxy& b,
                 std::span<const SearchMotion> motions, double h,
                 std::vector<FoundContact>& contacts);

  BroadPhase broad_phase_;
  std::vector<Proxy> proxies_;                ///< ascending ids
  std::vector<BroadPhase::ProxyId> in_tree_;  ///< ascending
  std::vector<std::pair<BroadPhase::ProxyId, BroadPhase::ProxyId>> pairs_;
  ShapeManifold manifold_;
};

}  // namespace stiction
