#include <stiction/math/rejected_number.h>
#include <stiction/model/contact_analysis.h>

#include <algorithm>
#include <array>

#include "contact_answer.h"
#include "island_problem.h"
#include "rank_revealing_qr.h"

namespace stiction {
namespace {

/// Threshold for the rank of columns of length one.
constexpr double kNullThreshold = 1e-9;
/// Components of a null vector of length one below this count as zero.
constexpr double kNoComponent = 1e-7;

/// A direction (n, t1, t2) in which a contact's impulse may change.
struct Direction {
  int contact;
  Vec3 nxy;
};

/// The state of a loaded contact is as given; without an impulse it follows from the velocity. A
/// contact that has yet to close a negligible gap need not close it: it touches as long as the gap
/// does not widen.
ContactState effective_state(const ContactProblem::Contact& contact, ContactState state,
                             const Vec3& u, double closed_speed) {
  if (state != ContactState::open) return state;
  const double least = contact.closing ? std::max(0.0, contact.offset.x()) : 0.0;
  if (u.x() > least + closed_speed) return ContactState::open;
  return u.tail<2>().norm() > closed_speed ? ContactState::sliding : ContactState::sticking;
}

std::vector<Direction> find_directions(const ContactProblem& problem,
                                       const ContactSolution& solution) {
  std::vector<Direction> directions;
  const double closed_speed = kClosedSpeed * problem.velocity_scale;
  for (int c = 0; c < static_cast<int>(problem.contacts.size()); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const Vec3 u = calc_contact_velocity(contact, solution.velocities);
    const ContactState state = effective_state(contact, solution.states[c], u, closed_speed);
    if (state == ContactState::open) continue;
    Vec3 normal = Vec3::UnitX();
    if (state == ContactState::sliding) {
      normal.tail<2>() = -contact.friction * u.tail<2>().normalized();
    }
    directions.push_back({c, normal});
    if (state == ContactState::sliding || contact.friction == 0) continue;
    directions.push_back({c, Vec3::UnitY()});
    directions.push_back({c, Vec3::UnitZ()});
  }
  return directions;
}

/// One over the longest arm of each body; 1 if it has none.
std::vector<double> find_inverse_sizes(const ContactProblem& problem) {
  std::vector<double> sizes(problem.bodies.size(), 0.0);
  for (const ContactProblem::Contact& contact : problem.contacts) {
    for (const auto& [body, arm] :
         {std::pair(contact.body_a, contact.arm_a), std::pair(contact.body_b, contact.arm_b)}) {
      if (body >= 0) sizes[body] = std::max(sizes[body], arm.norm());
    }
  }
  for (double& size : sizes) size = size > 0 ? 1 / size : 1.0;
  return sizes;
}

/// A: for each direction the force, and the torque divided by the body's size, on every body.
Eigen::MatrixXd make_wrenches(const ContactProblem& problem,
                              const std::vector<Direction>& directions) {
  const std::vector<double> inverse_sizes = find_inverse_sizes(problem);
  IslandProblem island;
  make_held_problem(problem, island);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(6 * static_cast<Eigen::Index>(problem.bodies.size()),
                                            static_cast<Eigen::Index>(directions.size()));
  for (std::size_t i = 0; i < directions.size(); ++i) {
    auto column = A.col(static_cast<Eigen::Index>(i));
    for (const auto& [H, body] : island.sides_of(directions[i].contact)) {
      column.segment<6>(6 * body) = H * directions[i].nxy;
      column.segment<3>(6 * body + 3) *= inverse_sizes[body];
    }
    column.normalize();
  }
  return A;
}

}  // namespace

std::vector<ContactAnalysis> analyse_contacts(const ContactProblem& problem,
                                              const ContactSolution& solution) {
  require_size("states", std::ssize(solution.states), std::ssize(problem.contacts),
               "one for each contact");
  require_size("velocities", std::ssize(solution.velocities), std::ssize(problem.bodies),
               "one for each body");
  std::vector<ContactAnalysis> analyses(problem.contacts.size());
  const std::vector<Direction> directions = find_directions(problem, solution);
  if (directions.empty()) return analyses;
  const Eigen::MatrixXd null_space =
      find_null_space(make_wrenches(problem, directions), kNullThreshold);
  for (std::size_t i = 0; i < directions.size(); ++i) {
    if (null_space.row(static_cast<Eigen::Index>(i)).norm() < kNoComponent) continue;
    ContactAnalysis& analysis = analyses[directions[i].contact];
    if (directions[i].nxy.x() != 0) analysis.is_normal_unique = false;
    if (!directions[i].nxy.tail<2>().isZero(0)) analysis.is_friction_unique = false;
  }
  return analyses;
}

}  // namespace stiction
