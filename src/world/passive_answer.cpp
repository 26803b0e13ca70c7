#include "passive_answer.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// The closest impulse that the contact can give with friction in the same direction.
Vec3 clip_to_cone(const ContactProblem::Contact& contact, Vec3 r, bool has_friction_bound) {
  r.x() = std::max(0.0, r.x());
  const double lean = r.x() + contact.prior_normal_impulse;
  if (!has_friction_bound) return lean > 0 ? r : Vec3(r.x(), 0, 0);
  const double bound = lean > 0 ? contact.friction * lean : 0.0;
  const double size = r.tail<2>().norm();
  if (size > bound) r.tail<2>() *= bound / size;
  return r;
}

/// The sum of r . u.
double calc_power(const ContactProblem& problem, const std::vector<Vec3>& impulses,
                  const std::vector<Vec6>& velocities) {
  double sum = 0;
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    sum += impulses[c].dot(calc_contact_velocity(problem.contacts[c], velocities));
  }
  return sum;
}

/// Bodies move by h v+, but the work of contacts and forces is that along h times the mean of v
/// before and after. This is the difference: the part due to impulses, and the part without them.
struct ForceWork {
  double of_impulses = 0;  ///< h f . M^-1 J^T r, J
  double alone = 0;        ///< h^2 f . M^-1 f / 2, J
};

ForceWork calc_force_work(const ContactProblem& problem, const std::vector<Vec6>& after) {
  ForceWork work;
  if (problem.time_step == 0) return work;
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    const ContactProblem::Body& body = problem.bodies[i];
    Vec6 thrust = body.free_velocity - body.start_velocity;  // h M^-1 f
    const Vec6 push = after[i] - body.free_velocity;
    const Vec6 velocity = thrust;
    thrust.head<3>() *= body.mass;
    thrust.tail<3>() = body.inertia * velocity.tail<3>();
    work.of_impulses += thrust.dot(push);
    work.alone += 0.5 * thrust.dot(velocity);
  }
  return work;
}

/// The largest s in [0, 1] with a s^2 + b s <= c, c >= 0.
double find_scale(double a, double b, double c) {
  constexpr double kRoundOff = 1e-12;
  if (a + b <= c + kRoundOff * (std::abs(a) + std::abs(b) + c)) return 1;
  // The larger root of a s^2 + b s - c, in the form without cancellation.
  const double root = std::sqrt(std::max(0.0, b * b + 4 * a * c));
  const double scale = b > 0 ? 2 * c / (b + root) : (root - b) / (2 * a);
  return std::isfinite(scale) ? std::clamp(scale, 0.0, 1.0) : 0.0;
}

}  // namespace

ContactSolution make_passive(const StepView& view, const Island& island,
                             const ContactProblem& problem, std::span<const std::size_t> places,
                             ContactSolution best, bool has_friction_bound) {
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const ContactProblem::Row& row = problem.rows[i];
    best.row_impulses[i] = std::clamp(best.row_impulses[i], row.lower, row.upper);
  }
  ContactProblem bare = with_known_rows(problem, best.row_impulses);
  for (std::size_t c = 0; c < places.size(); ++c) {
    const FoundContact& found = view.contacts[island.contacts[places[c]]];
    bare.contacts[c].offset = calc_surface_velocity(view, found);
    best.impulses[c] = clip_to_cone(problem.contacts[c], best.impulses[c], has_friction_bound);
  }
  // Scaled by s, they do the work s p + s^2 (q - p)/2, with the powers p before and q after them.
  const double p = calc_power(bare, best.impulses, free_velocities(bare));
  std::vector<Vec6> after;
  get_velocities_after(problem, best, after);
  const double q = calc_power(bare, best.impulses, after);
  const ForceWork forces = calc_force_work(bare, after);
  const double scale = std::min(find_scale(0.5 * (q - p), p, 0),
                                find_scale(0.5 * (q - p), p - forces.of_impulses, forces.alone));
  for (Vec3& impulse : best.impulses) impulse *= scale;
  get_velocities_after(problem, best, best.velocities);
  best.next_guess.clear();
  for (std::size_t c = 0; c < places.size(); ++c) {
    const bool is_loaded = best.impulses[c].x() > 0;
    if (!is_loaded) best.states[c] = ContactState::open;
  }
  return best;
}

}  // namespace stiction
