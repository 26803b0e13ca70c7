#include "island_system.h"

#include <stiction/contact/natural_map.h>

#include <algorithm>
#include <cmath>

#include "infinity.h"

namespace stiction {
namespace {

/// Mass that a group may carry, in units of 1 / compliance, without being made stiffer.
constexpr double kSoftCarriers = 1e4;

/// r moved to the nearest point of its law's set; the normal first.
Vec3 within_law(const RowGroup& group, const Vec3& r) {
  if (group.law == RowLaw::bounded) {
    Vec3 clamped = r.cwiseMax(group.lower).cwiseMin(group.upper);
    for (int i = group.num_rows; i < 3; ++i) clamped[i] = 0;
    return clamped;
  }
  return within_contact_law(group, r);
}

/// The natural map of the law, in impulses: zero iff (r, u) obeys it.
double natural_map(const RowGroup& group, const Vec3& r, const Vec3& u) {
  if (group.law != RowLaw::bounded) {
    const Vec3 d = group.mass * u;
    return std::max(std::abs(natural_map_of_half_line(r.x(), d.x())),
                    natural_map_of_disc(r.tail<2>(), d.tail<2>(), disc_radius(group, r.x())));
  }
  const Vec3 masses = (1 / group.mass + group.softness.array()).inverse();
  const Vec3 d = masses.cwiseProduct(group.yielding_velocity(r, u));
  double worst = 0;
  for (int i = 0; i < group.num_rows; ++i) {
    const double error = natural_map_of_interval(r[i], d[i], group.lower[i], group.upper[i]);
    worst = std::max(worst, std::abs(error));
  }
  return worst;
}

}  // namespace

void IslandSystem::project(const Rows& r, Rows& projected) const {
  projected.resize(r.size());
  for (int c = 0; c < num_groups(); ++c) projected[c] = within_law(groups_[c], r[c]);
}

double IslandSystem::judge(const Rows& r, const Rows& u) const {
  if (!(velocity_scale_ > 0)) return 0;
  double worst = 0;
  for (int c = 0; c < num_groups(); ++c) {
    const double error = natural_map(groups_[c], r[c], u[c]) / groups_[c].mass;
    const bool is_finite = r[c].allFinite() && u[c].allFinite() && std::isfinite(error);
    if (!is_finite) return kInfinity;
    worst = std::max(worst, error);
  }
  return worst / velocity_scale_;
}

void IslandSystem::set_groups(std::span<const RowGroup> groups, const Rows& free_velocities,
                              double velocity_scale, const Bodies& bodies) {
  groups_ = groups;
  velocity_scale_ = velocity_scale;
  free_speed_ = 0;
  mass_ratio_ = 1;
  is_convex_ = true;
  stiffening_.clear();
  double sum = 0;
  int rows = 0;
  for (int c = 0; c < num_groups(); ++c) {
    rows += groups_[c].num_rows;
    is_convex_ = is_convex_ && groups_[c].law == RowLaw::bounded;
    const double ratio = bodies.heaviest * groups_[c].compliance;
    mass_ratio_ = std::max(mass_ratio_, ratio);
    stiffening_.push_back(std::sqrt(std::max(1.0, ratio / kSoftCarriers)));
    free_speed_ = std::max(free_speed_, free_velocities[c].lpNorm<Eigen::Infinity>());
    sum += groups_[c].compliance;
  }
  mean_compliance_ = num_groups() > 0 ? sum / num_groups() : 1.0;
  redundancy_ = bodies.count > 0 ? rows / (6.0 * bodies.count) : 1.0;
}

}  // namespace stiction
