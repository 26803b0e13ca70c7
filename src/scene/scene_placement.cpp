#include "scene_placement.h"

#include "body_expansion.h"

namespace stiction {
namespace {

void add_prefix(Scene& scene, const std::string& prefix) {
  const auto prepend = [&](std::string& name) { name.insert(0, prefix); };
  for (BodyDefinition& body : scene.bodies) prepend(body.name);
  for (Material& material : scene.materials) prepend(material.name);
  for (std::string& group : scene.groups) prepend(group);
  for (Scene::Pair& pair : scene.pairs) {
    prepend(pair.a);
    prepend(pair.b);
  }
  for (auto& [a, b] : scene.filters) {
    prepend(a);
    prepend(b);
  }
  for (Scene::Joint& joint : scene.joints) {
    prepend(joint.definition.name);
    for (std::string* body : {&joint.parent, &joint.child}) {
      if (!body->empty()) prepend(*body);
    }
    if (joint.gear) prepend(joint.gear->leader);
  }
  for (ForceDefinition& force : scene.forces) prepend(force.body);
}

}  // namespace

void place_scene(Scene& scene, const RigidTransform& X_WP, const std::string& prefix) {
  for (BodyDefinition& body : scene.bodies) place(body, X_WP);
  for (Scene::Joint& joint : scene.joints) {
    RigidTransform& frame = joint.definition.frame;
    if (joint.definition.anchor == JointAnchor::world) frame = X_WP * frame;
  }
  for (ForceDefinition& force : scene.forces) {
    force.force = X_WP.rotation * force.force;
    force.torque = X_WP.rotation * force.torque;
  }
  if (!prefix.empty()) add_prefix(scene, prefix);
}

}  // namespace stiction
