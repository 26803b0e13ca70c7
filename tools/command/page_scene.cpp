#include "page_scene.h"

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/triangle_mesh.h>

#include <nlohmann/json.hpp>

#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace stiction::command {
namespace {

using SceneJson = nlohmann::ordered_json;

SceneJson to_page_json(const Vec3& v) { return SceneJson::array({v.x(), v.y(), v.z()}); }

SceneJson to_page_json(const RigidTransform& pose) {
  const Vec3& x = pose.translation;
  const Quat& q = pose.rotation;
  return SceneJson::array({x.x(), x.y(), x.z(), q.w(), q.x(), q.y(), q.z()});
}

/// Surfaces made of triangles, each told once however many shapes share it.
class PageSurfaces {
 public:
  std::size_t add(const ConvexPolyhedron& hull) {
    return add(&hull, [&](SceneJson& points, SceneJson& triangles) {
      for (const Vec3& vertex : hull.vertices()) append_point(points, vertex);
      for (int face = 0; face < static_cast<int>(hull.faces().size()); ++face) {
        const std::span<const int> corners = hull.corners(face);
        for (std::size_t k = 2; k < corners.size(); ++k) {
          for (const int corner : {corners[0], corners[k - 1], corners[k]}) {
            triangles.push_back(corner);
          }
        }
      }
    });
  }

  std::size_t add(const TriangleMesh& mesh) {
    return add(&mesh, [&](SceneJson& points, SceneJson& triangles) {
      for (const Vec3& vertex : mesh.vertices()) append_point(points, vertex);
      for (const auto& triangle : mesh.triangles()) {
        for (const int corner : triangle) triangles.push_back(corner);
      }
    });
  }

  std::size_t add(const HeightGrid& grid) {
    return add(&grid, [&](SceneJson& points, SceneJson& triangles) {
      for (int j = 0; j < grid.num_y(); ++j) {
        for (int i = 0; i < grid.num_x(); ++i) append_point(points, grid.vertex(i, j));
      }
      for (int j = 0; j + 1 < grid.num_y(); ++j) {
        for (int i = 0; i + 1 < grid.num_x(); ++i) {
          const int low = j * grid.num_x() + i;
          const int high = low + grid.num_x();
          for (const int corner : {low, low + 1, high + 1, low, high + 1, high}) {
            triangles.push_back(corner);
          }
        }
      }
    });
  }

  const SceneJson& json() const { return surfaces_; }

 private:
  template <typename Fill>
  std::size_t add(const void* surface, const Fill& fill) {
    const auto [entry, is_new] = indices_.try_emplace(surface, indices_.size());
    if (is_new) {
      SceneJson points = SceneJson::array(), triangles = SceneJson::array();
      fill(points, triangles);
      surfaces_.push_back({{"points", std::move(points)}, {"triangles", std::move(triangles)}});
    }
    return entry->second;
  }

  /// To five digits of its own size, which is less than a pixel.
  static void append_point(SceneJson& points, const Vec3& point) {
    for (const double value : point) points.push_back(static_cast<float>(value));
  }

