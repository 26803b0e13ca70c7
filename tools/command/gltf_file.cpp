#include "gltf_file.h"

#include "body_colors.h"
#include "command_error.h"
#include "packed_columns.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <ostream>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace stiction::command {
namespace {

using GltfJson = nlohmann::ordered_json;
using Numbers3 = std::array<double, 3>;

// Constants of the specification.
constexpr int kFloat = 5126;
constexpr int kUnsignedInt = 5125;
constexpr int kArrayBuffer = 34962;
constexpr int kElementArrayBuffer = 34963;

constexpr const char* kColorOfFixed = "#c3c9d1";
constexpr const char* kColorOfTriggers = "#e69f00";
constexpr double kOpacityOfTriggers = 0.22;

/// One of the three channels of "#rrggbb" as a linear value (IEC 61966-2-1).
double to_linear(const std::string& color, std::size_t channel) {
  const double value = std::stoi(color.substr(1 + 2 * channel, 2), nullptr, 16) / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

/// The binary part, and the accessors that describe it.
class GltfNumbers {
 public:
  int add_floats(std::span<const float> values, std::size_t width, int target, bool with_bounds) {
    GltfJson accessor = {{"bufferView", add_view(std::as_bytes(values), target)},
                         {"componentType", kFloat},
                         {"count", values.size() / width},
                         {"type", width == 1   ? "SCALAR"
                                  : width == 2 ? "VEC2"
                                  : width == 3 ? "VEC3"
                                               : "VEC4"}};
    if (with_bounds) {
      std::vector<float> least(width, std::numeric_limits<float>::infinity()), most(width);
      std::ranges::fill(most, -std::numeric_limits<float>::infinity());
      for (std::size_t i = 0; i < values.size(); ++i) {
        least[i % width] = std::min(least[i % width], values[i]);
        most[i % width] = std::max(most[i % width], values[i]);
      }
      accessor["min"] = least;
      accessor["max"] = most;
    }
    return add_accessor(std::move(accessor));
  }

  int add_indices(std::span<const std::uint32_t> values) {
    return add_accessor({{"bufferView", add_view(std::as_bytes(values), kElementArrayBuffer)},
                         {"componentType", kUnsignedInt},
                         {"count", values.size()},
                         {"type", "SCALAR"}});
  }

  const std::string& bytes() const { return bytes_; }
  const GltfJson& accessors() const { return accessors_; }
  const GltfJson& views() const { return views_; }

 private:
  std::size_t add_view(std::span<const std::byte> bytes, int target) {
    static_assert(std::endian::native == std::endian::little);
    GltfJson view = {{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", bytes.size()}};
    if (target != 0) view["target"] = target;
    views_.push_back(std::move(view));
    bytes_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return views_.size() - 1;
  }

  int add_accessor(GltfJson accessor) {
    accessors_.push_back(std::move(accessor));
    return static_cast<int>(accessors_.size()) - 1;
  }

  std::string bytes_;  ///< size is a multiple of four, as all numbers have four bytes
  GltfJson accessors_ = GltfJson::array(), views_ = GltfJson::array();
};

/// The ball that holds the bodies at the first frame, planes aside.
struct SceneBall {
  Numbers3 center = {};
  double radius = 1;
};

SceneBall find_ball(const GltfJson& start) {
  Numbers3 least, most;
  least.fill(std::numeric_limits<double>::infinity());
  most.fill(-std::numeric_limits<double>::infinity());
  for (const GltfJson& body : start.at("bodies")) {
    for (const GltfJson& shape : body.at("shapes")) {
      if (!shape.contains("bound")) continue;
      const double reach =
          shape.at("bound").get<double>() + std::hypot(shape.at("pose").at(0).get<double>(),
                                                       shape.at("pose").at(1).get<double>(),
                                                       shape.at("pose").at(2).get<double>());
      for (std::size_t k = 0; k < 3; ++k) {
        const double x = body.at("pose").at(k).get<double>();
        least[k] = std::min(least[k], x - reach);
        most[k] = std::max(most[k], x + reach);
      }
    }
  }
  if (!(least[0] < most[0])) return {};
  SceneBall ball;
  for (std::size_t k = 0; k < 3; ++k) ball.center[k] = 0.5 * (least[k] + most[k]);
  ball.radius = 0.5 * std::hypot(most[0] - least[0], most[1] - least[1], most[2] - least[2]);
  return ball;
}

/// The rotation x y z w of least angle that turns z to a unit vector.
std::array<double, 4> turn_z_to(const Numbers3& n) {
  if (n[2] < -1 + 1e-12) return {1, 0, 0, 0};
  const double w = std::sqrt(0.5 * (1 + n[2]));
  return {-n[1] / (2 * w), n[0] / (2 * w), 0, w};
}

/// The vector turned by a rotation w x y z.
Numbers3 turn(const std::array<double, 4>& q, const Numbers3& v) {
  const auto& [w, x, y, z] = q;
  const Numbers3 t = {2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]),
                      2 * (x * v[1] - y * v[0])};
  return {v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
          v[2] + w * t[2] + x * t[1] - y * t[0]};
}

/// Assembles the file.
class GltfDocument {
 public:
  GltfDocument(const GltfJson& start, const Numbers3& origin)
      : start_(start), origin_(origin), ball_(find_ball(start)) {}

  void add_bodies() {
    GltfJson children = GltfJson::array();
    nodes_.push_back({{"name", "z up"}, {"rotation", {-std::sqrt(0.5), 0, 0, std::sqrt(0.5)}}});
    const auto& [x, y, z] = origin_;
    if (origin_ != Numbers3{}) nodes_[0]["translation"] = {x, z, -y};
    for (const GltfJson& body : start_.at("bodies")) {
      GltfJson shapes = GltfJson::array();
      for (const GltfJson& shape : body.at("shapes")) shapes.push_back(add_shape(body, shape));
      GltfJson node = {{"name", body.at("name")}};
      GltfJson pose = body.at("pose");
      for (std::size_t k = 0; k < 3; ++k) pose[k] = pose[k].get<double>() - origin_[k];
      set_pose(node, pose);
      if (!shapes.empty()) node["children"] = std::move(shapes);
      if (body.at("kind") != "static") moving_.push_back(nodes_.size());
      children.push_back(nodes_.size());
      nodes_.push_back(std::move(node));
    }
    if (!children.empty()) nodes_[0]["children"] = std::move(children);
  }

  /// Bodies that do not move are not animated.
  void add_animation(const PageRecorder& recorder) {
    const auto timestep = start_.at("timestep").get<double>();
    std::vector<float> times;
    for (const PageRecorder::Frame& frame : recorder.frames()) {
      times.push_back(to_single(static_cast<double>(frame.step) * timestep));
    }
    std::optional<int> input;
    GltfJson channels = GltfJson::array(), samplers = GltfJson::array();
    const auto add_channel = [&](std::size_t node, const char* path, int output) {
      channels.push_back(
          {{"sampler", samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
      samplers.push_back({{"input", *input}, {"output", output}});
    };
    for (std::size_t body = 0; body < moving_.size(); ++body) {
      std::vector<float> positions, rotations;
      for (const PageRecorder::Frame& frame : recorder.frames()) {
        const PageRecorder::Motion& motion = frame.motions.at(body);
        positions.insert(positions.end(), motion.begin(), motion.begin() + 3);
        append_rotation(rotations, motion);
      }
      for (const auto& [values, width, path] :
           {std::tuple{&positions, 3u, "translation"}, std::tuple{&rotations, 4u, "rotation"}}) {
        const bool stays = std::equal(values->begin() + width, values->end(), values->begin());
        if (stays) continue;
        if (!input) input = numbers_.add_floats(times, 1, 0, true);
        add_channel(moving_[body], path, numbers_.add_floats(*values, width, 0, false));
      }
    }
    if (!channels.empty()) {
      animations_.push_back({{"channels", std::move(channels)}, {"samplers", std::move(samplers)}});
    }
  }

  GltfJson json() const {
    GltfJson json;
    json["asset"] = {{"version", "2.0"},
                     {"generator", "Stiction " + start_.at("stiction").get<std::string>()}};
    json["scene"] = 0;
    json["scenes"] = {{{"name", start_.at("scene")}, {"nodes", {0}}}};
    json["nodes"] = nodes_;
    for (const auto& [name, array] : {std::pair{"meshes", &meshes_},
                                      {"materials", &materials_},
                                      {"animations", &animations_},
                                      {"accessors", &numbers_.accessors()},
                                      {"bufferViews", &numbers_.views()}}) {
      if (!array->empty()) json[name] = *array;
    }
    return json;
  }
  const std::string& bytes() const { return numbers_.bytes(); }

 private:
  /// Converts w x y z to glTF's x y z w, choosing q or -q, whichever is nearer to the last one,
  /// normalised to single precision.
  static void append_rotation(std::vector<float>& rotations, const PageRecorder::Motion& motion) {
    std::array<double, 4> q = {motion[4], motion[5], motion[6], motion[3]};
    double sign = 1;
    if (!rotations.empty()) {
      double product = 0;
      for (std::size_t k = 0; k < 4; ++k) product += q[k] * rotations[rotations.size() - 4 + k];
      if (product < 0) sign = -1;
    }
    const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (const double x : q) rotations.push_back(static_cast<float>(sign * x / norm));
  }

  static void set_pose(GltfJson& node, const GltfJson& pose) {
    node["translation"] = {pose.at(0), pose.at(1), pose.at(2)};
    node["rotation"] = {pose.at(4), pose.at(5), pose.at(6), pose.at(3)};
  }

  std::size_t add_shape(const GltfJson& body, const GltfJson& shape) {
    const bool is_trigger = shape.value("trigger", false);
    const std::string color = is_trigger ? kColorOfTriggers
                              : body.at("kind") == "static"
                                  ? kColorOfFixed
                                  : color_of_body(body.at("name").get<std::string>());
    const int surface = shape.value("surface", kPatch);
    const bool has_two_sides =
        surface == kPatch || start_.at("surfaces").at(surface).at("two_sides").get<bool>();
    const auto material = find_material(color, is_trigger, has_two_sides);
    GltfJson node = {{"mesh", find_mesh(surface, material)}};
    if (surface == kPatch) {
      place_patch(node, body, shape);
    } else {
      set_pose(node, shape.at("pose"));
      node["scale"] = shape.at("scale");
    }
    nodes_.push_back(std::move(node));
    return nodes_.size() - 1;
  }

  /// A square on the plane, below the middle of the scene.
  void place_patch(GltfJson& node, const GltfJson& body, const GltfJson& shape) const {
    constexpr double kReach = 3;  // of the radius of the scene
    const auto pose_of = [](const GltfJson& json) {
      const auto p = json.at("pose").get<std::array<double, 7>>();
      return std::pair{Numbers3{p[0], p[1], p[2]}, std::array<double, 4>{p[3], p[4], p[5], p[6]}};
    };
    const auto to_local = [](const auto& pose, Numbers3 point) {
      for (std::size_t k = 0; k < 3; ++k) point[k] -= pose.first[k];
      const auto& q = pose.second;
      return turn({q[0], -q[1], -q[2], -q[3]}, point);
    };
    const auto X_WB = pose_of(body), X_BS = pose_of(shape);
    const auto normal = shape.at("normal").get<Numbers3>();
    const Numbers3 middle = to_local(X_BS, to_local(X_WB, ball_.center));
    double above = -shape.at("offset").get<double>();
    for (std::size_t k = 0; k < 3; ++k) above += normal[k] * middle[k];
    Numbers3 place = X_BS.first;
    const Numbers3 foot =
        turn(X_BS.second, {middle[0] - above * normal[0], middle[1] - above * normal[1],
                           middle[2] - above * normal[2]});
    for (std::size_t k = 0; k < 3; ++k) place[k] += foot[k];
    node["translation"] = place;
    node["rotation"] = turn_z_to(turn(X_BS.second, normal));
    node["scale"] = {kReach * ball_.radius, kReach * ball_.radius, 1};
  }

  int find_material(const std::string& color, bool is_trigger, bool has_two_sides) {
    const auto [entry, is_new] =
        material_of_.try_emplace({color, is_trigger, has_two_sides}, materials_.size());
    if (is_new) {
      GltfJson material = {{"pbrMetallicRoughness",
                            {{"baseColorFactor",
                              {to_linear(color, 0), to_linear(color, 1), to_linear(color, 2),
                               is_trigger ? kOpacityOfTriggers : 1.0}},
                             {"metallicFactor", 0},
                             {"roughnessFactor", 0.8}}}};
      if (is_trigger) material["alphaMode"] = "BLEND";
      if (has_two_sides) material["doubleSided"] = true;
      materials_.push_back(std::move(material));
    }
    return entry->second;
  }

  int find_mesh(int surface, int material) {
    const auto [entry, is_new] = mesh_of_.try_emplace({surface, material}, meshes_.size());
    if (is_new) {
      const auto [primitive, is_new_surface] = primitive_of_.try_emplace(surface);
      if (is_new_surface) primitive->second = make_primitive(surface);
      GltfJson own = primitive->second;
      own["material"] = material;
      meshes_.push_back({{"primitives", {std::move(own)}}});
    }
    return entry->second;
  }

  GltfJson make_primitive(int surface) {
    static const GltfJson kSquare = {{"points", {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0}},
                                     {"normals", {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}},
                                     {"triangles", {0, 1, 2, 0, 2, 3}}};
    const GltfJson& json = surface == kPatch ? kSquare : start_.at("surfaces").at(surface);
    std::vector<float> points;
    for (const GltfJson& x : json.at("points")) points.push_back(to_single(x.get<double>()));
    GltfJson attributes = {{"POSITION", numbers_.add_floats(points, 3, kArrayBuffer, true)}};
    if (json.contains("normals")) {
      auto normals = json.at("normals").get<std::vector<float>>();
      for (std::size_t i = 0; i + 2 < normals.size(); i += 3) {
        const float norm = std::hypot(normals[i], normals[i + 1], normals[i + 2]);
        for (std::size_t k = 0; k < 3; ++k) normals[i + k] /= norm;
      }
      attributes["NORMAL"] = numbers_.add_floats(normals, 3, kArrayBuffer, false);
    }
    const auto triangles = json.at("triangles").get<std::vector<std::uint32_t>>();
    return {{"attributes", std::move(attributes)}, {"indices", numbers_.add_indices(triangles)}};
  }

  static constexpr int kPatch = -1;  ///< the surface of planes

  const GltfJson& start_;
  Numbers3 origin_;  ///< the origin of positions
  SceneBall ball_;
  GltfNumbers numbers_;
  GltfJson nodes_ = GltfJson::array(), meshes_ = GltfJson::array(), materials_ = GltfJson::array(),
           animations_ = GltfJson::array();
  std::vector<std::size_t> moving_;  ///< nodes of the bodies that are not static
  std::map<std::tuple<std::string, bool, bool>, int> material_of_;
  std::map<int, GltfJson> primitive_of_;
  std::map<std::pair<int, int>, int> mesh_of_;
};

void append_word(std::string& bytes, std::size_t word) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(word >> shift & 255);
}

}  // namespace

GltfForm gltf_form_of(std::string_view path) {
  return path.ends_with(".glb") || path.ends_with(".GLB") ? GltfForm::binary : GltfForm::text;
}

void write_gltf(std::ostream& out, GltfForm form, const PageRecorder& recorder,
                const std::string& start) {
  const GltfJson run = GltfJson::parse(start);
  GltfDocument document(run, recorder.origin());
  document.add_bodies();
  document.add_animation(recorder);
  GltfJson json = document.json();
  const std::string& bytes = document.bytes();
  if (!bytes.empty()) {
    json["buffers"] = {{{"byteLength", bytes.size()}}};
    if (form == GltfForm::text) {
      json["buffers"][0]["uri"] = "data:application/octet-stream;base64," + encode_base64(bytes);
    }
  }
  constexpr int kOnOneLine = -1;
  std::string text = json.dump(kOnOneLine, ' ', false, GltfJson::error_handler_t::replace);
  if (form == GltfForm::text) {
    out << text << '\n';
    return;
  }
  constexpr std::size_t kHeadBytes = 12, kChunkHeadBytes = 8;
  constexpr std::size_t kMagic = 0x46546C67, kVersion = 2, kJson = 0x4E4F534A, kBinary = 0x004E4942;
  text.append((4 - text.size() % 4) % 4, ' ');
  const std::size_t size = kHeadBytes + kChunkHeadBytes + text.size() +
                           (bytes.empty() ? 0 : kChunkHeadBytes + bytes.size());
  if (size > std::numeric_limits<std::uint32_t>::max()) {
    throw CommandError("--gltf: the run takes " + std::to_string(size) +
                       " bytes; a .glb file holds 4294967295 (try --every)");
  }
  std::string head;
  for (const std::size_t word : {kMagic, kVersion, size, text.size(), kJson})
    append_word(head, word);
  out << head << text;
  if (bytes.empty()) return;
  std::string chunk;
  append_word(chunk, bytes.size());
  append_word(chunk, kBinary);
  out << chunk << bytes;
}

}  // namespace stiction::command
