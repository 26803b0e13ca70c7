#include <stiction/contact/contact_problem.h>
#include <stiction/math/rejected_number.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace stiction {
namespace {

/// Velocity of the body's material point at `arm` from its centre of mass.
Vec3 point_velocity(const Vec6& velocity, const Vec3& arm) {
  return velocity.head<3>() + velocity.tail<3>().cross(arm);
}

void apply_impulse(const ContactProblem::Body& body, const Vec3& arm, const Vec3& impulse,
                   Vec6& velocity) {
  velocity.head<3>() += body.inverse_mass * impulse;
  velocity.tail<3>() += body.inverse_inertia * arm.cross(impulse);
}

/// Adds an impulse at a body's `arm` to the sum of its impulses.
void add_wrench(const Vec3& arm, const Vec3& impulse, Vec6& wrench) {
  wrench.head<3>() += impulse;
  wrench.tail<3>() += arm.cross(impulse);
}

/// M^-1 (linear impulse, angular impulse).
Vec6 per_impulse(const ContactProblem::Body& body, const Vec6& impulse) {
  Vec6 change;
  change.head<3>() = body.inverse_mass * impulse.head<3>();
  change.tail<3>() = body.inverse_inertia * impulse.tail<3>();
  return change;
}

/// J_c v + offset with the velocities v that `velocity_of` gives.
template <typename VelocityOf>
Vec3 calc_velocity_at(const ContactProblem::Contact& contact, VelocityOf velocity_of) {
  Vec3 relative = Vec3::Zero();
  if (contact.body_a >= 0) relative += point_velocity(velocity_of(contact.body_a), contact.arm_a);
  if (contact.body_b >= 0) relative -= point_velocity(velocity_of(contact.body_b), contact.arm_b);
  return contact.frame.transpose() * relative + contact.offset;
}

}  // namespace

bool has_sound_indices(const ContactProblem& problem) {
  const auto is_sound = [end = static_cast<int>(problem.bodies.size())](int body) {
    return -1 <= body && body < end;
  };
  return std::ranges::all_of(problem.contacts,
                             [&](const ContactProblem::Contact& contact) {
                               return is_sound(contact.body_a) && is_sound(contact.body_b);
                             }) &&
         std::ranges::all_of(problem.rows, [&](const ContactProblem::Row& row) {
           return std::ranges::all_of(row.sides, is_sound, &ContactProblem::Row::Side::body);
         });
}

void require_sound_indices(const ContactProblem& problem) {
  if (has_sound_indices(problem)) return;
  throw std::invalid_argument("expected contacts and rows of bodies of the problem, or of -1");
}

std::string_view to_string(Rung rung) {
  constexpr std::array<std::string_view, kNumRungs> kNames = {
      "free",     "remembered",           "finish", "pivots", "pyramids",
      "homotopy", "augmented-lagrangian", "sweeps", "method", "fallback"};
  return kNames.at(static_cast<std::size_t>(rung));
}

std::string to_string(const RungCounts& rungs) {
  std::string text;
  for (std::size_t k = 0; k < kNumRungs; ++k) {
    if (rungs[k] == 0) continue;
    if (!text.empty()) text += ", ";
    text += std::string(to_string(static_cast<Rung>(k))) + " " + std::to_string(rungs[k]);
  }
  return text;
}

std::string_view to_string(ContactState state) {
  switch (state) {
    case ContactState::open:
      return "open";
    case ContactState::sticking:
      return "sticking";
    case ContactState::sliding:
      return "sliding";
  }
  return "open";
}

Vec3 calc_contact_velocity(const ContactProblem::Contact& contact,
                           const std::vector<Vec6>& velocities) {
  return calc_velocity_at(contact, [&](int body) -> const Vec6& { return velocities[body]; });
}

Vec3 calc_free_contact_velocity(const ContactProblem& problem,
                                const ContactProblem::Contact& contact) {
  return calc_velocity_at(
      contact, [&](int body) -> const Vec6& { return problem.bodies[body].free_velocity; });
}

