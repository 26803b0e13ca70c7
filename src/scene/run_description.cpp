#include <stiction/body/joint_geometry.h>
#include <stiction/geometry/drawn_surface.h>
#include <stiction/scene/run_description.h>
#include <stiction/version.h>

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

namespace stiction {
namespace {

using RunJson = nlohmann::ordered_json;

RunJson to_run_json(const Vec3& v) { return RunJson::array({v.x(), v.y(), v.z()}); }

RunJson to_run_json(const RigidTransform& pose) {
  const Vec3& x = pose.translation;
  const Quat& q = pose.rotation;
  return RunJson::array({x.x(), x.y(), x.z(), q.w(), q.x(), q.y(), q.z()});
}

/// Rounds to six digits: less than a pixel.
double round_for_drawing(double value) {
  constexpr int kDigits = 6;
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::general, kDigits);
  std::from_chars(text.data(), end.ptr, value);
  return value;
}

std::string_view name_of_pattern(SurfacePattern pattern) {
  if (pattern == SurfacePattern::none) return "none";
  return pattern == SurfacePattern::edges ? "edges" : "checks";
}

RunJson describe_surface(const DrawnSurface& surface) {
  RunJson json;
  const auto append = [](RunJson& array, const auto& numbers) {
    for (const double number : numbers) array.push_back(round_for_drawing(number));
  };
  RunJson points = RunJson::array(), normals = RunJson::array(), marks = RunJson::array(),
          triangles = RunJson::array();
  for (const Vec3& point : surface.points) append(points, point);
  for (const Vec3& normal : surface.normals) append(normals, normal);
  for (const auto& mark : surface.marks) append(marks, mark);
  for (const auto& triangle : surface.triangles) {
    for (const int corner : triangle) triangles.push_back(corner);
  }
  json["points"] = std::move(points);
  json["triangles"] = std::move(triangles);
  if (!surface.normals.empty()) json["normals"] = std::move(normals);
  if (!surface.marks.empty()) json["marks"] = std::move(marks);
  json["pattern"] = name_of_pattern(surface.pattern);
  json["two_sides"] = surface.has_two_sides;
  return json;
}

/// The surfaces of a run, each described once however many shapes share it.
class RunSurfaces {
 public:
  std::size_t add(const Shape& shape) {
    const auto [entry, is_new] = indices_.try_emplace(drawn_surface_key(shape), indices_.size());
    if (is_new) surfaces_.push_back(describe_surface(make_drawn_surface(shape)));
    return entry->second;
  }

  const RunJson& json() const { return surfaces_; }

