#pragma once

#include <span>
#include <vector>

#include "island_system.h"

namespace stiction {

/// R of Newton's equation in units of 1 / compliance. 1e-7 of the velocity that an impulse makes is
/// left to the next round; a stiffer one loses that many digits in the factor.
inline constexpr double kNewtonStiffness = 1e7;
/// How often its solution is refined: without, D's large elements leave 1e-6 in the momentum.
inline constexpr int kNewtonRefinements = 2;

/// z of the natural map r = P(z): r - d u of a contact, d = 1 / compliance, and the like of bounded
/// rows. Linear in r and u.
Vec3 calc_natural_point(const RowGroup& group, const Vec3& r, const Vec3& u);

/// The linear models dr = g - D du of all groups for Newton's equation at r, u and their z, each in
/// its state (see `find_group_state`); whether all D are symmetric. u -> 0 is posed as
/// dr = -R (u + du).
bool make_group_models(const IslandSystem& system, std::span<const int> states, const Rows& r,
                       const Rows& u, const Rows& z, std::vector<Mat3>& D, Rows& g);

}  // namespace stiction
