#include "body_expansion.h"

#include <limits>

namespace stiction {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  return a > kMost - b ? kMost : a + b;
}

std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kMost / b ? kMost : a * b;
}

class Expansion {
 public:
  explicit Expansion(std::vector<ExpandedBody>& bodies) : bodies_(bodies) {}

  void add(const SceneItem& item, const RigidTransform& X_WP, const std::string& suffix) {
    if (const auto* const body = std::get_if<BodyElement>(&item.item)) {
      bodies_.push_back({body, body->definition});
      bodies_.back().definition.name += suffix;
      place(bodies_.back().definition, X_WP);
    } else if (const auto* const replicate = std::get_if<ReplicateElement>(&item.item)) {
      if (calc_tally(item).bodies == 0) return;  // there may be many copies of nothing
      for (std::uint64_t i = 0; i < replicate->count; ++i) {
        const RigidTransform X_WC = X_WP * power(replicate->transform, i);
        std::string copy_suffix("-");
        copy_suffix.append(std::to_string(i)).append(suffix);
        for (const SceneItem& inner : replicate->items) {
          add(inner, X_WC, copy_suffix);
        }
      }
    }
  }

 private:
  std::vector<ExpandedBody>& bodies_;
};

}  // namespace

BodyTally operator+(const BodyTally& a, const BodyTally& b) {
  return {saturating_sum(a.bodies, b.bodies), saturating_sum(a.shapes, b.shapes)};
}

BodyTally operator*(std::uint64_t count, const BodyTally& tally) {
  return {saturating_product(count, tally.bodies), saturating_product(count, tally.shapes)};
}

BodyTally calc_tally(const SceneItem& item) {
  if (const auto* const body = std::get_if<BodyElement>(&item.item)) {
    return {1, body->definition.shapes.size()};
  }
  BodyTally tally;
  if (const auto* const replicate = std::get_if<ReplicateElement>(&item.item)) {
    for (const SceneItem& inner : replicate->items) tally = tally + calc_tally(inner);
    tally = replicate->count * tally;
  }
  return tally;
}

RigidTransform power(const RigidTransform& X, std::uint64_t n) {
  if (X.rotation.coeffs() == Quat::Identity().coeffs()) {
    return {Quat::Identity(), static_cast<double>(n) * X.translation};
  }
  RigidTransform result, square = X;
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) result = square * result;
    square = square * square;
  }
  return result;
}

void place(BodyDefinition& definition, const RigidTransform& X_WP) {
  if (X_WP == RigidTransform()) return;
  definition.pose = X_WP * definition.pose;
  definition.linear_velocity = X_WP.rotation * definition.linear_velocity;
  definition.angular_velocity = X_WP.rotation * definition.angular_velocity;
}

std::vector<ExpandedBody> expand(const SceneItem& item) {
  std::vector<ExpandedBody> bodies;
  bodies.reserve(calc_tally(item).bodies);
  Expansion(bodies).add(item, RigidTransform(), "");
  return bodies;
}

}  // namespace stiction
