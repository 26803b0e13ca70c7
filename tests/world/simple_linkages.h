#pragma once

#include <optional>

#include "simple_worlds.h"

namespace stiction {

/// Adds a linkage bar of 1 kg between two points.
inline BodyId add_bar(World& world, const Vec3& from, const Vec3& to) {
  const Vec3 along = to - from;
  return world.add_body({.name = "bar",
                         .pose = {shortest_rotation(Vec3::UnitX(), along), 0.5 * (from + to)},
                         .shapes = {{.shape = Box{Vec3(along.norm(), 0.05, 0.05)}}},
                         .mass = 1.0});
}

inline JointId add_hinge(World& world, std::optional<BodyId> parent, std::optional<BodyId> child,
                         const Vec3& at, const Vec3& axis) {
  JointDefinition hinge{.kind = JointKind::revolute, .parent = parent, .child = child};
  hinge.frame.translation = at;
  hinge.axis = axis;
  return world.add_joint(hinge);
}

/// Crank, coupler and rocker on four hinges about y: three constraints are redundant.
inline void add_four_bar_linkage(World& world) {
  const Vec3 A(0, 0, 0), B(-0.3, 0, 0.4), C(0.6, 0, 0.7), D(0.8, 0, 0);
  const BodyId crank = add_bar(world, A, B);
  const BodyId coupler = add_bar(world, B, C);
  const BodyId rocker = add_bar(world, C, D);
  add_hinge(world, std::nullopt, crank, A, Vec3::UnitY());
  add_hinge(world, crank, coupler, B, Vec3::UnitY());
  add_hinge(world, coupler, rocker, C, Vec3::UnitY());
  add_hinge(world, rocker, std::nullopt, D, Vec3::UnitY());
}

/// Adds a door of 20 kg, 2 m high, whose hinge edge is the z axis.
inline BodyId add_door(World& world) {
  return world.add_body({.name = "door",
                         .pose = {.translation = Vec3(0.4, 0, 1)},
                         .shapes = {{.shape = Box{Vec3(0.8, 0.04, 2)}}},
                         .mass = 20.0});
}

}  // namespace stiction
