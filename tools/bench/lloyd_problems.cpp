#include "lloyd_problems.h"

#include <stiction/math/tangent_basis.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <utility>

namespace stiction::bench {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kHalf = 0.5;  // half the side of a cube; also the radius of balls
constexpr int kWorld = -1;

/// Not std::uniform_real_distribution, whose numbers depend on the standard library.
double uniform(double low, double high, std::mt19937_64& random) {
  return low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53);
}

Vec3 uniform_vector(double largest, std::mt19937_64& random) {
  Vec3 v;
  for (double& component : v) component = uniform(-largest, largest, random);
  return v;
}

Vec6 random_wrench(double force, double torque, std::mt19937_64& random) {
  Vec6 wrench;
  wrench.head<3>() = uniform_vector(force, random);
  wrench.tail<3>() = uniform_vector(torque, random);
  return wrench;
}

/// Uniform on the unit sphere: points of the cube that lie outside the ball are drawn again.
Vec3 random_direction(std::mt19937_64& random) {
  for (;;) {
    const Vec3 v = uniform_vector(1, random);
    const double length = v.norm();
    if (length > 1e-3 && length <= 1) return v / length;
  }
}

/// 1 kg; the principal moments of inertia are about the world axes.
ContactProblem::Body make_body(const Vec3& inertia) {
  ContactProblem::Body body;
  body.mass = 1;
  body.inverse_mass = 1;
  body.inertia = inertia.asDiagonal();
  body.inverse_inertia = inertia.cwiseInverse().asDiagonal();
  return body;
}

ContactProblem::Body make_cube() { return make_body(Vec3::Constant(1.0 / 6)); }
ContactProblem::Body make_ball() { return make_body(Vec3::Constant(0.4 * kHalf * kHalf)); }

ContactProblem make_problem(std::vector<ContactProblem::Body> bodies) {
  ContactProblem problem;
  problem.bodies = std::move(bodies);
  return problem;
}

/// A contact of body a with b; `normal` points into a.
struct Place {
  int a = 0;
  int b = kWorld;
  Vec3 normal;
  Vec3 arm_a;
  Vec3 arm_b = Vec3::Zero();
};

void add_contact(ContactProblem& problem, const Place& place, std::mt19937_64& random) {
  ContactProblem::Contact contact;
  contact.body_a = place.a;
  contact.body_b = place.b;
  const auto [t1, t2] = make_tangent_basis(place.normal);
  contact.frame << place.normal, t1, t2;
  contact.arm_a = place.arm_a;
  contact.arm_b = place.arm_b;
  contact.friction = uniform(0.2, 0.3, random);
  problem.contacts.push_back(contact);
}

/// Contacts of body 0 with the world at the corners centre +- u +- v.
void add_rectangle(ContactProblem& problem, const Vec3& normal, const Vec3& centre, const Vec3& u,
                   const Vec3& v, std::mt19937_64& random) {
  for (const Vec3& corner : std::array<Vec3, 4>{u + v, u - v, -u - v, -u + v}) {
    add_contact(problem, {.normal = normal, .arm_a = centre + corner}, random);
  }
}

/// A whole face of the cube, opposite to the normal.
void add_face(ContactProblem& problem, const Vec3& normal, std::mt19937_64& random) {
  const auto [t1, t2] = make_tangent_basis(normal);
  add_rectangle(problem, normal, -kHalf * normal, kHalf * t1, kHalf * t2, random);
}

ContactProblem make_peg(int contacts, std::mt19937_64& random) {
  constexpr double kRadius = 0.5;
  constexpr double kLength = 2.0;
  constexpr double kHeight = 0.5;  // of the two levels above and below the middle
  assert(contacts > 0 && contacts % 2 == 0);
  const double across = (3 * kRadius * kRadius + kLength * kLength) / 12;
  const double along = kRadius * kRadius / 2;
  ContactProblem problem = make_problem({make_body({across, across, along})});
  for (const double height : {kHeight, -kHeight}) {
    for (int i = 0; i < contacts / 2; ++i) {
      const double angle = kTurn * i / (contacts / 2);
      const Vec3 outward(std::cos(angle), std::sin(angle), 0);
      const Vec3 arm = kRadius * outward + height * Vec3::UnitZ();
      add_contact(problem, {.normal = -outward, .arm_a = arm}, random);
    }
  }
  return problem;
}

ContactProblem make_ball_on_plane(std::mt19937_64& random) {
  ContactProblem problem = make_problem({make_ball()});
  add_contact(problem, {.normal = Vec3::UnitZ(), .arm_a = -kHalf * Vec3::UnitZ()}, random);
  return problem;
}

ContactProblem make_ball_in_groove(std::mt19937_64& random) {
  ContactProblem problem = make_problem({make_ball()});
  for (const double side : {1.0, -1.0}) {
    const Vec3 normal = Vec3(side, 0, 1).normalized();
    add_contact(problem, {.normal = normal, .arm_a = -kHalf * normal}, random);
  }
  return problem;
}

