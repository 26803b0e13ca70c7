#include "convex_axes.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr double kSimilar2 = 1e-6;  // rad^2

}  // namespace

AxisSet::AxisSet(const ConvexSolid& first, const ConvexSolid& second, const PairMotion& motion)
    : solids_{&first, &second}, motion_(motion) {
  const double size = first.outer_radius() + second.outer_radius();
  rounding_ = first.rounding() + second.rounding();
  tie_ = axis_tolerances(first, second).tie;
  round_off_ = 1e-12 * size;
}

void AxisSet::set_witness(const CoreDistance& distance) {
  if (!(distance.upper < upper_)) return;
  witness_ = {distance.on_first, distance.on_second};
  upper_ = distance.upper;
}

void AxisSet::add(const Vec3& n, double preference) {
  if (!(n.squaredNorm() > 0.5)) return;
  const double core = -solid(0).reach(-n) - solid(1).reach(n);
  if (!(core >= wanted())) return;
  int place = preference > 0 ? count_ : similar(n);
  if (place == kCapacity) place = least();
  if (place < count_ && core <= candidates_[place].separation + rounding_) return;
  count_ = std::max(count_, place + 1);
  const double separation = core - rounding_;
  normals_[place] = n;
  const auto reach = [&](const Vec3& m) { return solid(0).reach(m); };
  candidates_[place] = {separation, motion_.predict(n, separation, reach), preference};
  greatest_ = std::max(greatest_, core);
}

void AxisSet::ask_for_all(double separation) {
  floor_ = separation + rounding_;
  int kept = 0;
  for (int i = 0; i < count_; ++i) {
    if (candidates_[i].preference > 0) continue;
    candidates_[kept] = candidates_[i];
    normals_[kept++] = Vec3(normals_[i]);
  }
  count_ = kept;
}

void AxisSet::drop_beaten_guesses() {
  for (int i = 0; i < count_; ++i) {
    const bool is_beaten = candidates_[i].separation + rounding_ < greatest_ - tie_;
    if (is_beaten && candidates_[i].preference == kPreferGuess) drop(i);
  }
}

bool AxisSet::is_settled() const {
  if (floor_ < greatest_ || doubt() > tie_) return false;
  for (int i = 0; i < count_; ++i) {
    const AxisCandidate& axis = candidates_[i];
    const bool is_best = axis.separation + rounding_ >= greatest_ - tie_;
    if (is_best && axis.preference > kPreferGuess) return true;
  }
  return false;
}

int AxisSet::similar(const Vec3& n) const {
  int i = 0;
  while (i < count_ &&
         (candidates_[i].preference > 0 || (normals_[i] - n).squaredNorm() > kSimilar2))
    ++i;
  return i;
}

int AxisSet::least() const {
  int least = 0;
  for (int i = 1; i < count_; ++i) {
    if (candidates_[i].separation < candidates_[least].separation) least = i;
  }
  return least;
}

AxisTolerances axis_tolerances(const ConvexSolid& first, const ConvexSolid& second) {
  return axis_tolerances(std::min(first.inner_radius(), second.inner_radius()),
                         first.outer_radius(), second.outer_radius());
}

}  // namespace stiction
