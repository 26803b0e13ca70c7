#include <stiction/scene/scene.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

namespace stiction {
namespace {

/// World ids by name. If several things have the same name, the first counts.
class IdsByName {
 public:
  /// `kind` is the word in messages.
  explicit IdsByName(std::string kind) : kind_(std::move(kind)) {}

  void add(const std::string& name, std::uint32_t id) { ids_.try_emplace(name, id); }

  std::uint32_t at(const std::string& name) const {
    const auto entry = ids_.find(name);
    if (entry != ids_.end()) return entry->second;
    throw std::invalid_argument("expected the name of a " + kind_ + " of the scene, got '" + name +
                                "'");
  }

 private:
  std::string kind_;
  std::unordered_map<std::string, std::uint32_t> ids_;
};

}  // namespace

World make_world(const Scene& scene, int threads, bool keep_problems,
                 std::function<bool()> should_stop) {
  World world({.gravity = scene.gravity,
               .contact = scene.contact,
               .models = scene.models,
               .integrator = scene.integrator,
               .on_unsolved = scene.on_unsolved,
               .effort = scene.effort,
               .should_stop = std::move(should_stop),
               .threads = threads,
               .keep_problems = keep_problems});
  IdsByName materials("material"), groups("group");
  for (const Material& material : scene.materials) {
    materials.add(material.name, world.add_material(material));
  }
  GroupId next_group = 1;
  for (const std::string& group : scene.groups) groups.add(group, next_group++);
  for (const Scene::Pair& pair : scene.pairs) {
    world.set_material_pair(materials.at(pair.a), materials.at(pair.b), pair.values);
  }
  for (const auto& [a, b] : scene.filters) {
    world.set_groups_collide(groups.at(a), groups.at(b), false);
  }
  IdsByName bodies("body");
  for (const BodyDefinition& body : scene.bodies) {
    bodies.add(body.name, world.add_body(body).value);
  }
  IdsByName joints("joint");
  for (const Scene::Joint& joint : scene.joints) {
    JointDefinition definition = joint.definition;
    if (!joint.parent.empty()) definition.parent = BodyId{bodies.at(joint.parent)};
    if (!joint.child.empty()) definition.child = BodyId{bodies.at(joint.child)};
    joints.add(definition.name, world.add_joint(definition).value);
  }
  for (const Scene::Joint& joint : scene.joints) {
    if (!joint.gear) continue;
    world.set_gear(JointId{joints.at(joint.definition.name)},
                   JointGear{JointId{joints.at(joint.gear->leader)}, joint.gear->ratio});
  }
  return world;
}

}  // namespace stiction
