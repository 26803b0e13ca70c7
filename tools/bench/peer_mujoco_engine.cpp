// MuJoCo with Newton's solver on pyramids and its default, soft contacts.

#include "engine.h"

#include <mujoco/mujoco.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace stiction::bench {
namespace {

std::string text_of(const Vec3& v) {
  std::ostringstream text;
  text.precision(17);
  text << v.x() << ' ' << v.y() << ' ' << v.z();
  return text.str();
}

class MujocoEngine final : public Engine {
 public:
  explicit MujocoEngine(const EngineScene& scene) : scene_(scene.world), bodies_(scene_.bodies()) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("stiction-bench-" + std::to_string(getpid()) + ".xml");
    std::ofstream(file) << describe(scene.timestep);
    std::array<char, 1000> error{};
    model_ = mj_loadXML(file.c_str(), nullptr, error.data(), static_cast<int>(error.size()));
    std::filesystem::remove(file);
    if (!model_) throw std::runtime_error(std::string("MuJoCo: ") + error.data());
    data_ = mj_makeData(model_);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      own_.push_back(mj_name2id(model_, mjOBJ_BODY, ("b" + std::to_string(i)).c_str()));
      start(i);
    }
    for (const EnginePush& push : scene.pushes) {
      const auto place = std::ranges::find(bodies_, push.body) - bodies_.begin();
      const int body = own_[static_cast<std::size_t>(place)];
      for (int k = 0; k < 3; ++k) data_->xfrc_applied[6 * body + k] = push.force[k];
    }
    mj_forward(model_, data_);
  }
  ~MujocoEngine() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  MujocoEngine(const MujocoEngine&) = delete;
  MujocoEngine& operator=(const MujocoEngine&) = delete;

  bool step() override {
    mj_step(model_, data_);
    return true;
  }

  std::vector<BodyState> states() const override {
    std::vector<BodyState> states;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const int joint = model_->body_jntadr[own_[i]];
      if (joint < 0) {
        states.push_back(scene_.state(bodies_[i]));
        continue;
      }
      const mjtNum* p = data_->qpos + model_->jnt_qposadr[joint];
      const mjtNum* v = data_->qvel + model_->jnt_dofadr[joint];
      const Quat rotation(p[3], p[4], p[5], p[6]);
      states.push_back({{.rotation = rotation, .translation = Vec3(p[0], p[1], p[2])},
                        Vec3(v[0], v[1], v[2]),
                        rotation * Vec3(v[3], v[4], v[5])});
    }
    return states;
  }

 private:
  std::string describe(double timestep) const {
    std::ostringstream xml;
    xml.precision(17);
    const bool is_large = bodies_.size() > 12;
    xml << "<mujoco><option timestep='" << timestep << "' gravity='" << text_of(scene_.gravity())
        << "' solver='Newton'/><size njmax='" << (is_large ? 5000 : 1200) << "' nconmax='"
        << (is_large ? 1600 : 300) << "' nstack='" << (is_large ? 50'000'000 : 8'000'000)
        << "'/><worldbody>";
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const BodyDefinition& body = scene_.definition(bodies_[i]);
      const Quat& q = body.pose.rotation;
      xml << "<body name='b" << i << "' pos='" << text_of(body.pose.translation) << "' quat='"
          << q.w() << ' ' << q.x() << ' ' << q.y() << ' ' << q.z() << "'>";
      if (body.kind != BodyKind::fixed) {
        const MassProperties& mass = scene_.mass_properties(bodies_[i]);
        xml << "<freejoint/><inertial pos='0 0 0' mass='" << mass.mass << "' diaginertia='"
            << text_of(mass.inertia.diagonal()) << "'/>";
      }
      xml << "<geom friction='" << scene_.materials().get(body.material).friction
          << " 0 0' condim='3' " << describe(body.shapes.front().shape) << "/></body>";
    }
    xml << "</worldbody></mujoco>";
    return xml.str();
  }

  static std::string describe(const Shape& shape) {
    const auto sized = [](const char* type, const Vec3& size) {
      return "type='" + std::string(type) + "' size='" + text_of(size) + "'";
    };
    if (const auto* box = std::get_if<Box>(&shape)) return sized("box", 0.5 * box->size);
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
      return sized("sphere", Vec3::Constant(sphere->radius));
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
      return sized("capsule", Vec3(capsule->radius, 0.5 * capsule->length, 0));
    }
    if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
      return sized("cylinder", Vec3(cylinder->radius, 0.5 * cylinder->length, 0));
    }
    return sized("plane", Vec3(100, 100, 1));  // the scenes' floors are at z = 0
  }

  /// Sets the velocities; poses are those of the model.
  void start(std::size_t place) {
    const int joint = model_->body_jntadr[own_[place]];
    if (joint < 0) return;
    const BodyState state = scene_.state(bodies_[place]);
    const Vec3 spin = state.pose.rotation.conjugate() * state.angular_velocity;
    mjtNum* v = data_->qvel + model_->jnt_dofadr[joint];
    for (int k = 0; k < 3; ++k) {
      v[k] = state.linear_velocity[k];
      v[3 + k] = spin[k];
    }
  }

  World scene_;
  std::vector<BodyId> bodies_;
  std::vector<int> own_;
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
};

}  // namespace

void add_mujoco_engine(std::vector<EngineEntry>& engines) {
  engines.push_back({"mujoco", [](const EngineScene& scene) -> std::unique_ptr<Engine> {
                       return std::make_unique<MujocoEngine>(scene);
                     }});
}

}  // namespace stiction::bench
