#include "html_page.h"

#include "command_error.h"
#include "packed_columns.h"
#include "page_files.h"

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/triangle_mesh.h>
#include <stiction/version.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <sstream>
#include <unordered_map>
#include <utility>

namespace stiction::command {
namespace {

using PageJson = nlohmann::ordered_json;

PageJson to_page_json(const Vec3& v) { return PageJson::array({v.x(), v.y(), v.z()}); }

PageJson to_page_json(const RigidTransform& pose) {
  const Vec3& x = pose.translation;
  const Quat& q = pose.rotation;
  return PageJson::array({x.x(), x.y(), x.z(), q.w(), q.x(), q.y(), q.z()});
}

/// Surfaces made of triangles, each told once however many shapes share it.
class PageSurfaces {
 public:
  std::size_t add(const ConvexPolyhedron& hull) {
    return add(&hull, [&](PageJson& points, PageJson& triangles) {
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
    return add(&mesh, [&](PageJson& points, PageJson& triangles) {
      for (const Vec3& vertex : mesh.vertices()) append_point(points, vertex);
      for (const auto& triangle : mesh.triangles()) {
        for (const int corner : triangle) triangles.push_back(corner);
      }
    });
  }

  std::size_t add(const HeightGrid& grid) {
    return add(&grid, [&](PageJson& points, PageJson& triangles) {
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

  const PageJson& json() const { return surfaces_; }

 private:
  template <typename Fill>
  std::size_t add(const void* surface, const Fill& fill) {
    const auto [entry, is_new] = indices_.try_emplace(surface, indices_.size());
    if (is_new) {
      PageJson points = PageJson::array(), triangles = PageJson::array();
      fill(points, triangles);
      surfaces_.push_back({{"points", std::move(points)}, {"triangles", std::move(triangles)}});
    }
    return entry->second;
  }

  /// To five digits of its own size, which is less than a pixel.
  static void append_point(PageJson& points, const Vec3& point) {
    for (const double value : point) points.push_back(static_cast<float>(value));
  }

  std::unordered_map<const void*, std::size_t> indices_;
  PageJson surfaces_ = PageJson::array();
};

void describe_shape(PageJson& json, const Sphere& sphere, PageSurfaces&) {
  json["radius"] = sphere.radius;
}
void describe_shape(PageJson& json, const Box& box, PageSurfaces&) {
  json["size"] = to_page_json(box.size);
}
void describe_shape(PageJson& json, const Plane& plane, PageSurfaces&) {
  json["normal"] = to_page_json(plane.normal);
  json["offset"] = plane.offset;
}
void describe_shape(PageJson& json, const Hull& hull, PageSurfaces& surfaces) {
  json["surface"] = surfaces.add(*hull.polyhedron);
}
void describe_shape(PageJson& json, const Mesh& mesh, PageSurfaces& surfaces) {
  json["surface"] = surfaces.add(*mesh.surface);
}
void describe_shape(PageJson& json, const HeightField& field, PageSurfaces& surfaces) {
  json["surface"] = surfaces.add(*field.grid);
}
template <typename Round>  // a capsule, cylinder or cone
void describe_shape(PageJson& json, const Round& shape, PageSurfaces&) {
  json["radius"] = shape.radius;
  json["length"] = shape.length;
}

std::string_view name_of_kind(BodyKind kind) {
  if (kind == BodyKind::fixed) return "static";
  return kind == BodyKind::dynamic ? "dynamic" : "kinematic";
}

PageJson describe_bodies(const Simulation& simulation, PageSurfaces& surfaces) {
  const World& world = simulation.world();
  PageJson bodies = PageJson::array();
  for (const BodyId id : world.bodies()) {
    const BodyDefinition& body = world.definition(id);
    const MassProperties& mass = world.mass_properties(id);
    PageJson shapes = PageJson::array();
    for (const ShapeDefinition& shape : body.shapes) {
      PageJson json = {{"type", shape_name(shape.shape)}, {"pose", to_page_json(shape.pose)}};
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
PageJson describe_joints(const Simulation& simulation) {
  const World& world = simulation.world();
  std::map<BodyId, std::size_t> indices;
  for (const BodyId body : world.bodies()) indices.emplace(body, indices.size());
  const auto pose_at_start = [&](const std::optional<BodyId>& body) {
    return body ? world.definition(*body).pose : RigidTransform{};
  };
  const auto index_of = [&](const std::optional<BodyId>& body) {
    return body ? static_cast<int>(indices.at(*body)) : -1;
  };
  PageJson joints = PageJson::array();
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

PageJson describe_expectations(const RunReport& report) {
  PageJson expectations = PageJson::array();
  for (const ExpectationResult& result : report.expectations) {
    expectations.push_back(
        {{"what", result.what},
         {"wanted", result.wanted},
         {"passed", result.passed},
         {"measured", result.measured ? PageJson(*result.measured) : PageJson()},
         {"at", result.measured_at},
         {"violated_at", result.violated_at ? PageJson(*result.violated_at) : PageJson()}});
  }
  return expectations;
}

PageJson describe_trigger_changes(const PageRecorder& recorder) {
  PageJson changes = PageJson::array();
  for (const PageRecorder::TriggerChange& change : recorder.trigger_changes()) {
    changes.push_back({change.step, change.enters, change.trigger, change.shape, change.other});
  }
  return changes;
}

PageJson describe_columns(const PackedColumns& packed) {
  PageJson columns = PageJson::array();
  for (const PackedColumn& column : packed.columns()) {
    columns.push_back({{"name", column.name},
                       {"scale", column.scale},
                       {"order", column.order},
                       {"group", column.group},
                       {"length", column.length},
                       {"offset", column.offset}});
  }
  return columns;
}

/// How finely a page holds what it shows: the smallest body and the weights are the measure.
struct PagePrecision {
  double length = 1e-6;    ///< m
  double rotation = 1e-6;  ///< of components of quaternions
  double speed = 1e-5;     ///< m/s and rad/s
  double force = 1e-4;     ///< N
};

PagePrecision choose_precision(const World& world) {
  constexpr double kShareOfSize = 3e-6;
  constexpr double kShareOfWeight = 1e-5;
  double radius = std::numeric_limits<double>::infinity();
  double weight = std::numeric_limits<double>::infinity();
  for (const BodyId body : world.bodies()) {
    if (world.definition(body).kind != BodyKind::dynamic) continue;
    for (const ShapeDefinition& shape : world.definition(body).shapes) {
      radius = std::min(radius, bounding_radius(shape.shape));
    }
    weight = std::min(weight, world.mass_properties(body).mass * world.gravity().norm());
  }
  PagePrecision precision;
  if (std::isfinite(radius)) {
    precision.length = kShareOfSize * radius;
    precision.speed = 10 * precision.length;
  }
  if (std::isfinite(weight) && weight > 0) precision.force = kShareOfWeight * weight;
  return precision;
}

/// A column for each number of a motion, body by body.
void add_motions(PackedColumns& packed, const PageRecorder& recorder,
                 const PagePrecision& precision) {
  constexpr std::size_t kFirstOfRotation = 3, kFirstOfVelocity = 7;
  const std::vector<PageRecorder::Frame>& frames = recorder.frames();
  const std::size_t num_bodies = frames.front().motions.size();
  std::vector<std::vector<float>> columns(PageRecorder::kMotionSize);
  for (auto& column : columns) column.reserve(num_bodies * frames.size());
  for (std::size_t body = 0; body < num_bodies; ++body) {
    PageRecorder::Motion last = frames.front().motions[body];
    for (const PageRecorder::Frame& frame : frames) {
      PageRecorder::Motion motion = frame.motions[body];
      // q and -q are the same rotation: of the two, the one that is near to the last.
      float product = 0;
      for (std::size_t k = kFirstOfRotation; k < kFirstOfVelocity; ++k) {
        product += motion[k] * last[k];
      }
      for (std::size_t k = kFirstOfRotation; k < kFirstOfVelocity && product < 0; ++k) {
        motion[k] = -motion[k];
      }
      for (std::size_t k = 0; k < motion.size(); ++k) columns[k].push_back(motion[k]);
      last = motion;
    }
  }
  constexpr std::array<const char*, PageRecorder::kMotionSize> kNames = {
      "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"};
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const double fineness = k < kFirstOfRotation   ? precision.length
                            : k < kFirstOfVelocity ? precision.rotation
                                                   : precision.speed;
    packed.add_values(kNames[k], columns[k], fineness, frames.size());
  }
}

/// Each contact as its difference from the one of the same features in the frame before, which the
/// column "before" names: 0 for none, else 1 plus its index there less the one expected.
void add_contacts(PackedColumns& packed, const PageRecorder& recorder,
                  const PagePrecision& precision) {
  constexpr double kNormalPrecision = 1.0 / (1 << 17);
  constexpr double kMuPrecision = 1e-5;
  constexpr std::size_t kNumFields = 13;
  constexpr std::array<const char*, kNumFields> kNames = {
      "a",          "b",          "point_x", "point_y",      "point_z",
      "nx",         "ny",         "nz",      "normal_force", "friction_x",
      "friction_y", "friction_z", "mu_state"};
  double largest_length = 0, largest_force = 0, largest_mu = 0;
  for (const PageRecorder::ContactFrame& frame : recorder.contact_frames()) {
    for (const PageRecorder::ContactPoint& contact : frame.contacts) {
      for (const float x : contact.point)
        largest_length = std::max<double>(largest_length, std::abs(x));
      largest_force = std::max<double>(largest_force, contact.normal_force);
      for (const float f : contact.friction)
        largest_force = std::max<double>(largest_force, std::abs(f));
      if (std::isfinite(contact.mu)) largest_mu = std::max<double>(largest_mu, contact.mu);
    }
  }
  const double length = choose_scale(precision.length, largest_length);
  const double force = choose_scale(precision.force, largest_force);
  const double mu = choose_scale(kMuPrecision, largest_mu);
  const std::array<double, kNumFields> scales = {
      1,     1,     length, length, length, kNormalPrecision, kNormalPrecision, kNormalPrecision,
      force, force, force,  force,  mu};
  using Numbers = std::array<std::int64_t, kNumFields>;
  const auto to_numbers = [&](const PageRecorder::ContactPoint& contact) {
    const auto round = [](double value, double scale) {
      return static_cast<std::int64_t>(std::llround(value / scale));
    };
    Numbers numbers = {contact.body_a, contact.body_b};
    for (std::size_t k = 0; k < 3; ++k) {
      numbers[2 + k] = round(contact.point[k], length);
      numbers[5 + k] = round(contact.normal[k], kNormalPrecision);
      numbers[9 + k] = round(contact.friction[k], force);
    }
    numbers[8] = round(contact.normal_force, force);
    const double friction = std::isfinite(contact.mu) ? contact.mu : largest_mu;
    numbers[12] = 4 * round(friction, mu) + static_cast<int>(contact.state);
    return numbers;
  };

  std::vector<std::int64_t> steps, counts, before;
  std::vector<std::vector<std::int64_t>> columns(kNumFields);
  // Keys are those of two bodies alone.
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  std::map<Key, std::size_t> last_indices;
  std::vector<Numbers> last;
  for (const PageRecorder::ContactFrame& frame : recorder.contact_frames()) {
    steps.push_back(static_cast<std::int64_t>(frame.step));
    counts.push_back(static_cast<std::int64_t>(frame.contacts.size()));
    std::map<Key, std::size_t> indices;
    std::vector<Numbers> all;
    std::int64_t expected = 0;
    for (const PageRecorder::ContactPoint& contact : frame.contacts) {
      const Key key = {std::uint64_t{contact.body_a} << 32 | contact.body_b, contact.key};
      indices.emplace(key, all.size());
      all.push_back(to_numbers(contact));
      Numbers base{};
      const auto found = last_indices.find(key);
      if (found == last_indices.end()) {
        before.push_back(0);
      } else {
        const auto index = static_cast<std::int64_t>(found->second);
        const std::int64_t ahead = index - expected;
        before.push_back(ahead >= 0 ? ahead + 1 : ahead);
        expected = index + 1;
        base = last[found->second];
      }
      for (std::size_t k = 0; k < kNumFields; ++k) columns[k].push_back(all.back()[k] - base[k]);
    }
    last_indices = std::move(indices);
    last = std::move(all);
  }
  packed.add_numbers("contact_step", steps, 1, steps.size());
  packed.add_numbers("contact_count", counts, 1, counts.size());
  packed.add_numbers("before", before, 1, 1);
  for (std::size_t k = 0; k < kNumFields; ++k) {
    packed.add_numbers(kNames[k], columns[k], scales[k], 1);
  }
}

PageJson describe_figures(const PageRecorder& recorder) {
  using Figures = PageRecorder::Figures;
  constexpr std::array<std::pair<const char*, float Figures::*>, 9> kMembers = {
      {{"energy", &Figures::energy},
       {"work", &Figures::work},
       {"residual", &Figures::residual},
       {"cone_residual", &Figures::cone_residual},
       {"contacts", &Figures::contacts},
       {"penetration", &Figures::penetration},
       {"collide_us", &Figures::collide_us},
       {"solve_us", &Figures::solve_us},
       {"total_us", &Figures::total_us}}};
  PageJson figures;
  for (const auto& [name, member] : kMembers) {
    PageJson values = PageJson::array();
    for (const PageRecorder::Frame& frame : recorder.frames()) {
      values.push_back(frame.figures.*member);
    }
    figures[name] = std::move(values);
  }
  return figures;
}

PageJson describe_run(const PageRecorder& recorder, const Simulation& simulation,
                      const RunReport& report, const PackedColumns& packed) {
  std::ostringstream report_text;
  write_report_json(report_text, report);
  PageSurfaces surfaces;
  PageJson run;
  run["report"] = PageJson::parse(report_text.str());
  run["duration"] = simulation.scene().duration;
  run["gravity"] = to_page_json(simulation.scene().gravity);
  run["warnings"] = simulation.warnings();
  run["expectations"] = describe_expectations(report);
  run["bodies"] = describe_bodies(simulation, surfaces);
  run["surfaces"] = surfaces.json();
  run["joints"] = describe_joints(simulation);
  run["trigger_changes"] = describe_trigger_changes(recorder);
  run["stride"] = recorder.stride();
  run["contact_stride"] = recorder.contact_stride();
  PageJson steps = PageJson::array();
  for (const PageRecorder::Frame& frame : recorder.frames()) steps.push_back(frame.step);
  run["steps"] = std::move(steps);
  run["figures"] = describe_figures(recorder);
  run["columns"] = describe_columns(packed);
  return run;
}

std::string_view find_page_file(std::string_view name) {
  const auto file = std::ranges::find(page_files(), name, &PageFile::name);
  return file == page_files().end() ? std::string_view{} : file->text;
}

/// Text between tags: "<" and "&" would end it.
std::string escape_html(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '<') {
      escaped += "&lt;";
    } else if (c == '&') {
      escaped += "&amp;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string make_page_scripts(const PageRecorder& recorder, const Simulation& simulation,
                              const RunReport& report) {
  PackedColumns packed;
  const PagePrecision precision = choose_precision(simulation.world());
  add_motions(packed, recorder, precision);
  add_contacts(packed, recorder, precision);
  const PageJson run = describe_run(recorder, simulation, report, packed);
  constexpr int kOnOneLine = -1;
  const std::string text = run.dump(kOnOneLine, ' ', false, PageJson::error_handler_t::replace);
  std::string scripts;
  const auto add = [&scripts](const std::string& attribute, std::string_view content) {
    scripts +=
        "<script type=\"text/plain\" " + attribute + ">" + pack_for_page(content) + "</script>\n";
  };
  add("id=\"run\"", text);
  add("id=\"columns\"", packed.bytes());
  for (const PageFile& file : page_files()) {
    if (file.name.ends_with(".js") && file.name != "boot.js") {
      add("data-module=\"" + std::string(file.name) + "\"", file.text);
    }
  }
  return scripts;
}

}  // namespace

void check_page_is_available() {
  if (!find_page_file("three.module.min.js").empty()) return;
  throw CommandError(
      "--html: this program was built without three.js; install npm, with a way to its registry, "
      "and run tools/build release command");
}

void write_html_page(std::ostream& out, const PageRecorder& recorder, const Simulation& simulation,
                     const RunReport& report) {
  // The frame of the page, in which @NAME@ stands for what is put there.
  std::string_view page = find_page_file("page.html");
  const auto write_up_to = [&](std::string_view mark) {
    const std::size_t place = page.find(mark);
    out << page.substr(0, place);
    page.remove_prefix(place + mark.size());
  };
  write_up_to("@VERSION@");
  out << version();
  write_up_to("@THREE_LICENSE@");
  out << escape_html(find_page_file("LICENSE"));
  write_up_to("@TITLE@");
  out << escape_html(report.scene);
  write_up_to("@STYLE@");
  out << find_page_file("style.css");
  write_up_to("@SCRIPTS@");
  out << make_page_scripts(recorder, simulation, report);
  write_up_to("@BOOT@");
  out << find_page_file("boot.js") << page;
}

}  // namespace stiction::command
