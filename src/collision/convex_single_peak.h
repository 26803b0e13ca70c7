#pragma once

#include <stiction/math/tangent_basis.h>
#include <stiction/math/vector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace stiction {

/// True if no direction within 120 degrees of n, a local maximum of the separation with s(n) = -d <
/// 0, separates two overlapping solids by more than -d + `tie`. This decides overlaps that are
/// shallow compared with the solids' radii of curvature; if false, n may still be the maximum.
///
/// s(n) = n . z(n), with z(n) the difference of the points foremost along n, is the least n . z
/// over all differences z: extended to vectors of any length it is concave. Up to an angle c from n
/// it does not climb above -d cos c, which stays within the tie for c = sqrt(tie / d). Beyond that
/// ring, each sector between two spokes from n is bounded as a triangle of `SphereSearch` is, by z
/// at the middle of its inner edge: if m . z is neither above -d + tie nor above 0 at the sector's
/// four corners, no m in it is better. Since s falls away from n, that bound falls outwards: it
/// holds out to 120 degrees if s falls twice as steeply as the overlap is deep, else to the next
/// ring. Where s has a ridge, as along an edge in contact, the sector is halved.
///
/// `Pair` has `Vec3 difference(n) const`, which is z(n): 24 calls, more for further rings or
/// ridges.
template <typename Pair>
class SinglePeak {
 public:
  SinglePeak(const Pair& pair, const Vec3& n, double depth, double tie)
      : pair_(pair), n_(n), depth_(depth), tie_(tie) {
    const TangentBasis basis = make_tangent_basis(n);
    for (std::size_t i = 0; i < spokes_.size(); ++i) {
      const double turn = static_cast<double>(i) * (2 * M_PI / kSectors);
      spokes_[i] = std::cos(turn) * basis.t1 + std::sin(turn) * basis.t2;
    }
  }

  bool is_only_one_nearby() const {
    constexpr double kWidestFirst = 0.2;  // rad
    constexpr double kGrowth = 4;         // from ring to ring
    constexpr double kWidest = 0.8;       // rad
    double ring = std::min(kWidestFirst, std::sqrt(tie_ / depth_));
    if (!is_peak(ring)) return false;
    for (bool is_last = false; !is_last; ring *= kGrowth) {
      if (!(ring <= kWidest)) return false;
      is_last = true;
      if (!is_lower_all_round(ring, std::min(kGrowth * ring, kOutermost), is_last)) return false;
    }
    return true;
  }

 private:
  static constexpr double kOutermost = 2 * M_PI / 3;
  static constexpr int kSectors = 12;
  static constexpr int kMostHalvings = 12;  ///< down to sectors of 1e-4 rad

  Vec3 at(const Vec3& spoke, double angle) const {
    return std::cos(angle) * n_ + std::sin(angle) * spoke;
  }

  /// True if no slope within the ring climbs by more than the tie.
  bool is_peak(double ring) const {
    constexpr double kNextDoor = 1e-4;  // rad: distance at which a maximum is told from a slope
    const double most = kNextDoor / ring * tie_ - depth_;
    return std::none_of(spokes_.begin() + 1, spokes_.end(), [&](const Vec3& spoke) {
      const Vec3 m = at(spoke, kNextDoor);
      return !(m.dot(pair_.difference(m)) <= most);
    });
  }

  /// True if all directions between two rings are lower. `to_outermost` stays true if all beyond
  /// are.
  bool is_lower_all_round(double inner, double outer, bool& to_outermost) const {
    for (std::size_t i = 0; i < kSectors; ++i) {
      if (!is_lower(spokes_[i], spokes_[i + 1], inner, outer, kMostHalvings, to_outermost)) {
        return false;
      }
    }
    return true;
  }

  /// The same for the sector between the spokes a and b.
  bool is_lower(const Vec3& a, const Vec3& b, double inner, double outer, int halvings,
                bool& to_outermost) const {
    const Vec3 middle = (a + b).normalized();
    const Vec3 z = pair_.difference(at(middle, inner));
    const double along = n_.dot(z);
    const double across = std::max(a.dot(z), b.dot(z));
    const double enough = std::min(0.0, tie_ - depth_);
    const auto is_enough = [&](double angle) {  // at the corners there
      return std::cos(angle) * along + std::sin(angle) * across <= enough;
    };
    if (is_enough(inner) && is_enough(outer)) {
      to_outermost = to_outermost && is_enough(kOutermost);
      return true;
    }
    return halvings > 0 && is_lower(a, middle, inner, outer, halvings - 1, to_outermost) &&
           is_lower(middle, b, inner, outer, halvings - 1, to_outermost);
  }

  const Pair& pair_;
  Vec3 n_;
  double depth_;
  double tie_;
  std::array<Vec3, kSectors + 1> spokes_;
};

}  // namespace stiction
