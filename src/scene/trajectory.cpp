#include <stiction/scene/trajectory.h>

#include <array>
#include <charconv>
#include <ostream>
#include <stdexcept>
#include <string_view>

namespace stiction {
namespace {

/// Rows are handed to the stream in pieces of about this size.
constexpr std::size_t kPieceBytes = 1 << 16;

void append_number(std::string& text, double value) {
  std::array<char, 32> digits;  // The longest, such as -2.2250738585072014e-308, takes 24.
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  text.append(digits.data(), end);
}

void append_vector(std::string& text, const Vec3& v) {
  for (const double value : v) {
    text += ',';
    append_number(text, value);
  }
}

/// RFC 4180, section 2: a field with a comma, quote or line break is quoted, its quotes doubled.
void append_name(std::string& text, std::string_view name) {
  if (name.find_first_of(",\"\r\n") == std::string_view::npos) {
    text += name;
    return;
  }
  text += '"';
  for (const char c : name) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
}

}  // namespace

TrajectoryWriter::TrajectoryWriter(std::ostream& out, const Simulation& start, std::size_t every)
    : out_(out), every_(every) {
  if (every == 0) throw std::invalid_argument("TrajectoryWriter: every must be 1 or more, got 0");
  pending_ = "time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n";
  append_rows(start.world(), 0);
}

TrajectoryWriter::~TrajectoryWriter() {
  try {
    flush();
  } catch (const std::ios_base::failure&) {
    // A stream that throws has kept the failure in its state, where the caller looks for it.
  }
}

void TrajectoryWriter::observe_step(const Simulation& simulation) {
  if (simulation.steps_done() % every_ != 0) return;
  append_rows(simulation.world(), simulation.time());
  if (pending_.size() >= kPieceBytes) flush();
}

void TrajectoryWriter::flush() {
  out_.write(pending_.data(), static_cast<std::streamsize>(pending_.size()));
  out_.flush();
  pending_.clear();
}

void TrajectoryWriter::append_rows(const World& world, double time) {
  for (const BodyId body : world.bodies()) {
    const BodyDefinition& definition = world.definition(body);
    if (definition.kind == BodyKind::fixed) continue;
    const BodyState state = world.state(body);
    append_number(pending_, time);
    pending_ += ',';
    append_name(pending_, definition.name);
    append_vector(pending_, state.pose.translation);
    const Quat& q = state.pose.rotation;
    for (const double value : {q.w(), q.x(), q.y(), q.z()}) {
      pending_ += ',';
      append_number(pending_, value);
    }
    append_vector(pending_, state.linear_velocity);
    append_vector(pending_, state.angular_velocity);
    pending_ += '\n';
  }
}

}  // namespace stiction
