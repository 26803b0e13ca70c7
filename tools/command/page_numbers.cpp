#include "page_numbers.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace stiction::command {
namespace {

/// The precision of a page's numbers, from the smallest body and the weights.
struct PagePrecision {
  double length = 1e-6;    ///< m
  double rotation = 1e-6;  ///< of components of quaternions
  double speed = 1e-5;     ///< m/s and rad/s
  double force = 1e-4;     ///< N
};

PagePrecision choose_precision(const nlohmann::ordered_json& start) {
  constexpr double kShareOfSize = 3e-6;
  constexpr double kShareOfWeight = 1e-5;
  const auto gravity = start.at("gravity").get<std::array<double, 3>>();
  double radius = std::numeric_limits<double>::infinity();
  double weight = std::numeric_limits<double>::infinity();
  for (const auto& body : start.at("bodies")) {
    if (body.at("kind") != "dynamic") continue;
    for (const auto& shape : body.at("shapes")) {
      radius = std::min(radius, shape.at("bound").get<double>());
    }
    weight = std::min(
        weight, body.at("mass").get<double>() * std::hypot(gravity[0], gravity[1], gravity[2]));
  }
  PagePrecision precision;
  if (std::isfinite(radius) && radius > 0) {
    precision.length = kShareOfSize * radius;
    precision.speed = 10 * precision.length;
  }
  if (std::isfinite(weight) && weight > 0) precision.force = kShareOfWeight * weight;
  return precision;
}

constexpr std::size_t kFirstOfRotation = 3, kFirstOfVelocity = 7;

/// A column for each of the first `count` numbers of a motion, body by body.
void add_motions(PackedColumns& packed, const PageRecorder& recorder,
                 const PagePrecision& precision, std::size_t count, const std::string& prefix) {
  constexpr std::array<const char*, PageRecorder::kMotionSize> kNames = {
      "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"};
  const std::vector<PageRecorder::Frame>& frames = recorder.frames();
  const std::size_t num_bodies = frames.front().motions.size();
  // q and -q are the same rotation: choose the one that is nearer to the last.
  std::vector<bool> is_turned_over;
  is_turned_over.reserve(num_bodies * frames.size());
  for (std::size_t body = 0; body < num_bodies; ++body) {
    const PageRecorder::Motion* last = &frames.front().motions[body];
    bool is_last_turned = false;
    for (const PageRecorder::Frame& frame : frames) {
      const PageRecorder::Motion& motion = frame.motions[body];
      float product = 0;
      for (std::size_t k = kFirstOfRotation; k < kFirstOfVelocity; ++k) {
        product += motion[k] * (*last)[k];
      }
      is_last_turned ^= product < 0;
      is_turned_over.push_back(is_last_turned);
      last = &motion;
    }
  }
  // One column at a time: each may take a large part of the memory.
  std::vector<float> column;
  for (std::size_t k = 0; k < count; ++k) {
    const bool is_of_rotation = k >= kFirstOfRotation && k < kFirstOfVelocity;
    column.clear();
    column.reserve(num_bodies * frames.size());
    for (std::size_t body = 0; body < num_bodies; ++body) {
      for (const PageRecorder::Frame& frame : frames) {
        const float value = frame.motions[body][k];
        const bool turns_over = is_of_rotation && is_turned_over[column.size()];
        column.push_back(turns_over ? -value : value);
      }
    }
    const double fineness = k < kFirstOfRotation ? precision.length
                            : is_of_rotation     ? precision.rotation
                                                 : precision.speed;
    packed.add_values(prefix + kNames[k], column, fineness, frames.size());
  }
}

/// Adds each contact as its difference from the contact of the same features in the frame before.
/// The column "before" names that one: 0 for none, else 1 plus its index there minus the expected
/// one.
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
  // Feature keys are unique only within two bodies.
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

}  // namespace

PackedColumns pack_page_numbers(const PageRecorder& recorder, std::span<const PageGhost> ghosts,
                                const nlohmann::ordered_json& start) {
  PackedColumns packed;
  const PagePrecision precision = choose_precision(start);
  add_motions(packed, recorder, precision, PageRecorder::kMotionSize, "");
  for (std::size_t i = 0; i < ghosts.size(); ++i) {
    add_motions(packed, ghosts[i].recorder, precision, kFirstOfVelocity, std::to_string(i) + ".");
  }
  add_contacts(packed, recorder, precision);
  return packed;
}

}  // namespace stiction::command
