#pragma once

#include "island_problem.h"

namespace stiction {

/// R of Newton's equation in units of 1 / compliance. 1e-7 of the velocity that an impulse makes is
/// left to the next round; a stiffer one loses that many digits in the factor.
inline constexpr double kNewtonStiffness = 1e7;
/// How often its solution is refined: without, D's large elements leave 1e-6 in the momentum.
inline constexpr int kNewtonRefinements = 2;

/// z of the natural map r = P(z): r - d u of a contact, d = 1 / compliance, and the like of bounded
/// rows. Linear in r and u.
Vec3 calc_natural_point(const RowGroup& group, const Vec3& r, const Vec3& u);

/// The piece of the law in which z lies. Of a contact 3 if it is closed, z_n > 0, plus 0 without
/// friction, 1 if it sticks, |z_T| within its disc, 2 if it slides; of bounded rows, as digits of
/// base 3, 0 at the lower bound, 1 at the upper, 2 between.
int find_group_state(const RowGroup& group, const Vec3& z);

/// The linear model dr = g - D du of one group in one piece of its law, for Newton's equation.
struct GroupModel {
  Mat3 D = Mat3::Zero();
  Vec3 g = Vec3::Zero();
  bool is_symmetric = true;
};
/// u -> 0 is posed as dr = -R (u + du), R the stiffness.
GroupModel make_group_model(const RowGroup& group, int state, const Vec3& r, const Vec3& u,
                            double stiffness);

}  // namespace stiction
