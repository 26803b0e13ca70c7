#pragma once

#include <stiction/math/tangent_basis.h>
#include <stiction/math/vector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace stiction {

/// Whether no direction within 120 degrees of n, a local maximum of the separation s = -d < 0 of
/// two overlapping solids, separates them by more than -d + `tie`. Overlap that is shallow beside
/// what the solids curve by is decided by this; false may be a maximum as well.
///
/// s(n) = n . z(n), z(n) the difference of the points foremost along n, is the least of n . z over
/// all differences z: extended to vectors of any length it is concave. Up to an angle c from n it
/// does not climb above -d cos c, which c = sqrt(tie / d) keeps within the tie. Beyond that ring,
/// each sector between two spokes from n is bounded as a triangle of `SphereSearch` is, by z in the
/// middle of its inner edge: where m . z is not above -d + tie, nor above 0, at its four corners,
/// no m in it is better. Since s falls from n on, that bound falls outwards: it holds out to 120
/// degrees where s falls twice as steeply as the overlap is deep, else to the next ring. Where s
/// has a ridge, as along an edge that is in contact, the sector is halved.
///
/// `Pair` has `Vec3 difference(n) const`, which is z(n). 24 of these, without more rings and
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
  static constexpr int kMostHalvings = 12;  ///< to sectors of 1e-4 rad

  Vec3 at(const Vec3& spoke, double angle) const {
    return std::cos(angle) * n_ + std::sin(angle) * spoke;
  }

  /// Whether no slope leads to more than the tie within the ring.
  bool is_peak(double ring) const {
    constexpr double kNextDoor = 1e-4;  // rad: where a maximum is told from a slope
    const double most = kNextDoor / ring * tie_ - depth_;
    return std::none_of(spokes_.begin() + 1, spokes_.end(), [&](const Vec3& spoke) {
      const Vec3 m = at(spoke, kNextDoor);
      return !(m.dot(pair_.difference(m)) <= most);
    });
  }

  /// Whether all between two rings separate by less. `to_outermost` stays true if all beyond do.
  bool is_lower_all_round(double inner, double outer, bool& to_outermost) const {
    for (std::size_t i = 0; i < kSectors; ++i) {
      if (!is_lower(spokes_[i], spokes_[i + 1], inner, outer, kMostHalvings, to_outermost)) {
        return false;
      }
    }
    return true;
  }

  /// The same between the spokes a and b.
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