ContactProblem make_tripod(std::mt19937_64& random) {
  ContactProblem problem = make_problem({make_cube()});
  for (int i = 0; i < 3; ++i) {
    const double angle = kTurn * i / 3;
    const Vec3 foot(kHalf * std::cos(angle), kHalf * std::sin(angle), -kHalf);
    add_contact(problem, {.normal = Vec3::UnitZ(), .arm_a = foot}, random);
  }
  return problem;
}

/// The cube stands over the edge of a table, with 0.6 of its face on it.
ContactProblem make_block_on_edge(std::mt19937_64& random) {
  ContactProblem problem = make_problem({make_cube()});
  add_rectangle(problem, Vec3::UnitZ(), {-0.2, 0, -kHalf}, {0.3, 0, 0}, {0, kHalf, 0}, random);
  return problem;
}

ContactProblem make_face_on_surface(std::mt19937_64& random) {
  ContactProblem problem = make_problem({make_cube()});
  add_face(problem, Vec3::UnitZ(), random);
  return problem;
}

/// The cube on the floor and along a ledge at half its height.
ContactProblem make_l_support(std::mt19937_64& random) {
  ContactProblem problem = make_face_on_surface(random);
  for (const double y : {kHalf, -kHalf}) {
    add_contact(problem, {.normal = Vec3::UnitX(), .arm_a = {-kHalf, y, 0}}, random);
  }
  return problem;
}

ContactProblem make_ball_in_rim(std::mt19937_64& random) {
  constexpr int kContacts = 8;
  ContactProblem problem = make_problem({make_ball()});
  for (int i = 0; i < kContacts; ++i) {
    const double angle = kTurn * i / kContacts;
    const Vec3 normal = Vec3(-std::cos(angle), -std::sin(angle), 1).normalized();
    add_contact(problem, {.normal = normal, .arm_a = -kHalf * normal}, random);
  }
  return problem;
}

/// The cube lies with two faces in a groove of 90 degrees along y.
ContactProblem make_block_in_groove(std::mt19937_64& random) {
  ContactProblem problem = make_problem({make_cube()});
  const Vec3 n1 = Vec3(1, 0, 1).normalized();
  const Vec3 n2 = Vec3(-1, 0, 1).normalized();
  const Vec3 along(0, kHalf, 0);
  add_rectangle(problem, n1, -kHalf * n1, kHalf * n2, along, random);
  add_rectangle(problem, n2, -kHalf * n2, kHalf * n1, along, random);
  return problem;
}

ContactProblem make_block_in_corner(std::mt19937_64& random) {
  ContactProblem problem = make_problem({make_cube()});
  for (int axis = 0; axis < 3; ++axis) add_face(problem, Vec3::Unit(axis), random);
  return problem;
}

ContactProblem make_peg_of_16(std::mt19937_64& random) { return make_peg(16, random); }

struct SingleBody {
  std::string_view name;
  ContactProblem (*make)(std::mt19937_64&);
};

constexpr std::array<SingleBody, kNumSingleBodies> kSingleBodies = {{
    {"ball-on-plane", make_ball_on_plane},
    {"ball-in-groove", make_ball_in_groove},
    {"tripod", make_tripod},
    {"block-on-edge", make_block_on_edge},
    {"face-on-surface", make_face_on_surface},
    {"L-support", make_l_support},
    {"ball-in-rim", make_ball_in_rim},
    {"block-in-groove", make_block_in_groove},
    {"block-in-corner", make_block_in_corner},
    {"peg-in-hole", make_peg_of_16},
}};

/// The contacts between cube `upper` and the body below it, around a circle.
void add_interface(ContactProblem& problem, int upper, int contacts, std::mt19937_64& random) {
  // Half the diagonal of the face; or the circumradius of the octagon whose sides are 0.5 from
  // the middle, where the edges of the two squares cross.
  assert(contacts == 4 || contacts == 8);
  const double radius = kHalf / std::cos(kTurn / 2 / contacts);
  const Vec3 up(0, 0, kHalf);
  for (int i = 0; i < contacts; ++i) {
    const double angle = kTurn * (i + 0.5) / contacts;
    const Vec3 across = radius * Vec3(std::cos(angle), std::sin(angle), 0);
    const Vec3 arm_below = upper == 0 ? Vec3(Vec3::Zero()) : Vec3(across + up);
    add_contact(problem,
                {.a = upper,
                 .b = upper == 0 ? kWorld : upper - 1,
                 .normal = Vec3::UnitZ(),
                 .arm_a = across - up,
                 .arm_b = arm_below},
                random);
  }
}

/// v* += M^-1 impulse.
void apply_impulse(ContactProblem::Body& body, const Vec6& impulse) {
  body.free_velocity.head<3>() += body.inverse_mass * impulse.head<3>();
  body.free_velocity.tail<3>() += body.inverse_inertia * impulse.tail<3>();
}