std::vector<Vec6> free_velocities(const ContactProblem& problem) {
  std::vector<Vec6> velocities;
  get_free_velocities(problem, velocities);
  return velocities;
}

void get_free_velocities(const ContactProblem& problem, std::vector<Vec6>& velocities) {
  velocities.clear();
  velocities.reserve(problem.bodies.size());
  for (const ContactProblem::Body& body : problem.bodies) velocities.push_back(body.free_velocity);
}

void apply_contact_impulse(const ContactProblem& problem, const ContactProblem::Contact& contact,
                           const Vec3& impulse, std::vector<Vec6>& velocities) {
  const Vec3 world = contact.frame * impulse;
  if (contact.body_a >= 0) {
    apply_impulse(problem.bodies[contact.body_a], contact.arm_a, world, velocities[contact.body_a]);
  }
  if (contact.body_b >= 0) {
    apply_impulse(problem.bodies[contact.body_b], contact.arm_b, -world,
                  velocities[contact.body_b]);
  }
}

double calc_row_velocity(const ContactProblem::Row& row, const std::vector<Vec6>& velocities) {
  double u = row.offset;
  for (const auto& [body, jacobian] : row.sides) {
    if (body >= 0) u += jacobian.dot(velocities[body]);
  }
  return u;
}

double calc_row_coupling(const ContactProblem& problem, const ContactProblem::Row& a,
                         const ContactProblem::Row& b) {
  double sum = 0;
  for (const ContactProblem::Row::Side& side : a.sides) {
    if (side.body < 0) continue;
    for (const auto& [body, jacobian] : b.sides) {
      if (body == side.body) sum += side.jacobian.dot(per_impulse(problem.bodies[body], jacobian));
    }
  }
  return sum;
}

double calc_row_compliance(const ContactProblem& problem, const ContactProblem::Row& row) {
  return calc_row_coupling(problem, row, row);
}

void apply_row_impulse(const ContactProblem& problem, const ContactProblem::Row& row,
                       double impulse, std::vector<Vec6>& velocities) {
  for (const auto& [body, jacobian] : row.sides) {
    if (body >= 0) velocities[body] += impulse * per_impulse(problem.bodies[body], jacobian);
  }
}

void get_velocities_after(const ContactProblem& problem, const ContactSolution& solution,
                          std::vector<Vec6>& velocities) {
  // First J^T r, so that each body divides by its mass once.
  velocities.assign(problem.bodies.size(), Vec6::Zero());
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const Vec3 world = contact.frame * solution.impulses[c];
    if (contact.body_a >= 0) add_wrench(contact.arm_a, world, velocities[contact.body_a]);
    if (contact.body_b >= 0) add_wrench(contact.arm_b, -world, velocities[contact.body_b]);
  }
  // Models without rows leave `row_impulses` empty.
  for (std::size_t i = 0; i < solution.row_impulses.size(); ++i) {
    for (const auto& [body, jacobian] : problem.rows[i].sides) {
      if (body >= 0) velocities[body] += solution.row_impulses[i] * jacobian;
    }
  }
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    const ContactProblem::Body& body = problem.bodies[i];
    velocities[i] = body.free_velocity + per_impulse(body, velocities[i]);
  }
}

ContactProblem with_known_rows(const ContactProblem& problem,
                               const std::vector<double>& row_impulses) {
  require_size("row_impulses", std::ssize(row_impulses), std::ssize(problem.rows),
               "one for each row");
  std::vector<Vec6> velocities = free_velocities(problem);
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    apply_row_impulse(problem, problem.rows[i], row_impulses[i], velocities);
  }
  ContactProblem rest = problem;
  rest.rows.clear();
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    rest.bodies[i].free_velocity = velocities[i];
  }
  return rest;
}

}  // namespace stiction
