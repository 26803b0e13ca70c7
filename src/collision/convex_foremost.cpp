#include "convex_foremost.h"

#include "segment_distance.h"

namespace stiction {
namespace {

constexpr double kCapSine = 1e-12;

// The foremost feature of a frustum along a direction: a cap, or a ruling of its side.
class Foremost {
 public:
  Foremost(const ConvexSolid& solid, const Vec3& outward) : solid_(solid) {
    const Vec3 across = solid.across_axis(outward);
    const double sine = across.norm();
    disc_ = outward.dot(solid.axis()) > 0 ? 1 : 0;
    is_cap_ = sine < kCapSine && solid.disc_radius(disc_) > 0;
    const Vec3 aside = sine > 0 ? Vec3(across / sine) : Vec3(Vec3::Zero());
    const Vec3 lower = solid.disc_center(0) + solid.disc_radius(0) * aside;
    const Vec3 upper = solid.disc_center(1) + solid.disc_radius(1) * aside;
    const double length = (upper - lower).norm();
    ruling_ = {0.5 * (lower + upper), (upper - lower) / length, 0.5 * length};
  }

  bool is_cap() const { return is_cap_; }
  const Segment& ruling() const { return ruling_; }

  Vec3 nearest(const Vec3& x) const {
    if (!is_cap_) return ruling_.at(ruling_.nearest(x));
    const Vec3 center = solid_.disc_center(disc_);
    const Vec3 across = solid_.across_axis(x - center);
    const double distance = across.norm();
    const double radius = solid_.disc_radius(disc_);
    return center + (distance > radius ? radius / distance : 1) * across;
  }

 private:
  const ConvexSolid& solid_;
  bool is_cap_ = false;
  int disc_ = 0;
  Segment ruling_;
};

}  // namespace

CoreDistance nearest_foremost(const ConvexSolid& first, const ConvexSolid& second, const Vec3& n,
                              const std::array<Vec3, 2>& guess) {
  const Foremost one(first, -n);
  const Foremost other(second, n);
  CoreDistance distance{};
  distance.lower = -first.reach(-n) - second.reach(n);
  distance.normal = n;
  if (one.is_cap()) {
    distance.on_second = other.nearest(one.nearest(guess[1]));
    distance.on_first = one.nearest(distance.on_second);
  } else if (other.is_cap()) {
    distance.on_first = one.nearest(other.nearest(guess[0]));
    distance.on_second = other.nearest(distance.on_first);
  } else {
    const SegmentPoints nearest = nearest_points(one.ruling(), other.ruling());
    distance.on_first = nearest.p;
    distance.on_second = nearest.q;
  }
  distance.upper = (distance.on_first - distance.on_second).norm();
  return distance;
}

}  // namespace stiction
