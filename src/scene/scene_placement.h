#pragma once

#include <stiction/scene/scene.h>

#include <string>

namespace stiction {

/// Places an included scene in its parent: bodies, their velocities and the forces on them move and
/// rotate with the rigid placement X_WP (gravity, which is the parent's, does not), and the names
/// of bodies, materials and groups get the prefix.
void place_scene(Scene& scene, const RigidTransform& X_WP, const std::string& prefix);

}  // namespace stiction