void add_weight(ContactProblem& problem) {
  for (ContactProblem::Body& body : problem.bodies) apply_impulse(body, -Vec6::Unit(2) * body.mass);
}

/// The wrench acts on the last body: the only or the topmost one.
void add_wrench(LloydProblem& draw, const Vec6& wrench) {
  ContactProblem& problem = draw.problem;
  draw.wrench += wrench;
  apply_impulse(problem.bodies.back(), wrench);
  const std::vector<Vec6> velocities = free_velocities(problem);
  problem.velocity_scale = 0;
  for (const ContactProblem::Contact& contact : problem.contacts) {
    problem.velocity_scale =
        std::max(problem.velocity_scale, calc_contact_velocity(contact, velocities).norm());
  }
}

/// Seeds of sets differ: the families are 1000 apart and have fewer sets and contacts.
enum SeedOfFamily : std::uint64_t {
  kPegSeed = 1000,
  kSingleBodySeed = 2000,
  kStack4Seed = 3000,
  kStack8Seed = 4000,
  kMixedStackSeed = 5000,
};

LloydSet draw_set(int draws, std::uint64_t seed,
                  const std::function<LloydProblem(std::mt19937_64&)>& draw) {
  std::mt19937_64 random(seed);
  LloydSet set;
  for (int i = 0; i < draws; ++i) set.draws.push_back(draw(random));
  const LloydProblem& first = set.draws.front();
  set.family = first.family;
  set.situation = first.situation;
  set.bodies = static_cast<int>(first.problem.bodies.size());
  set.contacts = static_cast<int>(first.problem.contacts.size());
  return set;
}

}  // namespace

LloydProblem make_peg_problem(int contacts, std::mt19937_64& random) {
  LloydProblem draw{std::string(kPegFamily), "", make_peg(contacts, random)};
  add_wrench(draw, random_wrench(1, 1, random));
  return draw;
}

LloydProblem make_single_body_problem(int index, std::mt19937_64& random) {
  const SingleBody& body = kSingleBodies.at(static_cast<std::size_t>(index));
  LloydProblem draw{std::string(kSingleBodyFamily), std::string(body.name), body.make(random)};
  add_weight(draw.problem);
  add_wrench(draw, random_wrench(1, 0.5, random));
  return draw;
}

LloydProblem make_stack_problem(std::span<const int> contacts_below, std::mt19937_64& random) {
  LloydProblem draw;
  draw.problem = make_problem({contacts_below.size(), make_cube()});
  for (int body = 0; const int contacts : contacts_below) {
    add_interface(draw.problem, body++, contacts, random);
  }
  const auto has_all = [&](int contacts) {
    return std::ranges::count(contacts_below, contacts) == std::ssize(contacts_below);
  };
  draw.family = has_all(4) ? kStack4Family : has_all(8) ? kStack8Family : kMixedStackFamily;
  add_weight(draw.problem);
  add_wrench(draw, random_wrench(0.5, 0.25, random));
  return draw;
}

LloydProblem perturb(const LloydProblem& problem, double relative, std::mt19937_64& random) {
  Vec6 change;
  change.head<3>() = relative * problem.wrench.head<3>().norm() * random_direction(random);
  change.tail<3>() = relative * problem.wrench.tail<3>().norm() * random_direction(random);
  LloydProblem moved = problem;
  add_wrench(moved, change);
  return moved;
}

std::vector<LloydSet> make_lloyd_sets(int draws) {
  assert(draws > 0);
  std::vector<LloydSet> sets;
  for (const int n : {8, 12, 16, 20, 24, 28, 32, 64, 128}) {
    sets.push_back(draw_set(draws, kPegSeed + static_cast<std::uint64_t>(n),
                            [n](auto& random) { return make_peg_problem(n, random); }));
  }
  for (int k = 0; k < kNumSingleBodies; ++k) {
    sets.push_back(draw_set(draws, kSingleBodySeed + static_cast<std::uint64_t>(k),
                            [k](auto& random) { return make_single_body_problem(k, random); }));
  }
  const auto add_stack = [&](std::uint64_t seed, const std::vector<int>& contacts_below) {
    sets.push_back(draw_set(draws, seed + contacts_below.size(), [&](auto& random) {
      return make_stack_problem(contacts_below, random);
    }));
  };
  constexpr std::size_t kTallest = 20;
  for (std::size_t m = 1; m <= kTallest; ++m) add_stack(kStack4Seed, std::vector<int>(m, 4));
  for (std::size_t m = 1; m <= kTallest; ++m) add_stack(kStack8Seed, std::vector<int>(m, 8));
  add_stack(kMixedStackSeed, {8, 8, 8, 4, 4});
  return sets;
}

}  // namespace stiction::bench