 private:
  std::map<DrawnSurfaceKey, std::size_t> indices_;
  RunJson surfaces_ = RunJson::array();
};

RunJson describe_shape(const ShapeDefinition& definition, RunSurfaces& surfaces) {
  const Shape& shape = definition.shape;
  RunJson json = {{"type", shape_name(shape)}, {"pose", to_run_json(definition.pose)}};
  if (const auto* plane = std::get_if<Plane>(&shape)) {
    json["normal"] = to_run_json(plane->normal);
    json["offset"] = plane->offset;
  } else {
    json["surface"] = surfaces.add(shape);
    json["scale"] = to_run_json(drawn_scale(shape));
    json["bound"] = bounding_radius(shape);
  }
  if (definition.trigger) json["trigger"] = true;
  return json;
}

std::string_view name_of_kind(BodyKind kind) {
  if (kind == BodyKind::fixed) return "static";
  return kind == BodyKind::dynamic ? "dynamic" : "kinematic";
}

RunJson describe_bodies(const Simulation& simulation, RunSurfaces& surfaces) {
  const World& world = simulation.world();
  RunJson bodies = RunJson::array();
  for (const BodyId id : world.bodies()) {
    const BodyDefinition& body = world.definition(id);
    const MassProperties& mass = world.mass_properties(id);
    RunJson shapes = RunJson::array();
    for (const ShapeDefinition& shape : body.shapes) {
      shapes.push_back(describe_shape(shape, surfaces));
    }
    bodies.push_back({{"name", body.name},
                      {"kind", name_of_kind(body.kind)},
                      {"pose", to_run_json(world.state(id).pose)},
                      {"mass", mass.mass},
                      {"center", to_run_json(mass.center)},
                      {"material", world.materials().get(body.material).name},
                      {"shapes", std::move(shapes)}});
  }
  return bodies;
}

/// Describes joints by their frames in the body on which they are drawn: the parent, or the child
/// if the parent is the world.
RunJson describe_joints(const Simulation& simulation) {
  const World& world = simulation.world();
  std::map<BodyId, std::size_t> indices;
  for (const BodyId body : world.bodies()) indices.emplace(body, indices.size());
  const auto pose_at_start = [&](const std::optional<BodyId>& body) {
    return body ? world.definition(*body).pose : RigidTransform{};
  };
  const auto index_of = [&](const std::optional<BodyId>& body) {
    return body ? static_cast<int>(indices.at(*body)) : -1;
  };
  RunJson joints = RunJson::array();
  for (const JointId id : world.joints()) {
    const JointDefinition& joint = world.definition(id);
    const RigidTransform X_WP = pose_at_start(joint.parent);
    const RigidTransform X_WA = joint.anchor == JointAnchor::world    ? RigidTransform{}
                                : joint.anchor == JointAnchor::parent ? X_WP
                                                                      : pose_at_start(joint.child);
    const RigidTransform X_WJ = X_WA * joint.frame;
    const RigidTransform X_PJ = X_WP.inverse() * X_WJ;
    RigidTransform X_CJ = pose_at_start(joint.child).inverse() * X_WJ;
    if (has_position(joint.kind)) {
      X_CJ = X_CJ * calc_joint_motion(joint.kind, joint.axis.normalized(), joint.position);
    }
    joints.push_back({{"name", joint.name},
                      {"type", to_string(joint.kind)},
                      {"parent", index_of(joint.parent)},
                      {"child", index_of(joint.child)},
                      {"point_parent", to_run_json(X_PJ.translation)},
                      {"point_child", to_run_json(X_CJ.translation)},
                      {"axis_parent", to_run_json(X_PJ.rotation * joint.axis.normalized())}});
  }
  return joints;
}

std::string to_text_on_one_line(const RunJson& json) {
  constexpr int kOnOneLine = -1;
  return json.dump(kOnOneLine, ' ', false, RunJson::error_handler_t::replace);
}

}  // namespace

std::string describe_run_start(const Simulation& simulation) {
  const Scene& scene = simulation.scene();
  RunSurfaces surfaces;
  RunJson run;
  run["stiction"] = version();
  run["scene"] = scene.name;
  run["model"] = simulation.world().options().contact.model;
  run["solver"] = simulation.world().solver_name();
  run["timestep"] = scene.timestep;
  run["duration"] = scene.duration;
  run["gravity"] = to_run_json(scene.gravity);
  run["bodies"] = describe_bodies(simulation, surfaces);
  run["surfaces"] = surfaces.json();
  run["joints"] = describe_joints(simulation);
  return to_text_on_one_line(run);
}

std::string describe_run_end(const Simulation& simulation, const RunReport& report) {
  const auto or_null = [](const std::optional<double>& value) {
    return value ? RunJson(*value) : RunJson();
  };
  std::ostringstream report_text;
  write_report_json(report_text, report);
  RunJson expectations = RunJson::array();
  for (const ExpectationResult& result : report.expectations) {
    expectations.push_back({{"what", result.what},
                            {"wanted", result.wanted},
                            {"passed", result.passed},
                            {"measured", or_null(result.measured)},
                            {"at", result.measured_at},
                            {"violated_at", or_null(result.violated_at)}});
  }
  return to_text_on_one_line({{"report", RunJson::parse(report_text.str())},
                              {"warnings", simulation.warnings()},
                              {"expectations", std::move(expectations)}});
}

}  // namespace stiction
