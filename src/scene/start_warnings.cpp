#include <stiction/geometry/shape.h>
#include <stiction/scene/warnings.h>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "file_errors.h"
#include "number_text.h"

namespace stiction {
namespace {

constexpr double kNotableOverlap = 1e-6;  ///< m
constexpr std::size_t kMostOverlaps = 10;
constexpr double kNotableMassRatio = 1e8;

/// This many bodies in one place have half a million pairs, for which one warning is enough.
constexpr std::size_t kMostInOnePlace = 1000;

/// Warns of bodies in the same place, such as copies without an offset; returns false if there are
/// none. Compares their shapes, since bodies may well share a frame.
bool add_crowds(const World& world, std::vector<std::string>& warnings) {
  std::map<std::array<double, 6>, std::vector<BodyId>> places;
  for (const BodyId id : world.bodies()) {
    const std::vector<ShapeDefinition>& shapes = world.definition(id).shapes;
    if (shapes.empty()) continue;
    const auto [low, high] =
        calc_aabb(shapes.front().shape, world.state(id).pose * shapes.front().pose);
    places[{low.x(), low.y(), low.z(), high.x(), high.y(), high.z()}].push_back(id);
  }
  bool is_any = false;
  for (const auto& [place, bodies] : places) {
    if (bodies.size() <= kMostInOnePlace) continue;
    warnings.push_back(in_quotes(world.definition(bodies.front()).name) + " and " +
                       std::to_string(bodies.size() - 1) + " other bodies are in the same place");
    is_any = true;
  }
  return is_any;
}

void add_overlaps(const World& world, std::vector<std::string>& warnings) {
  std::map<std::pair<BodyId, BodyId>, double> depths;
  for (const Contact& contact : world.detect_contacts()) {
    if (contact.gap >= -kNotableOverlap) continue;
    double& depth = depths[{contact.body_a, contact.body_b}];
    depth = std::max(depth, -contact.gap);
  }
  using Overlap = std::pair<std::pair<BodyId, BodyId>, double>;
  std::vector<Overlap> deepest(depths.begin(), depths.end());
  std::ranges::stable_sort(deepest, std::greater(), &Overlap::second);
  for (std::size_t i = 0; i < std::min(deepest.size(), kMostOverlaps); ++i) {
    const auto& [bodies, depth] = deepest[i];
    warnings.push_back(in_quotes(world.definition(bodies.first).name) + " and " +
                       in_quotes(world.definition(bodies.second).name) + " overlap by " +
                       round_number(depth) + " m at the start; they will be pushed apart");
  }
  if (deepest.size() > kMostOverlaps) {
    warnings.push_back(std::to_string(deepest.size() - kMostOverlaps) +
                       " more pairs of bodies overlap at the start");
  }
}

/// Radius of the ball about the centre of mass that holds all shapes.
double calc_outer_radius(const BodyDefinition& body, const Vec3& center) {
  double radius = 0;
  for (const ShapeDefinition& part : body.shapes) {
    radius =
        std::max(radius, (part.pose.translation - center).norm() + bounding_radius(part.shape));
  }
  return radius;
}

void add_strange_inertia(const World& world, BodyId id, std::vector<std::string>& warnings) {
  const BodyDefinition& body = world.definition(id);
  if (!body.inertial || body.shapes.empty()) return;
  const MassProperties& mass = world.mass_properties(id);
  const double largest =
      Eigen::SelfAdjointEigenSolver<Mat3>(mass.inertia, Eigen::EigenvaluesOnly).eigenvalues()[2];
  const double gyration = std::sqrt(largest / mass.mass);
  const double outer = calc_outer_radius(body, mass.center);
  if (gyration <= outer) return;
  warnings.push_back(in_quotes(body.name) + " has a radius of gyration of " +
                     round_number(gyration) + " m, but reaches only " + round_number(outer) +
                     " m from its centre of mass; is the inertia in kg m^2?");
}

}  // namespace

std::vector<std::string> find_start_warnings(const World& world) {
  std::vector<std::string> warnings;
  if (!add_crowds(world, warnings)) add_overlaps(world, warnings);
  std::optional<BodyId> lightest, heaviest;
  for (const BodyId id : world.bodies()) {
    if (world.definition(id).kind != BodyKind::dynamic) continue;
    add_strange_inertia(world, id, warnings);
    const double mass = world.mass_properties(id).mass;
    if (!lightest || mass < world.mass_properties(*lightest).mass) lightest = id;
    if (!heaviest || mass > world.mass_properties(*heaviest).mass) heaviest = id;
  }
  if (!lightest) return warnings;
  const double least = world.mass_properties(*lightest).mass;
  const double most = world.mass_properties(*heaviest).mass;
  if (most > kNotableMassRatio * least) {
    warnings.push_back(in_quotes(world.definition(*heaviest).name) + " of " + round_number(most) +
                       " kg is more than 1e8 times as heavy as " +
                       in_quotes(world.definition(*lightest).name) + " of " + round_number(least) +
                       " kg");
  }
  return warnings;
}

}  // namespace stiction
