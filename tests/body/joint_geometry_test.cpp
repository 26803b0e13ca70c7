// The conditions that joints impose on poses and velocities, against closed forms and differences
// of poses.

#include <stiction/body/joint_geometry.h>
#include <stiction/math/rotation.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace stiction {
namespace {

constexpr std::array kKinds = {JointKind::fixed,     JointKind::revolute,  JointKind::prismatic,
                               JointKind::spherical, JointKind::universal, JointKind::cylindrical,
                               JointKind::planar};

const RigidTransform kParent{exp_rotation(Vec3(0.3, -0.8, 0.5)), Vec3(1, 2, -0.5)};
const RigidTransform kChild{exp_rotation(Vec3(-1.1, 0.2, 0.7)), Vec3(0.4, 1.5, 0.3)};
const RigidTransform kFrame{exp_rotation(Vec3(0.9, 0.4, -0.2)), Vec3(0.7, 1.9, 0.2)};

JointGeometry make_joint(JointKind kind) {
  JointDefinition definition;
  definition.kind = kind;
  definition.axis = Vec3(1, 2, -2);
  definition.axis2 = Vec3(0.5, 1, 1);
  return make_joint_geometry(definition, kFrame, kParent, kChild);
}

Vec3 axis_of_joint() { return kFrame.rotation * Vec3(1, 2, -2) / 3; }

JointConditions conditions_at(const JointGeometry& joint, const RigidTransform& X_WP,
                              const RigidTransform& X_WC) {
  JointConditions conditions;
  calc_joint_conditions(joint, X_WP, X_WC, conditions);
  return conditions;
}

RigidTransform moved(const RigidTransform& X, const Vec6& velocity, double time) {
  return {exp_rotation(time * velocity.tail<3>()) * X.rotation,
          X.translation + time * velocity.head<3>()};
}

/// The child turned about a line through a point and shifted, in the world.
RigidTransform displaced(const RigidTransform& X, const Vec3& point, const Vec3& turn,
                         const Vec3& shift) {
  const Quat rotation = exp_rotation(turn);
  return {rotation * X.rotation, point + rotation * (X.translation - point) + shift};
}

TEST(JointGeometry, ConditionsHoldWhereTheJointWasMade) {
  const std::array counts = {6, 5, 5, 3, 4, 4, 3};
  for (std::size_t k = 0; k < kKinds.size(); ++k) {
    const JointConditions conditions = conditions_at(make_joint(kKinds[k]), kParent, kChild);
    EXPECT_EQ(conditions.count, counts[k]) << to_string(kKinds[k]);
    EXPECT_LE(calc_joint_error(conditions), 1e-15) << to_string(kKinds[k]);
  }
}

// Each joint allows the motions that its name promises, by any amount.
TEST(JointGeometry, FreeMotionsKeepTheConditions) {
  const Vec3 axis = axis_of_joint();
  const Vec3 across = axis.unitOrthogonal();
  const Vec3 point = kFrame.translation;
  const auto error_after = [&](JointKind kind, const Vec3& turn, const Vec3& shift) {
    const RigidTransform child = displaced(kChild, point, turn, shift);
    return calc_joint_error(conditions_at(make_joint(kind), kParent, child));
  };
  EXPECT_LE(error_after(JointKind::revolute, 2.5 * axis, Vec3::Zero()), 1e-14);
  EXPECT_LE(error_after(JointKind::prismatic, Vec3::Zero(), 1.7 * axis), 1e-14);
  EXPECT_LE(error_after(JointKind::spherical, Vec3(1, -2, 0.5), Vec3::Zero()), 1e-14);
  EXPECT_LE(error_after(JointKind::universal, -1.2 * axis, Vec3::Zero()), 1e-14);
  EXPECT_LE(error_after(JointKind::cylindrical, 2.9 * axis, -0.8 * axis), 1e-14);
  EXPECT_LE(error_after(JointKind::planar, 0.6 * axis, 3 * across), 1e-14);
  // The second axis of a universal joint is carried by the child.
  const Vec3 axis2 = kFrame.rotation * Vec3(0.5, 1, 1).normalized();
  EXPECT_LE(error_after(JointKind::universal, 0.8 * axis2, Vec3::Zero()), 1e-14);
}

TEST(JointGeometry, ErrorsAreDistancesAndAngles) {
  const Vec3 axis = axis_of_joint();
  const Vec3 across = axis.unitOrthogonal();
  const auto error_after = [&](JointKind kind, const Vec3& turn, const Vec3& shift) {
    const RigidTransform child = displaced(kChild, kFrame.translation, turn, shift);
    return calc_joint_error(conditions_at(make_joint(kind), kParent, child));
  };
  EXPECT_NEAR(error_after(JointKind::spherical, Vec3::Zero(), Vec3(0.3, 0, 0.4)), 0.5, 1e-14);
  EXPECT_NEAR(error_after(JointKind::revolute, 1.2 * across, Vec3::Zero()), 1.2, 1e-14);
  EXPECT_NEAR(error_after(JointKind::fixed, Vec3(0, 0.3, 0.4), Vec3(0, 2, 0)), 2.5, 1e-14);
  EXPECT_NEAR(error_after(JointKind::planar, Vec3::Zero(), 0.2 * axis), 0.2, 1e-14);
  EXPECT_NEAR(error_after(JointKind::cylindrical, Vec3::Zero(), 0.2 * across), 0.2, 1e-14);
}

// Errors may be large, since a body may be placed anywhere.
TEST(JointGeometry, RowsAreTheRatesOfTheErrors) {
  Vec6 v_P, v_C;
  v_P << 0.5, -1, 0.3, 0.7, 0.4, -0.9;
  v_C << -0.2, 0.8, 1.1, -0.6, 1.3, 0.2;
  constexpr double kStep = 1e-5;
  for (const double angle : {0.0, 1e-9, 1e-3, 1.5, 2.5}) {
    const Vec3 turn = angle * Vec3(0.8, -0.36, 0.48);
    const RigidTransform child =
        displaced(kChild, kFrame.translation, turn, angle * Vec3(0.1, -0.2, 0.3));
    for (const JointKind kind : kKinds) {
      const JointGeometry joint = make_joint(kind);
      const JointConditions now = conditions_at(joint, kParent, child);
      const JointConditions later =
          conditions_at(joint, moved(kParent, v_P, kStep), moved(child, v_C, kStep));
      const JointConditions before =
          conditions_at(joint, moved(kParent, v_P, -kStep), moved(child, v_C, -kStep));
      for (int i = 0; i < now.count; ++i) {
        const double rate = (later.errors[i] - before.errors[i]) / (2 * kStep);
        const double u = now.rows[i].parent.dot(v_P) + now.rows[i].child.dot(v_C);
        EXPECT_NEAR(u, rate, 1e-8) << to_string(kind) << ' ' << i << ", turned by " << angle;
      }
    }
  }
}

TEST(JointGeometry, TheRateRowIsTheRateOfThePosition) {
  Vec6 v_P, v_C;
  v_P << 0.5, -1, 0.3, 0.7, 0.4, -0.9;
  constexpr double kStep = 1e-5;
  for (const JointKind kind : {JointKind::revolute, JointKind::prismatic}) {
    const JointGeometry joint = make_joint(kind);
    // A child that moves as the joint allows, from a position that is not 0.
    const Vec3 axis = axis_of_joint();
    const bool turns = kind == JointKind::revolute;
    const RigidTransform child = displaced(
        kChild, kFrame.translation, turns ? 0.9 * axis : 0 * axis, turns ? 0 * axis : 0.9 * axis);
    const Vec3 w = v_P.tail<3>() + (turns ? 1.3 * axis : 0 * axis);
    const Vec3 point = kFrame.translation;
    const Vec3 of_point = v_P.head<3>() + v_P.tail<3>().cross(point - kParent.translation);
    v_C << of_point + w.cross(child.translation - point) + (turns ? 0 * axis : 1.3 * axis), w;
    EXPECT_NEAR(calc_joint_position(joint, kParent, child), 0.9, 1e-14);
    const JointRow row = calc_joint_rate_row(joint, kParent, child);
    EXPECT_EQ(row.is_angular, turns);
    EXPECT_NEAR(row.parent.dot(v_P) + row.child.dot(v_C), 1.3, 1e-14);
    const double after =
        calc_joint_position(joint, moved(kParent, v_P, kStep), moved(child, v_C, kStep));
    const double before =
        calc_joint_position(joint, moved(kParent, v_P, -kStep), moved(child, v_C, -kStep));
    EXPECT_NEAR((after - before) / (2 * kStep), 1.3, 1e-8);
  }
}

// Action and reaction: the impulses of a row on the two bodies add up to zero, and so do their
// moments about the origin.
TEST(JointGeometry, RowsKeepMomentum) {
  const RigidTransform off = displaced(kChild, Vec3::Zero(), Vec3(0.1, 0.2, -0.1), Vec3(0.3, 0, 0));
  for (const JointKind kind : kKinds) {
    const JointConditions conditions = conditions_at(make_joint(kind), kParent, off);
    for (int i = 0; i < conditions.count; ++i) {
      const Vec6& P = conditions.rows[i].parent;
      const Vec6& C = conditions.rows[i].child;
      EXPECT_LE((P.head<3>() + C.head<3>()).norm(), 1e-15);
      const Vec3 moment = P.tail<3>() + kParent.translation.cross(P.head<3>()) + C.tail<3>() +
                          off.translation.cross(C.head<3>());
      EXPECT_LE(moment.norm(), 1e-14);
    }
  }
}

TEST(JointGeometry, AnglesGoOnOverTurns) {
  const double pi = std::numbers::pi;
  EXPECT_NEAR(unwrap_angle(-3, 3.2), 2 * pi - 3, 1e-15);
  EXPECT_NEAR(unwrap_angle(0.1, 20 * pi), 20 * pi + 0.1, 1e-13);
  EXPECT_NEAR(unwrap_angle(3, -3.5), 3 - 2 * pi, 1e-15);
  EXPECT_EQ(unwrap_angle(1, 1.5), 1);
}

}  // namespace
}  // namespace stiction
