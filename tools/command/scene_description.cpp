#include "scene_description.h"

#include "number_format.h"

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/support_shape.h>
#include <stiction/geometry/triangle_mesh.h>
#include <stiction/math/rotation.h>

#include <cmath>
#include <ostream>
#include <set>
#include <string_view>

namespace stiction::command {
namespace {

constexpr int kDescribedDigits = 6;

std::string describe(double value) { return format_number(value, kDescribedDigits); }

std::string describe(const Vec3& v) {
  return describe(v.x()) + " " + describe(v.y()) + " " + describe(v.z());
}

std::string describe_size(const Sphere& sphere) { return "radius " + describe(sphere.radius); }
std::string describe_size(const Box& box) { return "size " + describe(box.size); }
std::string describe_size(const Plane& plane) {
  return "normal " + describe(plane.normal) + ", offset " + describe(plane.offset);
}
std::string describe_size(const Hull& hull) {
  return count_of(hull.polyhedron->vertices().size(), "vertex", "vertices") + ", " +
         count_of(hull.polyhedron->faces().size(), "face", "faces");
}
std::string describe_size(const Mesh& mesh) {
  return count_of(mesh.surface->triangles().size(), "triangle", "triangles") +
         (mesh.surface->is_closed() ? ", closed" : ", open");
}
std::string describe_size(const HeightField& field) {
  return "size " + describe(field.grid->size()) + ", " + std::to_string(field.grid->num_x()) +
         " x " + std::to_string(field.grid->num_y()) + " heights";
}
std::string describe_size(const Convex& convex) { return convex.solid->describe(); }
template <typename Round>  // a capsule, cylinder or cone
std::string describe_size(const Round& shape) {
  return "radius " + describe(shape.radius) + ", length " + describe(shape.length);
}

std::string describe_size(const Rounded& rounded) {
  return std::visit([](const auto& core) { return describe_size(core); }, rounded.core) +
         ", rounding " + describe(rounded.radius);
}

std::string_view describe(BodyKind kind) {
  switch (kind) {
    case BodyKind::dynamic:
      return "dynamic";
    case BodyKind::fixed:
      return "static";
    case BodyKind::kinematic:
      break;
  }
  return "kinematic";
}

std::string describe_material(const World& world, MaterialId material) {
  const std::string& name = world.materials().get(material).name;
  return name.empty() ? "default" : name;
}

MaterialId material_of(const BodyDefinition& body, const ShapeDefinition& shape) {
  return shape.material.value_or(body.material);
}

void print_shape(std::ostream& out, const World& world, const BodyDefinition& body,
                 const ShapeDefinition& shape) {
  out << "      " << shape_name(shape.shape) << ' '
      << std::visit([](const auto& s) { return describe_size(s); }, shape.shape);
  if (!shape.pose.translation.isZero(0)) out << ", at " << describe(shape.pose.translation);
  if (const Vec3 turn = log_rotation(shape.pose.rotation); !turn.isZero(0)) {
    out << ", turned by " << describe(turn) << " rad";
  }
  if (shape.trigger) {
    out << ", trigger";
  } else {
    out << ", material " << describe_material(world, material_of(body, shape));
  }
  const double extent = volume(shape.shape);
  if (std::isfinite(extent) && extent > 0) out << ", volume " << describe(extent) << " m^3";
  out << '\n';
}

void print_body(std::ostream& out, const World& world, BodyId body) {
  const BodyDefinition& definition = world.definition(body);
  out << "    " << definition.name << ": " << describe(definition.kind) << ", at "
      << describe(definition.pose.translation);
  const MassProperties& mass = world.mass_properties(body);
  if (definition.kind != BodyKind::fixed && mass.mass > 0) {
    const Mat3& inertia = mass.inertia;
    out << ", mass " << describe(mass.mass) << " kg, centre " << describe(mass.center)
        << ", inertia " << describe(Vec3(inertia.diagonal())) << ' '
        << describe(Vec3(inertia(0, 1), inertia(0, 2), inertia(1, 2))) << " kg m^2";
  }
  out << '\n';
  for (const ShapeDefinition& shape : definition.shapes) {
    print_shape(out, world, definition, shape);
  }
}

void print_bodies(std::ostream& out, const World& world) {
  std::size_t dynamic = 0, kinematic = 0, fixed = 0;
  double mass = 0;
  for (const BodyId body : world.bodies()) {
    const BodyKind kind = world.definition(body).kind;
    dynamic += kind == BodyKind::dynamic;
    kinematic += kind == BodyKind::kinematic;
    fixed += kind == BodyKind::fixed;
    if (kind == BodyKind::dynamic) mass += world.mass_properties(body).mass;
  }
  out << "  bodies    " << dynamic << " dynamic of " << describe(mass) << " kg in all, "
      << kinematic << " kinematic, " << fixed << " static"
      << "; inertia: xx yy zz xy xz yz about the centre of mass\n";
  for (const BodyId body : world.bodies()) print_body(out, world, body);
}

/// The materials of the shapes that can touch something.
std::set<MaterialId> find_used_materials(const World& world) {
  std::set<MaterialId> used;
  for (const BodyId body : world.bodies()) {
    const BodyDefinition& definition = world.definition(body);
    for (const ShapeDefinition& shape : definition.shapes) {
      if (!shape.trigger) used.insert(material_of(definition, shape));
    }
  }
  return used;
}

void print_pairs(std::ostream& out, const World& world) {
  const std::set<MaterialId> used = find_used_materials(world);
  if (used.empty()) return;
  out << "  pairs     of materials in use\n";
  for (auto a = used.begin(); a != used.end(); ++a) {
    for (auto b = a; b != used.end(); ++b) {
      const SurfacePair pair = world.materials().mix(*a, *b);
      out << "    " << describe_material(world, *a) << ", " << describe_material(world, *b)
          << ": friction " << describe(pair.friction) << ", restitution "
          << describe(pair.restitution) << ", viscosity " << describe(pair.viscosity) << '\n';
    }
  }
}

void print_joint(std::ostream& out, const World& world, JointId id) {
  const JointDefinition& joint = world.definition(id);
  const auto name_of = [&world](const std::optional<BodyId>& body) {
    return body ? world.definition(*body).name : "world";
  };
  out << "    " << joint.name << ": " << to_string(joint.kind) << ", parent "
      << name_of(joint.parent) << ", child " << name_of(joint.child);
  if (joint.kind != JointKind::fixed && joint.kind != JointKind::spherical) {
    out << ", axis " << describe(joint.axis);
  }
  if (joint.kind == JointKind::universal) out << ", axis2 " << describe(joint.axis2);
  if (std::isfinite(joint.lower) || std::isfinite(joint.upper)) {
    out << ", from " << describe(joint.lower) << " to " << describe(joint.upper);
  }
  if (joint.friction > 0) out << ", friction " << describe(joint.friction);
  if (joint.damping > 0) out << ", damping " << describe(joint.damping);
  if (joint.gear) {
    out << ", follows " << world.definition(joint.gear->leader).name << " by "
        << describe(joint.gear->ratio);
  }
  if (joint.position != 0) out << ", at " << describe(joint.position);
  if (joint.motor) {
    out << ", motor: " << to_string(joint.motor->mode) << " to " << describe(joint.motor->target)
        << " with at most " << describe(joint.motor->max_effort);
    if (joint.motor->mode == MotorMode::position) {
      out << ", kp " << describe(joint.motor->kp) << ", kd " << describe(joint.motor->kd);
    }
  }
  out << '\n';
}

}  // namespace

void print_description(std::ostream& out, const std::string& name, const Simulation& start) {
  const Scene& scene = start.scene();
  const World& world = start.world();
  out << name << ": " << scene.name << '\n'
      << "  run       " << count_of(start.num_steps(), "step", "steps") << " of "
      << describe(scene.timestep) << " s, model " << scene.contact.model << ", solver "
      << world.solver_name() << ", gravity " << describe(scene.gravity) << " m/s^2\n";
  print_bodies(out, world);
  print_pairs(out, world);
  if (!world.joints().empty()) {
    out << "  joints    " << world.joints().size() << '\n';
    for (const JointId joint : world.joints()) print_joint(out, world, joint);
  }
  out << "  expected  " << count_of(scene.expectations.size(), "expectation", "expectations")
      << '\n';
}

}  // namespace stiction::command
