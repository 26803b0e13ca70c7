// A rattleback: an ellipsoid on a plane whose principal axes of inertia are turned a little against
// its geometric axes. Spun one way, it begins to rattle, stops and turns back.

#include <stiction/geometry/support_shape.h>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

const Vec3 kRadii(0.2, 0.03, 0.02);
constexpr double kSkew = 0.03;   // rad
constexpr double kSpin = -5;     // rad/s, about the vertical
constexpr double kRattle = 0.5;  // rad/s, about the short axis

Mat3 skewed_inertia() {
  const Vec3 square = kRadii.cwiseAbs2();
  const Vec3 moments =
      0.2 * Vec3(square.y() + square.z(), square.z() + square.x(), square.x() + square.y());
  const Mat3 R = exp_rotation(Vec3(0, 0, kSkew)).toRotationMatrix();
  return R * moments.asDiagonal() * R.transpose();
}

/// Rolls without slipping, in the body's frame: n is upwards, r the contact's place. With v = -w x
/// r, eliminating the force F from m (v' + w x v) = F - m g n and I w' + w x I w = r x F gives w'
/// (Bondi, "The rigid body dynamics of unidirectional spin", 1986).
struct Rolling {
  Vec3 n = Vec3::UnitZ();
  Vec3 w = Vec3::Zero();

  Rolling derivative() const {
    const Mat3 I = skewed_inertia();
    const Vec3 square = kRadii.cwiseAbs2();
    const Vec3 a = square.cwiseProduct(n);
    const double s = kRadii.cwiseProduct(n).norm();
    const Vec3 r = -a / s;
    const Vec3 n_rate = n.cross(w);
    const Vec3 a_rate = square.cwiseProduct(n_rate);
    const Vec3 r_rate = -a_rate / s + a * a.dot(n_rate) / (s * s * s);
    const Vec3 v = -w.cross(r);
    const Vec3 torque = -w.cross(I * w) + r.cross(w.cross(v) - w.cross(r_rate) + kGravity * n);
    const Mat3 about_contact = I + r.squaredNorm() * Mat3::Identity() - r * r.transpose();
    return {n_rate, about_contact.ldlt().solve(torque)};
  }
  Rolling after(const Rolling& rate, double h) const { return {n + h * rate.n, w + h * rate.w}; }
};

Rolling step(const Rolling& state, double h) {
  const Rolling k1 = state.derivative();
  const Rolling k2 = state.after(k1, 0.5 * h).derivative();
  const Rolling k3 = state.after(k2, 0.5 * h).derivative();
  const Rolling k4 = state.after(k3, h).derivative();
  const Vec3 n = state.n + h / 6 * (k1.n + 2 * k2.n + 2 * k3.n + k4.n);
  return {n.normalized(), state.w + h / 6 * (k1.w + 2 * k2.w + 2 * k3.w + k4.w)};
}

/// The spin about the vertical every 10 ms.
std::vector<double> reference(double duration, double h) {
  Rolling state{Vec3::UnitZ(), Vec3(0, kRattle, kSpin)};
  const int every = static_cast<int>(std::lround(0.01 / h));
  std::vector<double> spins;
  for (int k = 0; k * h < duration; ++k) {
    if (k % every == 0) spins.push_back(state.w.dot(state.n));
    state = step(state, h);
  }
  return spins;
}

std::vector<double> simulated(double duration, double h) {
  World world;
  const MaterialId material = world.add_material({.name = "m", .friction = 20});
  add_ground(world, material);
  const BodyId body =
      world.add_body({.name = "rattleback",
                      .pose = {.translation = Vec3(0, 0, kRadii.z())},
                      .linear_velocity = -kRattle * Vec3::UnitY().cross(Vec3(0, 0, -kRadii.z())),
                      .angular_velocity = Vec3(0, kRattle, kSpin),
                      .shapes = {{make_ellipsoid(kRadii)}},
                      .inertial = MassProperties{1, Vec3::Zero(), skewed_inertia()},
                      .material = material});
  const int every = static_cast<int>(std::lround(0.01 / h));
  std::vector<double> spins;
  for (int k = 0; k * h < duration; ++k) {
    if (k % every == 0) spins.push_back(world.state(body).angular_velocity.z());
    if (world.step(h).status != StepStatus::solved) return {};
  }
  return spins;
}

/// The time at which it first turns the other way, s.
double reversal(const std::vector<double>& spins) {
  for (std::size_t k = 0; k < spins.size(); ++k) {
    if (spins[k] > 0) return 0.01 * static_cast<double>(k);
  }
  return -1;
}

TEST(Rattleback, ReversesItsSpinWhenTheReferenceDoes) {
  constexpr double kDuration = 4;
  const std::vector<double> expected = reference(kDuration, 1e-4);
  ASSERT_NEAR(reversal(expected), 1.44, 0.01);
  ASSERT_GT(*std::ranges::max_element(expected), 3);
  std::vector<double> errors;
  for (const double h : {1e-3, 5e-4}) {
    const std::vector<double> found = simulated(kDuration, h);
    ASSERT_EQ(found.size(), expected.size());
    EXPECT_NEAR(reversal(found), reversal(expected), 0.011) << h;
    double error = 0;
    for (std::size_t k = 0; k < found.size(); ++k) {
      error = std::max(error, std::abs(found[k] - expected[k]));
    }
    errors.push_back(error);
  }
  // The motion is chaotic in the long run; until here errors fall with the step.
  EXPECT_LE(errors[0], 0.02 * std::abs(kSpin));
  EXPECT_LE(errors[1], 0.6 * errors[0]);
}

}  // namespace
}  // namespace stiction
