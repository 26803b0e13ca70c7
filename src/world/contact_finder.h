#pragma once

#include <stiction/collision/narrow_phase.h>

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "remembered_contacts.h"
#include "shape_index.h"
#include "worker_pool.h"
#include "world_value.h"

namespace stiction {

/// A contact point reported by the collision module, before anything is known of its impulse.
struct FoundContact {
  std::size_t body_a = 0;  ///< index into the world's bodies
  std::size_t body_b = 0;
  double gap = 0;  ///< m
  ContactKey key;
  Vec3 point = Vec3::Zero();      ///< world, m
  Mat3 frame = Mat3::Identity();  ///< columns n (from b to a), t1, t2; world
  SurfacePair surface;
  bool touching = false;  ///< at the start of the step; not set by the finder
  /// How fast its shapes close when they meet in flight, m/s, if the start of the step does not
  /// show that they do (`find_unclear_pairs`); else 0. Not set by the finder.
  double flight_approach = 0;
  bool is_b_shifted = false;
  /// Offset from the point to the one used for a ball that will be hit elsewhere, m: that lies
  /// along the normal from its centre, where spin neither opens nor closes the contact. The point
  /// itself is right for the other body.
  Vec3 shift = Vec3::Zero();

  Vec3 normal() const { return frame.col(0); }
  /// Moves it to where another contact with the same key is.
  void put_at(const FoundContact& other) {
    point = other.point;
    frame = other.frame;
    is_b_shifted = other.is_b_shifted;
    shift = other.shift;
  }
  /// The contact's point on one of the two bodies.
  Vec3 point_on(std::size_t body) const {
    return (body == body_b) == is_b_shifted ? Vec3(point + shift) : point;
  }
};

/// How far a body may move, for the contact search.
struct SearchMotion {
  double margin = 0;             ///< no point of the body moves further, m
  Vec6 velocity = Vec6::Zero();  ///< predicted, of the centre of mass and angular, world
  double deviation = 0;          ///< no point strays further from the path that this predicts, m
};

/// Finds the contacts of a world: broad phase, filters, narrow phase. Triggers have none.
class ContactFinder {
 public:
  /// With a pool, which must outlive the finder, its threads share the pairs of the narrow phase:
  /// the contacts are the same, in the same order.
  explicit ContactFinder(WorkerPool* pool = nullptr);
  ContactFinder(const ContactFinder&) = delete;
  ContactFinder& operator=(const ContactFinder&) = delete;

  /// Whether to examine a pair of bodies, given by their indices.
  using PairFilter = std::function<bool(std::size_t, std::size_t)>;

  /// Finds all contact points within reach of the given motions (one per body) over h seconds,
  /// ordered by key, for all pairs or only for wanted ones. h = 0 examines the present poses as
  /// they are. The world must always be the same one. `known`: what the same search found before
  /// the last step, ordered by key; the contacts of two unchanged bodies are taken from there.
  void find(const WorldValue& world, std::span<const SearchMotion> motions, double h,
            std::vector<FoundContact>& contacts, const PairFilter& is_wanted = {},
            std::span<const FoundContact> known = {});

  /// Returns the contacts at the present poses with gaps up to `margin` (m), ordered by key; the
  /// caller may change them, until the next call.
  std::vector<FoundContact>& find_present(const WorldValue& world, double margin,
                                          const PairFilter& is_wanted = {});
  /// The same with gaps up to the sum of the margins of the two bodies.
  std::vector<FoundContact>& find_present(const WorldValue& world, std::span<const double> margins,
                                          const PairFilter& is_wanted = {});

 private:
  std::vector<FoundContact>& find_at_rest(const WorldValue& world, const PairFilter& is_wanted);
  void find_pairs(const WorldValue& world, std::span<const SearchMotion> motions);
  /// The contacts of all pairs, or only of wanted ones.
  void find_contacts(const WorldValue& world, double h, const PairFilter& is_wanted,
                     std::span<const FoundContact> known, std::vector<FoundContact>& contacts);
  void find_pair(const WorldValue& world, const PlacedShape& a, const PlacedShape& b, double h,
                 ManifoldList& manifolds, std::vector<FoundContact>& contacts) const;

  std::span<const SearchMotion> motions_;  ///< of the present call
  ShapeIndex index_;
  std::vector<std::pair<BroadPhase::ProxyId, BroadPhase::ProxyId>> pairs_;
  WorkerPool* pool_;
  std::vector<ManifoldList> manifolds_;            ///< one per thread
  std::vector<std::vector<FoundContact>> shares_;  ///< one per share of the pairs
  std::vector<std::size_t> first_;                 ///< the first contact of each share
  std::vector<SearchMotion> at_rest_;              ///< find_present: the margins
  std::vector<FoundContact> present_;
};

}  // namespace stiction
