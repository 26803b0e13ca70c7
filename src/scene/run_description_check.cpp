#include "run_description_check.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>

namespace stiction {
namespace {

using RunJson = nlohmann::ordered_json;

constexpr std::size_t kPoseSize = 7;

/// The member; null if there is none.
const RunJson& member(const RunJson& json, const char* name) {
  static const RunJson kNull;
  const auto found = json.find(name);
  return found == json.end() ? kNull : *found;
}

bool are_texts(const RunJson& json, std::initializer_list<const char*> names) {
  return std::ranges::all_of(names,
                             [&](const char* name) { return member(json, name).is_string(); });
}

bool is_index(const RunJson& json, std::size_t count) {
  return json.is_number_unsigned() && json.get<std::uint64_t>() < count;
}

/// True if it is a list of `count` numbers.
bool are_numbers(const RunJson& json, std::size_t count) {
  return json.is_array() && json.size() == count &&
         std::ranges::all_of(json, [](const RunJson& number) { return number.is_number(); });
}

/// True if it is a list in which each entry passes `test`.
template <typename Test>
bool is_list(const RunJson& json, const Test& test) {
  return json.is_array() && std::ranges::all_of(json, test);
}

bool is_surface(const RunJson& surface) {
  const RunJson& points = member(surface, "points");
  const std::size_t num_points = points.size() / 3;
  const RunJson& triangles = member(surface, "triangles");
  const auto is_corner = [&](const RunJson& corner) { return is_index(corner, num_points); };
  const auto are_numbers_or_absent = [&](const char* name, std::size_t count) {
    return !surface.contains(name) || are_numbers(surface.at(name), count);
  };
  return are_numbers(points, 3 * num_points) && is_list(triangles, is_corner) &&
         triangles.size() % 3 == 0 && are_numbers_or_absent("normals", 3 * num_points) &&
         are_numbers_or_absent("marks", 2 * num_points) && are_texts(surface, {"pattern"}) &&
         member(surface, "two_sides").is_boolean();
}

bool is_shape(const RunJson& shape, bool is_of_static_body, std::size_t num_surfaces) {
  const bool has_trigger_or_none = !shape.contains("trigger") || shape.at("trigger").is_boolean();
  if (!are_texts(shape, {"type"}) || !are_numbers(member(shape, "pose"), kPoseSize) ||
      !has_trigger_or_none) {
    return false;
  }
  if (!shape.contains("surface")) {
    return is_of_static_body && are_numbers(member(shape, "normal"), 3) &&
           member(shape, "offset").is_number();
  }
  return is_index(shape.at("surface"), num_surfaces) && are_numbers(member(shape, "scale"), 3) &&
         member(shape, "bound").is_number();
}

bool is_body(const RunJson& body, std::size_t num_surfaces) {
  const RunJson& kind = member(body, "kind");
  const auto is_own_shape = [&](const RunJson& shape) {
    return is_shape(shape, kind == "static", num_surfaces);
  };
  return are_texts(body, {"name", "material"}) &&
         (kind == "static" || kind == "dynamic" || kind == "kinematic") &&
         are_numbers(member(body, "pose"), kPoseSize) && member(body, "mass").is_number() &&
         are_numbers(member(body, "center"), 3) && is_list(member(body, "shapes"), is_own_shape);
}

bool is_joint(const RunJson& joint, std::size_t num_bodies) {
  const auto is_body_or_world = [&](const char* name) {
    return member(joint, name) == -1 || is_index(member(joint, name), num_bodies);
  };
  const auto is_vector = [&](const char* name) { return are_numbers(member(joint, name), 3); };
  return are_texts(joint, {"name", "type"}) && is_body_or_world("parent") &&
         is_body_or_world("child") && is_vector("point_parent") && is_vector("point_child") &&
         is_vector("axis_parent");
}

}  // namespace

bool is_run_start(const RunJson& json) {
  const RunJson& bodies = member(json, "bodies");
  const RunJson& surfaces = member(json, "surfaces");
  return are_texts(json, {"stiction", "scene", "model", "solver"}) &&
         member(json, "timestep").is_number() && member(json, "duration").is_number() &&
         are_numbers(member(json, "gravity"), 3) && is_list(surfaces, is_surface) &&
         is_list(bodies, [&](const RunJson& body) { return is_body(body, surfaces.size()); }) &&
         is_list(member(json, "joints"),
                 [&](const RunJson& joint) { return is_joint(joint, bodies.size()); });
}

bool is_run_end(const RunJson& json) {
  return member(json, "report").is_object() && member(json, "warnings").is_array() &&
         member(json, "expectations").is_array();
}

}  // namespace stiction