  std::unordered_map<const void*, std::size_t> indices_;
  SceneJson surfaces_ = SceneJson::array();
};

void describe_shape(SceneJson& json, const Sphere& sphere, PageSurfaces&) {
  json["radius"] = sphere.radius;
}
void describe_shape(SceneJson& json, const Box& box, PageSurfaces&) {
  json["size"] = to_page_json(box.size);
}
void describe_shape(SceneJson& json, const Plane& plane, PageSurfaces&) {
  json["normal"] = to_page_json(plane.normal);
  json["offset"] = plane.offset;
}
void describe_shape(SceneJson& json, const Hull& hull, PageSurfaces& surfaces) {
  json["surface"] = surfaces.add(*hull.polyhedron);
}
void describe_shape(SceneJson& json, const Mesh& mesh, PageSurfaces& surfaces) {
  json["surface"] = surfaces.add(*mesh.surface);
}
void describe_shape(SceneJson& json, const HeightField& field, PageSurfaces& surfaces) {
  json["surface"] = surfaces.add(*field.grid);
}
template <typename Round>  // a capsule, cylinder or cone
void describe_shape(SceneJson& json, const Round& shape, PageSurfaces&) {
  json["radius"] = shape.radius;
  json["length"] = shape.length;
}

std::string_view name_of_kind(BodyKind kind) {
  if (kind == BodyKind::fixed) return "static";
  return kind == BodyKind::dynamic ? "dynamic" : "kinematic";
}

SceneJson describe_bodies(const Simulation& simulation, PageSurfaces& surfaces) {
  const World& world = simulation.world();
  SceneJson bodies = SceneJson::array();
  for (const BodyId id : world.bodies()) {
    const BodyDefinition& body = world.definition(id);
    const MassProperties& mass = world.mass_properties(id);
    SceneJson shapes = SceneJson::array();
    for (const ShapeDefinition& shape : body.shapes) {
      SceneJson json = {{"type", shape_name(shape.shape)}, {"pose", to_page_json(shape.pose)}};
      std::visit([&](const auto& s) { describe_shape(json, s, surfaces); }, shape.shape);
      if (shape.trigger) json["trigger"] = true;
      shapes.push_back(std::move(json));
    }
    bodies.push_back({{"name", body.name},
                      {"kind", name_of_kind(body.kind)},
                      {"pose", to_page_json(world.state(id).pose)},
                      {"mass", mass.mass},
                      {"center", to_page_json(mass.center)},
                      {"material", world.materials().get(body.material).name},
                      {"shapes", std::move(shapes)}});
  }
  return bodies;
}

/// Joints by their frames in the body that they are drawn on: the parent, or the child of a joint
/// with the world.
SceneJson describe_joints(const Simulation& simulation) {
  const World& world = simulation.world();
  std::map<BodyId, std::size_t> indices;
  for (const BodyId body : world.bodies()) indices.emplace(body, indices.size());
  const auto pose_at_start = [&](const std::optional<BodyId>& body) {
    return body ? world.definition(*body).pose : RigidTransform{};
  };
  const auto index_of = [&](const std::optional<BodyId>& body) {
    return body ? static_cast<int>(indices.at(*body)) : -1;
  };
  SceneJson joints = SceneJson::array();
  for (const JointId id : world.joints()) {
    const JointDefinition& joint = world.definition(id);
    const RigidTransform X_WP = pose_at_start(joint.parent);
    const RigidTransform X_WA = joint.anchor == JointAnchor::world    ? RigidTransform{}
                                : joint.anchor == JointAnchor::parent ? X_WP
                                                                      : pose_at_start(joint.child);
    const RigidTransform X_WJ = X_WA * joint.frame;
    const RigidTransform X_PJ = X_WP.inverse() * X_WJ;
    const RigidTransform X_CJ = pose_at_start(joint.child).inverse() * X_WJ;
    joints.push_back({{"name", joint.name},
                      {"type", to_string(joint.kind)},
                      {"parent", index_of(joint.parent)},
                      {"child", index_of(joint.child)},
                      {"point_parent", to_page_json(X_PJ.translation)},
                      {"point_child", to_page_json(X_CJ.translation)},
                      {"axis_parent", to_page_json(X_PJ.rotation * joint.axis.normalized())}});
  }
  return joints;
}

}  // namespace

void describe_scene_for_page(nlohmann::ordered_json& page, const Simulation& simulation) {
  PageSurfaces surfaces;
  page["gravity"] = to_page_json(simulation.scene().gravity);
  page["bodies"] = describe_bodies(simulation, surfaces);
  page["surfaces"] = surfaces.json();
  page["joints"] = describe_joints(simulation);
}

}  // namespace stiction::command
