#include <stiction/scene/scene.h>

#include <algorithm>
#include <stdexcept>

namespace stiction {
namespace {

/// The id of the thing of that name in its world: its place in the scene's list, from 1 on.
template <typename Things, typename Name>
std::uint32_t find_id(const Things& things, const std::string& name, const char* kind,
                      Name name_of) {
  const auto thing = std::find_if(things.begin(), things.end(),
                                  [&](const auto& item) { return name_of(item) == name; });
  if (thing == things.end()) {
    throw std::invalid_argument("expected the name of a " + std::string(kind) +
                                " of the scene, got '" + name + "'");
  }
  return static_cast<std::uint32_t>(thing - things.begin()) + 1;
}

MaterialId find_material(const Scene& scene, const std::string& name) {
  return find_id(scene.materials, name, "material",
                 [](const Material& material) -> const std::string& { return material.name; });
}

GroupId find_group(const Scene& scene, const std::string& name) {
  return find_id(scene.groups, name, "group",
                 [](const std::string& group) -> const std::string& { return group; });
}

}  // namespace

World make_world(const Scene& scene, int threads, bool keep_problems) {
  World world({.gravity = scene.gravity,
               .contact = scene.contact,
               .threads = threads,
               .keep_problems = keep_problems});
  for (const Material& material : scene.materials) world.add_material(material);
  for (const Scene::Pair& pair : scene.pairs) {
    world.set_material_pair(find_material(scene, pair.a), find_material(scene, pair.b),
                            pair.values);
  }
  for (const auto& [a, b] : scene.filters) {
    world.set_groups_collide(find_group(scene, a), find_group(scene, b), false);
  }
  for (const BodyDefinition& body : scene.bodies) world.add_body(body);
  return world;
}

}  // namespace stiction
