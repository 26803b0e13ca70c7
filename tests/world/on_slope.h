#pragma once

#include "world/simple_worlds.h"

namespace stiction {

/// Gravity in the frame of a slope that falls along x turned by the yaw.
inline Vec3 gravity_on_slope(double angle, double yaw = 0) {
  return kGravity *
         Vec3(std::sin(angle) * std::cos(yaw), std::sin(angle) * std::sin(yaw), -std::cos(angle));
}

/// A shape that lies on the ground, with its origin at `height` and turned by `lie`.
struct Lying {
  const char* name;
  Shape shape;
  double height;
  Quat lie = Quat::Identity();
};

inline const Lying kBox = {"box", Box{Vec3(1, 0.6, 0.2)}, 0.1};

/// A body of 1 kg on the ground z = 0, which is a plane or the top of a static box.
struct OnSlope {
  World world;
  BodyId body;

  OnSlope(const Lying& lying, double angle, double yaw, double turn, double mu,
          bool is_on_plane = true, const ContactModelOptions& contact = {})
      : world({.gravity = gravity_on_slope(angle, yaw), .contact = contact}) {
    const MaterialId material = world.add_material({.name = "m", .friction = mu});
    if (is_on_plane) {
      add_ground(world, material);
    } else {
      world.add_body({.name = "slab",
                      .kind = BodyKind::fixed,
                      .pose = {.translation = Vec3(0, 0, -1)},
                      .shapes = {{Box{Vec3(60, 60, 2)}}},
                      .material = material});
    }
    body = world.add_body({.name = lying.name,
                           .pose = {.rotation = exp_rotation(Vec3(0, 0, turn)) * lying.lie,
                                    .translation = Vec3(0, 0, lying.height)},
                           .shapes = {{.shape = lying.shape}},
                           .mass = 1,
                           .material = material});
  }
};

}  // namespace stiction
