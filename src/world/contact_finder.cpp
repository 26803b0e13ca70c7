#include "contact_finder.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "pair_contacts.h"

namespace stiction {
namespace {

/// Pairs that a thread takes at a time: at 0.2 to 2 us each, much more work than taking them.
constexpr std::size_t kPairsPerShare = 16;

Aabb enlarged(const Aabb& bounds, double margin) {
  return {bounds.lower.array() - margin, bounds.upper.array() + margin};
}

// True if the contacts from `begin` on, and the one before them, are ordered by key.
bool is_sorted_from(const std::vector<FoundContact>& contacts, std::size_t begin) {
  const auto first = contacts.begin() + static_cast<std::ptrdiff_t>(begin > 0 ? begin - 1 : 0);
  return std::ranges::is_sorted(first, contacts.end(), {}, &FoundContact::key);
}

/// Appends the known contacts of a pair, whose first possible key is given, as a search reports
/// them. `next`: where the contacts of the pair asked for last end; pairs mostly come in order.
void append_known(std::span<const FoundContact> known, const ContactKey& first, std::size_t& next,
                  std::vector<FoundContact>& contacts) {
  const auto is_before = [&](std::size_t k) { return known[k].key < first; };
  const bool is_next =
      (next == 0 || is_before(next - 1)) && (next == known.size() || !is_before(next));
  if (!is_next) {
    const auto place = std::ranges::lower_bound(known, first, {}, &FoundContact::key);
    next = static_cast<std::size_t>(place - known.begin());
  }
  for (; next < known.size() && is_same_pair(known[next].key, first); ++next) {
    FoundContact& contact = contacts.emplace_back(known[next]);
    contact.touching = false;
    contact.flight_approach = 0;
  }
}

}  // namespace

ContactFinder::ContactFinder(WorkerPool* pool)
    : index_([this](const BodyRecord& body, const PlacedShape& placed) {
        if (body.is_trigger(placed.shape)) return std::optional<ShapeIndex::Entry>();
        return std::optional(ShapeIndex::Entry{
            enlarged(placed.bounds, motions_[placed.body].margin), body.is_dynamic()});
      }),
      pool_(pool),
      manifolds_(pool ? static_cast<std::size_t>(pool->num_threads()) : 1) {}

void ContactFinder::find(const WorldValue& world, std::span<const SearchMotion> motions, double h,
                         std::vector<FoundContact>& contacts, const PairFilter& is_wanted,
                         std::span<const FoundContact> known) {
  find_pairs(world, motions);
  find_contacts(world, h, is_wanted, known, contacts);
}

void ContactFinder::find_contacts(const WorldValue& world, double h, const PairFilter& is_wanted,
                                  std::span<const FoundContact> known,
                                  std::vector<FoundContact>& contacts) {
  const auto is_unchanged = [&](const PlacedShape& shape) {
    return world.bodies[shape.body].is_unchanged;
  };
  // Pairs come in the order of shapes, which is that of keys if every body has one shape. The order
  // is checked while the contacts are in the cache.
  std::atomic<bool> is_sorted = true;
  const auto find = [&](int thread, std::size_t begin, std::size_t end,
                        std::vector<FoundContact>& found) {
    found.clear();
    std::size_t next_known = 0;
    for (std::size_t k = begin; k < end; ++k) {
      const PlacedShape& a = index_.shape(pairs_[k].first);
      const PlacedShape& b = index_.shape(pairs_[k].second);
      if (is_wanted && !is_wanted(a.body, b.body)) continue;
      const std::size_t before = found.size();
      if (!known.empty() && is_unchanged(a) && is_unchanged(b)) {
        const ContactKey first{world.bodies[a.body].id, world.bodies[b.body].id, a.shape, b.shape};
        append_known(known, first, next_known, found);
      } else {
        find_pair(world, a, b, h, manifolds_[static_cast<std::size_t>(thread)], found);
      }
      if (!is_sorted_from(found, before)) is_sorted = false;
    }
  };
  const std::size_t num_shares = (pairs_.size() + kPairsPerShare - 1) / kPairsPerShare;
  if (!pool_ || pool_->num_threads() == 1 || num_shares <= 1) {
    find(0, 0, pairs_.size(), contacts);
  } else {
    if (shares_.size() < num_shares) shares_.resize(num_shares);
    const auto find_share = [&](int thread, std::size_t share) {
      const std::size_t begin = share * kPairsPerShare;
      find(thread, begin, std::min(begin + kPairsPerShare, pairs_.size()), shares_[share]);
    };
    pool_->for_each(num_shares, std::ref(find_share));
    first_.assign(1, 0);
    for (std::size_t share = 0; share < num_shares; ++share) {
      first_.push_back(first_.back() + shares_[share].size());
    }
    contacts.resize(first_.back());
    const auto put_share = [&](int, std::size_t share) {
      std::ranges::copy(shares_[share],
                        contacts.begin() + static_cast<std::ptrdiff_t>(first_[share]));
    };
    pool_->for_each(num_shares, std::ref(put_share));
    for (const std::size_t begin : first_) {
      if (begin == 0 || begin == contacts.size()) continue;
      if (contacts[begin].key < contacts[begin - 1].key) is_sorted = false;
    }
  }
  if (!is_sorted) std::ranges::sort(contacts, {}, &FoundContact::key);
}

void ContactFinder::find_pairs(const WorldValue& world, std::span<const SearchMotion> motions) {
  motions_ = motions;
  index_.update(world);
  index_.broad_phase().collect_pairs(pairs_);
}

std::vector<FoundContact>& ContactFinder::find_present(const WorldValue& world, double margin,
                                                       const PairFilter& is_wanted) {
  at_rest_.assign(world.bodies.size(), {.margin = 0.5 * margin});
  return find_at_rest(world, is_wanted);
}

std::vector<FoundContact>& ContactFinder::find_present(const WorldValue& world,
                                                       std::span<const double> margins,
                                                       const PairFilter& is_wanted) {
  at_rest_.clear();
  for (const double margin : margins) at_rest_.push_back({.margin = margin});
  return find_at_rest(world, is_wanted);
}

std::vector<FoundContact>& ContactFinder::find_at_rest(const WorldValue& world,
                                                       const PairFilter& is_wanted) {
  find_pairs(world, at_rest_);
  find_contacts(world, 0.0, is_wanted, {}, present_);
  return present_;
}

void ContactFinder::find_pair(const WorldValue& world, const PlacedShape& a, const PlacedShape& b,
                              double h, ManifoldList& manifolds,
                              std::vector<FoundContact>& contacts) const {
  const BodyRecord& body_a = world.bodies[a.body];
  const BodyRecord& body_b = world.bodies[b.body];
  if (a.body == b.body) return;
  if (!world.filtered_groups.empty() &&
      !world.groups_collide(body_a.group_of(a.shape), body_b.group_of(b.shape))) {
    return;
  }

  if (!world.joined_bodies.empty() &&
      world.joined_bodies.contains(std::minmax(body_a.id, body_b.id))) {
    return;
  }

  const PosedShape shape_a{a.body, a.shape, a.X_WS};
  const PosedShape shape_b{b.body, b.shape, b.X_WS};
  NarrowPhaseQuery query;
  query.margin = motions_[a.body].margin + motions_[b.body].margin;
  const Vec6& v_a = motions_[a.body].velocity;
  const Vec6& v_b = motions_[b.body].velocity;
  if (!v_a.isZero(0) || !v_b.isZero(0)) {
    query.deviation = motions_[a.body].deviation + motions_[b.body].deviation;
    predict_motion(world, {shape_a, body_a, v_a}, {shape_b, body_b, v_b}, h, query);
  }
  append_pair_contacts(world, shape_a, shape_b, query, manifolds, contacts);
}

}  // namespace stiction
