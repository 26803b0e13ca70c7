#include "island_problem.h"

#include <cstddef>

namespace stiction {
namespace {

/// Contacts with less friction than this count as frictionless.
constexpr double kLeastFriction = 1e-9;

/// The friction coefficient of rough contacts. Measured on 518 islands of heaps in which a contact
/// slips after releases: 3 leaves no slip in 95, 30 in 112, 300 in 122 and 3000 in 133, but 3000
/// leaves 105 islands unsolved instead of 1.
constexpr double kRoughFriction = 300;

/// The effect on a body of an impulse in the contact's frame: force above, moment below.
Mat63 impulse_columns(const Mat3& frame, const Vec3& arm) {
  Mat63 H;
  H.topRows<3>() = frame;
  H.bottomRows<3>() = cross_matrix(arm) * frame;
  return H;
}

/// A damper softer than this, s/kg, has no effect that a double could show.
constexpr double kSoftestDamper = 1e200;

void add_bodies(const ContactProblem& contacts, IslandProblem& island) {
  island.clear();
  const std::size_t num_groups = contacts.contacts.size() + contacts.rows.size();
  island.groups.reserve(num_groups);
  island.offsets.reserve(num_groups);
  island.first_sides.reserve(num_groups + 1);
  island.sides.reserve(2 * num_groups);
  island.velocity_scale = contacts.velocity_scale;
  for (const ContactProblem::Body& body : contacts.bodies) {
    Mat6& mass = island.masses.emplace_back(Mat6::Zero());
    mass.diagonal().head<3>().setConstant(body.mass);
    mass.bottomRightCorner<3, 3>() = body.inertia;
    Mat6& inverse = island.inverse_masses.emplace_back(Mat6::Zero());
    inverse.diagonal().head<3>().setConstant(body.inverse_mass);
    inverse.bottomRightCorner<3, 3>() = body.inverse_inertia;
    island.momenta.push_back(mass * body.free_velocity);
  }
}

void add_contact(const ContactProblem::Contact& contact, RowGroup group, IslandProblem& island) {
  group.prior = contact.prior_normal_impulse;
  const auto add_side = [&](int body, double sign, const Vec3& arm) {
    if (body < 0) return;
    IslandProblem::Side side = {sign * impulse_columns(contact.frame, arm), body};
    if (group.num_rows == 1) side.H.rightCols<2>().setZero();
    island.sides.push_back(side);
  };
  add_side(contact.body_a, 1, contact.arm_a);
  add_side(contact.body_b, -1, contact.arm_b);
  island.close_group(group, contact.offset);
}

void add_row(const ContactProblem::Row& row, IslandProblem& island) {
  for (const auto& [body, jacobian] : row.sides) {
    if (body < 0) continue;
    IslandProblem::Side side = {Mat63::Zero(), body};
    side.H.col(0) = row.length * jacobian;
    island.sides.push_back(side);
  }
  RowGroup group;
  group.law = RowLaw::bounded;
  group.num_rows = 1;
  group.lower.x() = row.lower / row.length;
  group.upper.x() = row.upper / row.length;
  group.softness.x() = row.softness * row.length * row.length;
  island.close_group(group, Vec3(row.length * row.offset, 0, 0));
}

/// Makes the group of a contact with another law than Coulomb's.
RowGroup make_law_group(const ContactProblem::Contact& contact, TangentLaw law, double time_step) {
  if (law == TangentLaw::rough) return make_contact_group(kRoughFriction, 3);
  const double softness = law == TangentLaw::damped ? 1 / (time_step * contact.viscosity) : 0.0;
  RowGroup group = make_contact_group(0, 1);
  if (law == TangentLaw::free || !(softness < kSoftestDamper)) return group;
  group.num_rows = 3;
  group.lower.tail<2>() = -group.upper.tail<2>();
  group.softness.tail<2>().setConstant(softness);
  return group;
}

}  // namespace

RowGroup make_contact_group(double friction, int num_rows) {
  RowGroup group;
  group.friction = friction;
  group.num_rows = num_rows;
  if (friction > kLeastFriction) return group;
  group.law = RowLaw::bounded;
  group.num_rows = 1;
  return group;
}

void IslandProblem::clear() {
  masses.clear();
  inverse_masses.clear();
  momenta.clear();
  groups.clear();
  offsets.clear();
  sides.clear();
  first_sides.assign(1, 0);
}

void IslandProblem::close_group(const RowGroup& group, const Vec3& offset) {
  groups.push_back(group);
  offsets.push_back(offset);
  first_sides.push_back(static_cast<int>(sides.size()));
  const Mat3 block = calc_block(num_groups() - 1);
  groups.back().compliance = block.trace() / group.num_rows;
  groups.back().mass = 1 / block(0, 0);
}

Mat3 IslandProblem::calc_block(int group) const {
  Mat3 block = Mat3::Zero();
  for (const Side& side : sides_of(group)) {
    block += side.H.transpose() * (inverse_masses[side.body] * side.H);
  }
  return block;
}

void make_island_problem(const ContactProblem& contacts, IslandProblem& island) {
  add_bodies(contacts, island);
  for (const ContactProblem::Contact& contact : contacts.contacts) {
    add_contact(contact, make_contact_group(contact.friction, 3), island);
  }
  for (const ContactProblem::Row& row : contacts.rows) add_row(row, island);
}

void make_island_problem(const ContactProblem& contacts, std::span<const TangentLaw> laws,
                         IslandProblem& island) {
  add_bodies(contacts, island);
  for (std::size_t c = 0; c < laws.size(); ++c) {
    const ContactProblem::Contact& contact = contacts.contacts[c];
    add_contact(contact, make_law_group(contact, laws[c], contacts.time_step), island);
  }
  for (const ContactProblem::Row& row : contacts.rows) add_row(row, island);
}

void make_held_problem(const ContactProblem& contacts, IslandProblem& island) {
  const std::vector<TangentLaw> laws(contacts.contacts.size(), TangentLaw::held);
  make_island_problem(contacts, laws, island);
}

void join_impulses(const ContactProblem& problem, const std::vector<Vec3>& impulses,
                   const std::vector<double>& row_impulses, std::vector<Vec3>& groups) {
  groups = impulses;
  for (std::size_t i = 0; i < row_impulses.size(); ++i) {
    groups.emplace_back(row_impulses[i] / problem.rows[i].length, 0, 0);
  }
}

void split_impulses(const ContactProblem& problem, const std::vector<Vec3>& groups,
                    std::vector<Vec3>& impulses, std::vector<double>& row_impulses) {
  const std::size_t n = problem.contacts.size();
  impulses.assign(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(n));
  for (std::size_t i = 0; i < row_impulses.size(); ++i) {
    row_impulses[i] = problem.rows[i].length * groups[n + i].x();
  }
}

}  // namespace stiction
