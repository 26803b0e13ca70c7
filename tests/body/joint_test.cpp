// Which joints are accepted.

#include <stiction/body/joint.h>

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "complaint.h"

namespace stiction {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

JointDefinition make_hinge() {
  return {.name = "hinge", .kind = JointKind::revolute, .child = BodyId{1}};
}

TEST(Joint, WhatCannotBeIsRefusedByName) {
  struct Case {
    std::string wanted;
    std::function<void(JointDefinition&)> spoil;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Case> cases = {
      {"two bodies", [](auto& j) { j.parent = j.child; }},
      {"a body", [](auto& j) { j.child.reset(); }},
      {"finite frame", [&](auto& j) { j.frame.translation.x() = nan; }},
      {"quaternion", [&](auto& j) { j.frame.rotation.coeffs().setZero(); }},
      {"axis", [](auto& j) { j.axis.setZero(); }},
      {"axis", [](auto& j) { j.axis.x() = kUnbounded; }},
      {"a kind of joints, got 99", [](auto& j) { j.kind = JointKind(99); }},
      {"an anchor of joints, got 99", [](auto& j) { j.anchor = JointAnchor(99); }},
      {"a mode of motors, got 7", [](auto& j) { j.motor = JointMotor{.mode = MotorMode(7)}; }},
      {"axis2", [](auto& j) { j.kind = JointKind::universal, j.axis2.setZero(); }},
      {"parallel", [](auto& j) { j.kind = JointKind::universal, j.axis2 = -3 * j.axis; }},
      {"lower <= upper", [](auto& j) { j.lower = 1, j.upper = 0; }},
      {"lower <= upper", [&](auto& j) { j.lower = nan; }},
      {"bounds", [](auto& j) { j.lower = kUnbounded; }},
      {"bounds", [](auto& j) { j.upper = -kUnbounded; }},
      {"friction", [](auto& j) { j.friction = -1; }},
      {"a finite friction >= 0, got inf", [](auto& j) { j.friction = kUnbounded; }},
      {"damping", [&](auto& j) { j.damping = nan; }},
      {"revolute and prismatic", [](auto& j) { j.kind = JointKind::fixed, j.upper = 1; }},
      {"revolute and prismatic", [](auto& j) { j.kind = JointKind::planar, j.friction = 1; }},
      {"revolute and prismatic",
       [](auto& j) { j.kind = JointKind::spherical, j.motor = JointMotor{}; }},
      {"target", [&](auto& j) { j.motor = JointMotor{.target = nan}; }},
      {"max_effort", [](auto& j) { j.motor = JointMotor{.max_effort = -1}; }},
      {"kp or kd", [](auto& j) { j.motor = JointMotor{.mode = MotorMode::position}; }},
      {"kp", [](auto& j) { j.motor = JointMotor{.mode = MotorMode::position, .kp = -1}; }},
      {"kp and kd", [](auto& j) { j.motor = JointMotor{.kd = 1}; }},
      {"finite position", [&](auto& j) { j.position = nan; }},
      {"revolute and prismatic", [](auto& j) { j.kind = JointKind::cylindrical, j.position = 1; }},
      {"ratio",
       [](auto& j) {
         j.gear = JointGear{JointId{7}, 0};
       }},
      {"ratio",
       [&](auto& j) {
         j.gear = JointGear{JointId{7}, nan};
       }},
      {"revolute and prismatic",
       [](auto& j) { j.kind = JointKind::spherical, j.gear = JointGear{JointId{7}}; }},
  };
  EXPECT_EQ(complaint([] { check_joint(make_hinge()); }), "accepted");
  for (const Case& one : cases) {
    JointDefinition joint = make_hinge();
    one.spoil(joint);
    const std::string said = complaint([&] { check_joint(joint); });
    EXPECT_NE(said.find("'hinge'"), std::string::npos) << one.wanted << ": " << said;
    EXPECT_NE(said.find(one.wanted), std::string::npos) << one.wanted << ": " << said;
  }
}

}  // namespace
}  // namespace stiction
