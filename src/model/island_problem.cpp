#include "island_problem.h"

namespace stiction {
namespace {

/// Contacts with less friction have none.
constexpr double kLeastFriction = 1e-9;

/// How an impulse in the contact's frame acts on a body: force above, moment below.
Mat63 impulse_columns(const Mat3& frame, const Vec3& arm) {
  Mat63 H;
  H.topRows<3>() = frame;
  H.bottomRows<3>() = cross_matrix(arm) * frame;
  return H;
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
  Mat3 block = Mat3::Zero();  // of H^T M^-1 H
  for (const Side& side : sides_of(num_groups() - 1)) {
    block += side.H.transpose() * (inverse_masses[side.body] * side.H);
  }
  groups.back().compliance = block.trace() / group.num_rows;
  groups.back().mass = 1 / block(0, 0);
}

void make_island_problem(const ContactProblem& contacts, IslandProblem& island) {
  island.clear();
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
  for (const ContactProblem::Contact& contact : contacts.contacts) {
    RowGroup group = make_contact_group(contact.friction, 3);
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
  for (const ContactProblem::Row& row : contacts.rows) {
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
    island.close_group(group, Vec3(row.length * row.offset, 0, 0));
  }
}

}  // namespace stiction
